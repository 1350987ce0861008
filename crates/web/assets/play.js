// The page of a game being played.
import { GameBoard } from "./board.js";
import { duration } from "./motion.js";
import { RoundList } from "./rounds.js";
import { misfit } from "./shape.js";
import { ask, copy, fill, listen, switches } from "./talk.js";
import { WhyPanel } from "./why.js";

/** @typedef {import("./wire").GameView} GameView */

class GamePlay extends HTMLElement {
  base = "";
  /** @type {Record<string, string>} */ words = {};
  /** @type {GameBoard} */ board = /** @type {any} */ (null);
  /** @type {HTMLElement} */ statusLine = /** @type {any} */ (null);
  /** @type {GameView} */ view = /** @type {any} */ (null);
  /** @type {Promise<void>} */ showing = Promise.resolve();
  /** @type {WhyPanel | null} */ why = null;
  turned = false;
  /** The seat whose board was brought to the front. @type {number | null} */ front = null;
  /** @type {RoundList | null} */ rounds = null;
  busy = false;
  /** The newest version of which a view has come, and the newest that the server has told of. */
  seen = 0;
  newest = 0;
  fetching = false;
  lost = false;
  told = false;
  at = 0;
  /** The hint for a position, and how much of it has been told. @type {{ply: number, told: import("./wire").HintView, step: number} | null} */ hint = null;

  connectedCallback() {
    this.base = /** @type {string} */ (this.dataset.base);
    this.words = JSON.parse(this.dataset.words ?? "{}");
    this.board = /** @type {GameBoard} */ (this.querySelector("game-board"));
    this.statusLine = /** @type {HTMLElement} */ (this.querySelector(".status"));
    this.turned = localStorage.getItem(`turned ${this.dataset.game}`) === "1";
    this.view = JSON.parse(this.querySelector("script")?.textContent ?? "{}");
    this.seen = this.view.version;
    this.board.addEventListener("play", (event) => this.touched(/** @type {CustomEvent} */ (event).detail.move));
    this.connectWhy();
    this.connectRounds();
    this.board.addEventListener("choose", (event) => this.choose(/** @type {CustomEvent} */ (event).detail.label));
    for (const button of this.querySelectorAll("button[data-do]")) {
      button.addEventListener("click", () => this.act(/** @type {HTMLButtonElement} */ (button)));
    }
    this.querySelector("form.type-move")?.addEventListener("submit", (event) => this.typed(event));
    switches(this, () => this.board.clear());
    if (this.turned || misfit()) this.fetch({ animate: false });
    else this.show(this.view, { animate: false });
    this.stop = listen(`${this.base}/events`, {
      change: ({ version }) => this.heard(version),
      thought: (thought) => this.note(thought, true),
    }, (connected) => this.line(connected));
    this.timer = setInterval(() => this.tick(), 250);
  }

  disconnectedCallback() {
    this.stop?.();
    clearInterval(this.timer);
  }

  /** What moves set off is shown step by step; on a tall screen, another player's board can be brought to the front. */
  connectRounds() {
    this.rounds = /** @type {RoundList | null} */ (this.querySelector("round-list"));
    if (this.rounds) {
      this.rounds.board = this.board;
      this.rounds.address = (ply) => `${this.base}/stages${this.side ? `${this.side}&` : "?"}ply=${ply}`;
      this.rounds.addEventListener("again", async (event) => {
        await this.rounds?.show(/** @type {CustomEvent} */ (event).detail);
        this.board.show(this.view.board, { animate: false });
      });
    }
    this.board.addEventListener("front", (event) => {
      this.front = /** @type {CustomEvent} */ (event).detail.seat;
      this.fetch({ animate: false });
    });
    addEventListener("shape", () => this.fetch({ animate: false }));
  }

