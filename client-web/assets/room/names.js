// What people are called: names are not unique, so a few letters of the public id stand beside them.

import { h } from "../dom.js";

/** @param {string} id */
export const shortId = (id) => `#${id.slice(0, 4)}`;

/**
 * A name with its short id, leading to the player's page.
 * @param {Wire.Player} player
 */
export function playerName(player) {
  return h("a", { class: "player", href: `/p/${player.id}`, title: player.name },
    h("span", { class: "clip" }, h("bdi", null, player.name)), h("small", null, shortId(player.id)));
}

/**
 * The name of a seat in a sentence.
 * @param {Wire.View} view
 * @param {Wire.Seat | null | undefined} seat
 */
export function nameOf(view, seat) {
  if (seat === null || seat === undefined) return "";
  return view.seats[seat]?.player.name ?? `${seat + 1}`;
}
