// A finished game, move by move.
import { GameBoard } from "./board.js";
import { duration } from "./motion.js";
import { ask } from "./talk.js";

/** @typedef {import("./wire").ReplayView} ReplayView */

class GameReplay extends HTMLElement {
  /** @type {GameBoard} */ board = /** @type {any} */ (null);
  /** @type {ReplayView} */ view = /** @type {any} */ (null);
  last = 0;
  playing = false;

  connectedCallback() {
    this.board = /** @type {GameBoard} */ (this.querySelector("game-board"));
    this.view = JSON.parse(this.querySelector("script")?.textContent ?? "{}");
    this.last = Number(this.dataset.last);
    for (const button of this.querySelectorAll("button[data-do]")) button.addEventListener("click", () => this.act(/** @type {HTMLElement} */ (button).dataset.do ?? ""));
    for (const button of this.querySelectorAll("button[data-ply]")) button.addEventListener("click", () => this.go(Number(/** @type {HTMLElement} */ (button).dataset.ply)));
    addEventListener("keydown", (event) => {
      const name = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
      if (name && !(event.target instanceof HTMLInputElement)) this.act(name);
    });
    this.show(this.view);
  }

  /** @param {ReplayView} view */
  show(view) {
    this.view = view;
    this.board.show(view.board);
    const line = this.querySelector(".status");
    if (line) line.textContent = view.status;
    for (const button of this.querySelectorAll("button[data-ply]")) {
      const here = Number(/** @type {HTMLElement} */ (button).dataset.ply) === view.ply;
      if (here) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      const list = button.closest("ol");
      if (here && list && button instanceof HTMLElement) list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
    for (const [name, on] of /** @type {[string, boolean][]} */ ([["first", view.ply > 0], ["back", view.ply > 0], ["forward", view.ply < this.last], ["last", view.ply < this.last]])) {
      const button = this.querySelector(`button[data-do=${name}]`);
      if (button instanceof HTMLButtonElement) button.disabled = !on;
    }
  }

  /** @param {number} ply */
  async go(ply) {
    const to = Math.max(0, Math.min(this.last, ply));
    this.show(await ask(`${this.dataset.base}/state?ply=${to}`));
    history.replaceState(null, "", `${this.dataset.base}?ply=${to}`);
  }

  /** @param {string} name */
  async act(name) {
    if (name === "play") {
      this.playing = !this.playing;
      if (this.playing && this.view.ply >= this.last) await this.go(0);
      while (this.playing && this.isConnected && this.view.ply < this.last) {
        await this.go(this.view.ply + 1);
        await new Promise((done) => setTimeout(done, Math.max(250, duration() * 2)));
      }
      this.playing = false;
      return;
    }
    this.playing = false;
    const to = { first: 0, back: this.view.ply - 1, forward: this.view.ply + 1, last: this.last }[name];
    if (to !== undefined) await this.go(to);
  }
}

customElements.define("game-replay", GameReplay);
