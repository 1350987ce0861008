// The rules lab: a text of rules, what the checker says of it, and how it ranks the moves of a position.
import { GameBoard } from "./board.js";
import { ask, fill } from "./talk.js";
import { reasonItem, signed } from "./why.js";

/** @typedef {import("./wire").LabView} LabView */
/** @typedef {import("./wire").RankedView} RankedView */
/** @typedef {import("./wire").RemarkView} RemarkView */

class RulesLab extends HTMLElement {
  /** @type {Record<string, string>} */ words = {};
  /** @type {GameBoard} */ board = /** @type {any} */ (null);
  /** @type {LabView} */ view = /** @type {any} */ (null);
  /** @type {HTMLTextAreaElement} */ text = /** @type {any} */ (null);
  /** @type {HTMLInputElement} */ position = /** @type {any} */ (null);
  /** @type {Set<number>} */ marked = new Set();
  saved = "";
  asked = 0;

  connectedCallback() {
    this.words = JSON.parse(this.dataset.words ?? "{}");
    this.board = /** @type {GameBoard} */ (this.querySelector("game-board"));
    this.text = /** @type {HTMLTextAreaElement} */ (this.querySelector("textarea"));
    this.position = /** @type {HTMLInputElement} */ (this.querySelector(".lab-side input[name=position]"));
    this.saved = this.text.value;
    this.view = JSON.parse(this.querySelector("script")?.textContent ?? "{}");
    this.text.addEventListener("input", () => this.soon());
    this.text.addEventListener("scroll", () => this.scrolled());
    this.position.addEventListener("change", () => this.attempt({}));
    this.board.addEventListener("play", (event) => this.attempt({ move: /** @type {CustomEvent} */ (event).detail.move }));
    this.querySelector("button[data-do=save]")?.addEventListener("click", () => this.save());
    this.show(this.view);
  }

  /** @param {string} text */
  say(text) {
    const line = this.querySelector(".status");
    if (line) line.textContent = text;
  }

  /** Asks a moment after the last key. */
  soon() {
    clearTimeout(this.timer);
    this.numbers();
    this.timer = setTimeout(() => this.attempt({}), 350);
  }

  /** @param {{move?: string}} more */
  async attempt(more) {
    const number = ++this.asked;
    try {
      const view = await ask(`${this.dataset.base}/try`, { text: this.text?.value, position: this.position?.value, pack: this.dataset.pack, ...more });
      if (number === this.asked) this.show(view);
    } catch (error) {
      if (number === this.asked) this.say(String(/** @type {Error} */ (error).message));
    }
  }

  async save() {
    const name = /** @type {HTMLInputElement | null} */ (this.querySelector("input[name=name]"))?.value.trim() ?? "";
    try {
      const kept = await ask(`${this.dataset.base}/packs`, { name, text: this.text?.value });
      if (!kept.ok) return this.remarks(kept.remarks);
      this.say(this.words.saved);
      location.href = `${kept.location}&position=${encodeURIComponent(this.position?.value ?? "")}`;
    } catch (error) {
      this.say(String(/** @type {Error} */ (error).message));
    }
  }

  /** @param {LabView} view */
  show(view) {
    const moved = this.view.position !== view.position;
    this.view = view;
    if (this.position && document.activeElement !== this.position) this.position.value = view.position;
    for (const input of this.querySelectorAll("input[type=hidden][name=position]")) /** @type {HTMLInputElement} */ (input).value = view.position;
    this.board?.show(view.board, { animate: moved });
    const turn = this.querySelector(".turn");
    if (turn) turn.textContent = view.status;
    this.remarks(view.remarks);
    if (view.ok) this.rank(view.moves);
    else this.board?.rate([]);
  }

