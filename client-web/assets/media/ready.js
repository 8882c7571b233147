// Before the first throw at real boards: does each side see the other's board? Nobody is held up by it, since playing
// never depends on cameras; but whoever begins without looking finds out when it is too late to dispute.

import { h } from "../dom.js";
import { t } from "../text.js";
import { mySeat } from "../room/turn.js";
import { sight } from "./cameras.js";

/** @param {App.State} state */
export function readyCard({ room, me }) {
  const view = room?.live;
  if (!view || view.setup.medium !== "table" || view.status === "finished") return null;
  const seat = mySeat(view, me);
  const begun = room.steps.some(({ entry }) => entry.event.type === "reported");
  const others = view.seats.flatMap((other, i) => (other && i !== seat ? [{ seat: i, name: other.player.name }] : []));
  if (seat === null || begun || others.length === 0) return null;
  const { on, seen } = sight();
  const line = (/** @type {boolean} */ done, /** @type {string} */ words) =>
    h("li", { key: words, class: done ? "good" : "open" }, h("span", { class: "mark", "aria-hidden": "true" }, done ? "✓" : "·"), h("span", null, words));
  return h("section", { class: "card ready", key: "ready", "aria-label": t("ready.title") },
    h("h2", null, t("ready.title")),
    h("ul", { class: "findings" },
      line(on, t(on ? "ready.on" : "ready.off")),
      others.map((other) => line(seen.has(other.seat), t(seen.has(other.seat) ? "ready.seen" : "ready.unseen", { name: other.name })))),
    h("p", { class: "soft" }, t("ready.how")));
}
