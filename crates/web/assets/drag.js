// Dragging on a board: pieces with the left button or a finger, an arrow of the reader's with the right button; and with a finger across the board, from
// one player's things to the next one's.
import { translation } from "./svg.js";

/** @typedef {import("./board.js").GameBoard} GameBoard */

/** Pixels that a pointer has to go before it drags. */
const SLACK = 8;
/** Pixels that a finger goes sideways to turn the cards. */
const SWIPE = 70;

export class Drag {
  /** `pulls`: from here a piece can be drawn to another place. @type {{spot: number, x: number, y: number, id: number, button: number, pulls: boolean, moved: boolean} | null} */ #held = null;

  /** @param {GameBoard} board */
  constructor(board) {
    this.board = board;
    board.addEventListener("pointerdown", (event) => this.#down(event));
    board.addEventListener("pointermove", (event) => this.#move(event));
    board.addEventListener("pointerup", (event) => this.#up(event));
    board.addEventListener("pointercancel", () => this.drop());
    board.addEventListener("contextmenu", (event) => event.preventDefault());
    // A finger that draws a piece does not scroll the page: on the parts of a picture, Chromium does not heed `touch-action`.
    board.addEventListener("touchmove", (event) => {
      if (this.#held?.pulls && event.cancelable) event.preventDefault();
    }, { passive: false });
    this.#swipes();
  }

  /** A finger that goes sideways and drags nothing turns the cards. */
  #swipes() {
    const { board } = this;
    /** @type {{x: number, y: number} | null} */ let from = null;
    board.addEventListener("touchstart", (event) => {
      const drags = event.target instanceof Element && event.target.classList.contains("drags");
      from = event.touches.length === 1 && !drags ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
    }, { passive: true });
    board.addEventListener("touchend", (event) => {
      const to = event.changedTouches[0];
      if (!from || !to) return;
      const [dx, dy] = [to.clientX - from.x, to.clientY - from.y];
      from = null;
      if (Math.abs(dx) > SWIPE && Math.abs(dy) < SWIPE / 2) board.turnCards(dx < 0 ? 1 : -1);
    }, { passive: true });
  }

  /** Whether a pointer is down on the board. */
  get held() {
    return this.#held !== null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const spot = this.board.spotOf(event.target);
    if (spot === null) return;
    const { board } = this;
    // On a board that came nearer, fingers look around.
    const looks = event.pointerType === "touch" && board.classList.contains("near");
    const pulls = event.button === 0 && !looks && board.paths.some(([, path]) => path[0] === spot && path.length > 1);
    this.#held = { spot, x: event.clientX, y: event.clientY, id: event.pointerId, button: event.button, pulls, moved: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { board } = this;
    const held = this.#held;
    if (!held || held.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moved && Math.hypot(dx, dy) < SLACK) return;
    if (!held.moved) {
      held.moved = true;
      if (held.pulls && board.chosen[0] !== held.spot) {
        board.chosen = [];
        board.touch(held.spot);
      }
    }
    if (!held.pulls || board.chosen.length === 0) return;
    const scale = board.picture?.getScreenCTM()?.a ?? 1;
    for (const piece of board.querySelectorAll(`.piece[data-on="${held.spot}"]`)) {
      const place = translation(piece);
      if (!(piece instanceof SVGElement) || !place) continue;
      piece.classList.add("dragged");
      piece.style.transform = `translate(${place.x + dx / scale}px, ${place.y + dy / scale}px)`;
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { board } = this;
    const held = this.#held;
    if (!held || held.id !== event.pointerId) return;
    const over = board.spotOf(document.elementFromPoint(event.clientX, event.clientY));
    this.drop();
    if (held.button === 2 && over !== null) {
      board.notes.toggle(held.spot, over);
      board.annotate();
    } else if (held.moved && held.pulls) {
      // The click that follows a drag is not a touch of its own.
      const swallow = (/** @type {Event} */ click) => click.stopImmediatePropagation();
      board.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => board.removeEventListener("click", swallow, { capture: true }), 0);
      if (over !== null && over !== held.spot && board.chosen.length > 0) board.touch(over);
    }
  }

  /** Lets go of everything. */
  drop() {
    this.#held = null;
    for (const piece of this.board.querySelectorAll(".dragged")) {
      piece.classList.remove("dragged");
      if (piece instanceof SVGElement) piece.style.transform = "";
    }
  }
}
