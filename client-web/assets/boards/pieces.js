// Which piece is which from one view to the next, so that a moved one glides: a view only says where pieces stand.

/** @typedef {{id: number, side: number, place: string}} Piece */
/** @typedef {{next: number, pieces: Piece[]}} Memory */

/** @returns {Memory} */
export const memory = () => ({ next: 0, pieces: [] });

/**
 * The pieces that stand on `places`: each as far as possible the one that stood there before; one that left its place
 * is taken for one of its side that appeared elsewhere.
 * @param {Memory} memory
 * @param {{side: number, place: string}[]} places
 * @returns {Piece[]}
 */
export function recognise(memory, places) {
  const before = new Map();
  for (const piece of memory.pieces) before.set(`${piece.side}@${piece.place}`, piece);
  /** @type {Piece[]} */
  const now = [];
  const moved = [];
  for (const { side, place } of places) {
    const key = `${side}@${place}`;
    const same = before.get(key);
    if (same) {
      before.delete(key);
      now.push(same);
    } else moved.push({ side, place });
  }
  for (const { side, place } of moved) {
    const [key, left] = [...before].find(([, piece]) => piece.side === side) ?? [];
    if (key !== undefined && left) before.delete(key);
    now.push({ id: left ? left.id : memory.next++, side, place });
  }
  memory.pieces = now;
  return now;
}
