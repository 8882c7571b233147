// The simulated hand (physics.md, sections 1, 4 and 6): how a draw's normal numbers unsteady an aim. Used to check
// the release that the server logged; the flight and the slide that follow from it are the engine's to check.

import { Stream } from "./draw.js";

/** Spread of a flick's direction (mdeg), of its speed (per mille), and the scale of a toss, by hand. */
export const HANDS = {
  steady: { aim: 910, speed: 55, toss: 0.2 },
  average: { aim: 1440, speed: 86, toss: 0.3 },
  wobbly: { aim: 2240, speed: 134, toss: 0.45 },
};

const GRAVITY = 9.80665;
/** From the release to the panel, and the height of the release, in metres. */
export const REACH = 2.5;
export const HEIGHT = 0.9;

/** @param {number} n to nearest, halves away from zero */
const round = (n) => Math.sign(n) * Math.round(Math.abs(n));
/** @param {number} n @param {number} least @param {number} most */
const clamp = (n, least, most) => Math.min(most, Math.max(least, n));

/**
 * Direction and speed as a flick is released.
 * @param {{aim: number, speed: number}} meant
 * @param {Wire.Hand} hand
 * @param {Stream} stream
 */
export function flick(meant, hand, stream) {
  const n1 = stream.normal(), n2 = stream.normal();
  const spread = HANDS[hand];
  return {
    aim: clamp(round(meant.aim + spread.aim * n1), -90000, 90000),
    speed: clamp(round(meant.speed * Math.max(0.05, 1 + (spread.speed / 1000) * n2)), 20, 6000),
  };
}

/**
 * Speed (m/s), elevation and azimuth (rad) of the throw that meets the point aimed at.
 * @param {{y: number, z: number, pace: number}} meant
 */
export function nominal(meant) {
  const side = meant.y / 1e6, up = meant.z / 1e6 - HEIGHT;
  const x = Math.sqrt(REACH * REACH + side * side);
  const v = (meant.pace / 100) * Math.sqrt(GRAVITY * (up + Math.sqrt(x * x + up * up)));
  const root = Math.sqrt(Math.max(0, v ** 4 - GRAVITY * (GRAVITY * x * x + 2 * up * v * v)));
  return { v, elevation: Math.atan((v * v - root) / (GRAVITY * x)), azimuth: Math.atan2(side, REACH) };
}

/**
 * Velocity (towards the panel, right, up; µm/s) and point of release (right, up; µm) of a toss.
 * @param {{y: number, z: number, pace: number}} meant
 * @param {Wire.Hand} hand
 * @param {Stream} stream
 */
export function release(meant, hand, stream) {
  const n = Array.from({ length: 5 }, () => stream.normal());
  const s = HANDS[hand].toss;
  const { v, elevation, azimuth } = nominal(meant);
  const speed = v * (1 + 0.012 * s * n[0]);
  const up = elevation + ((s * 0.0025 * v) / 0.65) * n[1];
  const turn = azimuth + s * 0.3 * (Math.PI / 180) * n[2];
  const level = speed * Math.cos(up);
  const velocity = [level * Math.cos(turn), level * Math.sin(turn), speed * Math.sin(up)];
  const from = [s * 0.004 * n[3], HEIGHT + s * 0.004 * n[4]];
  return { velocity: velocity.map((part) => round(part * 1e6)), from: from.map((part) => round(part * 1e6)) };
}

/**
 * How far (mm, one standard deviation) a toss spreads on the panel, sideways and up.
 * @param {{y: number, z: number, pace: number}} meant
 * @param {Wire.Hand} hand
 */
export function spread(meant, hand) {
  const s = HANDS[hand].toss;
  const { v, elevation } = nominal(meant);
  const height = (/** @type {number} */ speed, /** @type {number} */ angle) => {
    const t = REACH / (speed * Math.cos(angle));
    return speed * Math.sin(angle) * t - (GRAVITY * t * t) / 2;
  };
  const bySpeed = (height(v * (1 + 0.012 * s), elevation) - height(v * (1 - 0.012 * s), elevation)) / 2;
  const turn = (s * 0.0025 * v) / 0.65;
  const byAngle = (height(v, elevation + turn) - height(v, elevation - turn)) / 2;
  const point = s * 0.004;
  const side = REACH * s * 0.3 * (Math.PI / 180);
  return { y: Math.hypot(side, point) * 1000, z: Math.hypot(bySpeed, byAngle, point) * 1000 };
}

/**
 * Whether what a simulation released agrees with its draw: to the last unit, give or take one for the last bit of
 * another library's functions.
 * @param {Wire.Event} aimed
 * @param {Wire.Event} outcome
 * @param {Wire.Hand} hand
 * @param {Stream} stream
 */
export function agrees(aimed, outcome, hand, stream) {
  const near = (/** @type {number} */ a, /** @type {any} */ b) => typeof b === "number" && Math.abs(a - b) <= 1;
  if (outcome.type === "shot") {
    const got = flick(/** @type {any} */ (aimed), hand, stream);
    return near(got.aim, outcome.aim) && near(got.speed, outcome.speed);
  }
  const got = release(/** @type {any} */ (aimed), hand, stream);
  const from = /** @type {number[]} */ (outcome.from);
  return got.velocity.every((part, i) => near(part, outcome.velocity?.[i])) && got.from.every((part, i) => near(part, from[i]));
}
