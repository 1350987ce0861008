// The review of a game: its moves with what each cost, the course of the chances, and every line to play through on the board.
import { GameBoard } from "./board.js";
import { svg } from "./svg.js";
import { ask, fill, listen } from "./talk.js";

/** @typedef {import("./wire").ReviewView} ReviewView */
/** @typedef {import("./wire").MoveReview} MoveReview */
/** @typedef {import("./wire").PlayerCard} PlayerCard */
/** @typedef {import("./wire").RemarkView} RemarkView */
/** @typedef {import("./wire").PositionView} PositionView */

/** @param {string} name @param {string} className @param {(Node | string)[]} children */
function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

class GameReview extends HTMLElement {
  base = "";
  /** @type {Record<string, string>} */ words = {};
  /** @type {string[]} */ seats = [];
  /** @type {GameBoard} */ board = /** @type {any} */ (null);
  /** @type {ReviewView} */ view = /** @type {any} */ (null);
  /** The move in view. */ ply = 0;
  /** How far its line is played; -1 when the game itself is shown. */ step = -1;
  asked = 0;
  turned = false;

  connectedCallback() {
    this.base = this.dataset.base ?? "";
    this.words = JSON.parse(this.dataset.words ?? "{}");
    this.board = /** @type {GameBoard} */ (this.querySelector("game-board"));
    this.turned = localStorage.getItem(`turned ${this.dataset.game}`) === "1";
    const { review, position, ply, seats } = JSON.parse(this.querySelector("script")?.textContent ?? "{}");
    this.seats = seats;
    this.view = review;
    this.ply = ply ?? review.moves.length;
    this.board.show(position.board, { animate: false });
    this.find("button[data-do=flip]").hidden = !position.board.turns;
    for (const button of this.querySelectorAll("button[data-do]")) {
      button.addEventListener("click", () => this.act(/** @type {HTMLElement} */ (button).dataset.do ?? ""));
    }
    addEventListener("keydown", (event) => {
      const name = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
      const typing = event.target instanceof Element && event.target.closest("input, select, textarea, game-board");
      if (!name || typing || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      this.act(name);
    });
    this.show(review);
    if (this.turned) this.go(this.ply);
    this.stop = listen(`${this.base}/events`, { review: (view) => this.show(view) }, (connected) => {
      if (!connected) this.say(this.words.offline);
      else this.say(this.view.status);
    });
  }

  disconnectedCallback() {
    this.stop?.();
  }

  /** @param {string} selector */
  find(selector) {
    return /** @type {HTMLElement} */ (this.querySelector(selector));
  }

  /** @param {string} text */
  say(text) {
    const line = this.find(".status");
    if (line.textContent !== text) line.textContent = text;
  }

  /** @param {ReviewView} view */
  show(view) {
    this.view = view;
    this.say(view.status);
    const bar = /** @type {HTMLProgressElement} */ (this.querySelector("progress"));
    bar.max = Math.max(1, view.of);
    bar.value = view.done;
    bar.hidden = view.stage === "complete";
    const active = view.stage === "waiting" || view.stage === "running";
    this.find("button[data-do=start]").hidden = active || view.stage === "complete";
    this.find("button[data-do=stop]").hidden = !active;
    this.list();
    this.graph();
    this.moments();
    this.find(".players-reviewed").replaceChildren(...view.players.map((player) => this.player(player)));
    this.verdict();
  }

  /** The moves, each with its sign. The list stays while the reader is in it; only what changed is made anew. */
  list() {
    const list = this.find(".reviewed ol");
    this.view.moves.forEach((move, at) => {
      const known = list.children[at];
      const mark = `${move.text} ${move.class} ${move.loss}`;
      if (known instanceof HTMLElement && known.dataset.mark === mark) return;
      const item = element("li", `by-${move.seat}`);
      item.dataset.mark = mark;
      if (move.seat === 0) {
        // What chance did before a round is folded into its number.
        const { moves } = this.view;
        const begins = (/** @type {number} */ ply) => moves[ply].seat === 0 && moves[ply - 1]?.seat !== 0;
        item.textContent = fill(this.words.round, { n: moves.filter((_, ply) => ply <= at && begins(ply)).length });
        item.title = move.text;
        item.hidden = !begins(at);
      } else {
        const sign = element("span", `class-sign ${move.class}`, move.sign);
        sign.setAttribute("aria-hidden", "true");
        const button = element("button", "", sign, move.text);
        button.setAttribute("aria-label", [`${move.ply}. ${move.text}`, move.label, move.loss].filter((part) => part).join(", "));
        button.addEventListener("click", () => this.go(move.ply));
        item.append(button);
      }
      if (known) {
        const focused = known.contains(document.activeElement);
        known.replaceWith(item);
        if (focused) item.querySelector("button")?.focus();
      } else list.append(item);
    });
    while (list.children.length > this.view.moves.length) list.lastElementChild?.remove();
    this.mark();
  }

  /** Shows in the list where the board is. */
  mark() {
    const list = this.find(".reviewed ol");
    [...list.children].forEach((item, at) => {
      const here = at + 1 === this.ply;
      const button = item.querySelector("button");
      if (here) button?.setAttribute("aria-current", "true");
      else button?.removeAttribute("aria-current");
      if (here && item instanceof HTMLElement && !list.contains(document.activeElement)) {
        list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
      }
    });
    const last = this.view.moves.length;
    const at = Math.max(this.step, 0);
    for (const [name, on] of /** @type {[string, boolean][]} */ ([["first", this.ply > 0], ["back", this.ply > 0 || at > 0], ["forward", this.ply < last], ["last", this.ply < last]])) {
      const button = this.querySelector(`button[data-do=${name}]`);
      if (button instanceof HTMLButtonElement) button.disabled = !on;
    }
  }

  get move() {
    return this.ply > 0 ? this.view.moves[this.ply - 1] : undefined;
  }

  /** What there is to say of the move in view. */
  verdict() {
    const move = this.move;
    const known = move !== undefined && move.class !== "";
    const sign = this.find(".verdict .class-sign");
    sign.className = `class-sign ${move?.class ?? ""}`;
    sign.textContent = known ? move.sign : "";
    this.find(".verdict-move").textContent = move ? fill(this.words.move, { n: move.ply, move: move.text, seat: move.name }) : this.words.start;
    this.find(".verdict-class").textContent = known ? move.label : "";
    this.find(".verdict-class").className = `verdict-class ${move?.class ?? ""}`;
    this.find(".verdict-loss").textContent = known ? move.loss : "";
    const text = this.find(".verdict-text");
    const says = known ? move.says : move && move.seat > 0 ? this.words.none : "";
    if (text.textContent !== says && (move || this.ply === 0)) text.textContent = says;
    const steps = this.find(".line-steps");
    steps.hidden = !known || move.line.length < 2;
    if (known) {
      const label = element("span", "quiet", this.words.line);
      const buttons = move.line.slice(0, 12).map((step, at) => {
        const button = element("button", "", step);
        if (at + 1 === this.step) button.setAttribute("aria-current", "true");
        button.addEventListener("click", () => this.follow(at + 1));
        return button;
      });
      const focused = steps.contains(document.activeElement) ? [...steps.querySelectorAll("button")].indexOf(/** @type {any} */ (document.activeElement)) : -1;
      steps.replaceChildren(label, ...buttons);
      if (focused >= 0) buttons[focused]?.focus();
    }
    const better = this.find("button[data-do=better]");
    better.hidden = !known || move.best === "";
    if (known) better.textContent = fill(this.words.better, { move: move.best });
  }

  /** The chances: of the first seat where there are two, of every seat where there are more. */
  graph() {
    const picture = this.find(".graph svg");
    const [width, height, last] = [300, 110, Math.max(1, this.view.moves.length)];
    const x = (/** @type {number} */ ply) => 8 + (ply * (width - 16)) / last;
    const y = (/** @type {number} */ win) => 8 + (1 - win) * (height - 16);
    const two = this.seats.length === 2;
    const shown = two ? [1] : this.seats.map((_, at) => at + 1);
    /** @type {Element[]} */ const parts = [svg("path", { class: "mid", d: `M8 ${y(0.5)}H${width - 8}` })];
    for (const seat of shown) {
      const known = this.view.moves.filter((move) => move.win !== null && (two || move.seat === seat));
      const at = (/** @type {MoveReview} */ move) => `${x(move.ply)} ${y(move.seat === seat ? /** @type {number} */ (move.win) : 1 - /** @type {number} */ (move.win))}`;
      parts.push(svg("path", { class: `win seat-${seat}`, d: known.map((move, n) => `${n === 0 ? "M" : "L"}${at(move)}`).join("") }));
      for (const move of known) {
        const here = move.ply === this.ply;
        const [cx, cy] = at(move).split(" ");
        const poor = ["inaccuracy", "mistake", "blunder", "missed"].includes(move.class);
        if (!here && !poor) continue;
        const dot = svg("circle", { class: here ? "here" : `dot ${move.class}`, cx, cy, r: here ? 5 : 4 });
        dot.addEventListener("click", () => this.go(move.ply));
        parts.push(dot);
      }
    }
    const touch = svg("rect", { class: "touch", x: 0, y: 0, width, height });
    touch.addEventListener("click", (event) => {
      const box = touch.getBoundingClientRect();
      const ply = ((/** @type {MouseEvent} */ (event).clientX - box.left) / box.width) * width;
      this.go(Math.round(((ply - 8) / (width - 16)) * last));
    });
    parts.splice(1, 0, touch);
    picture.replaceChildren(...parts);
    const legend = this.find(".graph-legend");
    legend.replaceChildren(...shown.map((seat) => element("li", `seat-${seat}`, fill(this.words.chance, { seat: this.seats[seat - 1] }))));
  }

  moments() {
    const section = this.find(".moments");
    section.hidden = this.view.moments.length === 0;
    section.querySelector("ol")?.replaceChildren(...this.view.moments.map((ply) => {
      const move = this.view.moves[ply - 1];
      const sign = element("span", `class-sign ${move.class}`, move.sign);
      sign.setAttribute("aria-hidden", "true");
      const button = element("button", "moment", sign, element("span", "", element("strong", "", fill(this.words.move, { n: move.ply, move: move.text, seat: move.name })), " ", move.label), element("span", "verdict-loss", move.loss));
      button.addEventListener("click", () => this.go(ply));
      return element("li", "", button);
    }));
  }

  /** @param {PlayerCard} player */
  player(player) {
    const figure = (/** @type {number | null} */ value) => (value === null ? "–" : String(Math.round(value)));
    const phases = element("dl", "phases", ...player.phases.map((phase) => element("div", "", element("dt", "quiet", phase.name), element("dd", "", figure(phase.value)))));
    const classes = element("ul", "classes", ...player.classes.map((kind) => element("li", kind.kind, element("b", "", figure(kind.value)), ` ${kind.name}`)));
    const card = element("article", "player-review", element("h2", "", element("span", `dot-seat seat-${player.seat}`), player.name), element("p", "accuracy", element("b", "", figure(player.accuracy)), ` ${this.words.accuracy}`), phases, classes);
    if (player.strength) card.append(this.remark(this.words.strength, player.strength, "good"));
    if (player.practise) card.append(this.remark(this.words.practise, player.practise, "mistake"));
    if (player.luck) card.append(element("p", "quiet", player.luck));
    return card;
  }

  /** @param {string} title @param {RemarkView} remark @param {string} tone */
  remark(title, remark, tone) {
    const button = element("button", `remark ${tone}`, element("strong", "", title), element("span", "", remark.text));
    button.addEventListener("click", () => { if (remark.plies[0] !== undefined) this.go(remark.plies[0]); });
    return button;
  }

  /** Asks for a position and shows it, unless another was asked for meanwhile. @param {number} ply @param {number} step */
  async board_at(ply, step) {
    const number = ++this.asked;
    const query = new URLSearchParams({ ply: String(ply) });
    if (step >= 0) query.set("step", String(step));
    if (this.turned) query.set("turned", "1");
    try {
      const position = /** @type {PositionView} */ (await ask(`${this.base}/at?${query}`));
      if (number !== this.asked) return;
      this.step = step >= 0 ? position.step : -1;
      this.board.show(position.board);
      this.board.point(position.arrows);
    } catch (error) {
      this.say(String(/** @type {Error} */ (error).message));
    }
  }

  /** @param {number} ply */
  async go(ply) {
    this.ply = Math.max(0, Math.min(this.view.moves.length, ply));
    this.step = -1;
    history.replaceState(null, "", `${this.base}?ply=${this.ply}`);
    this.mark();
    this.verdict();
    this.graph();
    await this.board_at(this.ply, -1);
  }

  /** Plays the line of the move in view up to here. @param {number} step */
  async follow(step) {
    await this.board_at(this.ply, step);
    this.mark();
    this.verdict();
  }

  /** The nearest move of a player. @param {number} from @param {1 | -1} way */
  next(from, way) {
    let ply = from + way;
    while (ply > 0 && ply < this.view.moves.length && this.view.moves[ply - 1].seat === 0) ply += way;
    return ply;
  }

  /** @param {string} name */
  async act(name) {
    if (name === "first") await this.go(0);
    else if (name === "last") await this.go(this.view.moves.length);
    else if (name === "back") await this.go(this.next(this.ply, -1));
    else if (name === "forward") await this.go(this.next(this.ply, 1));
    else if (name === "better") await this.follow(0);
    else if (name === "flip") {
      this.turned = !this.turned;
      localStorage.setItem(`turned ${this.dataset.game}`, this.turned ? "1" : "0");
      await this.board_at(this.ply, this.step);
    } else if (name === "start" || name === "stop") {
      try {
        this.show(await ask(`${this.base}/${name}`, {}));
      } catch (error) {
        this.say(String(/** @type {Error} */ (error).message));
      }
    }
  }
}

customElements.define("game-review", GameReview);
