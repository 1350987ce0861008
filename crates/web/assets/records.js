// Records by drag and drop, and copies of a board.
import { copy, lead } from "./talk.js";

/** Lets a record that is dropped on a page be analysed. @param {HTMLElement} page @param {(text: string) => void} say */
export function takeRecords(page, say) {
  page.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    page.classList.add("dropping");
  });
  page.addEventListener("dragleave", () => page.classList.remove("dropping"));
  page.addEventListener("drop", async (event) => {
    const file = event.dataTransfer?.files[0];
    page.classList.remove("dropping");
    if (!file) return;
    event.preventDefault();
    const lines = (await file.text()).slice(0, 1 << 20).split("\n").filter((line) => line.trim());
    try {
      location.href = await lead("/analyses", { record: lines[lines.length - 1] ?? "" });
    } catch (error) {
      say(String(/** @type {Error} */ (error).message));
    }
  });
  // Out of the page: the link of a record can be dragged to a folder.
  for (const link of page.querySelectorAll(".downloads a[href]")) {
    link.addEventListener("dragstart", (event) => {
      const { href } = /** @type {HTMLAnchorElement} */ (link);
      const name = href.endsWith(".json") ? "ludus.json" : `ludus.${href.split(".").pop()}`;
      /** @type {DragEvent} */ (event).dataTransfer?.setData("DownloadURL", `application/octet-stream:${name}:${href}`);
    });
  }
}

/** Copies the board as an image; says whether the clipboard took it, or a file was saved instead. @param {string} address @returns {Promise<boolean>} */
export async function copyImage(address) {
  const picture = fetch(address).then((answer) => answer.blob());
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    return true;
  } catch {
    const link = document.createElement("a");
    link.href = address;
    link.download = "";
    link.click();
    return false;
  }
}

/** Does what the buttons for copies ask for; says whether it was one of them. @param {string} name @param {string} base @param {{position: string, board: {text: string}}} view @param {Record<string, string>} words @param {(text: string) => void} say */
export async function copies(name, base, view, words, say) {
  if (name === "copy-image") say((await copyImage(`${base}/board.png`)) ? words.copied : words.saved);
  else if (name === "copy" || name === "copy-text" || name === "share") {
    await copy({ copy: view.position, "copy-text": view.board.text, share: location.href }[name]);
    say(words.copied);
  } else return false;
  return true;
}
