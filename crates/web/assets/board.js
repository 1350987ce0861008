// The board widget. It knows no rules: it is given a picture with hotspots and a list of moves with the hotspots to touch for each, and
// reports the move that was chosen. Marks of the computer and of the reader are separate layers.

/** @typedef {import("./wire").BoardView} BoardView */
/** @typedef {{path: number[], label: string, tone: string}} Badge */

const SVG = "http://www.w3.org/2000/svg";
/** Pixels that a finger hits. */
const TOUCHABLE = 22;
/** Boards narrower than this are on a phone. */
const NARROW = 480;
const SPEEDS = /** @type {Record<string, number>} */ ({ slow: 700, normal: 320, fast: 140, none: 0 });

/**
 * Makes an SVG element.
 * @param {string} name @param {Record<string, string | number>} attributes @param {Element[]} children
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** How fast pieces move, in milliseconds; 0 when the reader wants no movement. */
export function duration() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return SPEEDS[localStorage.getItem("speed") ?? "normal"] ?? SPEEDS.normal;
}

export class GameBoard extends HTMLElement {
  /** @type {[string, number[]][]} */ paths = [];
  /** @type {number[]} */ chosen = [];
  /** @type {Badge[]} */ badges = [];
  /** @type {number[][]} */ arrows = [];
  /** @type {number[][]} */ own = [];
  /** @type {number[]} */ lit = [];
  /** @type {number[]} */ spoken = [];
  /** @type {number[][]} */ line = [];
  /** @type {{spot: number, x: number, y: number, id: number, button: number, moved: boolean} | null} */ drag = null;
  /** @type {HTMLButtonElement | null} */ lens = null;

  connectedCallback() {
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("pointerdown", (event) => this.#down(event));
    this.addEventListener("pointermove", (event) => this.#move(event));
    this.addEventListener("pointerup", (event) => this.#up(event));
    this.addEventListener("pointercancel", () => this.#drop());
    this.addEventListener("contextmenu", (event) => event.preventDefault());
    this.addEventListener("focusin", (event) => this.#focused(event));
    new ResizeObserver(() => this.#fit()).observe(this);
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
    const focused = this.contains(document.activeElement) ? this.#spotOf(document.activeElement) : null;
    this.paths = board.paths;
    this.chosen = [];
    this.arrows = [];
    this.own = [];
    this.badges = [];
    this.lit = [];
    this.spoken = [];
    this.line = [];
    if (!fresh) return;
    this.#drop();
    this.#hang(fresh);
    if (old && how.animate !== false) animate(old, fresh);
    this.#refresh();
    if (focused !== null) {
      const again = this.#hotspot(focused);
      const open = again?.classList.contains("open") ? again : this.querySelector(".hotspot.open");
      if (open instanceof SVGElement) open.focus();
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
    this.#fit();
  }

  /** Offers to come nearer where fingers would miss. */
  #fit() {
    const picture = this.picture;
    if (!picture || this.clientWidth === 0) return;
    const sizes = [...picture.querySelectorAll(".hotspot")].map((spot) => Math.min(Number(spot.getAttribute("width")), Number(spot.getAttribute("height"))));
    const least = (Math.min(...sizes) * this.clientWidth) / picture.viewBox.baseVal.width;
    const fingers = this.clientWidth < NARROW || matchMedia("(pointer: coarse)").matches;
    const small = sizes.length > 0 && least < TOUCHABLE && fingers;
    if (!small) this.classList.remove("near");
    if (small) this.style.setProperty("--near", String(Math.min(3, (1.4 * TOUCHABLE) / least)));
    if (small && !this.lens) {
      const button = document.createElement("button");
      const glass = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("circle", { cx: 10.5, cy: 10.5, r: 6 }), svg("path", { d: "M15 15l5 5M8 10.5h5M10.5 8v5" }));
      button.className = "lens";
      button.setAttribute("aria-label", this.dataset.enlarge ?? "");
      button.setAttribute("aria-pressed", "false");
      button.append(glass);
      button.addEventListener("click", () => button.setAttribute("aria-pressed", String(this.classList.toggle("near"))));
      this.lens = button;
    }
    if (this.lens) {
      if (small) this.append(this.lens);
      else this.lens.remove();
    }
  }

  /** Brings what can be touched next into view, when only a part of the board is. */
  #follow() {
    if (!this.classList.contains("near") || this.chosen.length === 0) return;
    const next = this.querySelector(".hotspot.open:not([aria-pressed])");
    next?.scrollIntoView({ block: "nearest", inline: "center", behavior: duration() === 0 ? "auto" : "smooth" });
  }

  /** Shows the computer's arrows. @param {number[][]} paths */
  point(paths) {
    this.arrows = paths.filter((path) => path.length > 0);
    this.#notes();
  }

  /** Lights places one after the other, and shows the move that is spoken of. @param {number[]} cells @param {number[]} path */
  light(cells, path) {
    this.lit = cells;
    this.spoken = path;
    this.#notes();
    const ms = duration();
    if (ms === 0) return;
    this.querySelectorAll(".notes .lit").forEach((mark, at) => mark.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms, delay: Math.min(at * ms * 0.4, 2000), fill: "backwards" }));
  }

  /** Plays a line: its moves appear in order, numbered. @param {number[][]} paths */
  follow(paths) {
    this.line = paths.filter((path) => path.length > 0);
    this.#notes();
    const ms = duration();
    if (ms === 0) return;
    this.querySelectorAll(".notes .step").forEach((mark, at) => mark.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms, delay: at * ms * 1.5, fill: "backwards" }));
  }

