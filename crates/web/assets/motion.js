// Movement on the board, as fast as the reader wants it.
import { translation } from "./svg.js";

const SPEEDS = /** @type {Record<string, number>} */ ({ slow: 700, normal: 320, fast: 140, none: 0 });

/** How fast pieces move, in milliseconds; 0 when the reader wants no movement. */
export function duration() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return SPEEDS[localStorage.getItem("speed") ?? "normal"] ?? SPEEDS.normal;
}

/** Lets marks appear one after the other, each so many durations later, none after the longest delay. @param {Iterable<Element>} marks @param {number} apart @param {number} longest */
export function appear(marks, apart, longest = Infinity) {
  const ms = duration();
  if (ms === 0) return;
  [...marks].forEach((mark, at) => mark.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms, delay: Math.min(at * ms * apart, longest), fill: "backwards" }));
}

/** Brings what a button called into being into view. @param {Element | null} element */
export function reveal(element) {
  element?.scrollIntoView({ block: "nearest", behavior: duration() === 0 ? "auto" : "smooth" });
}

/** The pieces of a picture. @param {SVGSVGElement} picture */
function pieces(picture) {
  return [...picture.querySelectorAll(".piece")].flatMap((element) => {
    const at = translation(element);
    const kind = `${element.getAttribute("data-shape")} ${element.getAttribute("data-ink")}`;
    return at ? [{ element, at, kind, key: `${kind} ${at.x} ${at.y}` }] : [];
  });
}

/**
 * Moves pieces from where they were to where they are: those that stayed are matched first, then each new one with the nearest old one of
 * its kind.
 * @param {SVGSVGElement} old @param {SVGSVGElement} fresh
 */
export function animate(old, fresh) {
  const ms = duration();
  if (ms === 0) return;
  const before = pieces(old);
  const stayed = new Set(before.map((piece) => piece.key));
  const now = pieces(fresh);
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
  for (const piece of gone) vanish(piece, fresh, ms);
  const lines = new Set([...old.querySelectorAll(".line.strong path")].map((path) => path.getAttribute("d")));
  for (const path of fresh.querySelectorAll(".line.strong path")) {
    if (!lines.has(path.getAttribute("d"))) path.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms });
  }
}

/** Shows a piece that is gone a little longer. @param {{element: Element, at: {x: number, y: number}}} piece @param {SVGSVGElement} fresh @param {number} ms */
function vanish(piece, fresh, ms) {
  const ghost = /** @type {Element} */ (piece.element.cloneNode(true));
  ghost.classList.remove("piece");
  ghost.classList.add("ghost");
  fresh.insertBefore(ghost, fresh.querySelector(".hotspots"));
  const from = `translate(${piece.at.x}px, ${piece.at.y}px)`;
  ghost.animate([{ transform: from, opacity: 1 }, { transform: `${from} scale(.7)`, opacity: 0 }], { duration: ms, fill: "forwards" }).onfinish = () => ghost.remove();
}
