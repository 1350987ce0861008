// A position with something to be found: a move is tried, the server says whether it is right, and the game goes on before one's eyes.
import { GameBoard } from "./board.js";
import { duration } from "./motion.js";
import { ask, fill } from "./talk.js";

/** @typedef {import("./wire").BoardView} BoardView */
/** @typedef {import("./wire").TriedView} TriedView */

class GameDrill extends HTMLElement {
  base = "";
  /** @type {Record<string, string>} */ words = {};
  /** @type {GameBoard} */ board = /** @type {any} */ (null);
  /** @type {BoardView} */ start = /** @type {any} */ (null);
  /** Whether nothing has been tried yet. */ first = true;
  busy = false;
  /** Grows with every line that is shown, so that an older one ends. */ shown = 0;

  connectedCallback() {
    this.base = this.dataset.base ?? "";
    this.words = JSON.parse(this.dataset.words ?? "{}");
    this.board = /** @type {GameBoard} */ (this.querySelector("game-board"));
    this.start = JSON.parse(this.querySelector("script")?.textContent ?? "{}");
    this.board.show(this.start, { animate: false });
    this.board.addEventListener("play", (event) => this.attempt(/** @type {CustomEvent} */ (event).detail.move));
    this.board.addEventListener("choose", (event) => {
      const { label } = /** @type {CustomEvent} */ (event).detail;
      this.say(label ? fill(this.words.chosen, { spot: label }) : "");
    });
    this.button("again")?.addEventListener("click", () => this.again());
    this.button("solution")?.addEventListener("click", () => this.solve());
  }

  /** @param {string} name */
  button(name) {
    return /** @type {HTMLButtonElement | null} */ (this.querySelector(`button[data-do=${name}]`));
  }

  /** @param {string} selector */
  find(selector) {
    return /** @type {HTMLElement} */ (this.querySelector(selector));
  }

  /** @param {string} text */
  say(text) {
    this.find(".tried-text").textContent = text;
  }

  /** @param {string} move */
  attempt(move) {
    this.say(this.words.wait);
    return this.send("try", { move, first: this.first });
  }

  /** Asks for the answer, which may take a while to look for. */
  solve() {
    this.say(this.words.wait);
    return this.send("solution", { first: this.first });
  }

  /** @param {"try" | "solution"} name @param {object} body */
  async send(name, body) {
    if (this.busy) return;
    this.busy = true;
    try {
      const told = /** @type {TriedView} */ (await ask(`${this.base}/${name}`, body));
      this.first = false;
      await this.tell(told, name === "solution");
    } catch (error) {
      this.say(String(/** @type {Error} */ (error).message));
      this.board.show(this.start, { animate: false });
    } finally {
      this.busy = false;
    }
  }

  /** Says how it went and plays the line. @param {TriedView} told @param {boolean} answer */
  async tell(told, answer) {
    const number = ++this.shown;
    const mark = this.find(".tried-mark");
    const [sign, word] = [mark.querySelector(".class-sign"), mark.querySelector("strong")];
    mark.hidden = false;
    mark.className = `tried-mark ${answer ? "" : told.right ? "best" : "blunder"}`;
    if (sign) sign.textContent = answer ? "" : told.right ? "✓" : "✗";
    if (word) word.textContent = answer ? this.words.answer : told.right ? this.words.right : this.words.wrong;
    this.say(told.text);
    if (told.rating) this.find(".rating").textContent = told.rating;
    const next = this.querySelector("a[data-next]");
    if (next instanceof HTMLElement) next.hidden = !told.right && !answer;
    const skip = this.querySelector("a[data-skip]");
    if (skip instanceof HTMLElement) skip.hidden = told.right || answer;
    const again = this.button("again");
    if (again) again.hidden = told.right && !answer;
    const solution = this.button("solution");
    if (solution) solution.hidden = told.right || answer;
    const line = this.find(".tried-line");
    line.replaceChildren();
    for (const [at, frame] of told.frames.entries()) {
      if (number !== this.shown || !this.isConnected) return;
      if (at > 0) await new Promise((done) => setTimeout(done, Math.max(350, duration() * 2)));
      if (number !== this.shown) return;
      this.board.show(frame.board);
      const item = document.createElement("li");
      const move = document.createElement("button");
      move.textContent = frame.move;
      move.addEventListener("click", () => { this.shown += 1; this.board.show(frame.board); });
      item.append(move, ` ${frame.text}`);
      line.append(item);
    }
    if (told.right && next instanceof HTMLElement) next.focus();
  }

  /** Back to the position. */
  again() {
    this.shown += 1;
    this.find(".tried-mark").hidden = true;
    this.find(".tried-line").replaceChildren();
    this.say("");
    const again = this.button("again");
    if (again) again.hidden = true;
    this.board.show(this.start);
  }
}

customElements.define("game-drill", GameDrill);