  /** Shows what moves are worth. @param {Badge[]} badges */
  rate(badges) {
    this.badges = badges;
    this.#notes();
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

  /** @param {EventTarget | null} target */
  #spotOf(target) {
    const spot = target instanceof Element ? target.closest(".hotspot")?.getAttribute("data-spot") : null;
    return spot === null || spot === undefined ? null : Number(spot);
  }

  /** @param {number} spot */
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
    this.#follow();
    const label = this.chosen.length > 0 ? this.#hotspot(this.chosen[0])?.getAttribute("aria-label") : "";
    this.dispatchEvent(new CustomEvent("choose", { detail: { label: label ?? "" } }));
  }

  /** Brings tab order, targets and marks up to date with what was chosen. */
  #refresh() {
    const picture = this.picture;
    if (!picture) return;
    const next = this.#next();
    const first = this.chosen.length === 0;
    let tab = true;
    for (const hotspot of picture.querySelectorAll(".hotspot")) {
      const spot = Number(hotspot.getAttribute("data-spot"));
      const open = next.has(spot) || this.chosen.includes(spot);
      hotspot.classList.toggle("open", open);
      hotspot.setAttribute("tabindex", open && tab ? "0" : "-1");
      if (open) {
        tab = false;
        hotspot.removeAttribute("aria-disabled");
      } else hotspot.setAttribute("aria-disabled", "true");
      if (this.chosen.includes(spot)) hotspot.setAttribute("aria-pressed", "true");
      else hotspot.removeAttribute("aria-pressed");
    }
    for (const mark of picture.querySelectorAll(".legal, .selected")) mark.remove();
    const marks = svg("g", { class: "targets", "aria-hidden": "true" });
    picture.querySelector(".targets")?.remove();
    for (const spot of this.chosen) {
      const at = this.#box(spot);
      if (at) marks.append(svg("g", { class: "selected" }, svg("rect", { class: "cut", x: at.x + 3, y: at.y + 3, width: at.w - 6, height: at.h - 6, rx: 9 })));
    }
    for (const spot of next) {
      const at = this.#box(spot);
      if (!at) continue;
      const { x, y } = aim(at);
      const taken = this.#taken(spot);
      const least = Math.min(at.w, at.h);
      const mark = taken
        ? svg("rect", { class: "cut", x: at.x + 2.5, y: at.y + 2.5, width: at.w - 5, height: at.h - 5, rx: least * 0.25 })
        : svg("circle", { class: "mark", cx: x, cy: y, r: Math.min(13, Math.max(5, least * 0.13)) });
      marks.append(svg("g", { class: first ? "legal first" : "legal", "data-at": spot }, mark));
    }
    picture.insertBefore(marks, picture.querySelector(".hotspots"));
    this.#notes();
  }

  /** @param {number} spot */
  #taken(spot) {
    return this.querySelector(`.piece[data-on="${spot}"]`) !== null;
  }

  /** Where a hotspot is. @param {number} spot */
  #box(spot) {
    const hotspot = this.#hotspot(spot);
    if (!hotspot) return null;
    const number = (/** @type {string} */ name) => Number(hotspot.getAttribute(name));
    return { x: number("x"), y: number("y"), w: number("width"), h: number("height") };
  }

  /** Draws arrows and badges. */
  #notes() {
    const picture = this.picture;
    if (!picture) return;
    picture.querySelector(".notes")?.remove();
    const notes = svg("g", { class: "notes", "aria-hidden": "true" });
    for (const spot of this.lit) {
      const at = this.#box(spot);
      if (at) notes.append(svg("g", { class: "lit" }, svg("rect", { x: at.x + 2, y: at.y + 2, width: at.w - 4, height: at.h - 4, rx: Math.min(at.w, at.h) * 0.16 })));
    }
    if (this.spoken.length > 0) notes.append(this.#arrow(this.spoken, "engine"));
    this.line.forEach((path, n) => {
      const at = this.#box(path[path.length - 1]);
      const step = svg("g", { class: "step" }, this.#arrow(path, "engine"));
      if (at) step.append(pill(at, { path, label: String(n + 1), tone: n === 0 ? "best" : "plain" }));
      notes.append(step);
    });
    for (const path of this.arrows) notes.append(this.#arrow(path, "engine"));
    for (const path of this.own) notes.append(this.#arrow(path, "user"));
    const shown = new Map();
    for (const badge of this.badges) {
      if (!this.chosen.every((spot, at) => badge.path[at] === spot)) continue;
      const spot = badge.path[this.chosen.length];
      if (spot !== undefined && !shown.has(spot)) shown.set(spot, badge);
    }
    for (const [spot, badge] of shown) {
      const at = this.#box(spot);
      if (at) notes.append(pill(at, badge));
    }
    picture.insertBefore(notes, picture.querySelector(".hotspots"));
  }

  /** @param {number[]} path @param {string} layer */
  #arrow(path, layer) {
    const group = svg("g", { class: `note ${layer}` });
    const boxes = path.map((spot) => this.#box(spot)).filter((box) => box !== null);
    if (boxes.length === 0) return group;
    const dashed = layer === "user" ? "cut dashed" : "cut";
    const [from, to] = [boxes[0], boxes[boxes.length - 1]];
    const [a, b] = [aim(from), aim(to)];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length < 1) {
      const least = Math.min(to.w, to.h);
      group.append(svg("rect", { class: dashed, x: to.x + 4, y: to.y + 4, width: to.w - 8, height: to.h - 8, rx: least / 2 }));
      return group;
    }
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const head = Math.min(30, length * 0.4);
    const at = (/** @type {number} */ by, /** @type {number} */ aside) => `${b.x + ux * by - uy * aside} ${b.y + uy * by + ux * aside}`;
    const start = Math.min(16, length * 0.2);
    group.append(svg("path", { class: dashed, d: `M${a.x + ux * start} ${a.y + uy * start}L${at(-head * 0.8, 0)}` }));
    group.append(svg("path", { class: layer === "user" ? "cut" : "mark", d: `M${at(-head, head * 0.6)}L${at(0, 0)}L${at(-head, -head * 0.6)}${layer === "user" ? "" : "Z"}` }));
    return group;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const spot = this.#spotOf(event.target);
    if (spot === null) {
      if (this.chosen.length > 0) this.clear();
      return;
    }
    if (this.drag === null) this.touch(spot);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const spot = this.#spotOf(event.target);
    const ways = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    if (event.key === "Escape") this.clear();
    else if (spot === null) return;
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.touch(spot);
    } else if (ways[event.key]) {
      event.preventDefault();
      this.#step(spot, ways[event.key]);
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
      const spot = Number(hotspot.getAttribute("data-spot"));
      const at = this.#box(spot);
      if (!at || spot === from) continue;
      const [x, y] = [at.x + at.w / 2 - sx, at.y + at.h / 2 - sy];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      const cost = along + 2 * aside;
      if (along > 1 && cost < least) [best, least] = [hotspot, cost];
    }
    if (best instanceof SVGElement) best.focus();
  }

  /** The hotspot in focus is the one that Tab comes back to. @param {FocusEvent} event */
  #focused(event) {
    const spot = this.#spotOf(event.target);
    if (spot === null) return;
    for (const hotspot of this.querySelectorAll('.hotspot[tabindex="0"]')) hotspot.setAttribute("tabindex", "-1");
    this.#hotspot(spot)?.setAttribute("tabindex", "0");
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const spot = this.#spotOf(event.target);
    if (spot === null) return;
    this.drag = { spot, x: event.clientX, y: event.clientY, id: event.pointerId, button: event.button, moved: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.drag;
    if (!drag || drag.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < 8) return;
    if (!drag.moved) {
      drag.moved = true;
      const starts = this.paths.some(([, path]) => path[0] === drag.spot && path.length > 1);
      if (drag.button === 0 && starts && this.chosen[0] !== drag.spot) {
        this.chosen = [];
        this.touch(drag.spot);
      }
    }
    const piece = drag.button === 0 && this.chosen.length > 0 ? this.querySelector(`.piece[data-on="${drag.spot}"]`) : null;
    const scale = this.picture?.getScreenCTM()?.a ?? 1;
    const place = piece instanceof SVGElement ? translation(piece) : null;
    if (piece instanceof SVGElement && place) {
      piece.classList.add("dragged");
      piece.style.transform = `translate(${place.x + dx / scale}px, ${place.y + dy / scale}px)`;
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const drag = this.drag;
    if (!drag || drag.id !== event.pointerId) return;
    const over = this.#spotOf(document.elementFromPoint(event.clientX, event.clientY));
    const moved = drag.moved;
    this.#drop();
    if (drag.button === 2 && over !== null) {
      const known = this.own.findIndex((path) => path[0] === drag.spot && path[1] === over);
      if (known >= 0) this.own.splice(known, 1);
      else this.own.push([drag.spot, over]);
      this.#notes();
    } else if (moved && drag.button === 0) {
      // The click that follows a drag is not a touch of its own.
      const swallow = (/** @type {Event} */ click) => click.stopImmediatePropagation();
      this.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => this.removeEventListener("click", swallow, { capture: true }), 0);
      if (over !== null && over !== drag.spot && this.chosen.length > 0) this.touch(over);
    }
  }

  #drop() {
    this.drag = null;
    for (const piece of this.querySelectorAll(".dragged")) {
      piece.classList.remove("dragged");
      if (piece instanceof SVGElement) piece.style.transform = "";
    }
  }
}

