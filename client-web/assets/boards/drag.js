// Dragging on a board, in the board's own units. A press that hardly moves is a tap and left to `onclick`.

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{move?: (to: Point, from: Point) => void, drop: (to: Point, from: Point) => void, cancel?: () => void}} Drag
 */

/**
 * Where a pointer is, in the units of the board.
 * @param {SVGSVGElement} board
 * @param {{clientX: number, clientY: number}} event
 * @returns {Point}
 */
export function at(board, event) {
  const matrix = board.getScreenCTM()?.inverse();
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return { x: point.x, y: point.y };
}

/**
 * Follows a pointer from its press to its release.
 * @param {PointerEvent} event
 * @param {Drag} drag
 */
export function follow(event, { move, drop, cancel }) {
  const board = /** @type {Element} */ (event.currentTarget).closest("svg");
  if (!board || event.button) return;
  const from = at(board, event);
  const start = { x: event.clientX, y: event.clientY };
  let moved = false;
  const onmove = (/** @type {PointerEvent} */ next) => {
    if (next.pointerId !== event.pointerId) return;
    moved ||= Math.hypot(next.clientX - start.x, next.clientY - start.y) > 6;
    if (moved) move?.(at(board, next), from);
  };
  const end = (/** @type {PointerEvent} */ next) => {
    if (next.pointerId !== event.pointerId) return;
    removeEventListener("pointermove", onmove);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (next.type === "pointerup" && moved) {
      // the click that follows this release belongs to the drag, not to what lies under it
      const swallow = (/** @type {Event} */ click) => click.stopPropagation();
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
      drop(at(board, next), from);
    } else cancel?.();
  };
  addEventListener("pointermove", onmove);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
