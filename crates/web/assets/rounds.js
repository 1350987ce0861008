// The end of a round as something to watch: the board shows step by step what a move set off. It can be skipped, and seen again later.
import { animate, duration } from "./motion.js";
import { ask } from "./talk.js";

/** @typedef {import("./board.js").GameBoard} GameBoard */
/** @typedef {import("./wire").RoundView} RoundView */
/** @typedef {import("./wire").StageView} StageView */

/** How many durations a step is looked at: one that brings points, and one that does not. */
const LOOK = { points: 3.2, none: 1.2 };

export class RoundList extends HTMLElement {
  /** @type {GameBoard | null} */ board = null;
  /** @type {(ply: number) => string} */ address = () => "";
  /** Ends the showing that is under way. @type {(() => void) | null} */ #skip = null;

  connectedCallback() {
    this.addEventListener("click", (event) => {
      const ply = event.target instanceof HTMLElement ? event.target.dataset.ply : undefined;
      if (ply !== undefined) this.dispatchEvent(new CustomEvent("again", { detail: { ply: Number(ply) } }));
    });
  }

  /** The rounds that are over. @param {RoundView[]} rounds */
  list(rounds) {
    this.hidden = rounds.length === 0;
    const list = this.querySelector("ol");
    if (!list || list.children.length === rounds.length) return;
    list.replaceChildren(...rounds.map((round) => {
      const part = (/** @type {string} */ name, /** @type {string} */ text) => Object.assign(document.createElement(name), { textContent: text });
      const again = part("button", this.dataset.again ?? "");
      again.dataset.ply = String(round.ply);
      again.setAttribute("aria-label", `${round.title}: ${this.dataset.again}`);
      const item = document.createElement("li");
      item.append(part("strong", round.title), part("span", round.text), again);
      return item;
    }));
  }

  /** Shows what happened between two views of a game, if it was something to watch. @param {RoundView[]} rounds @param {number} from @param {number} to */
  async between(rounds, from, to) {
    const over = rounds.filter((round) => round.ply >= from && round.ply < to);
    if (over.length !== 1) return;
    const told = this.querySelector(".told");
    if (told) told.textContent = `${over[0].title}: ${over[0].text}`;
    if (duration() > 0) await this.show(over[0]);
  }

  /** Shows a round on the board. @param {{ply: number}} round */
  async show(round) {
    const { board } = this;
    /** @type {StageView[]} */
    const stages = await ask(this.address(round.ply)).catch(() => []);
    if (!board || stages.length === 0) return;
    board.paths = [];
    board.classList.add("telling");
    const button = this.#button();
    board.append(button);
    let skipped = false;
    const skip = new Promise((done) => {
      this.#skip = () => {
        skipped = true;
        done(undefined);
      };
    });
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") this.#skip?.();
    };
    const touch = () => this.#skip?.();
    addEventListener("keydown", key);
    board.addEventListener("click", touch);
    for (const stage of stages) {
      if (skipped) break;
      this.#stage(board, stage);
      const look = Math.max(duration(), 200) * (stage.text ? LOOK.points : LOOK.none);
      await Promise.race([new Promise((done) => setTimeout(done, look)), skip]);
    }
    removeEventListener("keydown", key);
    board.removeEventListener("click", touch);
    button.remove();
    board.classList.remove("telling");
    this.#skip = null;
  }

  /** @param {GameBoard} board @param {StageView} stage */
  #stage(board, stage) {
    const old = board.picture;
    const holder = document.createElement("div");
    holder.innerHTML = stage.svg;
    const fresh = /** @type {SVGSVGElement | null} */ (holder.querySelector("svg"));
    if (!fresh || !old) return;
    old.replaceWith(fresh);
    animate(old, fresh);
    const ms = duration();
    for (const gain of fresh.querySelectorAll(".gain")) {
      fresh.append(gain);
      const at = getComputedStyle(gain).transform;
      const place = at === "none" ? "" : at;
      gain.animate([{ transform: `${place} scale(.4)`, opacity: 0 }, { transform: `${place} scale(1.15)`, opacity: 1, offset: 0.7 }, { transform: place, opacity: 1 }], { duration: ms, delay: ms * 0.7, fill: "backwards" });
    }
  }

  #button() {
    const button = document.createElement("button");
    button.className = "skip-round";
    button.textContent = this.dataset.skip ?? "";
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      this.#skip?.();
    });
    return button;
  }
}

customElements.define("round-list", RoundList);
