// The board widget. It knows no rules: it is given a picture with hotspots and a list of moves with the hotspots to touch for each, and
// reports the move that was chosen. Choosing is here; dragging, notes over the board, movement and the lens are modules of their own.
import { Drag } from "./drag.js";
import { Lens } from "./lens.js";
import { animate, appear, reveal } from "./motion.js";
import { Notes } from "./notes.js";
import { aim, boxOf, frame, svg, translation } from "./svg.js";

/** @typedef {import("./wire").BoardView} BoardView */
/** @typedef {import("./notes.js").Badge} Badge */

/** Letters of a name that fit on a board. */
const LONG = 16;
/** Where the arrow keys lead. */
const WAYS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

export class GameBoard extends HTMLElement {
  /** Every move with the hotspots to touch for it. @type {[string, number[]][]} */ paths = [];
  /** The hotspots touched so far. @type {number[]} */ chosen = [];
  /** What players are called, by what pictures call their seats. @type {Record<string, string>} */ names = {};
  notes = new Notes();
  drag = new Drag(this);
  lens = new Lens(this);

  connectedCallback() {
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("focusin", (event) => this.#focused(event));
    new ResizeObserver(() => this.lens.fit(this.picture)).observe(this);
  }

  get picture() {
    return /** @type {SVGSVGElement | null} */ (this.querySelector("svg.ludus"));
  }

  /**
   * Shows a new picture; what moved, moves there.
   * @param {BoardView} board @param {{animate?: boolean}} how
   */
  show(board, how = {}) {
    const old = this.picture;
    const holder = document.createElement("div");
    holder.innerHTML = board.svg;
    const fresh = /** @type {SVGSVGElement | null} */ (holder.querySelector("svg"));
    const focused = this.contains(document.activeElement) ? this.spotOf(document.activeElement) : null;
    this.paths = board.paths;
    this.chosen = [];
    this.notes = new Notes();
    if (!fresh) return;
    this.drag.drop();
    this.#hang(fresh);
    if (old && how.animate !== false) animate(old, fresh);
    this.#refresh();
    if (focused !== null) {
      // Where nothing can be touched for now, the place keeps the focus until something can.
      const again = this.#hotspot(focused);
      const open = again?.classList.contains("open") ? again : this.querySelector(".hotspot.open") ?? again;
      if (open instanceof SVGElement) open.focus({ preventScroll: true });
    }
  }

  /** Puts a picture in place of the old one, seen from as near as before. @param {SVGSVGElement} fresh */
  #hang(fresh) {
    const view = this.querySelector(".view");
    if (view) {
      view.replaceChildren(fresh);
    } else {
      const made = document.createElement("div");
      made.className = "view";
      made.append(fresh);
      this.replaceChildren(made);
    }
    for (const label of fresh.querySelectorAll("text[class*=seat]")) {
      const name = this.names[label.textContent ?? ""];
      if (name) label.textContent = name.length > LONG ? `${name.slice(0, LONG - 1)}…` : name;
    }
    this.lens.fit(fresh);
  }

  /** Shows the computer's arrows. @param {number[][]} paths */
  point(paths) {
    this.notes.arrows = paths.filter((path) => path.length > 0);
    this.annotate();
  }

  /** Lights places one after the other, and shows the move that is spoken of. @param {number[]} cells @param {number[]} path */
  light(cells, path) {
    this.notes.lit = cells;
    this.notes.spoken = path;
    this.annotate();
    appear(this.querySelectorAll(".notes .lit"), 0.4, 2000);
  }

  /** Plays a line: its moves appear in order, numbered. @param {number[][]} paths */
  follow(paths) {
    this.notes.line = paths.filter((path) => path.length > 0);
    this.annotate();
    appear(this.querySelectorAll(".notes .step"), 1.5);
  }

  /** Shows what moves are worth. @param {Badge[]} badges */
  rate(badges) {
    this.notes.badges = badges;
    this.annotate();
  }

