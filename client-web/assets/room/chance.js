// The fairness of a match, one line a draw, and the warnings that go with it.

import { h } from "../dom.js";
import { t } from "../text.js";
import { giveUpDraws } from "./act.js";
import { nameOf } from "./names.js";

/** @param {App.State} state */
export function chanceTab({ room }) {
  if (!room?.live) return null;
  const view = room.live;
  const { fairness, setup } = view;
  const part = fairness.tips.map((tip, seat) => (tip ? nameOf(view, seat) : "")).filter(Boolean);
  return h("div", { class: "chance" },
    warnings(room),
    h("p", null, t(`chance.about.${setup.fairness}`)),
    h("p", { class: "soft" }, part.length ? t("chance.parts", { names: part.join(", ") }) : t("chance.noparts")),
    fairness.due && h("p", { class: "due" }, t("chance.due", { draw: fairness.due.draw, names: fairness.due.seats.map((seat) => nameOf(view, seat)).join(", ") || "–" })),
    fairness.silent.map((times, seat) => times > 0 && fairness.tips[seat] && h("p", { class: "warn", key: `silent${seat}` }, t("chance.silent", { name: nameOf(view, seat), n: times }))),
    h("ol", { class: "draws" }, room.draws.toReversed().map((note) => h("li", { key: note.draw, class: note.verdict },
      h("span", { class: "mark", "aria-hidden": "true" }, { good: "✓", bad: "✗", unknown: "?" }[note.verdict]),
      h("span", null, t("chance.draw", { draw: note.draw, what: t(`need.${note.need}`), values: note.values.length ? valuesText(note) : "" }), " ",
        h("small", null, t(`chance.${note.verdict}`), note.why ? ` ${t(`chance.why.${note.why}`)}` : "",
          note.silent.length > 0 ? ` ${t("chance.without", { names: note.silent.map((seat) => nameOf(view, seat)).join(", ") })}` : ""))))),
    room.draws.length === 0 && h("p", { class: "soft" }, t("chance.none")),
    view.result && h("p", null, h("a", { class: "button", href: `/check/${view.room}/${view.match}` }, t("chance.checkall"))));
}

/** @param {App.DrawNote} note */
function valuesText({ need, values }) {
  return need === "lot" || need === "set_lot" ? "" : values.join("-");
}

/** @param {App.Room} room the newest first, and not without end */
function warnings(room) {
  return room.warnings.slice(-6).reverse().map(({ kind, draw }) => h("div", { class: `notice ${kind === "late" ? "warn" : "bad"}`, key: `${kind}${draw}` },
    h("p", null, t(`warn.${kind}`, { draw })),
    kind === "elsewhere" && h("button", { onclick: giveUpDraws }, t("giveup.title"))));
}