  /** Reasons beside the board; while the board shows an earlier position, a touch asks instead of playing. */
  connectWhy() {
    this.why = /** @type {WhyPanel | null} */ (this.querySelector("why-panel"));
    const why = this.why;
    if (!why) return;
    why.board = this.board;
    why.address = (query) => `${this.base}/why?${query}${this.turned ? "&turned=1" : ""}`;
    why.addEventListener("wanted", () => this.reasons());
    why.addEventListener("past", (event) => {
      const { board, title } = /** @type {CustomEvent<import("./wire").WhyView>} */ (event).detail;
      this.board.show(board, { animate: false });
      this.say(title);
    });
    why.addEventListener("present", () => {
      this.board.show(this.view.board, { animate: false });
      this.say(this.view.status);
      this.reasons();
    });
  }

  /** Asks for the reasons of the last move, if the reader wants them. */
  reasons() {
    if (!this.why?.open || this.why.past) return;
    if (this.view.moves.some((move) => move.seat > 0)) this.why.ask({});
    else this.why.clear();
  }

  /** @param {string} move */
  touched(move) {
    const why = this.why;
    if (why?.past && why.view) why.ask({ ply: why.view.ply, move, past: true });
    else this.play(move);
  }

  get side() {
    const asked = [...(this.turned ? ["turned=1"] : []), ...(this.front ? [`front=${this.front}`] : [])];
    return asked.length > 0 ? `?${asked.join("&")}` : "";
  }

  /** @param {string} text */
  say(text) {
    if (this.statusLine.textContent !== text) this.statusLine.textContent = text;
  }

  /** Shows views one after the other, so that each movement can be seen. @param {GameView} view @param {{animate?: boolean}} how */
  show(view, how = {}) {
    this.seen = Math.max(this.seen, view.version);
    this.showing = this.showing.then(async () => {
      if (view.version < this.view.version) return;
      const moved = view.ply !== this.view.ply;
      const open = view.board.paths.length !== this.view.board.paths.length;
      if (moved && how.animate !== false && this.told) await this.rounds?.between(view.rounds, this.view.ply, view.ply);
      const redraw = moved || open || view.position !== this.view.position || how.animate === false;
      this.view = view;
      this.at = performance.now();
      // A picture that is the same stays, with what was chosen on it.
      if (redraw) {
        this.why?.forget();
        this.board.show(view.board, how);
      }
      this.panel(view);
      if (moved || !this.told) this.reasons();
      this.told = true;
      if (moved && view.thinking) await new Promise((done) => setTimeout(done, duration() * 0.6));
    });
    return this.showing;
  }

  /** @param {GameView} view */
  panel(view) {
    this.say(view.status);
    this.classList.toggle("thinking", view.thinking);
    this.classList.toggle("over", view.over);
    [...this.querySelectorAll(".seats li")].forEach((row, at) => {
      const seat = view.seats[at];
      row.classList.toggle("active", seat.active);
      row.classList.toggle("winner", seat.winner);
      const who = row.querySelector(".who strong");
      if (who && who.textContent !== seat.name) who.textContent = seat.name;
      const sit = row.querySelector("form.sit");
      if (sit instanceof HTMLElement) sit.hidden = !seat.free;
      const score = row.querySelector(".score");
      if (score) score.textContent = seat.score === null ? (seat.winner ? "★" : "") : String(seat.score);
    });
    this.toggle("undo", view.can_undo);
    this.toggle("resign", view.can_resign);
    this.toggle("hint", view.board.paths.length > 0);
    const flip = this.button("flip");
    if (flip) flip.hidden = !view.board.turns;
    const retry = this.button("retry");
    if (retry) retry.hidden = !view.failed;
    for (const ended of this.querySelectorAll(".ended")) if (ended instanceof HTMLElement) ended.hidden = !view.over || view.moves.length === 0;
    const again = this.button("rematch");
    if (again) again.hidden = !view.over;
    this.rounds?.list(view.rounds);
    const list = this.querySelector(".moves ol");
    list?.replaceChildren(...view.moves.map((move, ply) => {
      const item = document.createElement("li");
      item.className = `by-${move.seat}`;
      if (move.seat === 0 || !this.why) {
        item.textContent = move.text;
        return item;
      }
      const button = document.createElement("button");
      button.textContent = move.text;
      button.title = this.words.why;
      button.addEventListener("click", () => this.why?.ask({ ply, past: true }));
      item.append(button);
      return item;
    }));
    if (list) list.scrollTop = list.scrollHeight;
    const none = this.querySelector(".moves p");
    if (none instanceof HTMLElement) none.hidden = view.moves.length > 0;
    const text = this.querySelector(".text-board");
    if (text) text.textContent = view.board.text;
    const position = this.querySelector(".position");
    if (position) position.textContent = view.position;
    this.note(view.thought, false);
    this.teach("told", view.lesson);
    this.teach("warning", view.warning);
    this.hints();
    const lab = this.querySelector("a[data-link=lab]");
    lab?.setAttribute("href", `${(lab.getAttribute("href") ?? "").split("?")[0]}?position=${encodeURIComponent(view.position)}`);
    this.tick();
  }

