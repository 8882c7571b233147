// What stands below Darbol's panel: what is to be done, pace and fine aim, and in the table medium the reports.

import { h } from "../dom.js";
import { redraw } from "../state.js";
import { t } from "../text.js";
import * as saved from "../session/store.js";
import { aimAt, aimOf, holeOf } from "./darbol.js";
import { HOLES } from "./flight.js";
import { confirming } from "./reports.js";

/** @param {import("./index.js").Context} context */
export function controls(context) {
  const { view, can, mine } = context;
  const game = /** @type {Wire.DarbolView} */ (view.game);
  if (view.status !== "playing") return null;
  const may = (/** @type {string} */ type) => can && view.legal.some((move) => move.type === type);
  return [
    h("p", { class: "what-now" }, words(context)),
    lastToss(context),
    game.phase === "confirming" ? confirming(context) : null,
    may("roll") && h("div", { class: "row acts" }, h("button", { class: "main", onclick: () => context.act({ type: "roll" }) }, t("act.roll"))),
    may("toss") && aiming(context),
    may("report") && report(context),
    mine !== null && game.game === "hundred" && h("div", { class: "row acts" }, autoRoll()),
  ];
}

/** @param {import("./index.js").Context} context */
function words({ view, can, mine, idle }) {
  const game = /** @type {Wire.DarbolView} */ (view.game);
  if (game.phase === "confirming") return t(can ? "report.check" : mine !== null ? "report.wait" : "report.others");
  if (!can) return idle;
  if (game.phase === "rolling") return t("darbol.do.roll");
  const seat = view.turn[0];
  const player = game.players[seat] ?? {};
  const toss = t("darbol.toss", { n: game.toss });
  if (player.target !== undefined) return `${toss} ${t("darbol.do.mountain", { n: player.target })}`;
  if (player.in === false) return `${toss} ${t("darbol.do.in", { doubles: [...new Set(game.doubles ?? [])].join(t("or")) })}`;
  if (player.in) return `${toss} ${t("darbol.do.down", { n: player.score })}`;
  return `${toss} ${t("darbol.do.hundred", { holes: game.left.join(t("and")) })}`;
}

/** @param {import("./index.js").Context} context what was meant and what became of it, side by side */
function lastToss({ steps, view, anim }) {
  if (view.setup.medium === "table") return null;
  if (anim) return h("p", { class: "meant" });
  const at = steps.findLastIndex(({ seq, entry }) => seq <= view.seq && entry.event.type === "tossed");
  const tossed = steps[at]?.entry.event;
  const aimed = steps.slice(0, Math.max(0, at)).findLast(({ entry }) => entry.event.type === "aimed")?.entry.event;
  if (!tossed?.met || !aimed) return null;
  const right = Math.round((tossed.met[0] - (aimed.y ?? 0)) / 1000), up = Math.round((tossed.met[1] - (aimed.z ?? 0)) / 1000);
  const off = t("darbol.off", { side: t(right < 0 ? "left.mm" : "right.mm", { n: Math.abs(right) }), height: t(up < 0 ? "low.mm" : "high.mm", { n: Math.abs(up) }) });
  return h("p", { class: "meant" }, tossed.hole ? t("did.tossed", { hole: tossed.hole }) : t("did.missed"), `: ${off}.`, tossed.touched && ` ${t("darbol.touched")}`);
}

function autoRoll() {
  return h("label", { class: "tick" }, h("input", { type: "checkbox", checked: saved.read("autoroll") === true, onchange: (/** @type {any} */ event) => { saved.write("autoroll", event.target.checked); redraw(); } }), t("act.autoroll"));
}

/** @param {import("./index.js").Context} context */
function aiming(context) {
  const { store, act } = context;
  const aim = aimOf(context);
  const set = (/** @type {string} */ name, /** @type {number} */ scale) => (/** @type {any} */ event) => {
    store.aim = { ...aimOf(context), [name]: Math.round(Number(event.target.value) * scale) };
    redraw();
  };
  const range = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ min, /** @type {number} */ max, /** @type {number} */ step, /** @type {number} */ scale, /** @type {string} */ said) =>
    h("label", { key: name }, h("span", null, label, " ", h("output", null, said)), h("input", { type: "range", min, max, step, value: aim[name] / scale, "aria-valuetext": said, oninput: set(name, scale) }));
  const soft = aim.pace < 118 ? "darbol.soft" : aim.pace < 142 ? "darbol.firm" : "darbol.hard";
  return h("div", { class: "aim-panel" },
    h("div", { class: "row holes", role: "group", "aria-label": t("darbol.aim") }, HOLES.map((_, i) => h("button", {
      key: i, class: holeOf(aim) === i + 1 ? "small chosen" : "small", "aria-pressed": holeOf(aim) === i + 1 ? "true" : "false",
      onclick: () => { store.aim = { ...aimAt(i + 1), pace: aimOf(context).pace }; redraw(); },
    }, i + 1))),
    h("div", { class: "row aim-row" },
      range("pace", t("darbol.pace"), 108, 160, 1, 1, `${t(soft)} (${aim.pace} %)`),
      h("button", { class: "main", onclick: () => act({ type: "toss", ...aimOf(context) }) }, t("act.toss"))),
    h("details", null, h("summary", { class: "soft" }, t("darbol.fine")),
      range("z", t("darbol.height"), 0, 1750, 5, 1000, t("mm", { n: Math.round(aim.z / 1000) })),
      range("y", t("darbol.side"), -200, 200, 5, 1000, t("mm", { n: Math.round(aim.y / 1000) }))),
    h("p", { class: "soft how" }, t("darbol.how")));
}

/** @param {import("./index.js").Context} context the hole that a ball went through, on a real panel */
function report({ view, act }) {
  const undo = view.legal.some(({ type }) => type === "undo");
  return h("div", { class: "aim-panel" },
    h("p", { class: "soft" }, t("darbol.report")),
    h("div", { class: "row holes" }, HOLES.map((_, i) => h("button", { key: i, onclick: () => act({ type: "report", hole: i + 1 }) }, i + 1)),
      h("button", { onclick: () => act({ type: "report", hole: 0 }) }, t("report.miss"))),
    undo && h("div", { class: "row acts" }, h("button", { class: "small", onclick: () => act({ type: "undo" }) }, t("report.undo"))));
}