  /** @param {RemarkView[]} remarks */
  remarks(remarks) {
    const errors = remarks.filter((remark) => remark.severity === "error");
    const edited = this.text?.value !== this.saved;
    this.say(errors.length > 0 ? fill(this.words.errors, { n: errors.length }) : edited ? this.words.edited : this.words.good);
    this.marked = new Set(errors.map((remark) => remark.line));
    this.numbers();
    this.querySelector(".remarks")?.replaceChildren(...remarks.slice(0, 20).map((remark) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      const place = document.createElement("b");
      place.textContent = `${remark.line}:${remark.column}`;
      button.append(place, remark.message + (remark.help ? ` (${remark.help})` : ""));
      button.addEventListener("click", () => this.goTo(remark));
      item.className = remark.severity;
      item.append(button);
      return item;
    }));
  }

  /** Puts the cursor where a remark points. @param {RemarkView} remark */
  goTo(remark) {
    if (!this.text) return;
    const lines = this.text.value.split("\n");
    const start = lines.slice(0, remark.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
    const at = start + [...(lines[remark.line - 1] ?? "")].slice(0, remark.column - 1).join("").length;
    this.text.focus();
    this.text.setSelectionRange(at, at + 1);
    this.text.scrollTop = (this.text.scrollHeight / Math.max(1, lines.length)) * (remark.line - 6);
  }

  /** Numbers the lines; those with errors stand out. */
  numbers() {
    const gutter = this.querySelector(".gutter");
    if (!gutter || !this.text) return;
    const count = this.text.value.split("\n").length;
    gutter.replaceChildren(...Array.from({ length: count }, (_, at) => {
      if (!this.marked?.has(at + 1)) return `${at + 1}\n`;
      const bold = document.createElement("b");
      bold.textContent = String(at + 1);
      const holder = document.createElement("span");
      holder.append(bold, "\n");
      return holder;
    }));
    this.scrolled();
  }

  scrolled() {
    const gutter = this.querySelector(".gutter");
    if (gutter && this.text) gutter.scrollTop = this.text.scrollTop;
  }

  /** @param {RankedView[]} moves */
  rank(moves) {
    const shown = moves.filter((move) => move.reasons.length > 0).length || Math.min(10, moves.length);
    const opened = new Set([...this.querySelectorAll(".ranking details[open]")].map((details) => /** @type {HTMLElement} */ (details).dataset.move));
    this.board?.rate(moves.slice(0, shown).map((move, at) => ({ path: move.path, label: String(move.points).replace("-", "−"), tone: at === 0 ? "best" : "plain" })));
    const items = moves.slice(0, shown).map((move, at) => this.row(move, at, opened.has(move.move) || (at === 0 && opened.size === 0)));
    if (moves.length > shown) {
      const rest = document.createElement("li");
      rest.className = "quiet";
      rest.textContent = fill(this.words.more, { n: moves.length - shown });
      items.push(rest);
    }
    this.querySelector(".ranking ol")?.replaceChildren(...items);
  }

  /** @param {RankedView} move @param {number} at @param {boolean} open */
  row(move, at, open) {
    const make = (/** @type {string} */ className, /** @type {string} */ text) => Object.assign(document.createElement("span"), { className, textContent: text });
    const item = document.createElement("li");
    const details = document.createElement("details");
    details.dataset.move = move.move;
    details.open = open;
    const summary = document.createElement("summary");
    const change = move.was === null || move.was === at + 1 ? "" : move.was > at + 1 ? "up" : "down";
    const points = move.had !== null && move.had !== move.points ? `${signed(move.had)} → ${signed(move.points)}` : "";
    const arrow = { up: "▲", down: "▼", "": "" }[change];
    summary.append(make("place", `${at + 1}.`), make("points", move.vetoed ? this.words.forbidden : signed(move.points)), make("move", move.move), make(`was ${change}`, [points, move.was === null ? "" : `${arrow} (${move.was})`].filter(Boolean).join("  ")));
    const list = document.createElement("ol");
    const most = Math.max(...move.reasons.map((reason) => Math.abs(reason.points)), 1);
    list.append(...move.reasons.map((reason) => reasonItem(reason, most, this.words.forbidden, (on) => this.board?.light(on ? reason.cells : [], on ? move.path : []))));
    details.append(summary, list);
    summary.addEventListener("pointerenter", () => this.board?.light([], move.path));
    summary.addEventListener("pointerleave", () => this.board?.light([], []));
    item.append(details);
    return item;
  }
}

customElements.define("rules-lab", RulesLab);
