// The page of a game being played.
import { GameBoard } from "./board.js";
import { Ghost } from "./ghost.js";
import { duration, reveal } from "./motion.js";
import { copies, takeRecords } from "./records.js";
import { RoundList } from "./rounds.js";
import { misfit } from "./shape.js";
import { play as sound } from "./sound.js";
import { stepKey } from "./steps.js";
import { ask, fill, listen, switches } from "./talk.js";
import { WhyPanel } from "./why.js";

/** @typedef {import("./wire").GameView} GameView */

/** How long the page waits before it sends again what the server did not get, and before it looks whether a computer has its turn, in milliseconds. */
const AGAIN = 1500;
/** How often a page that nobody sees asks whether it is the reader's turn, in milliseconds. */
const UNSEEN = 4000;

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
  /** The ply that the board shows while the reader looks back; nothing at the present. @type {number | null} */ back = null;
  stepping = 0;
  /** A move that the server has not got yet. @type {{move: string, ply: number, sure?: boolean} | null} */ unsent = null;
  /** @type {Ghost} */ ghost = /** @type {any} */ (null);
  pageTitle = "";
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
    this.pageTitle = document.title;
    this.ghost = new Ghost(this.board, (move) => (this.back !== null || this.why?.past ? null
      : `${this.base}/after?ply=${this.view.ply}&move=${encodeURIComponent(move)}${this.also}`));
    takeRecords(this, (text) => this.say(text));
    this.connectSteps();
    this.board.addEventListener("choose", (event) => this.choose(/** @type {CustomEvent} */ (event).detail.label));
    for (const button of this.querySelectorAll("button[data-do]")) {
      button.addEventListener("click", () => this.act(/** @type {HTMLButtonElement} */ (button)));
    }
    this.querySelector("form.type-move")?.addEventListener("submit", (event) => this.typed(event));
    switches(this, () => {
      this.board.clear();
      this.note(this.view.thought, false);
    });
    this.querySelector("select[name=pace]")?.addEventListener("change", (event) => this.change("pace", { pace: /** @type {HTMLSelectElement} */ (event.target).value }));
    this.board.names = Object.fromEntries(this.view.seats.map((seat) => [seat.seat, seat.name]));
    if (this.turned || misfit()) this.fetch({ animate: false });
    else this.show(this.view, { animate: false });
    this.stop = listen(`${this.base}/events`, {
      change: ({ version }) => this.heard(version),
      thought: (thought) => this.note(thought, true),
    }, (connected) => this.line(connected));
    this.timer = setInterval(() => this.tick(), 250);
    this.unseen = setInterval(() => this.lookUnseen(), UNSEEN);
  }

  disconnectedCallback() {
    this.stop?.();
    clearInterval(this.timer);
    clearInterval(this.unseen);
  }

  /** Buttons are wired with all others; keys lead through the moves from everywhere but fields. */
  connectSteps() {
    addEventListener("keydown", (event) => {
      const step = stepKey(event);
      if (!step || this.why?.past) return;
      event.preventDefault();
      this.step(step);
    });
  }

  /** A page that nobody sees has no stream; it asks now and then whether it is the reader's turn, so that the title can tell. */
  lookUnseen() {
    if (document.visibilityState === "hidden" && !this.view.over && !this.view.yours && !this.busy && !this.fetching) this.fetch();
  }

  /** The plies at which somebody was to move, and the last: what chance did in between is not a step of its own. */
  stops() {
    const { moves } = this.view;
    return [...moves.flatMap((move, at) => (move.seat > 0 ? [at] : [])), moves.length];
  }

  /** Steps through the moves. @param {"first" | "back" | "forward" | "last"} name */
  step(name) {
    const stops = this.stops();
    const here = this.back ?? this.view.ply;
    const at = stops.filter((stop) => stop <= here).length - 1;
    const to = { first: stops[0], back: stops[Math.max(0, at - 1)], forward: stops[Math.min(stops.length - 1, at + 1)], last: stops[stops.length - 1] }[name];
    return this.goTo(to);
  }

  /** Shows the board as it was after so many moves. @param {number} ply */
  async goTo(ply) {
    const asked = ++this.stepping;
    this.why?.forget();
    this.ghost.clear();
    if (ply >= this.view.ply) {
      this.back = null;
      this.board.show(this.view.board);
      this.say(this.view.status);
    } else {
      try {
        /** @type {import("./wire").PastView} */
        const past = await ask(`${this.base}/at?ply=${ply}${this.also}`);
        if (asked !== this.stepping) return;
        this.back = past.ply;
        this.board.show(past.board);
        this.say(past.title);
      } catch (error) {
        this.say(String(/** @type {Error} */ (error).message));
      }
    }
    this.markSteps();
  }

  /** Shows which position of the game is on the board. */
  markSteps() {
    const stops = this.stops();
    const here = this.back ?? this.view.ply;
    this.classList.toggle("looking-back", this.back !== null);
    this.toggle("first", here > stops[0]);
    this.toggle("back", here > stops[0]);
    this.toggle("forward", this.back !== null);
    this.toggle("last", this.back !== null);
    for (const button of this.querySelectorAll(".moves button[data-ply]")) {
      const ply = Number(/** @type {HTMLElement} */ (button).dataset.ply);
      if (this.back !== null && this.back === stops.find((stop) => stop >= ply)) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  /** What moves set off is shown step by step; on a tall screen, another player's board can be brought to the front. */
  connectRounds() {
    this.front = Number(this.dataset.front) || null;
    this.rounds = /** @type {RoundList | null} */ (this.querySelector("round-list"));
    if (this.rounds) {
      this.rounds.board = this.board;
      this.rounds.address = (ply) => `${this.base}/stages?ply=${ply}${this.also}`;
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
    why.address = (query) => `${this.base}/why?${query}${this.also}`;
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
    return this.also.replace("&", "?");
  }

  /** From which side and whose front the board is seen, at the end of an address. */
  get also() {
    return (this.turned ? "&turned=1" : "") + (this.front ? `&front=${this.front}` : "");
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
      const before = this.view;
      if (moved) this.back = null;
      if (moved && how.animate !== false && this.told) await this.rounds?.between(view.rounds, this.view.ply, view.ply);
      const redraw = moved || open || view.position !== this.view.position || how.animate === false;
      this.view = view;
      this.at = performance.now();
      // A picture that is the same stays, with what was chosen on it.
      if (redraw && this.back === null) {
        this.why?.forget();
        this.board.show(view.board, how);
      }
      if (redraw) this.ghost.clear();
      this.panel(view);
      if (this.told) this.announce(before, view);
      if (moved || !this.told) this.reasons();
      this.told = true;
      if (moved && view.thinking) await new Promise((done) => setTimeout(done, duration() * 0.6));
    });
    return this.showing;
  }

  /** Speaks and sounds what has happened since. @param {GameView} before @param {GameView} view */
  announce(before, view) {
    if (view.ply > before.ply) {
      // Two people at one screen both move here, and hear what the other has played.
      const own = before.board.paths.length > 0 && view.moves.slice(before.ply).filter((move) => move.seat > 0).length === 1;
      if (view.over) sound(view.result?.kind === "won" || view.result?.kind === "lost" ? view.result.kind : "over");
      else sound(own ? "own" : "other");
      const spoken = this.querySelector(".spoken");
      if (spoken && !(own && before.yours)) spoken.textContent = `${view.last}. ${view.status}`;
    } else if (view.over && !before.over) sound(view.result?.kind === "won" ? "won" : "over");
  }

  /** The title and the icon tell whose turn it is. @param {GameView} view */
  flag(view) {
    const turn = view.yours && !view.over;
    const title = turn ? `● ${this.words.yours} · ${this.pageTitle}` : this.pageTitle;
    if (document.title !== title) document.title = title;
    const icon = document.querySelector("link[rel=icon]");
    const address = icon?.getAttribute("href") ?? "";
    const wanted = address.replace(/icon(-turn)?\.svg$/, turn ? "icon-turn.svg" : "icon.svg");
    if (wanted !== address) icon?.setAttribute("href", wanted);
  }

  /** The card at the end. @param {GameView} view */
  end(view) {
    const card = /** @type {HTMLElement | null} */ (this.querySelector(".end-card"));
    if (!card) return;
    const fresh = card.hidden && view.result !== null && this.told;
    card.hidden = view.result === null;
    card.dataset.kind = view.result?.kind ?? "";
    // Without a move there is nothing to look at, and without a seat there are no mistakes of one's own.
    const moved = view.moves.some((move) => move.seat > 0);
    for (const ended of card.querySelectorAll(".ended")) {
      if (ended instanceof HTMLElement) ended.hidden = !moved || (ended instanceof HTMLAnchorElement && view.result?.kind === "over");
    }
    for (const [part, text] of [[".end-title", view.result?.title], [".end-reason", view.result?.reason]]) {
      const line = card.querySelector(part ?? "");
      if (line) line.textContent = text ?? "";
    }
    if (fresh) card.scrollIntoView({ block: "nearest", behavior: duration() === 0 ? "auto" : "smooth" });
  }

  /** @param {GameView} view */
  panel(view) {
    this.say(this.back === null ? view.status : this.statusLine.textContent ?? "");
    this.flag(view);
    this.end(view);
    const waiting = view.queue !== null && view.queue > 0 ? view.queue : null;
    if (waiting !== null) {
      this.say(fill(this.words.queue, { n: waiting }));
      setTimeout(() => { if (this.view.queue !== null) this.fetch(); }, AGAIN);
    }
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
    this.rounds?.list(view.rounds);
    const list = this.querySelector(".moves ol");
    list?.replaceChildren(...this.listed(view));
    this.markSteps();
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

  /** The moves as a list; what chance did is folded into the number of the round. @param {GameView} view */
  listed(view) {
    let round = 0;
    return view.moves.flatMap((move, at) => {
      const item = document.createElement("li");
      item.className = `by-${move.seat}`;
      if (move.seat === 0) {
        if (at > 0 && view.moves[at - 1].seat === 0) return [];
        round += 1;
        let end = at;
        while (view.moves[end + 1]?.seat === 0) end += 1;
        item.textContent = fill(this.words.round, { n: round });
        item.title = view.moves.slice(at, end + 1).map((dealt) => dealt.text).join(" ");
        return [item];
      }
      const button = document.createElement("button");
      button.textContent = move.text;
      button.dataset.ply = String(at + 1);
      button.addEventListener("click", () => this.look(at));
      item.append(button);
      return [item];
    });
  }

  /** A move in the list: its reasons where they are wanted, otherwise the board after it. @param {number} at */
  look(at) {
    if (this.why?.open) this.why.ask({ ply: at, past: true });
    else this.goTo(this.stops().find((stop) => stop > at) ?? this.view.ply);
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
    if (step >= 3) {
      this.board.point([told.path]);
      this.ghost.show(told.move);
    }
    if (step >= 4) this.board.follow(told.line.map((ply) => ply.path));
    reveal(this.querySelector("ol.hint"));
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
    const wanted = localStorage.getItem("figures") === "yes";
    if (!wanted || !thought || (thought.depth === 0 && thought.nodes === 0)) {
      line.textContent = this.view.last;
      return;
    }
    const depth = fill(this.words.depth, { depth: thought.depth, nodes: Number(thought.nodes).toLocaleString(document.documentElement.lang) });
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

  /** The line to the server is lost, or there again; what was missed is told by the stream, and what was not sent is sent. @param {boolean} connected */
  line(connected) {
    if (connected === !this.lost) return;
    this.lost = !connected;
    this.classList.toggle("offline", this.lost);
    this.say(connected ? this.words.online : this.words.offline);
    if (connected) setTimeout(() => { if (!this.lost && !this.unsent) this.say(this.view.status); }, AGAIN);
    if (connected && this.unsent) this.sendAgain();
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
      else if (status === undefined && name === "move") this.keep(/** @type {any} */ (body));
      else this.say(status === undefined ? this.words.offline : message);
      if (status !== undefined) this.ghost.clear();
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

  /** Keeps a move that the server could not be told, and tries again. @param {{move: string, ply: number, sure?: boolean}} move */
  keep(move) {
    this.unsent = move;
    this.say(this.words.unsent);
    setTimeout(() => this.sendAgain(), AGAIN);
  }

  /** Sends what the server has not got. Should it have got it after all, it says that the game has gone on. */
  async sendAgain() {
    const move = this.unsent;
    if (!move || this.busy) return;
    this.unsent = null;
    if (move.ply === this.view.ply) await this.change("move", move);
  }

  /** @param {string} move */
  async play(move) {
    if (this.busy || this.unsent) return;
    this.say(this.view.teach ? this.words.look : this.words.sending);
    this.classList.add("in-flight");
    this.ghost.show(move, { sent: true });
    await this.change("move", { move, ply: this.view.ply });
    this.classList.toggle("in-flight", this.unsent !== null);
    if (this.statusLine.textContent === this.words.sending) this.say(this.view.status);
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
    } else if (name === "first" || name === "back" || name === "forward" || name === "last") {
      await this.step(name);
    } else if (name && (await copies(name, this.base, this.view, this.words, (text) => this.say(text)))) {
      return;
    } else if (name === "hint") {
      await this.help();
    } else if (name === "insist") {
      const warning = this.view.warning;
      if (warning) await this.change("move", { move: warning.move, ply: warning.ply, sure: true });
    } else if (name === "lesson") {
      const lesson = this.view.lesson;
      if (lesson && this.why) this.why.ask({ ply: lesson.ply, move: lesson.better, past: true });
    } else if (name === "why") {
      await this.why?.ask({});
      reveal(this.why);
    } else if (name === "rematch" || name === "swap") {
      const next = await this.send(name === "swap" ? "rematch" : "again");
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