/** Where marks aim: the middle, but at the end of a long row. @param {{x: number, y: number, w: number, h: number}} at */
function aim(at) {
  const long = at.w >= 2.5 * at.h;
  return { x: long ? at.x + at.w - at.h / 2 : at.x + at.w / 2, y: at.y + at.h / 2 };
}

/** @param {{x: number, y: number, w: number, h: number}} at @param {Badge} badge */
function pill(at, badge) {
  const size = Math.min(30, Math.max(17, Math.min(at.w, at.h) * 0.3));
  const height = size * 1.45;
  const width = Math.max(height, (badge.label.length * 0.58 + 0.8) * size);
  const { x, y } = aim(at);
  const text = svg("text", { x, y: y + size * 0.35, "font-size": size, "text-anchor": "middle" });
  text.textContent = badge.label;
  const back = svg("rect", { class: "pill", x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 });
  return svg("g", { class: `badge ${badge.tone}` }, back, text);
}

/** @param {Element} element */
function translation(element) {
  const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(element.getAttribute("transform") ?? "");
  return found ? { x: Number(found[1]), y: Number(found[2]) } : null;
}

/**
 * Moves pieces from where they were to where they are: those that stayed are matched first, then each new one with the nearest old one of
 * its kind.
 * @param {SVGSVGElement} old @param {SVGSVGElement} fresh
 */
