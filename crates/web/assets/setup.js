// Choosing a game: as many seats as will play, and what is wrong is said beside its field.
import { lead } from "./talk.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.setup"));
/** @type {Record<string, Record<string, number>>} */ const seats = JSON.parse(form.dataset.seats ?? "{}");

/** Shows the seats that the options allow. */
function fit() {
  let count = Number(form.dataset.usual);
  for (const [option, choices] of Object.entries(seats)) {
    const field = /** @type {HTMLInputElement | null} */ (form.elements.namedItem(option));
    count = Math.max(count, choices[field?.value.trim() ?? ""] ?? 0);
  }
  for (const label of form.querySelectorAll("label[data-seat]")) {
    const there = Number(/** @type {HTMLElement} */ (label).dataset.seat) <= count;
    const input = /** @type {HTMLInputElement} */ (label.querySelector("input"));
    /** @type {HTMLElement} */ (label).hidden = !there;
    input.disabled = !there;
    if (!there && input.checked) /** @type {HTMLInputElement} */ (form.querySelector("label[data-seat='1'] input")).checked = true;
  }
  const watching = /** @type {HTMLElement | null} */ (form.querySelector(".watching"));
  if (watching) watching.hidden = new FormData(form).get("seat") !== "none";
}

/** Shows which of the usual choices stand in their fields. */
function press() {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll("button.pick"))) {
    button.setAttribute("aria-pressed", String(picked(button)?.value.trim() === button.value));
  }
}

/** The field that a choice is for. @param {HTMLButtonElement} button */
function picked(button) {
  return /** @type {HTMLInputElement | null | undefined} */ (button.parentElement?.querySelector("input"));
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll("button.pick"))) {
  button.addEventListener("click", () => {
    const field = picked(button);
    if (!field) return;
    field.value = button.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/** Says what is wrong beside its field, or above the button when it has none. @param {string} sentence @param {string | undefined} name @param {string | undefined} lang */
function complain(sentence, name, lang) {
  const found = name ? form.querySelector(`[name="${CSS.escape(name)}"]`) : null;
  const field = /** @type {HTMLInputElement | null} */ (found);
  const place = field?.closest("label:not(:has([type=radio])), fieldset");
  const line = document.createElement("small");
  line.className = "problem";
  line.id = "problem";
  if (lang) line.lang = lang;
  line.setAttribute("role", "alert");
  line.textContent = sentence.charAt(0).toUpperCase() + sentence.slice(1);
  (place ?? form.querySelector("p:has(> button[type=submit])") ?? form).append(line);
  if (!field) return;
  field.closest("details")?.setAttribute("open", "");
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", "problem");
  field.focus();
}

function forgive() {
  form.querySelector(".problem")?.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
}

form.addEventListener("input", () => {
  forgive();
  fit();
  press();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  forgive();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
  button.disabled = true;
  try {
    location.href = await lead("/games", Object.fromEntries(new FormData(form)));
  } catch (error) {
    const { message, field, lang } = /** @type {Error & {field?: string, lang?: string}} */ (error);
    button.disabled = false;
    complain(message, field, lang);
  }
});

fit();

export {};
