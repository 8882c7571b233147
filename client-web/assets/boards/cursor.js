// The keyboard on a board: one place has the focus, arrows go to the nearest place in their direction.

/** @typedef {{id: string, x: number, y: number}} Spot */

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The spot that an arrow key leads to; the same one if there is none that way.
 * @param {Spot[]} spots
 * @param {string} id
 * @param {string} key
 */
export function towards(spots, id, key) {
  const way = /** @type {Record<string, number[]>} */ (WAYS)[key];
  const from = spots.find((spot) => spot.id === id);
  if (!way || !from) return id;
  let best = id, least = Infinity;
  for (const spot of spots) {
    const dx = spot.x - from.x, dy = spot.y - from.y;
    const along = dx * way[0] + dy * way[1];
    if (along < 1) continue;
    const cost = along + 3 * Math.abs(dx * way[1] + dy * way[0]);
    if (cost < least) [best, least] = [spot.id, cost];
  }
  return best;
}

/**
 * Handlers that make an element of a board a spot for the keyboard.
 * @param {Spot[]} spots
 * @param {string} id
 * @param {() => void} use
 */
export function keys(spots, id, use) {
  return (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      use();
    } else if (event.key in WAYS) {
      event.preventDefault();
      event.stopPropagation();
      const next = towards(spots, id, event.key);
      const board = /** @type {Element} */ (event.currentTarget).closest("svg");
      /** @type {HTMLElement | null | undefined} */ (board?.querySelector(`[data-spot="${next}"]`))?.focus();
    }
  };
}
