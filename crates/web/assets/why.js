// Why a move: its reasons beside the board. A reason in focus lights its places; another move can be asked about.
import { ask } from "./talk.js";

/** @typedef {import("./wire").WhyView} WhyView */
/** @typedef {import("./wire").ReasonView} ReasonView */
/** @typedef {import("./board.js").GameBoard} GameBoard */
/** @typedef {{ply?: number, move?: string, past?: boolean}} Question */

/** @param {string} name @param {string} className @param {(Node | string)[]} children */
function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));

/**
 * A sentence of the coach that can be focused.
 * @param {ReasonView} reason @param {(on: boolean) => void} light
 */
function sentenceItem(reason, light) {
  return element("li", "", lit(element("button", "reason sentence", element("span", "says", reason.text)), light));
}

/** @param {HTMLElement} button @param {(on: boolean) => void} light */
function lit(button, light) {
  button.addEventListener("pointerenter", () => light(true));
  button.addEventListener("pointerleave", () => light(document.activeElement === button));
  button.addEventListener("focus", () => light(true));
  button.addEventListener("blur", () => light(false));
  return button;
}

/**
 * A reason that can be focused: what it counts, what it says, and which rule says it.
 * @param {ReasonView} reason @param {number} most @param {string} forbidden @param {(on: boolean) => void} light
 */
export function reasonItem(reason, most, forbidden, light) {
  const points = element("b", "points", reason.veto ? forbidden : signed(reason.points));
  const text = element("span", "says", reason.text);
  const rule = element("small", "rule quiet", `${reason.rule} · ${reason.layer} · ${reason.at}`);
  rule.lang = "en";
  const button = element("button", `reason ${reason.veto || reason.points < 0 ? "against" : "for"}`, points, element("span", "said", text, rule));
  button.style.setProperty("--weight", String(Math.abs(reason.points) / Math.max(1, most)));
  return element("li", "", lit(button, light));
}

export class WhyPanel extends HTMLElement {
  /** @type {GameBoard | null} */ board = null;
  /** @type {(query: string) => string} */ address = () => "";
  /** @type {WhyView | null} */ view = null;
  /** Whether the board shows the position before the move. */ past = false;
  asked = 0;
  /** Who was chosen to speak; nobody, and the server chooses. @type {string} */ by = "";
  /** @type {Question} */ last = {};
  /** @type {Record<string, string>} */ words = {};
  /** @type {HTMLDetailsElement} */ details = /** @type {any} */ (null);
  /** @type {HTMLSelectElement} */ select = /** @type {any} */ (null);

  connectedCallback() {
    this.words = JSON.parse(this.dataset.words ?? "{}");
    this.details = /** @type {HTMLDetailsElement} */ (this.querySelector("details"));
    if (localStorage.getItem("why") === "yes") this.details.open = true;
    this.details.addEventListener("toggle", () => {
      localStorage.setItem("why", this.details?.open ? "yes" : "no");
      if (this.details?.open && !this.view) this.dispatchEvent(new CustomEvent("wanted"));
      if (!this.details?.open) this.leave();
    });
    this.select = /** @type {HTMLSelectElement} */ (this.querySelector("select"));
    this.select.addEventListener("change", () => { if (this.select?.value) this.ask({ ply: this.view?.ply, move: this.select.value, past: true }); });
    this.by = localStorage.getItem("speaker") ?? "";
    for (const button of this.speakers()) button.addEventListener("click", () => this.hear(button.dataset.by ?? "coach"));
    this.mark(this.by || "coach");
    this.querySelector("button.back")?.addEventListener("click", () => this.leave());
  }

  /** @returns {HTMLButtonElement[]} */
  speakers() {
    return [...this.querySelectorAll("button.speaker")].map((button) => /** @type {HTMLButtonElement} */ (button));
  }

  /** Lets another one speak. @param {string} by */
  hear(by) {
    this.by = by;
    localStorage.setItem("speaker", by);
    this.mark(by);
    if (this.view) this.ask({ ...this.last, ply: this.view.ply, move: this.view.move });
    else this.dispatchEvent(new CustomEvent("wanted"));
  }

  /** Shows who speaks. @param {string} by */
  mark(by) {
    for (const button of this.speakers()) button.setAttribute("aria-pressed", String(button.dataset.by === by));
  }

  get open() {
    return this.details?.open ?? false;
  }

  /** Forgets what was asked: the position is another. */
  clear() {
    this.view = null;
    this.asked += 1;
    this.find(".answer").hidden = true;
    this.say(this.words.intro);
  }

