// A player's strip beside the board: name, clock, connection, score, whose turn it is.

import { h } from "../dom.js";
import { span, t } from "../text.js";
import { sit } from "./act.js";
import { clock } from "./clock.js";
import { playerName } from "./names.js";
import { mySeat } from "./turn.js";

/**
 * @param {App.State} state
 * @param {Wire.View} view the view that is drawn
 * @param {Wire.Seat} seat
 * @param {App.Child} score
 */
export function strip(state, view, seat, score) {
  const room = /** @type {App.Room} */ (state.room);
  const live = room.live ?? view;
  const taken = live.seats[seat];
  const mine = mySeat(live, state.me) === seat;
  const turn = view.turn.includes(seat) || (view.fairness.due?.seats.includes(seat) ?? false);
  return h("div", { class: `strip seat-${seat} ${turn && view.status === "playing" ? "turn" : ""} ${taken?.out ? "out" : ""}`, key: `strip${seat}` },
    h("i", { class: `piece side-${seat}`, "aria-hidden": "true" }),
    taken ? person(taken, mine) : free(live, state),
    h("div", { class: "score" }, score),
    clock(room, view.seq === live.seq ? live : view, seat, state));
}

/**
 * @param {Wire.SeatView} taken
 * @param {boolean} mine
 */
function person({ player, online, gone_ms, out }, mine) {
  const state = out ? t("seat.out") : online ? t("seat.online") : gone_ms > 5000 ? t("seat.gone", { span: span(gone_ms / 1000) }) : t("seat.offline");
  return h("div", { class: "person" },
    h("i", { class: `dot ${online ? "on" : "off"}`, role: "img", "aria-label": state, title: state }),
    playerName(player),
    mine && h("span", { class: "you" }, t("seat.you")),
    !online && !out && h("small", { class: "soft" }, state));
}

/**
 * @param {Wire.View} view
 * @param {App.State} state
 */
function free(view, { me, room, line }) {
  const seated = mySeat(view, me) !== null;
  return h("div", { class: "person" }, h("em", null, t("seat.free")),
    !seated && view.status !== "playing" && h("button", { class: "main small", disabled: room?.sitting || line.status !== "online", onclick: () => sit() }, t("seat.sit")));
}
