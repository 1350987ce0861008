// The position editor: touches on the board, dials, text and parts all change one draft, and the server says what it is. Then the best move can be asked for,
// and a game at a real table followed move by move.
import { GameBoard } from "./board.js";
import { reveal } from "./motion.js";
import { misfit } from "./shape.js";
import { ask, copy } from "./talk.js";
import { WhyPanel } from "./why.js";

/** @typedef {import("./wire").SheetView} SheetView */
/** @typedef {{touch?: [number, number], dial?: [number, string], move?: string, position?: string}} Change */

class PositionEditor extends HTMLElement {
  /** @type {SheetView} */ view = /** @type {any} */ (null);
  /** @type {GameBoard} */ board = /** @type {any} */ (null);
  /** @type {HTMLTextAreaElement | null} */ text = null;
  /** @type {WhyPanel | null} */ why = null;
  /** @type {Record<string, string>} */ words = {};
  /** What is asked one after the other, so that no touch is lost. @type {Promise<void>} */ doing = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ timer = undefined;
  brush = 0;
  /** Whether touches are moves. */ following = false;
  /** Where the moves that were followed began, and what they are. @type {{start: string, moves: string[]}} */ line = { start: "", moves: [] };
  /** @type {number | null} */ front = null;
  /** How many requests are under way; nothing is under way at 0. */ busy = 0;

  connectedCallback() {
    this.words = JSON.parse(this.dataset.words ?? "{}");
    this.view = JSON.parse(this.querySelector("script")?.textContent ?? "{}");
    this.board = /** @type {GameBoard} */ (this.querySelector("game-board"));
    this.text = this.querySelector("textarea[name=position]");
    this.board.addEventListener("play", (event) => this.touched(/** @type {CustomEvent} */ (event).detail.move));
    this.board.addEventListener("front", (event) => {
      this.front = /** @type {CustomEvent} */ (event).detail.seat;
      this.change({});
    });
    addEventListener("shape", () => this.change({}));
    this.text?.addEventListener("input", () => this.soon(() => this.text?.value ?? "", "text"));
    for (const part of this.parts()) part.addEventListener("input", () => this.soon(() => this.joined(), "parts"));
    this.connectPalette();
    this.connectDials();
    this.connectWhy();
    for (const button of this.querySelectorAll("button[data-do]")) button.addEventListener("click", () => this.act(/** @type {HTMLButtonElement} */ (button)));
    this.show(this.view, "start");
    if (misfit()) this.change({});
  }

