// What stands below Gul Bara's board: roll, take back, done, and whether to roll without being asked.

import { h } from "../dom.js";
import { redraw } from "../state.js";
import { t } from "../text.js";
import * as saved from "../session/store.js";

/** @param {import("./index.js").Context} context */
export function controls({ view, can, act, mine, last, idle }) {
  const game = /** @type {Wire.GulBaraView} */ (view.game);
  if (view.status !== "playing") return null;
  const may = (/** @type {string} */ type) => can && view.legal.some((move) => move.type === type);
  const auto = saved.read("autoroll") === true;
  const left = game.stages.map((stage) => `${stage[0]}×${stage.length}`).join(" → ");
  const cascade = game.stages.length > 1;
  const dead = last.some(({ event }) => event.type === "dead_roll");
  const words = !can ? idle : may("roll") ? t("gul.do.roll") : may("done") ? t("gul.do.done") : cascade ? t("gul.do.cascade", { left }) : t("gul.do.move");
  return [
    h("p", { class: "what-now" }, words, dead && game.dice === null && h("small", null, ` ${t("gul.dead.why")}`)),
    mine !== null && h("div", { class: "row acts" },
      h("button", { class: may("roll") ? "main" : "", disabled: !may("roll"), onclick: () => act({ type: "roll" }) }, t("act.roll")),
      h("button", { disabled: !may("undo"), onclick: () => act({ type: "undo" }) }, t("act.undo")),
      h("button", { class: may("done") ? "main" : "", disabled: !may("done"), onclick: () => act({ type: "done" }) }, t("act.done")),
      h("label", { class: "tick" }, h("input", { type: "checkbox", checked: auto, onchange: (/** @type {any} */ event) => { saved.write("autoroll", event.target.checked); redraw(); if (event.target.checked && may("roll")) act({ type: "roll" }); } }), t("act.autoroll"))),
  ];
}