  /** What would have been better, or what is wrong with a move that is not made yet. @param {string} which @param {{text: string} | null} said */
  teach(which, said) {
    const box = /** @type {HTMLElement | null} */ (this.querySelector(`.lesson.${which}`));
    if (!box) return;
    box.hidden = said === null;
    const text = box.querySelector("p");
    if (said && text && text.textContent !== said.text) text.textContent = said.text;
  }

  /** Tells one step more of the hint for this position. */
  async help() {
    if (!this.hint || this.hint.ply !== this.view.ply) {
      this.say(this.words.wait);
      const told = /** @type {import("./wire").HintView | null} */ (await this.send("hint"));
      if (!told) return;
      this.hint = { ply: this.view.ply, told, step: 0 };
    }
    const { told } = this.hint;
    const step = (this.hint.step = Math.min(told.steps.length, this.hint.step + 1));
    this.say(this.view.status);
    this.hints();
    if (step === 2) this.board.light(told.spots, []);
    if (step >= 3) this.board.point([told.path]);
    if (step >= 4) this.board.follow(told.line.map((ply) => ply.path));
  }

  /** Shows the steps of the hint that were asked for. */
  hints() {
    const list = /** @type {HTMLElement | null} */ (this.querySelector("ol.hint"));
    const told = this.hint?.ply === this.view.ply && !this.view.over ? this.hint : null;
    if (!told) this.hint = null;
    if (!list) return;
    list.hidden = !told;
    const steps = told ? told.told.steps.slice(0, told.step) : [];
    while (list.children.length > steps.length) list.lastElementChild?.remove();
    for (const text of steps.slice(list.children.length)) {
      const item = document.createElement("li");
      item.textContent = text;
      list.append(item);
    }
    const button = this.button("hint");
    if (button) {
      button.textContent = told ? this.words.more : this.words.hint;
      if (told && told.step >= told.told.steps.length) button.disabled = true;
    }
  }

  /** What the computer thinks, in small letters. @param {any} thought @param {boolean} live */
  note(thought, live) {
    const line = this.querySelector(".note");
    if (!line) return;
    if (!thought || (thought.depth === 0 && thought.nodes === 0)) {
      line.textContent = this.view.last;
      return;
    }
    const depth = fill(this.words.depth, { depth: thought.depth, nodes: Number(thought.nodes).toLocaleString() });
    line.textContent = live ? depth : `${this.view.last} · ${depth}`;
  }

  /** @param {string} name */
  button(name) {
    return /** @type {HTMLButtonElement | null} */ (this.querySelector(`button[data-do=${name}]`));
  }

  /** @param {string} name @param {boolean} on */
  toggle(name, on) {
    const button = this.button(name);
    if (button) button.disabled = !on;
  }

  tick() {
    const passed = performance.now() - this.at;
    [...this.querySelectorAll(".seats .clock")].forEach((clock, at) => {
      const seat = this.view.seats[at];
      if (seat?.left_ms === null || seat?.left_ms === undefined) return;
      const left = Math.max(0, seat.left_ms - (seat.active ? passed : 0));
      const tenths = left < 20_000 && seat.active;
      const minutes = Math.floor(left / 60_000);
      const seconds = (left % 60_000) / 1000;
      const text = `${minutes}:${tenths ? seconds.toFixed(1).padStart(4, "0") : String(Math.floor(seconds)).padStart(2, "0")}`;
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("low", tenths);
    });
  }

