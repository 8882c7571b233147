// The options of a game that are not the usual ones, in a few words: for lists and the head of a room.

import { t } from "../text.js";

/** What each option is unless somebody chose otherwise. */
export const USUAL = {
  dara: { size: "5x6", long_lines: "allowed", placing: "free", captures: "one", protection: "rows_unless_all", immobile: "loses", no_capture_limit: 100, repetition: 3, position: null },
  gul_bara: { cascade_from: 4, roll_counter: "per_player", match_points: 1, next_starter: "roll_off", position: null },
  darbol: { up_resets: false, down_sets: false, professional: false, bust_ends_turn: true, bust_on_dead: false, doubles_dice: "two", same_dice: "keep", handicap: false, max_rounds: 200, hand: "average" },
  crokidarts: { target: 400, legs_to_win: 2, sets_to_win: 3, strict_twenty: false, turn_cap: 60, hand: "average" },
};

/** @param {Wire.GameOptions} game */
export function optionWords(game) {
  const usual = /** @type {Record<string, any>} */ (USUAL[game.kind]);
  const chosen = /** @type {Record<string, any>} */ (game);
  return Object.keys(usual)
    .filter((name) => chosen[name] !== undefined && chosen[name] !== usual[name])
    .map((name) => word(name, chosen[name]))
    .join(" · ");
}

/**
 * @param {string} name
 * @param {any} value
 */
function word(name, value) {
  if (name === "position") return t("opt.position");
  if (typeof value === "boolean") return value ? t(`opt.${name}`) : t("opt.not", { what: t(`opt.${name}`) });
  const shown = value === null ? t("never") : typeof value === "number" ? value : t(`opt.${name}.${value}`);
  return `${t(`opt.${name}`)}: ${shown}`;
}

/** @param {Wire.Clock | null} clock */
export function clockWords(clock) {
  if (!clock) return t("clock.none");
  if ("per_turn_s" in clock) return t("clock.turn.words", { s: minutes(clock.per_turn_s) });
  return clock.increment_s ? t("clock.total.words", { s: minutes(clock.initial_s), plus: clock.increment_s }) : minutes(clock.initial_s);
}

/** @param {number} seconds */
function minutes(seconds) {
  if (seconds % 86400 === 0) return t("span.d", { n: seconds / 86400 });
  if (seconds % 3600 === 0) return t("span.h", { n: seconds / 3600 });
  if (seconds % 60 === 0) return t("span.min", { n: seconds / 60 });
  return t("span.s", { n: seconds });
}
