// Clocks, reckoned from the moment at which the server's view came and never from counted ticks, so that a page that
// slept shows the right time at once.

import { h } from "../dom.js";
import { t } from "../text.js";

/**
 * Since when a seat's clock runs, in the server's ms; null if it stands.
 * @param {Wire.View} view
 * @param {Wire.Seat} seat
 */
function runsFrom(view, seat) {
  if (view.status !== "playing" || view.seats[seat]?.clock_ms == null) return null;
  const { due } = view.fairness;
  if (due) return view.setup.fairness === "strict" && due.seats.includes(seat) ? due.until : null;
  if (view.game && view.game.phase === "confirming") return null;
  return view.turn.includes(seat) ? -Infinity : null;
}

/**
 * What is left on a seat's clock, in ms; null without clocks.
 * @param {Wire.View} view
 * @param {Wire.Seat} seat
 * @param {number} since ms since the view came
 */
export function left(view, seat, since) {
  const at = view.seats[seat]?.clock_ms;
  if (at == null) return null;
  const from = runsFrom(view, seat);
  if (from === null) return at;
  return Math.max(0, at - Math.max(0, since - Math.max(0, from - view.now)));
}

/** @param {number} ms */
export function clockText(ms) {
  const tenths = Math.ceil(ms / 100);
  if (ms < 10_000) return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  const all = Math.ceil(ms / 1000);
  const s = String(all % 60).padStart(2, "0"), m = Math.floor(all / 60) % 60, hours = Math.floor(all / 3600);
  if (hours >= 48) return t("clock.days", { d: Math.floor(hours / 24), h: hours % 24 });
  return hours ? `${hours}:${String(m).padStart(2, "0")}:${s}` : `${m}:${s}`;
}

/**
 * The clock of a seat.
 * @param {App.Room} room
 * @param {Wire.View} view the newest, or an earlier one that was stepped back to
 * @param {Wire.Seat} seat
 * @param {App.State} state
 */
export function clock(room, view, seat, { line, now }) {
  const live = view === room.live;
  // while the line is down nobody knows the time: the clock stops and says so; in an earlier view it stands anyway
  const ms = live ? left(view, seat, line.status === "online" ? now - room.at : 0) : view.seats[seat]?.clock_ms ?? null;
  if (ms === null) return null;
  const runs = live && runsFrom(view, seat) !== null;
  const low = ms < 15_000 && runs;
  return h("span", { class: `clock ${runs ? "runs" : ""} ${low ? "low" : ""} ${live && line.status !== "online" ? "unsure" : ""}`, role: "timer", "aria-label": t("clock.label", { time: clockText(ms) }) }, clockText(ms));
}
