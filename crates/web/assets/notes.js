// What is drawn over a board to speak about it: arrows of the computer and of the reader, places of a reason, a line of play, what moves are worth.
import { aim, frame, svg } from "./svg.js";

/** @typedef {import("./svg.js").Box} Box */
/** @typedef {{path: number[], label: string, tone: string}} Badge */

export class Notes {
  /** What moves are worth. @type {Badge[]} */ badges = [];
  /** The computer's arrows. @type {number[][]} */ arrows = [];
  /** The reader's arrows. @type {number[][]} */ own = [];
  /** Places that a reason speaks of, and the move. @type {number[]} */ lit = [];
  /** @type {number[]} */ spoken = [];
  /** A line of play. @type {number[][]} */ line = [];

  /** Adds or takes away an arrow of the reader. @param {number} from @param {number} to */
  toggle(from, to) {
    const known = this.own.findIndex((path) => path[0] === from && path[1] === to);
    if (known >= 0) this.own.splice(known, 1);
    else this.own.push([from, to]);
  }

  /**
   * Everything as a layer of the picture; badges stand where a move goes on from what was chosen, beside what stands there.
   * @param {(spot: number) => Box | null} box @param {number[]} chosen @param {(spot: number) => boolean} taken
   */
  layer(box, chosen, taken) {
    const notes = svg("g", { class: "notes", "aria-hidden": "true" });
    const put = (/** @type {number[]} */ path, /** @type {string} */ by) => arrow(path.map(box).filter((at) => at !== null), by);
    for (const spot of this.lit) {
      const at = box(spot);
      if (at) notes.append(svg("g", { class: "lit" }, frame(at, 2, Math.min(at.w, at.h) * 0.16, "")));
    }
    if (this.spoken.length > 0) notes.append(put(this.spoken, "engine"));
    this.line.forEach((path, n) => {
      const at = box(path[path.length - 1]);
      const step = svg("g", { class: "step" }, put(path, "engine"));
      if (at) step.append(pill(at, { path, label: String(n + 1), tone: n === 0 ? "best" : "plain" }));
      notes.append(step);
    });
    for (const path of this.arrows) notes.append(put(path, "engine"));
    for (const path of this.own) notes.append(put(path, "user"));
    for (const [spot, badge] of this.#shown(chosen)) {
      const at = box(spot);
      if (at) notes.append(pill(at, badge, taken(spot)));
    }
    return notes;
  }

  /** The first badge of every place that can be touched next. @param {number[]} chosen */
  #shown(chosen) {
    /** @type {Map<number, Badge>} */ const shown = new Map();
    for (const badge of this.badges) {
      if (!chosen.every((spot, at) => badge.path[at] === spot)) continue;
      const spot = badge.path[chosen.length];
      if (spot !== undefined && !shown.has(spot)) shown.set(spot, badge);
    }
    return shown;
  }
}

/** An arrow from the first box to the last, or a ring where they are one. @param {Box[]} boxes @param {string} layer */
function arrow(boxes, layer) {
  const group = svg("g", { class: `note ${layer}` });
  if (boxes.length === 0) return group;
  const dashed = layer === "user" ? "cut dashed" : "cut";
  const [from, to] = [boxes[0], boxes[boxes.length - 1]];
  const [a, b] = [aim(from), aim(to)];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length < 1) {
    group.append(frame(to, 4, Math.min(to.w, to.h) / 2, dashed));
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

/** A word on a place, or at its upper edge where something stands on it. @param {Box} at @param {Badge} badge @param {boolean} beside */
function pill(at, badge, beside = false) {
  const size = Math.min(26, Math.max(16, Math.min(at.w, at.h) * 0.24));
  const height = size * 1.45;
  const width = Math.max(height, (badge.label.length * 0.58 + 0.8) * size);
  const { x, y: middle } = aim(at);
  const y = beside ? at.y + height * 0.15 : middle;
  const text = svg("text", { x, y: y + size * 0.35, "font-size": size, "text-anchor": "middle" });
  text.textContent = badge.label;
  const back = svg("rect", { class: "pill", x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 });
  return svg("g", { class: `badge ${badge.tone}` }, back, text);
}
