// What is played on the stage after an update: a flick, a toss or a roll takes its moment, during which the board
// still shows how it stood before. Moves of stones and checkers glide by themselves (see boards/glide.js).

import { redraw } from "../state.js";

/** Shots and tosses are played a little slower than life, so that an eye can follow them. */
const PACE = 0.65;
const DICE_MS = 650;
const LINGER_MS = 350;

/** Whether things move on this page. */
export function moves() {
  const choice = document.documentElement.dataset.motion;
  return choice !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches && !document.hidden;
}

/**
 * @param {App.Room} room
 * @param {Wire.View | null} before
 * @param {Wire.Entry[]} fresh
 */
export function stage(room, before, fresh) {
  if (!before || !room.live || room.past !== null || !moves()) return;
  const at = fresh.findLastIndex(({ event }) => ["shot", "tossed"].includes(event.type) || (event.type === "drawn" && event.for !== "toss" && event.for !== "shot"));
  if (at < 0) return;
  const { event } = fresh[at];
  const aimed = fresh.findLast(({ event }) => event.type === "aimed")?.event ?? lastAim(room, fresh[at].seq);
  const seat = fresh.findLast(({ event }) => event.type === "aimed")?.by ?? lastAimer(room) ?? 0;
  const from = room.held ?? before;
  if (event.type === "shot") start(room, "shot", shotLength(event), event, aimed, from, seat);
  else if (event.type === "tossed") start(room, "toss", (event.us ?? 0) / 1000 / PACE + 500, event, aimed, from, seat);
  else start(room, "dice", DICE_MS, event, null, room.live, seat);
}

/** @param {Wire.Event} shot */
function shotLength(shot) {
  const ends = (shot.path ?? []).map(([, t0, dur]) => t0 + dur);
  return Math.max(0, ...ends) / PACE + LINGER_MS;
}

/** @param {App.Room} room @param {number} seq */
function lastAim(room, seq) {
  return room.steps.findLast((step) => step.seq < seq && step.entry.event.type === "aimed")?.entry.event ?? null;
}

/** @param {App.Room} room */
function lastAimer(room) {
  return room.steps.findLast((step) => step.entry.event.type === "aimed")?.entry.by ?? null;
}

/**
 * @param {App.Room} room
 * @param {App.Anim["kind"]} kind
 * @param {number} length
 * @param {Wire.Event} event
 * @param {Wire.Event | null} aimed
 * @param {Wire.View} from
 * @param {Wire.Seat} seat
 */
function start(room, kind, length, event, aimed, from, seat) {
  const anim = { kind, start: performance.now(), length, seat, event, aimed, from };
  room.anim = anim;
  // dice show themselves in the new position; a flight needs the board as it was
  room.held = kind === "dice" ? null : from;
  const frame = () => {
    if (room.anim !== anim) return;
    if (performance.now() - anim.start >= length || document.hidden) {
      room.anim = null;
      room.held = null;
    } else requestAnimationFrame(frame);
    redraw();
  };
  requestAnimationFrame(frame);
  // a page that goes to the back gets no frames, but must not stay in the past
  setTimeout(frame, length + 100);
}

/**
 * How far an animation is, in ms of the real shot or flight.
 * @param {App.Anim} anim
 * @param {number} now
 */
export const elapsed = (anim, now) => Math.max(0, now - anim.start) * PACE;

/**
 * Where each moving disc is, `ms` after the flick (physics.md, section 8).
 * @param {Wire.Stretch[]} path
 * @param {number} ms
 * @returns {Map<number, {x: number, y: number}>}
 */
export function discsAt(path, ms) {
  const places = new Map();
  for (const [disc, t0, dur, x, y, vx, vy] of path) {
    if (ms < t0 && places.has(disc)) continue;
    const t = Math.min(Math.max(ms - t0, 0), dur) / 1000;
    const whole = Math.hypot(vx, vy) / 1000 / 1.1768;
    const part = whole > 0 ? t * (1 - t / (2 * whole)) : 0;
    places.set(disc, { x: x + vx * 1000 * part, y: y + vy * 1000 * part });
  }
  return places;
}