function animate(old, fresh) {
  const ms = duration();
  if (ms === 0) return;
  const list = (/** @type {SVGSVGElement} */ picture) =>
    [...picture.querySelectorAll(".piece")].flatMap((element) => {
      const at = translation(element);
      const kind = `${element.getAttribute("data-shape")} ${element.getAttribute("data-ink")}`;
      return at ? [{ element, at, kind, key: `${kind} ${at.x} ${at.y}` }] : [];
    });
  const before = list(old);
  const stayed = new Set(before.map((piece) => piece.key));
  const now = list(fresh);
  const kept = new Set(now.map((piece) => piece.key));
  const gone = before.filter((piece) => !kept.has(piece.key));
  let count = 0;
  for (const piece of now) {
    if (stayed.has(piece.key)) continue;
    const distance = (/** @type {{at: {x: number, y: number}}} */ other) => Math.hypot(other.at.x - piece.at.x, other.at.y - piece.at.y);
    const same = gone.filter((other) => other.kind === piece.kind).sort((a, b) => distance(a) - distance(b))[0];
    const to = `translate(${piece.at.x}px, ${piece.at.y}px)`;
    const delay = Math.min(count++ * 25, 250);
    const timing = { duration: ms, delay, easing: "cubic-bezier(.3,.7,.2,1)", fill: /** @type {const} */ ("backwards") };
    if (same) {
      gone.splice(gone.indexOf(same), 1);
      piece.element.parentNode?.append(piece.element);
      fresh.append(/** @type {Node} */ (fresh.querySelector(".hotspots") ?? piece.element));
      piece.element.animate([{ transform: `translate(${same.at.x}px, ${same.at.y}px)` }, { transform: to }], timing);
    } else {
      piece.element.animate([{ transform: `${to} scale(.6)`, opacity: 0 }, { transform: to, opacity: 1 }], timing);
    }
  }
  for (const piece of gone) {
    const ghost = /** @type {Element} */ (piece.element.cloneNode(true));
    ghost.classList.remove("piece");
    ghost.classList.add("ghost");
    fresh.insertBefore(ghost, fresh.querySelector(".hotspots"));
    const from = `translate(${piece.at.x}px, ${piece.at.y}px)`;
    ghost.animate([{ transform: from, opacity: 1 }, { transform: `${from} scale(.7)`, opacity: 0 }], { duration: ms, fill: "forwards" }).onfinish = () => ghost.remove();
  }
  const lines = new Set([...old.querySelectorAll(".line.strong path")].map((path) => path.getAttribute("d")));
  for (const path of fresh.querySelectorAll(".line.strong path")) {
    if (!lines.has(path.getAttribute("d"))) path.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms });
  }
}

customElements.define("game-board", GameBoard);
