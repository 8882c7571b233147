// The newest turn up to an entry: what a board marks as just played.

const PLAYS = new Set(["placed", "stepped", "captured", "dead_roll", "tossed", "shot", "reported", "aimed"]);
const ENDS = new Set(["done", "rolling", "undone", "taken_back", "game_ended", "started"]);

/**
 * @param {App.Step[]} steps
 * @param {number} seq
 * @returns {Wire.Entry[]} in order
 */
export function lastTurn(steps, seq) {
  /** @type {Wire.Entry[]} */
  const last = [];
  /** @type {Wire.Seat | null} */
  let by = null;
  for (let i = steps.findLastIndex((step) => step.seq <= seq); i >= 0; i--) {
    const { entry } = steps[i];
    const { type } = entry.event;
    if (type === "dead_roll" && last.length === 0) return [entry];
    if (ENDS.has(type) && last.length > 0) break;
    if (type === "taken_back" || type === "started" || type === "undone") break;
    if (!PLAYS.has(type)) continue;
    if (entry.by !== null) {
      if (by !== null && entry.by !== by) break;
      by = entry.by;
      // one step a turn in games without dice
      if (last.some(({ event }) => event.type === type && event.die === undefined && ["placed", "stepped"].includes(type))) break;
    }
    last.unshift(entry);
  }
  return last;
}
