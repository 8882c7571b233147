// The table medium's last word on a turn, alike in Darbol and Crokidarts: the other side confirms or disputes it.

import { h } from "../dom.js";
import { t } from "../text.js";

/** @param {import("./index.js").Context} context */
export function confirming({ view, can, act, steps, mine }) {
  const lines = reportedTurn(steps, view.seq);
  const after = view.setup.confirm_after_s;
  return h("div", { class: "aim-panel confirm" },
    h("ul", null, lines.map((line, i) => h("li", { key: i }, line))),
    can && h("div", { class: "row acts" },
      h("button", { class: "main", onclick: () => act({ type: "confirm" }) }, t("report.confirm")),
      h("span", { class: "gap" }),
      h("button", { class: "danger", onclick: () => act({ type: "dispute" }) }, t("report.dispute"))),
    mine !== null && h("p", { class: "soft" }, after ? t("report.after", { s: after }) : t("report.byhand")));
}

/**
 * The reports of the turn that waits, in words.
 * @param {App.Step[]} steps
 * @param {number} seq
 */
function reportedTurn(steps, seq) {
  /** @type {string[]} */
  const lines = [];
  for (const { seq: at, entry: { event } } of steps) {
    if (at > seq) break;
    if (["turn_ended", "confirmed", "disputed", "started"].includes(event.type)) lines.length = 0;
    if (event.type === "undone") lines.pop();
    if (event.type !== "reported") continue;
    if (event.hole !== undefined) lines.push(event.hole ? t("did.tossed", { hole: event.hole }) : t("did.missed"));
    else if (event.hit !== undefined) lines.push(t(event.hit ? "did.hit" : "did.not_hit"));
    else lines.push(t("did.reported", { twenties: event.twenties, board: (event.board ?? []).join(" ") || "–" }));
  }
  return lines;
}
