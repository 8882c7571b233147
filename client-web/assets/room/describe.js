// Entries in words: one short text for the list of moves, and with the player's name in front for a screen reader.

import { t } from "../text.js";
import { nameOf } from "./names.js";

const CHANGES = new Set([
  "started", "drawn", "taken_back", "out", "rolling", "undone", "confirmed", "disputed", "ended", "placed", "stepped",
  "captured", "passed", "done", "dead_roll", "game_ended", "aimed", "tossed", "shot", "reported", "turn_ended", "lifted",
  "leg_ended", "set_ended",
]);

/** @param {string} type of an event: whether it changes what may be played */
export const changesPlay = (type) => CHANGES.has(type);

/**
 * What happened, without who did it; empty for what needs no words.
 * @param {Wire.Entry} entry
 * @param {Wire.View} view for names and options
 * @returns {string}
 */
export function describe({ event }, view) {
  const name = (/** @type {any} */ seat) => nameOf(view, seat);
  switch (event.type) {
    case "placed":
      return t("did.placed", { at: event.at });
    case "stepped":
      if (event.die === undefined) return t("did.stepped", { from: event.from, to: event.to });
      return event.to === 0 ? t("did.off", { from: event.from, die: event.die }) : t("did.moved", { from: event.from, to: event.to, die: event.die });
    case "captured":
      return t("did.captured", { at: event.at });
    case "passed":
      return t("did.passed", { name: name(event.seat) });
    case "drawn":
      return drawn(event, name);
    case "dead_roll":
      return t("did.dead_roll", { dice: (event.dice ?? []).join("-") });
    case "game_ended":
      return typeof event.winner === "number" ? t("did.game_ended", { name: name(event.winner), n: event.points }) : t("did.game_void");
    case "tossed":
      return event.hole ? t("did.tossed", { hole: event.hole }) : t("did.missed");
    case "shot":
      return shot(event);
    case "lifted":
      return t("did.lifted");
    case "reported":
      return reported(event);
    case "turn_ended":
      return turnEnded(event, name(event.seat), view);
    case "leg_ended":
      return typeof event.winner === "number" ? t("did.leg_ended", { name: name(event.winner) }) : t("did.leg_drawn");
    case "set_ended":
      return t("did.set_ended", { name: name(event.winner) });
    case "offered":
      return t(`did.offered.${event.what}`);
    case "answered":
      return t(event.yes ? "did.yes" : "did.no", { what: t(`what.${event.what}`) });
    case "sat":
      return t("did.sat", { name: event.player?.name ?? "" });
    case "flagged":
    case "out":
      return t(`did.${event.type}`, { name: name(event.seat) });
    case "ended":
      return outcome({ winners: event.winners ?? [], reason: event.reason ?? "completed" }, view);
    case "undone": case "done": case "confirmed": case "disputed": case "taken_back": case "resigned": case "claimed":
    case "stood": case "started": case "paused": case "gave_up_draws":
      return t(`did.${event.type}`);
    default:
      return ""; // tips, links, aims; and events of a later version
  }
}

/**
 * @param {Wire.Event} event
 * @param {(seat: any) => string} name
 */
function drawn(event, name) {
  const values = event.values ?? [];
  switch (event.for) {
    case "lot":
    case "set_lot":
      return t("did.lot", { name: name(values[0]) });
    case "roll_off":
      return t("did.roll_off", { dice: values.slice(-2).join(" : "), name: name(values.at(-2) === undefined || Number(values.at(-2)) > Number(values.at(-1)) ? 0 : 1) });
    case "roll":
      return t("did.rolled", { dice: values.join("-") });
    case "doubles":
      return t("did.doubles", { dice: values.slice(-2).join(t("and")) });
    default:
      return "";
  }
}

/** @param {Wire.Event} event */
function shot(event) {
  const sunk = Array.isArray(event.hole) ? event.hole.length : 0;
  const words = [];
  if (sunk) words.push(t("did.sunk", { n: sunk }));
  else words.push(event.struck ? t("did.struck") : t("did.slid"));
  if (event.ditch?.length) words.push(t("did.ditched", { n: event.ditch.length }));
  return words.join(", ");
}

/** @param {Wire.Event} event */
function reported(event) {
  if (event.hole !== undefined) return event.hole ? t("did.tossed", { hole: event.hole }) : t("did.missed");
  if (event.hit !== undefined) return t(event.hit ? "did.hit" : "did.not_hit");
  return t("did.reported", { twenties: event.twenties, board: (event.board ?? []).join(" ") || "–" });
}

/**
 * @param {Wire.Event} event
 * @param {string} name
 * @param {Wire.View} view
 */
function turnEnded(event, name, view) {
  if (event.target !== undefined) return t("did.turn.target", { name, target: event.target });
  if (event.bust) return t("did.turn.bust", { name, score: event.score });
  if (event.locked) return t("did.turn.locked", { name, score: event.score });
  const dead = event.dead ? ` ${t("did.turn.dead")}` : "";
  const made = view.setup.game.kind === "darbol" && event.points !== undefined ? t("did.turn.points", { name, n: event.points, score: event.score }) : t("did.turn.score", { name, score: event.score });
  return made + dead;
}

/**
 * How a match ended, in a sentence.
 * @param {{winners: Wire.Seat[], reason: Wire.Reason}} result
 * @param {Wire.View} view
 */
export function outcome({ winners, reason }, view) {
  if (winners.length === 0) return t(`result.none.${reason}`);
  const names = winners.map((seat) => nameOf(view, seat)).join(t("and"));
  return t(`result.won.${reason}`, { name: names });
}

/**
 * A sentence for a screen reader, with the name of who did it.
 * @param {Wire.Entry} entry
 * @param {Wire.View} view
 */
export function spoken(entry, view) {
  const text = describe(entry, view);
  if (!text) return "";
  return entry.by === null || entry.event.type === "sat" ? text : `${nameOf(view, entry.by)}: ${text}`;
}
