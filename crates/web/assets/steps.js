// Keys that step through moves.

/** What a key asks for; on a board the arrows lead from place to place, so there they need Shift. @param {KeyboardEvent} event @returns {"first" | "back" | "forward" | "last" | null} */
export function stepKey(event) {
  const step = /** @type {const} */ ({ ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" })[event.key];
  if (!step || event.ctrlKey || event.altKey || event.metaKey) return null;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest("input, select, textarea, [contenteditable]")) return null;
  return at?.closest(".hotspot") && !event.shiftKey ? null : step;
}
