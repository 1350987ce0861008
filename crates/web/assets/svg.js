// Making SVG, and finding one's way on a picture of it.

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

const SVG = "http://www.w3.org/2000/svg";

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

/** The place of a hotspot, which may be smaller than where it can be touched. @param {Element} hotspot @returns {Box} */
export function boxOf(hotspot) {
  const at = hotspot.getAttribute("data-at")?.split(" ") ?? ["x", "y", "width", "height"].map((name) => hotspot.getAttribute(name));
  const [x, y, w, h] = at.map(Number);
  return { x, y, w, h };
}

/** A frame just inside a box. @param {Box} at @param {number} by @param {number} rounded @param {string} look */
export function frame(at, by, rounded, look) {
  return svg("rect", { ...(look ? { class: look } : {}), x: at.x + by, y: at.y + by, width: at.w - 2 * by, height: at.h - 2 * by, rx: rounded });
}

/** Where marks aim: the middle, but at the end of a long row. @param {Box} at */
export function aim(at) {
  const long = at.w >= 2.5 * at.h;
  return { x: long ? at.x + at.w - at.h / 2 : at.x + at.w / 2, y: at.y + at.h / 2 };
}

/** Where a piece stands. @param {Element} element */
export function translation(element) {
  const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(element.getAttribute("transform") ?? "");
  return found ? { x: Number(found[1]), y: Number(found[2]) } : null;
}
