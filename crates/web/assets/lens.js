// Coming nearer to a board whose places are too small for fingers.
import { svg } from "./svg.js";

/** Pixels that a finger hits. */
const TOUCHABLE = 40;
/** Boards narrower than this are on a phone. */
const NARROW = 480;

export class Lens {
  /** @type {HTMLButtonElement | null} */ #button = null;
  #small = false;

  /** @param {HTMLElement} board */
  constructor(board) {
    this.board = board;
  }

  /** Offers to come nearer where fingers would miss. @param {SVGSVGElement | null} picture */
  fit(picture) {
    const { board } = this;
    if (!picture || board.clientWidth === 0) return;
    const sizes = [...picture.querySelectorAll(".hotspot")].map(across);
    const least = (Math.min(...sizes) * board.clientWidth) / picture.viewBox.baseVal.width;
    const fingers = board.clientWidth < NARROW || matchMedia("(pointer: coarse)").matches;
    this.#small = sizes.length > 0 && least < TOUCHABLE && fingers;
    if (!this.#small) {
      board.classList.remove("near");
      this.#button?.remove();
      return;
    }
    board.style.setProperty("--near", String(Math.min(4, (1.15 * TOUCHABLE) / least)));
    this.#button ??= this.#made();
    board.append(this.#button);
  }

  #made() {
    const button = document.createElement("button");
    const glass = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("circle", { cx: 10.5, cy: 10.5, r: 6 }), svg("path", { d: "M15 15l5 5M8 10.5h5M10.5 8v5" }));
    button.className = "lens";
    button.setAttribute("aria-label", this.board.dataset.enlarge ?? "");
    button.setAttribute("aria-pressed", "false");
    button.append(glass);
    button.addEventListener("click", () => this.#turn());
    return button;
  }

  /** Comes nearer, or goes back. */
  #turn() {
    this.#button?.setAttribute("aria-pressed", String(this.board.classList.toggle("near")));
  }

  /** Comes nearer to where a finger touched a place that is too small for it; says whether it did. @param {MouseEvent} touched */
  approach(touched) {
    const view = this.board.querySelector(".view");
    const picture = this.board.querySelector("svg.ludus");
    if (!this.#small || !view || !picture || this.board.classList.contains("near")) return false;
    const before = picture.getBoundingClientRect();
    const [x, y] = [(touched.clientX - before.x) / before.width, (touched.clientY - before.y) / before.height];
    this.#turn();
    const after = picture.getBoundingClientRect();
    view.scrollTo(x * after.width - view.clientWidth / 2, y * after.height - view.clientHeight / 2);
    return true;
  }
}

/** How wide the largest square is that fits in a hotspot; those that are no rectangles stand on a corner. @param {Element} hotspot */
function across(hotspot) {
  const { width, height } = /** @type {SVGGraphicsElement} */ (hotspot).getBBox();
  return Math.min(width, height) * (hotspot.localName === "path" ? Math.SQRT1_2 : 1);
}
