// The geometry of a flick, for drawing only: where the disc starts, which way it is meant, and what it meets first.
// Board units are mm, y away from the shooter (physics.md, section 1). Nothing past the first contact is foretold.

export const DISC = 15.875, LINE = 304.8, SURFACE = 330.2, PEG = 4.7625, BRAKE = 1176.8;
const DEGREE = Math.PI / 180;

/** The eight pegs on the fifteen line. */
export const PEGS = Array.from({ length: 8 }, (_, k) => ({ x: 101.6 * Math.sin((22.5 + 45 * k) * DEGREE), y: 101.6 * Math.cos((22.5 + 45 * k) * DEGREE) }));

/** @typedef {{x: number, y: number}} Point */

/** @param {number} bearing thousandths of a degree @returns {Point} where a disc starts */
export function startAt(bearing) {
  const a = (bearing / 1000) * DEGREE;
  return { x: LINE * Math.sin(a), y: -LINE * Math.cos(a) };
}

/** @param {number} bearing @param {number} aim thousandths of a degree @returns {Point} the direction of the shot, length 1 */
export function direction(bearing, aim) {
  const a = (bearing / 1000) * DEGREE, b = (aim / 1000) * DEGREE;
  const s = Math.sin(a), c = Math.cos(a);
  return { x: -s * Math.cos(b) + c * Math.sin(b), y: c * Math.cos(b) + s * Math.sin(b) };
}

/** @param {number} bearing @param {Point} way @returns {number} the aim, in thousandths of a degree, that goes that way */
export function aimOf(bearing, way) {
  const a = (bearing / 1000) * DEGREE;
  const ahead = -Math.sin(a) * way.x + Math.cos(a) * way.y;
  const right = Math.cos(a) * way.x + Math.sin(a) * way.y;
  return Math.max(-90000, Math.min(90000, Math.round((Math.atan2(right, ahead) / DEGREE) * 1000)));
}

/**
 * How far a straight path goes before it first meets something, and whether it meets anything before it stops.
 * @param {Point} from
 * @param {Point} way
 * @param {number} speed mm/s
 * @param {Point[]} discs
 * @returns {{length: number, meets: boolean}}
 */
export function firstContact(from, way, speed, discs) {
  let length = (speed * speed) / (2 * BRAKE), meets = false;
  const hit = (/** @type {Point} */ other, /** @type {number} */ reach) => {
    const dx = other.x - from.x, dy = other.y - from.y;
    const along = dx * way.x + dy * way.y;
    const aside = dx * way.y - dy * way.x;
    if (along <= 0 || Math.abs(aside) >= reach) return;
    const at = along - Math.sqrt(reach * reach - aside * aside);
    if (at < length) [length, meets] = [Math.max(0, at), true];
  };
  for (const disc of discs) hit(disc, 2 * DISC);
  for (const peg of PEGS) hit(peg, DISC + PEG);
  // off the board: where the middle of the disc passes the edge
  const b = from.x * way.x + from.y * way.y;
  const edge = -b + Math.sqrt(Math.max(0, b * b - (from.x ** 2 + from.y ** 2 - SURFACE ** 2)));
  return edge < length ? { length: edge, meets: false } : { length, meets };
}

/** @param {Point} start @param {Point[]} discs whether a disc that starts there would lie on another */
export const overlaps = (start, discs) => discs.some(({ x, y }) => Math.hypot(x - start.x, y - start.y) < 2 * DISC);
