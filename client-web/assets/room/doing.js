// What can be done besides moves: offers and their answers, resigning, claiming, leaving; and the result at the end.
// What cannot be undone is kept away from what is pressed often, and asks first.

import { h } from "../dom.js";
import { span, t } from "../text.js";
import { claim, offer, reply, resign, sit, stand } from "./act.js";
import { outcome } from "./describe.js";
import { nameOf } from "./names.js";
import { mySeat } from "./turn.js";

/** @param {App.State} state */
export function offers({ room, me }) {
  const view = room?.live;
  if (!view) return null;
  const seat = mySeat(view, me);
  return view.offers.map((offer) => {
    const mine = offer.by === seat;
    const answered = seat !== null && offer.yes.includes(seat);
    return h("div", { class: "notice offer", key: `${offer.what}${offer.seq}` },
      h("p", null, mine ? t(`offer.mine.${offer.what}`) : t(`offer.${offer.what}`, { name: nameOf(view, offer.by) })),
      seat !== null && !mine && !answered && h("div", { class: "row late" },
        h("button", { class: "main", onclick: () => reply(offer, true) }, t(`offer.yes.${offer.what}`)),
        h("button", { onclick: () => reply(offer, false) }, t("offer.no"))));
  });
}

/** @param {App.State} state */
export function result({ room, me }) {
  const view = room?.live;
  if (!view?.result) return null;
  const seat = mySeat(view, me);
  const { winners, points } = view.result;
  const mood = seat === null || winners.length === 0 ? "even" : winners.includes(seat) ? "won" : "lost";
  const offered = view.offers.some(({ what, by, yes }) => what === "rematch" && seat !== null && (by === seat || yes.includes(seat)));
  return h("section", { class: `result ${mood}`, key: "result" },
    h("h2", null, seat === null ? t("result.over") : t(`result.${mood}`)),
    h("p", null, outcome(view.result, view)),
    points.some((n) => n > 1) && h("p", { class: "soft" }, t("result.points", { points: points.join(" : ") })),
    h("div", { class: "row late" },
      seat !== null && h("button", { class: "main", disabled: offered, onclick: () => offer("rematch") }, t(offered ? "rematch.offered" : "rematch.offer")),
      seat === null && view.seats.some((other) => other === null) && h("button", { class: "main", onclick: () => sit() }, t("seat.sit")),
      h("a", { class: "button", href: `/replay/${view.room}/${view.match}` }, t("result.replay")),
      h("a", { class: "button", href: "/" }, t("nav.lobby"))));
}

/** @param {App.State} state */
export function actions({ room, me, line }) {
  const view = room?.live;
  if (!view) return null;
  const seat = mySeat(view, me);
  if (seat === null) return null;
  const off = line.status !== "online";
  if (view.status !== "playing") {
    return h("div", { class: "row more" }, h("button", { class: "quiet small", disabled: off, onclick: stand }, t("act.stand")));
  }
  const offered = (/** @type {Wire.What} */ what) => view.offers.some((offer) => offer.what === what && offer.by === seat);
  const gone = claimable(view, seat);
  const kind = view.setup.game.kind;
  return h("details", { class: "more" },
    h("summary", null, t("act.more")),
    h("div", { class: "row" },
      view.setup.seats > 1 && kind !== "crokidarts" && h("button", { disabled: off || offered("takeback"), onclick: () => offer("takeback") }, t("act.takeback")),
      kind === "dara" && h("button", { disabled: off || offered("draw"), onclick: () => offer("draw") }, t("act.draw")),
      gone && h("button", { disabled: off, onclick: claim, title: gone }, t("act.claim")),
      !view.seats[seat]?.out && h("button", { class: "danger", disabled: off, onclick: resign }, t("act.resign"))));
}

/**
 * Why a claim may hold now; empty if there is surely nothing to claim.
 * @param {Wire.View} view
 * @param {Wire.Seat} seat
 */
function claimable(view, seat) {
  const gone = view.seats.find((other, i) => i !== seat && other && !other.online && !other.out);
  const owes = view.fairness.due?.seats.some((other) => other !== seat) || view.game?.phase === "confirming";
  if (gone) return t("claim.gone", { name: gone.player.name, span: span(gone.gone_ms / 1000) });
  return owes ? t("claim.owes") : "";
}
