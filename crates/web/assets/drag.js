// Dragging on a board: a piece with the left button or a finger, an arrow of the reader's with the right button.
import { translation } from "./svg.js";

/** @typedef {import("./board.js").GameBoard} GameBoard */

/** Pixels that a pointer has to go before it drags. */
const SLACK = 8;

export class Drag {
  /** @type {{spot: number, x: number, y: number, id: number, button: number, moved: boolean} | null} */ #held = null;

  /** @param {GameBoard} board */
  constructor(board) {
    this.board = board;
    board.addEventListener("pointerdown", (event) => this.#down(event));
    board.addEventListener("pointermove", (event) => this.#move(event));
    board.addEventListener("pointerup", (event) => this.#up(event));
    board.addEventListener("pointercancel", () => this.drop());
    board.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Whether a pointer is down on the board. */
  get held() {
    return this.#held !== null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const spot = this.board.spotOf(event.target);
    if (spot === null) return;
    this.#held = { spot, x: event.clientX, y: event.clientY, id: event.pointerId, button: event.button, moved: false };
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
      const starts = board.paths.some(([, path]) => path[0] === held.spot && path.length > 1);
      if (held.button === 0 && starts && board.chosen[0] !== held.spot) {
        board.chosen = [];
        board.touch(held.spot);
      }
    }
    const piece = held.button === 0 && board.chosen.length > 0 ? board.querySelector(`.piece[data-on="${held.spot}"]`) : null;
    const scale = board.picture?.getScreenCTM()?.a ?? 1;
    const place = piece instanceof SVGElement ? translation(piece) : null;
    if (piece instanceof SVGElement && place) {
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
    } else if (held.moved && held.button === 0) {
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
