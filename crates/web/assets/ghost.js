// The ghost of a move: what would stand where, shown before the move is made. The server draws the position after it; what is new there, at the places of
// the move, is shown faintly. A move that is on its way to the server looks the same.
import { boxOf, frame, svg, translation } from "./svg.js";
import { ask } from "./talk.js";

/** @typedef {import("./board.js").GameBoard} GameBoard */
/** @typedef {import("./svg.js").Box} Box */

/** Milliseconds that a pointer rests on a place before its ghost is asked for. */
const REST = 40;
/** Ghosts that are remembered. */
const MOST = 200;

export class Ghost {
  /** The pictures after moves, by address. @type {Map<string, Promise<SVGSVGElement | null>>} */ #known = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #resting = undefined;
  #wanted = 0;
  /** The address of the position after a move; nothing where there are no ghosts. @type {(move: string) => string | null} */ #address;

  /** @param {GameBoard} board @param {(move: string) => string | null} address */
  constructor(board, address) {
    this.board = board;
    this.#address = address;
    board.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.#over(event.target);
    });
    board.addEventListener("pointerleave", () => this.#over(null));
    board.addEventListener("focusin", (event) => {
      if (event.target instanceof Element && event.target.matches(":focus-visible")) this.#over(event.target);
    });
    board.addEventListener("choose", () => this.#over(document.activeElement));
  }

  /** The ghost of whatever move ends at this place. @param {EventTarget | null} target */
  #over(target) {
    clearTimeout(this.#resting);
    const spot = this.board.spotOf(target);
    const { chosen, paths } = this.board;
    const begun = paths.filter(([, path]) => chosen.every((place, at) => path[at] === place));
    const ending = spot === null ? [] : begun.filter(([, path]) => path[chosen.length] === spot);
    if (ending.length !== 1) {
      this.clear();
      return;
    }
    this.#resting = setTimeout(() => this.show(ending[0][0]), REST);
  }

  /** Shows what a move would do. @param {string} move @param {{sent?: boolean}} how */
  async show(move, how = {}) {
    const wanted = ++this.#wanted;
    clearTimeout(this.#resting);
    const address = this.#address(move);
    const path = this.board.paths.find(([text]) => text === move)?.[1];
    if (!address || !path) return;
    const boxes = path.map((spot) => this.board.querySelector(`.hotspot[data-spot="${spot}"]`)).filter((hotspot) => hotspot !== null).map(boxOf);
    const after = await this.#after(address);
    const picture = this.board.picture;
    if (!picture || wanted !== this.#wanted) return;
    this.#remove();
    // Where the server cannot be asked, the places of the move stand for it.
    const shapes = after ? fresh(picture, after, boxes) : boxes.map((box) => svg("g", { class: "selected phantom" }, frame(box, 3, 9, "cut")));
    const group = svg("g", { class: how.sent ? "ghosts sent" : "ghosts", "aria-hidden": "true" }, ...shapes);
    picture.insertBefore(group, picture.querySelector(".hotspots"));
  }

  /** @param {string} address */
  #after(address) {
    const known = this.#known.get(address);
    if (known) return known;
    if (this.#known.size >= MOST) this.#known.clear();
    const made = ask(address).then((told) => {
      const holder = document.createElement("div");
      holder.innerHTML = told.board.svg;
      return /** @type {SVGSVGElement | null} */ (holder.querySelector("svg"));
    }).catch(() => {
      this.#known.delete(address);
      return null;
    });
    this.#known.set(address, made);
    return made;
  }

  #remove() {
    for (const group of this.board.querySelectorAll(".ghosts")) group.remove();
  }

  clear() {
    this.#wanted += 1;
    clearTimeout(this.#resting);
    this.#remove();
  }
}

/** What a picture shows, by what tells one thing from another. @param {SVGSVGElement} picture */
function shown(picture) {
  const pieces = [...picture.querySelectorAll(".piece")].flatMap((element) => {
    const at = translation(element);
    return at ? [{ element, at, key: `${element.getAttribute("data-shape")} ${element.getAttribute("data-ink")} ${at.x} ${at.y}` }] : [];
  });
  const lines = [...picture.querySelectorAll(".line.strong")].map((element) => ({ element, at: null, key: element.innerHTML }));
  return [...pieces, ...lines];
}

/** Copies of what is new in a picture at some places. @param {SVGSVGElement} before @param {SVGSVGElement} after @param {Box[]} places */
function fresh(before, after, places) {
  const known = new Set(shown(before).map((thing) => thing.key));
  // The middle of a domino lies on the edge of its places.
  const near = (/** @type {{x: number, y: number} | null} */ at) => at === null
    || places.some((box) => at.x >= box.x - 1 && at.x <= box.x + box.w + 1 && at.y >= box.y - 1 && at.y <= box.y + box.h + 1);
  return shown(after).filter((thing) => !known.has(thing.key) && near(thing.at)).map((thing) => {
    const copy = /** @type {Element} */ (thing.element.cloneNode(true));
    copy.classList.remove("piece");
    copy.removeAttribute("data-on");
    copy.classList.add("phantom");
    return copy;
  });
}
