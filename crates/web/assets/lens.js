// Coming nearer to a board whose places are too small for fingers.
import { duration } from "./motion.js";
import { boxOf, svg } from "./svg.js";

/** Pixels that a finger hits. */
const TOUCHABLE = 34;
/** Boards narrower than this are on a phone. */
const NARROW = 480;

export class Lens {
  /** @type {HTMLButtonElement | null} */ #button = null;

  /** @param {HTMLElement} board */
  constructor(board) {
    this.board = board;
  }

  /** Offers to come nearer where fingers would miss. @param {SVGSVGElement | null} picture */
  fit(picture) {
    const { board } = this;
    if (!picture || board.clientWidth === 0) return;
    const sizes = [...picture.querySelectorAll(".hotspot")].map((hotspot) => Math.min(boxOf(hotspot).w, boxOf(hotspot).h));
    const least = (Math.min(...sizes) * board.clientWidth) / picture.viewBox.baseVal.width;
    const fingers = board.clientWidth < NARROW || matchMedia("(pointer: coarse)").matches;
    const small = sizes.length > 0 && least < TOUCHABLE && fingers;
    if (!small) {
      board.classList.remove("near");
      this.#button?.remove();
      return;
    }
    board.style.setProperty("--near", String(Math.min(3, (1.4 * TOUCHABLE) / least)));
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
    button.addEventListener("click", () => button.setAttribute("aria-pressed", String(this.board.classList.toggle("near"))));
    return button;
  }

  /** Brings what can be touched next into view, when only a part of the board is. */
  follow() {
    if (!this.board.classList.contains("near")) return;
    const next = this.board.querySelector(".hotspot.open:not([aria-pressed])");
    next?.scrollIntoView({ block: "nearest", inline: "center", behavior: duration() === 0 ? "auto" : "smooth" });
  }
}
