// The position editor: text and parts follow each other, and the server says what is wrong.
import { ask, copy } from "./talk.js";

class PositionEditor extends HTMLElement {
  connectedCallback() {
    this.text = /** @type {HTMLTextAreaElement} */ (this.querySelector("textarea[name=position]"));
    this.text.addEventListener("input", () => this.soon(this.text?.value ?? "", "text"));
    for (const part of this.parts()) part.addEventListener("input", () => this.soon(this.joined(), "parts"));
    const button = this.querySelector("button[data-do=copy]");
    button?.addEventListener("click", async () => {
      await copy(this.text?.value ?? "");
      this.say(/** @type {HTMLElement} */ (button).dataset.done ?? "");
    });
  }

  parts() {
    return [.../** @type {NodeListOf<HTMLInputElement>} */ (this.querySelectorAll("[data-part]"))];
  }

  /** @param {string} text */
  say(text) {
    const line = this.querySelector(".status");
    if (line) line.textContent = text;
  }

  /** The parts as the JSON form of a position. */
  joined() {
    const entries = this.parts().map((part) => {
      const words = part.value.split(/\s+/).filter((word) => word !== "");
      return [part.dataset.part, part.dataset.kind === "word" ? part.value.trim() : words];
    });
    return JSON.stringify(Object.fromEntries(entries));
  }

  /** Asks a moment after the last key. @param {string} position @param {"text" | "parts"} from */
  soon(position, from) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(position, from), 200);
  }

  /** @param {string} position @param {"text" | "parts"} from */
  async check(position, from) {
    this.asked = position;
    const verdict = await ask(`${this.dataset.base}/check`, { position }).catch((error) => ({ position: null, problems: [error.message] }));
    if (this.asked !== position) return;
    const list = this.querySelector(".problems");
    list?.replaceChildren(...verdict.problems.map((/** @type {string} */ problem) => Object.assign(document.createElement("li"), { textContent: problem })));
    const good = verdict.position !== null;
    this.say(good ? (this.dataset.good ?? "") : "");
    for (const button of this.querySelectorAll(".actions form button")) /** @type {HTMLButtonElement} */ (button).disabled = !good;
    if (!good) return;
    const picture = this.querySelector(".board-side .picture");
    if (picture) picture.innerHTML = verdict.svg;
    const text = this.querySelector(".text-board");
    if (text) text.textContent = verdict.text;
    for (const input of this.querySelectorAll("input[name=position]")) /** @type {HTMLInputElement} */ (input).value = verdict.position;
    if (from === "parts" && this.text) this.text.value = verdict.position;
    if (from === "text") {
      for (const part of this.parts()) {
        const value = verdict.parts[part.dataset.part ?? ""];
        part.value = Array.isArray(value) ? value.join("\n") : String(value);
      }
    }
  }
}

customElements.define("position-editor", PositionEditor);