  /** @param {string} label */
  choose(label) {
    this.say(label ? fill(this.words.chosen, { spot: label }) : this.view.status);
  }

  /** The line to the server is lost, or there again; what was missed is told by the stream. @param {boolean} connected */
  line(connected) {
    if (!connected) this.say(this.words.offline);
    else if (this.lost) this.say(this.view.status);
    this.lost = !connected;
  }

  /** The server tells of a version. @param {number} version */
  heard(version) {
    this.newest = Math.max(this.newest, version);
    this.catchUp();
  }

  /** Asks for what the server has told of and nothing has brought: not while an answer is on the way that brings it along. */
  catchUp() {
    if (this.newest > this.seen && !this.busy && !this.fetching) this.fetch();
  }

  /** @param {{animate?: boolean}} how */
  async fetch(how = {}) {
    this.fetching = true;
    try {
      this.show(await ask(`${this.base}/state${this.side}`), how);
    } catch (error) {
      this.say(String(/** @type {Error} */ (error).message));
      return;
    } finally {
      this.fetching = false;
    }
    this.catchUp();
  }

  /** Asks the server for something; `null` when it refuses. @param {string} name @param {object} body */
  async send(name, body = {}) {
    if (this.busy) return null;
    this.busy = true;
    try {
      const told = await ask(`${this.base}/${name}${this.side}`, body);
      this.seen = Math.max(this.seen, told.version ?? 0);
      return told;
    } catch (error) {
      const { message, status } = /** @type {Error & {status?: number}} */ (error);
      if (status === 409) this.fetch();
      else this.say(message);
      return null;
    } finally {
      this.busy = false;
      this.catchUp();
    }
  }

  /** Changes the game and shows how it stands then. @param {string} name @param {object} body */
  async change(name, body = {}) {
    const view = await this.send(name, body);
    if (view) this.show(view);
  }

  /** @param {string} move */
  async play(move) {
    if (this.view.teach) this.say(this.words.look);
    await this.change("move", { move, ply: this.view.ply });
  }

  /** @param {Event} event */
  typed(event) {
    event.preventDefault();
    const input = /** @type {HTMLInputElement | null} */ (this.querySelector("form.type-move input"));
    if (!input?.value.trim()) return;
    this.play(input.value);
    input.value = "";
  }

  /** @param {HTMLButtonElement} button */
  async act(button) {
    const name = button.dataset.do;
    if (name === "flip") {
      this.turned = !this.turned;
      localStorage.setItem(`turned ${this.dataset.game}`, this.turned ? "1" : "0");
      await this.fetch({ animate: false });
    } else if (name === "copy") {
      await copy(this.view.position);
      this.say(this.words.copied);
    } else if (name === "hint") {
      await this.help();
    } else if (name === "insist") {
      const warning = this.view.warning;
      if (warning) await this.change("move", { move: warning.move, ply: warning.ply, sure: true });
    } else if (name === "lesson") {
      const lesson = this.view.lesson;
      if (lesson && this.why) this.why.ask({ ply: lesson.ply, move: lesson.better, past: true });
    } else if (name === "why") {
      if (this.why) this.why.ask({});
    } else if (name === "rematch") {
      const next = await this.send("rematch");
      if (next) location.href = next.location;
    } else if (name === "resign" && !button.classList.contains("sure")) {
      button.classList.add("sure");
      button.textContent = this.words.sure;
      setTimeout(() => { button.classList.remove("sure"); button.textContent = this.words.resign; }, 4000);
    } else if (name) {
      if (name === "resign") { button.classList.remove("sure"); button.textContent = this.words.resign; }
      await this.change(name);
    }
  }
}

customElements.define("game-play", GamePlay);
