// A record from a file, chosen or dropped, comes into the text field.
const form = /** @type {HTMLFormElement} */ (document.querySelector("form.drop-record"));
const area = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
const input = /** @type {HTMLInputElement} */ (form.querySelector("input[type=file]"));

/** @param {FileList | null | undefined} files */
async function take(files) {
  const file = files?.[0];
  if (file) area.value = (await file.text()).slice(0, 1 << 20);
}

input.addEventListener("change", () => take(input.files));
form.addEventListener("dragover", (event) => event.preventDefault());
form.addEventListener("drop", (event) => {
  event.preventDefault();
  take(event.dataTransfer?.files);
});

export {};
