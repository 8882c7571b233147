// The flight of a tossed ball, for drawing: where it is at a moment, from in front and from the side.

import { HEIGHT, nominal, REACH } from "../fairness/hand.js";

const GRAVITY = 9806.65;

/** Middle height and radius of the holes, from number 1 up, in mm (rules C). */
export const HOLES = [
  [942.5, 42.5], [1055, 40], [1162.5, 37.5], [1265, 35], [1362.5, 32.5], [1455, 30], [1542.5, 27.5], [1625, 25],
];

/**
 * Points of the path that an aim means, from the hand to the panel: distance and height in mm.
 * @param {{y: number, z: number, pace: number}} aim
 * @returns {[number, number][]}
 */
export function meantPath(aim) {
  const { v, elevation } = nominal(aim);
  const flat = v * Math.cos(elevation) * 1000, up = v * Math.sin(elevation) * 1000;
  return Array.from({ length: 25 }, (_, i) => {
    const x = (REACH * 1000 * i) / 24, t = x / flat;
    return [x, HEIGHT * 1000 + up * t - (GRAVITY * t * t) / 2];
  });
}

/**
 * Where a tossed ball is, `ms` after its release: distance, side and height in mm, and how far through its flight.
 * @param {Wire.Event} tossed
 * @param {number} ms
 */
export function ballAt(tossed, ms) {
  const [vx, vy, vz] = (tossed.velocity ?? [1, 0, 0]).map((v) => v / 1000);
  const [side, height] = /** @type {number[]} */ (tossed.from).map((um) => um / 1000);
  const whole = (tossed.us ?? 1) / 1e6;
  const t = Math.min(ms / 1000, whole), after = Math.max(0, ms / 1000 - whole);
  const at = { x: vx * t, y: side + vy * t, z: height + vz * t - (GRAVITY * t * t) / 2, part: t / whole, after, gone: false };
  if (after === 0) return at;
  if (Number(tossed.hole) > 0) {
    // on through the hole, and out of sight behind the panel
    at.x += vx * after;
    at.z -= (GRAVITY * after * after) / 2;
    at.gone = after > 0.06;
  } else {
    // off the panel again, at less than half its speed
    at.x -= 0.45 * vx * after;
    at.y += vy * after + Math.sign(at.y || 1) * 120 * after;
    at.z -= (GRAVITY * after * after) / 2 + 200 * after;
  }
  return at;
}