  /** @param {string} text */
  say(text) {
    this.find(".said-why").textContent = text;
  }

  /** @param {string} selector */
  find(selector) {
    return /** @type {HTMLElement} */ (this.querySelector(selector));
  }

  /** Asks, and shows the answer unless another question came in between. @param {Question} question */
  async ask(question) {
    const number = ++this.asked;
    this.last = question;
    const query = new URLSearchParams();
    if (question.ply !== undefined) query.set("ply", String(question.ply));
    if (question.move !== undefined) query.set("move", question.move);
    if (this.by) query.set("by", this.by);
    if (this.details && !this.details.open) this.details.open = true;
    this.classList.add("asking");
    if (this.find(".answer").hidden) this.say(this.words.wait);
    try {
      const view = /** @type {WhyView} */ (await ask(this.address(query.toString())));
      if (number === this.asked) this.show(view, question.past ?? false);
    } catch (error) {
      if (number === this.asked) {
        this.find(".answer").hidden = true;
        this.say(String(/** @type {Error} */ (error).message));
      }
    } finally {
      if (number === this.asked) this.classList.remove("asking");
    }
  }

  /** @param {WhyView} view @param {boolean} past */
  show(view, past) {
    this.view = view;
    if (past && !this.past) this.past = true;
    this.classList.toggle("past", this.past);
    if (this.past) this.dispatchEvent(new CustomEvent("past", { detail: view }));
    this.find(".answer").hidden = false;
    this.say("");
    this.find(".why-title").textContent = view.title;
    this.find(".total").textContent = view.worth;
    const coach = view.by === "coach";
    this.mark(view.by);
    this.find(".why-verdict").textContent = coach ? view.text : "";
    this.find(".why-lab").hidden = coach;
    const most = Math.max(...view.reasons.map((reason) => Math.abs(reason.points)), 1);
    const list = view.reasons.map((reason) => coach
      ? sentenceItem(reason, (on) => this.show_line(on ? reason : null))
      : reasonItem(reason, most, this.words.forbidden, (on) => this.light(on ? reason.cells : [])));
    const silent = coach ? [] : [element("li", "quiet", view.text || this.words.none)];
    this.find(".reasons").replaceChildren(...(list.length > 0 ? list : silent));
    this.find(".others").replaceChildren(...view.others.map((other) => {
      const button = element("button", "other", element("b", "points", other.worth), element("span", "said", element("span", "says", other.move), element("small", "quiet", other.against)));
      button.title = `${this.words.not} ${other.move}?`;
      button.addEventListener("click", () => this.ask({ ply: view.ply, move: other.move, past: true }));
      button.addEventListener("pointerenter", () => this.board?.light([], other.path));
      button.addEventListener("pointerleave", () => this.light([]));
      return element("li", "", button);
    }));
    this.find(".others-title").hidden = view.others.length === 0;
    this.line(view);
    const moves = view.board.paths.map(([move]) => new Option(move, move, false, move === view.move));
    this.select?.replaceChildren(new Option("…", ""), ...moves);
    this.light([]);
  }

  /** The line that was expected. @param {WhyView} view */
  line(view) {
    const holder = this.find(".why-line");
    holder.hidden = view.line.length < 2;
    const button = /** @type {HTMLButtonElement} */ (holder.querySelector("button"));
    button.textContent = view.line.map((step) => step.move).join("  ");
    button.onpointerenter = button.onfocus = () => this.board?.follow(view.line.map((step) => step.path));
    button.onpointerleave = button.onblur = () => { this.board?.follow([]); this.light([]); };
  }

  /** What a sentence speaks of: its places, and the line that shows it. @param {ReasonView | null} reason */
  show_line(reason) {
    this.board?.follow(reason && reason.line.length > 1 ? reason.line.map((step) => step.path) : []);
    this.light(reason?.cells ?? []);
  }

  /** Lights places and shows the move that is spoken of. @param {number[]} cells */
  light(cells) {
    const shown = this.past || cells.length > 0 ? (this.view?.path ?? []) : [];
    this.board?.light(cells, shown);
  }

  /** The board is about to show the game again by itself. */
  forget() {
    this.past = false;
    this.classList.remove("past");
  }

  /** Back from the position before the move. */
  leave() {
    this.board?.light([], []);
    if (!this.past) return;
    this.forget();
    this.dispatchEvent(new CustomEvent("present"));
  }
}

customElements.define("why-panel", WhyPanel);