  /** One brush is chosen; arrow keys choose another. */
  connectPalette() {
    const brushes = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".brush")]);
    const choose = (/** @type {number} */ at) => {
      this.brush = at;
      brushes.forEach((brush, index) => {
        brush.setAttribute("aria-checked", String(index === at));
        brush.tabIndex = index === at ? 0 : -1;
      });
      if (this.following) this.follow(false);
    };
    brushes.forEach((brush, at) => {
      brush.addEventListener("click", () => choose(at));
      brush.addEventListener("keydown", (event) => {
        const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (!way) return;
        event.preventDefault();
        const next = (at + way + brushes.length) % brushes.length;
        choose(next);
        brushes[next].focus();
      });
    });
  }

  connectDials() {
    const dials = this.querySelector(".dials");
    dials?.addEventListener("change", (event) => {
      const dial = /** @type {HTMLInputElement} */ (event.target);
      if (dial.dataset.dial !== undefined) this.change({ dial: [Number(dial.dataset.dial), dial.value] });
    });
    dials?.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button[data-step]") : null;
      const input = button?.parentElement?.querySelector("input");
      if (!(button instanceof HTMLElement) || !input) return;
      event.preventDefault();
      const value = Number(input.value) + Number(button.dataset.step);
      if (value < Number(input.min) || value > Number(input.max)) return;
      input.value = String(value);
      this.change({ dial: [Number(input.dataset.dial), input.value] });
    });
  }

  connectWhy() {
    this.why = /** @type {WhyPanel | null} */ (this.querySelector("why-panel"));
    const { why } = this;
    if (!why) return;
    why.board = this.board;
    why.address = (query) => {
      const pack = /** @type {HTMLSelectElement | null} */ (this.querySelector("select[name=pack]"))?.value;
      const asked = new URLSearchParams(query);
      asked.delete("ply");
      asked.set("position", this.line.moves.length > 0 ? this.line.start : this.view.draft);
      asked.set("moves", this.line.moves.join(" "));
      if (pack) asked.set("pack", pack);
      return `${this.dataset.base}/why?${asked}`;
    };
    why.addEventListener("wanted", () => {
      if (this.view.moves.length > 0) why.ask({});
    });
    this.querySelector("select[name=pack]")?.addEventListener("change", () => {
      if (why.open) this.best();
    });
  }

  /** @param {HTMLButtonElement} button */
  async act(button) {
    const name = button.dataset.do;
    await this.doing;
    if (name === "copy" || name === "share") {
      const link = new URL(`${this.dataset.base}?position=${encodeURIComponent(this.view.draft)}`, location.href);
      await copy(name === "copy" ? this.view.draft : link.href);
      this.say(button.dataset.done ?? "");
    } else if (name === "best") await this.best();
    else if (name === "follow") this.follow(!this.following);
  }

  /** Asks for the best move with its reasons, and brings the answer into view. */
  async best() {
    const { why } = this;
    if (!why) return;
    await why.ask({});
    if (why.view) this.board.point([why.view.path]);
    reveal(why);
  }

  /** Lets touches be moves, or changes of the position again. @param {boolean} on */
  follow(on) {
    this.following = on && this.view.position !== null && this.view.moves.length > 0;
    const button = this.querySelector("button[data-do=follow]");
    button?.setAttribute("aria-pressed", String(this.following));
    if (button) button.textContent = this.following ? this.words.edit : this.words.follow;
    this.classList.toggle("following", this.following);
    this.classList.toggle("no-marks", !this.following);
    this.show(this.view, "same");
    if (this.following) this.say(this.words.followed);
  }

  /** @param {string} move */
  touched(move) {
    if (this.following) this.change({ move });
    else this.change({ touch: [Number(move), this.brush] });
  }

  parts() {
    return [.../** @type {NodeListOf<HTMLInputElement>} */ (this.querySelectorAll("[data-part]"))];
  }

  /** @param {string} text */
  say(text) {
    const line = this.querySelector(".status");
    if (line && line.textContent !== text) line.textContent = text;
  }

  /** The parts as the JSON form of a position. */
  joined() {
    const entries = this.parts().map((part) => {
      const words = part.value.split(/\s+/).filter((word) => word !== "");
      return [part.dataset.part, part.dataset.kind === "word" ? part.value.trim() : words];
    });
    return JSON.stringify(Object.fromEntries(entries));
  }

  /** Asks a moment after the last key. @param {() => string} position @param {"text" | "parts"} from */
  soon(position, from) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.change({ position: position() }, from), 150);
  }

  /** Changes the draft and shows what it is then. @param {Change} change @param {"text" | "parts" | "board"} from */
  change(change, from = "board") {
    this.busy += 1;
    this.doing = this.doing.then(async () => {
      const before = this.view;
      try {
        const front = this.front ? `?front=${this.front}` : "";
        const view = /** @type {SheetView} */ (await ask(`${this.dataset.base}/check${front}`, { position: before.draft, ...change }));
        if (change.move !== undefined) {
          if (this.line.moves.length === 0) this.line.start = before.draft;
          this.line.moves.push(change.move);
        } else if (view.draft !== before.draft) this.line = { start: "", moves: [] };
        if (view.draft !== before.draft) this.why?.clear();
        this.show(view, from, change.move !== undefined);
      } catch (error) {
        this.say(String(/** @type {Error} */ (error).message));
      } finally {
        this.busy -= 1;
      }
    });
    return this.doing;
  }

  /** @param {SheetView} view @param {"start" | "same" | "text" | "parts" | "board"} from */
  show(view, from, moved = false) {
    const good = view.position !== null;
    this.view = view;
    if (this.following && (!good || view.moves.length === 0)) {
      this.following = false;
      this.classList.remove("following");
      this.classList.add("no-marks");
      const button = this.querySelector("button[data-do=follow]");
      button?.setAttribute("aria-pressed", "false");
      if (button) button.textContent = this.words.follow;
    }
    const paths = this.following ? view.moves : view.board.paths;
    this.board.show({ ...view.board, paths }, { animate: from !== "start" && moved });
    const over = good && view.moves.length === 0 && !view.deal;
    this.say(!good ? this.words.bad : over ? this.words.over : moved && view.deal ? this.words.dealt : this.following ? this.words.followed : this.words.good);
    this.querySelector(".problems")?.replaceChildren(...view.problems.map((problem) => Object.assign(document.createElement("li"), { textContent: problem.text })));
    for (const note of this.querySelectorAll("[data-wrong]")) {
      const own = view.problems.filter((problem) => problem.field === /** @type {HTMLElement} */ (note).dataset.wrong);
      note.textContent = own.map((problem) => problem.text).join("; ");
    }
    for (const button of this.querySelectorAll(".actions form button, button[data-do=best], button[data-do=follow]")) /** @type {HTMLButtonElement} */ (button).disabled = !good;
    const stuck = view.moves.length === 0;
    for (const button of this.querySelectorAll("button[data-do=best], button[data-do=follow]")) if (stuck) /** @type {HTMLButtonElement} */ (button).disabled = true;
    const text = this.querySelector(".text-board");
    if (text) text.textContent = view.board.text;
    for (const input of this.querySelectorAll("input[name=position]")) /** @type {HTMLInputElement} */ (input).value = view.draft;
    if (from !== "text" && this.text) this.text.value = view.draft;
    if (from !== "parts") this.fillParts(view);
    this.fillDials(view);
    this.listMoves();
    if (from !== "start" && from !== "same") history.replaceState(null, "", `${this.dataset.base}?position=${encodeURIComponent(view.draft)}`);
  }

  /** @param {SheetView} view */
  fillParts(view) {
    for (const part of this.parts()) {
      const value = view.parts[part.dataset.part ?? ""];
      part.value = Array.isArray(value) ? value.join("\n") : String(value ?? "");
    }
  }

  /** @param {SheetView} view */
  fillDials(view) {
    view.dials.forEach((dial, at) => {
      const input = /** @type {HTMLInputElement | null} */ (this.querySelector(`[data-dial="${at}"]`));
      if (input && input !== document.activeElement && input.value !== dial.value) input.value = dial.value;
    });
  }

  listMoves() {
    const list = /** @type {HTMLElement | null} */ (this.querySelector(".played"));
    if (!list) return;
    list.hidden = this.line.moves.length === 0;
    list.replaceChildren(...this.line.moves.map((move) => Object.assign(document.createElement("li"), { textContent: move })));
  }
}

customElements.define("position-editor", PositionEditor);