  /** Draws the notes anew. */
  annotate() {
    const picture = this.picture;
    if (!picture) return;
    picture.querySelector(".notes")?.remove();
    const taken = (/** @type {number} */ spot) => this.querySelector(`.piece[data-on="${spot}"]`) !== null;
    picture.insertBefore(this.notes.layer((spot) => this.#box(spot), this.chosen, taken), picture.querySelector(".hotspots"));
  }

  /** Lets go of what was chosen so far. */
  clear() {
    this.chosen = [];
    this.#refresh();
    this.dispatchEvent(new CustomEvent("choose", { detail: { label: "" } }));
  }

  /** Moves that begin with what was chosen. */
  #open() {
    return this.paths.filter(([, path]) => this.chosen.every((spot, at) => path[at] === spot));
  }

  /** Hotspots that can be touched next. */
  #next() {
    return new Set(this.#open().map(([, path]) => path[this.chosen.length]));
  }

  /** @param {number} spot */
  #hotspot(spot) {
    return /** @type {SVGGraphicsElement | null} */ (this.querySelector(`.hotspot[data-spot="${spot}"]`));
  }

  /** Where a hotspot is. @param {number} spot */
  #box(spot) {
    const hotspot = this.#hotspot(spot);
    return hotspot ? boxOf(hotspot) : null;
  }

  /** The hotspot that something belongs to. @param {EventTarget | null} target */
  spotOf(target) {
    const spot = target instanceof Element ? target.closest(".hotspot")?.getAttribute("data-spot") : null;
    return spot === null || spot === undefined ? null : Number(spot);
  }

  /** Touches a hotspot: goes on with a move, ends it, or begins another. @param {number} spot */
  touch(spot) {
    if (this.#next().has(spot)) {
      this.chosen = [...this.chosen, spot];
      const done = this.#open().find(([, path]) => path.length === this.chosen.length);
      if (done) {
        this.chosen = [];
        this.#refresh();
        this.dispatchEvent(new CustomEvent("play", { detail: { move: done[0] } }));
        return;
      }
    } else if (this.chosen.length > 0) {
      const begins = this.paths.some(([, path]) => path[0] === spot) && this.chosen[0] !== spot;
      this.chosen = begins ? [spot] : [];
    }
    this.#refresh();
    if (this.chosen.length > 0) this.#follow();
    const label = this.chosen.length > 0 ? this.#hotspot(this.chosen[0])?.getAttribute("aria-label") : "";
    this.dispatchEvent(new CustomEvent("choose", { detail: { label: label ?? "" } }));
  }

  /** Brings what can be touched next into view. */
  #follow() {
    const next = [...this.querySelectorAll(".hotspot.open:not([aria-pressed])")];
    for (const hotspot of [next[next.length - 1], next[0]]) reveal(hotspot ?? null);
  }

  /** Brings tab order, targets and notes up to date with what was chosen. */
  #refresh() {
    const picture = this.picture;
    if (!picture) return;
    const next = this.#next();
    this.#offer(picture, next);
    for (const mark of picture.querySelectorAll(".legal, .selected")) mark.remove();
    picture.querySelector(".targets")?.remove();
    picture.insertBefore(this.#targets(next), picture.querySelector(".hotspots"));
    this.annotate();
  }

  /** Tells keyboards and screen readers what can be touched. @param {SVGSVGElement} picture @param {Set<number>} next */
  #offer(picture, next) {
    let tab = true;
    for (const hotspot of picture.querySelectorAll(".hotspot")) {
      const spot = Number(hotspot.getAttribute("data-spot"));
      const open = next.has(spot) || this.chosen.includes(spot);
      hotspot.classList.toggle("open", open);
      hotspot.classList.toggle("drags", open && this.paths.some(([, path]) => path[0] === spot && path.length > 1));
      hotspot.setAttribute("tabindex", open && tab ? "0" : "-1");
      if (open) {
        tab = false;
        hotspot.removeAttribute("aria-disabled");
      } else hotspot.setAttribute("aria-disabled", "true");
      if (this.chosen.includes(spot)) hotspot.setAttribute("aria-pressed", "true");
      else hotspot.removeAttribute("aria-pressed");
    }
  }

  /** Where the square pieces on a hotspot are. @param {number} spot */
  #pieces(spot) {
    return [...this.querySelectorAll(`.piece[data-on="${spot}"]`)].flatMap((piece) => {
      const at = translation(piece);
      const body = piece.querySelector("rect.body");
      if (!at || !body) return [];
      const [w, h] = [Number(body.getAttribute("width")), Number(body.getAttribute("height"))];
      return [{ x: at.x - w / 2, y: at.y - h / 2, w, h }];
    });
  }

  /** Marks of what was chosen and of what can be. @param {Set<number>} next */
  #targets(next) {
    const marks = svg("g", { class: "targets", "aria-hidden": "true" });
    for (const spot of this.chosen) {
      const at = this.#box(spot);
      const pieces = this.#pieces(spot);
      if (pieces.length > 0) marks.append(svg("g", { class: "selected" }, ...pieces.map((piece) => frame(piece, -1, 12, "cut"))));
      else if (at) marks.append(svg("g", { class: "selected" }, frame(at, 3, 9, "cut")));
    }
    for (const spot of next) {
      const at = this.#box(spot);
      if (!at) continue;
      const { x, y } = aim(at);
      const taken = this.#pieces(spot);
      const least = Math.min(at.w, at.h);
      const long = at.w >= 2.5 * at.h && this.chosen.length > 0;
      const lit = long ? [frame(at, 4, 12, "row")] : [];
      const stands = this.querySelector(`.piece[data-on="${spot}"]`) !== null;
      const mark = long ? []
        : taken.length > 0 ? taken.map((piece) => frame(piece, 0, 12, "cut"))
        : [stands ? frame(at, 2.5, least * 0.25, "cut") : svg("circle", { class: "mark", cx: x, cy: y, r: Math.min(13, Math.max(5, least * 0.13)) })];
      marks.append(svg("g", { class: this.chosen.length === 0 ? "legal first" : "legal", "data-at": spot }, ...lit, ...mark));
    }
    return marks;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const front = this.#cardOf(event.target);
    if (front !== null && this.chosen.length === 0) return this.#bring(front);
    const spot = this.spotOf(event.target);
    if (spot === null) {
      if (this.chosen.length > 0) this.clear();
      return;
    }
    if (this.drag.held) return;
    // Where fingers would miss, the first touch comes nearer.
    if (/** @type {PointerEvent} */ (event).pointerType === "touch" && this.lens.approach(event)) return;
    this.touch(spot);
  }

  /** The seat of a card. @param {EventTarget | null} target */
  #cardOf(target) {
    const seat = target instanceof Element ? target.getAttribute("data-front") : null;
    return seat === null ? null : Number(seat);
  }

  /** Asks for somebody's things to be shown large. @param {number} seat */
  #bring(seat) {
    this.dispatchEvent(new CustomEvent("front", { detail: { seat } }));
  }

  /** Brings the next or the one before to the front, where there are cards. @param {1 | -1} way */
  turnCards(way) {
    const seats = [...this.querySelectorAll(".card-spot")].map((card) => Number(card.getAttribute("data-front")));
    if (seats.length > 0) this.#bring(way > 0 ? seats[0] : seats[seats.length - 1]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const front = this.#cardOf(event.target);
    if (front !== null && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      return this.#bring(front);
    }
    const spot = this.spotOf(event.target);
    if (event.key === "Escape") this.clear();
    else if (spot === null) return;
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.touch(spot);
    } else if (WAYS[event.key] && !event.shiftKey) {
      event.preventDefault();
      this.#step(spot, WAYS[event.key]);
    }
  }

  /** Goes to the nearest open hotspot in a direction. @param {number} from @param {[number, number]} way */
  #step(from, [dx, dy]) {
    const start = this.#box(from);
    if (!start) return;
    const [sx, sy] = [start.x + start.w / 2, start.y + start.h / 2];
    let best = null;
    let least = Infinity;
    for (const hotspot of this.querySelectorAll(".hotspot.open")) {
      if (this.spotOf(hotspot) === from) continue;
      const at = boxOf(hotspot);
      const [x, y] = [at.x + at.w / 2 - sx, at.y + at.h / 2 - sy];
      const along = x * dx + y * dy;
      const cost = along + 2 * (Math.abs(x * dy) + Math.abs(y * dx));
      if (along > 1 && cost < least) [best, least] = [hotspot, cost];
    }
    if (best instanceof SVGElement) best.focus();
  }

  /** The hotspot in focus is the one that Tab comes back to. @param {FocusEvent} event */
  #focused(event) {
    const spot = this.spotOf(event.target);
    if (spot === null) return;
    for (const hotspot of this.querySelectorAll('.hotspot[tabindex="0"]')) hotspot.setAttribute("tabindex", "-1");
    this.#hotspot(spot)?.setAttribute("tabindex", "0");
  }
}

customElements.define("game-board", GameBoard);
