// Brings back what somebody has taken along.
import { ask, fill } from "./talk.js";

class BringBack extends HTMLElement {
  connectedCallback() {
    const words = JSON.parse(this.dataset.words ?? "{}");
    const input = /** @type {HTMLInputElement} */ (this.querySelector("input"));
    input.addEventListener("change", async () => {
      const file = input.files?.[0];
      if (!file) return;
      try {
        const { kept } = await ask("/yours/bring", await read(file, words.wrong));
        this.say(fill(words.done, { n: kept }));
      } catch (error) {
        this.say(String(/** @type {Error} */ (error).message));
      }
      input.value = "";
    });
  }

  /** @param {string} text */
  say(text) {
    const line = this.querySelector("p");
    if (line) line.textContent = text;
  }
}

/** The JSON in a file. @param {File} file @param {string} wrong */
async function read(file, wrong) {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Error(wrong);
  }
}

customElements.define("bring-back", BringBack);
