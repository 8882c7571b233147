// What stands below the crokinole board: the sum of the turn, place, aim and power, and in the table medium the reports.

import { h } from "../dom.js";
import { redraw } from "../state.js";
import { t } from "../text.js";
import { aimed } from "./crokidarts.js";
import { overlaps, startAt } from "./aim.js";
import { confirming } from "./reports.js";

/** @param {import("./index.js").Context} context */
export function controls(context) {
  const { view, can } = context;
  const game = /** @type {Wire.CrokidartsView} */ (view.game);
  if (view.status !== "playing") return null;
  const may = (/** @type {string} */ type) => can && view.legal.some((move) => move.type === type);
  return [
    h("p", { class: "what-now" }, words(context)),
    sum(context),
    lastShot(context),
    game.phase === "confirming" ? confirming(context) : null,
    may("shoot") && aiming(context),
    may("report") && report(context),
  ];
}

/** @param {import("./index.js").Context} context */
function words({ view, can, mine, idle }) {
  const game = /** @type {Wire.CrokidartsView} */ (view.game);
  if (game.phase === "confirming") return t(can ? "report.check" : mine !== null ? "report.wait" : "report.others");
  if (!can) return idle;
  if (game.phase === "checkout") return t(view.legal.some(({ type }) => type === "lift") ? "croki.do.lift" : "croki.do.checkout");
  return t(game.discs.length ? "croki.do.strike" : "croki.do.open", { n: game.shot });
}

/** @param {import("./index.js").Context} context what the turn would come to if it ended now */
function sum({ view, side }) {
  const game = /** @type {Wire.CrokidartsView} */ (view.game);
  const seat = view.turn[0] ?? side;
  const board = game.discs.reduce((all, { value }) => all + value, 0);
  if (!game.twenties && !board) return h("p", { class: "sum" });
  const target = view.setup.game.kind === "crokidarts" ? view.setup.game.target : 400;
  const total = game.score[seat] + 20 * game.twenties + board;
  return h("p", { class: total > target ? "sum over" : total === target ? "sum exact" : "sum" },
    t("croki.sum", { score: game.score[seat], twenties: 20 * game.twenties, board, total }), total > target && ` ${t("croki.over", { n: total - target })}`);
}

/** @param {import("./index.js").Context} context */
function lastShot({ steps, view, anim }) {
  if (view.setup.medium === "table") return null;
  if (anim) return h("p", { class: "meant" });
  const at = steps.findLastIndex(({ seq, entry }) => seq <= view.seq && entry.event.type === "shot");
  const shot = steps[at]?.entry.event;
  const meant = steps.slice(0, Math.max(0, at)).findLast(({ entry }) => entry.event.type === "aimed")?.entry.event;
  if (!shot || !meant) return null;
  const right = ((shot.aim ?? 0) - (meant.aim ?? 0)) / 1000, hard = Math.round(((shot.speed ?? 0) / (meant.speed ?? 1) - 1) * 100);
  return h("p", { class: "meant" }, t("croki.meant", {
    side: t(right < 0 ? "left.deg" : "right.deg", { n: Math.abs(right).toFixed(1) }), speed: t(hard < 0 ? "soft.pc" : "hard.pc", { n: Math.abs(hard) }),
  }));
}

/** @param {import("./index.js").Context} context */
function aiming({ view, store, act }) {
  const game = /** @type {Wire.CrokidartsView} */ (view.game);
  const aim = aimed(store);
  const discs = game.discs.map(({ x, y }) => ({ x: (x ?? 0) / 1000, y: (y ?? 0) / 1000 }));
  const set = (/** @type {string} */ name, /** @type {number} */ scale) => (/** @type {any} */ event) => {
    store.aim = { ...aimed(store), [name]: Math.round(Number(event.target.value) * scale) };
    redraw();
  };
  const range = (/** @type {"at" | "aim" | "speed"} */ name, /** @type {number} */ least, /** @type {number} */ most, /** @type {number} */ step, /** @type {number} */ scale, /** @type {string} */ said) =>
    h("label", { key: name }, h("span", null, t(`croki.${name}`), " ", h("output", null, said)),
      h("input", { type: "range", min: least, max: most, step, value: aim[name] / scale, "aria-valuetext": said, oninput: set(name, scale) }));
  const degrees = (/** @type {number} */ mdeg) => `${(Math.abs(mdeg) / 1000).toFixed(1)}°${mdeg ? ` ${t(mdeg < 0 ? "left" : "right")}` : ""}`;
  const bad = overlaps(startAt(aim.at), discs);
  return h("div", { class: "aim-panel" },
    h("div", { class: "row aim-row" },
      range("at", -45, 45, 0.5, 1000, degrees(aim.at)), range("aim", -90, 90, 0.1, 1000, degrees(aim.aim)), range("speed", 4, 100, 0.5, 25, `${(aim.speed / 25).toFixed(0)} %`),
      h("button", { class: "main", disabled: bad, onclick: () => act({ type: "shoot", ...aimed(store) }) }, t("act.shoot"))),
    h("p", { class: "soft how" }, bad ? t("croki.overlap") : t("croki.how")));
}

/** @param {import("./index.js").Context} context what a shot on a real board left */
function report({ view, act, store }) {
  const game = /** @type {Wire.CrokidartsView} */ (view.game);
  const undo = view.legal.some(({ type }) => type === "undo");
  const back = undo && h("button", { class: "small", onclick: () => { store.report = null; act({ type: "undo" }); } }, t("report.undo"));
  if (game.phase === "checkout") {
    return h("div", { class: "aim-panel" }, h("p", { class: "soft" }, t("croki.report.checkout")), h("div", { class: "row acts" },
      h("button", { onclick: () => act({ type: "report", hit: true }) }, t("croki.hit")),
      h("button", { onclick: () => act({ type: "report", hit: false }) }, t("report.miss")), back));
  }
  const count = (/** @type {number} */ value) => game.discs.filter((disc) => disc.value === value).length;
  // what was drawn may be older than the last press
  const counted = () => (store.report?.seq === view.seq ? store.report : { seq: view.seq, 20: game.twenties, 15: count(15), 10: count(10), 5: count(5) });
  const now = counted();
  const step = (/** @type {20 | 15 | 10 | 5} */ value) => {
    const change = (/** @type {number} */ by) => () => { store.report = { ...counted(), [value]: Math.max(0, Math.min(5, counted()[value] + by)) }; redraw(); };
    return h("div", { class: "stepper", key: value, role: "group", "aria-label": t("croki.count", { value }) },
      h("span", null, value === 20 ? t("croki.bowl") : value),
      h("button", { class: "small", "aria-label": t("less"), onclick: change(-1), disabled: now[value] === 0 }, "−"), h("b", { "aria-live": "polite" }, now[value]),
      h("button", { class: "small", "aria-label": t("more"), onclick: change(1) }, "+"));
  };
  const board = () => [15, 10, 5].flatMap((value) => new Array(counted()[value]).fill(value));
  return h("div", { class: "aim-panel" },
    h("p", { class: "soft" }, t("croki.report", { n: game.shot })),
    h("div", { class: "row steppers" }, step(20), step(15), step(10), step(5)),
    h("div", { class: "row acts" }, h("button", { class: "main", onclick: () => act({ type: "report", twenties: counted()[20], board: board() }) }, t("croki.report.send", { sum: 20 * now[20] + board().reduce((a, b) => a + b, 0) })), back));
}
