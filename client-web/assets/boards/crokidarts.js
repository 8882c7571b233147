// The crokinole board of Crokidarts, seen by the shooter: rings, pegs, hole, ditch, the bowl of twenties, the discs of
// this turn, and the aim up to its first contact.

import { h } from "../dom.js";
import { HANDS } from "../fairness/hand.js";
import { redraw } from "../state.js";
import { t } from "../text.js";
import { discsAt, elapsed } from "../room/stage.js";
import { aimOf, direction, DISC, firstContact, LINE, overlaps, PEG, PEGS, startAt } from "./aim.js";
import { follow } from "./drag.js";
import { grain, linear, pieceDefs, radial } from "./wood.js";

/** Power is full at this pull, in board units at the usual size. */
const FULL_PULL = 260, MAX_SPEED = 2500;

const ring = (/** @type {number} */ r, /** @type {string} */ cls) => h("circle", { r, class: cls });
const diagonal = (LINE * Math.SQRT1_2).toFixed(1), inner = (203.2 * Math.SQRT1_2).toFixed(1);

const ground = h("g", { key: "ground" },
  h("defs", null, pieceDefs(),
    radial("maple", [[0, "#ecca92"], [0.6, "#e2bb7e"], [1, "#d3a765"]]),
    linear("croki-frame", [[0, "#6e3f20"], [1, "#472612"]]),
    radial("ditch", [[0.8, "#1f120a"], [0.93, "#38210f"], [1, "#241409"]]),
    radial("cup", [[0, "#24150a"], [0.75, "#3b2412"], [1, "#5a3b20"]]),
    radial("peg", [[0, "#f5d98a"], [0.5, "#b88a2e"], [1, "#6d4d12"]], { cx: 0.35, cy: 0.3, r: 0.8 }),
    radial("bowl", [[0, "#7c4a25"], [0.8, "#5c3417"], [1, "#3f220d"]]),
    h("clipPath", { id: "surface" }, h("circle", { r: 330 }))),
  h("circle", { cy: 6, r: 408, class: "board-shadow" }),
  h("circle", { r: 408, fill: "url(#croki-frame)" }),
  h("circle", { r: 386, fill: "url(#ditch)" }),
  h("circle", { r: 330.2, fill: "url(#maple)" }),
  h("g", { "clip-path": "url(#surface)" }, grain(-330, -330, 660, 660, 17, 3)),
  ring(LINE, "croki-line"), ring(203.2, "croki-line"), ring(101.6, "croki-line"),
  h("circle", { r: 92, class: "croki-inner" }),
  [[1, 1], [-1, 1], [1, -1], [-1, -1]].map(([x, y]) => h("path", { d: `M${x * Number(inner)} ${y * Number(inner)}L${x * Number(diagonal)} ${y * Number(diagonal)}`, class: "croki-line" })),
  [[5, 254], [10, 152], [15, 60]].map(([value, r]) => h("text", { x: 0, y: -r + 9, class: "croki-value" }, value)),
  h("circle", { r: 17.5, fill: "url(#cup)" }), h("circle", { r: 17.5, class: "cup-rim" }),
  PEGS.map(({ x, y }) => h("g", { transform: `translate(${x} ${-y})` }, h("circle", { cx: 1.5, cy: 3, r: PEG + 2.5, fill: "url(#shadow)" }), h("circle", { r: PEG + 1, fill: "url(#peg)" }))));

/** @param {{x: number, y: number}} at @param {number} side @param {App.Props} props */
function disc({ x, y }, side, props) {
  return h("g", { ...props, class: `disc ${props.class ?? ""}`, transform: `translate(${x.toFixed(2)} ${(-y).toFixed(2)})` },
    h("ellipse", { cx: 1, cy: 3, rx: DISC + 3, ry: DISC + 2, fill: "url(#shadow)" }),
    h("circle", { r: DISC, fill: `url(#side-${side})`, class: "stone-body" }),
    h("circle", { r: DISC * 0.62, class: `groove side-${side}` }));
}

/** @param {Wire.CrokidartsView} game in mm */
const lying = (game) => game.discs.filter(({ x }) => x !== undefined).map(({ id, x, y, value }) => ({ id: id ?? 0, x: (x ?? 0) / 1000, y: (y ?? 0) / 1000, value }));

/** @param {any} store */
export const aimed = (store) => store.aim ?? { at: 0, aim: 0, speed: 900 };

/** @param {import("./index.js").Context} context */
export function board(context) {
  const { view, side, can, act, store, anim, now } = context;
  const game = /** @type {Wire.CrokidartsView} */ (view.game);
  const virtual = view.setup.medium === "virtual";
  const shooter = view.turn[0] ?? anim?.seat ?? side;
  const aiming = can && virtual && view.legal.some(({ type }) => type === "shoot");
  const lifts = new Set(can ? view.legal.filter(({ type }) => type === "lift").map(({ disc }) => disc) : []);
  const aim = aimed(store);
  const discs = lying(game);
  const shot = anim?.kind === "shot" ? anim : null;
  const press = (/** @type {PointerEvent} */ event) => aiming && pull(event, context);
  return h("svg", {
    class: `board crokidarts ${aiming ? "aiming" : ""}`, viewBox: "-420 -420 840 840", role: "group", tabindex: aiming ? 0 : null, "aria-label": t("board.crokidarts"),
    onpointerdown: press, onkeydown: (/** @type {KeyboardEvent} */ event) => aiming && key(event, context),
  },
    ground,
    bowl(game, shooter),
    rack(game, shooter, view),
    virtual ? (shot ? moving(shot, discs, shooter, now) : discs.map((at) => disc(at, shooter, {
      key: `d${at.id}`, class: lifts.has(at.id) ? "lift" : "", ...(lifts.has(at.id) && {
        role: "button", tabindex: 0, "aria-label": t("croki.lift", { value: at.value }), onclick: () => act({ type: "lift", disc: at.id }),
        onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter" || event.key === " ") act({ type: "lift", disc: at.id }); },
      }) }))) : scattered(game, shooter),
    aiming && !shot && aimLine(aim, discs, shooter, view, context));
}

/** @param {App.Anim} shot @param {{id: number, x: number, y: number}[]} discs @param {number} side @param {number} now */
function moving(shot, discs, side, now) {
  const path = shot.event.path ?? [];
  const ms = elapsed(shot, now);
  const places = discsAt(path, ms);
  const sunk = new Set(Array.isArray(shot.event.hole) ? shot.event.hole : []), ditched = new Set(shot.event.ditch ?? []);
  const over = (/** @type {number} */ id) => ms > Math.max(0, ...path.filter(([disc]) => disc === id).map(([, t0, dur]) => t0 + dur));
  const ids = new Set([...discs.map(({ id }) => id), ...places.keys()]);
  return [...ids].map((id) => {
    const at = places.get(id) ?? discs.find((disc) => disc.id === id);
    if (!at) return null;
    const mm = places.has(id) ? { x: at.x / 1000, y: at.y / 1000 } : at;
    const gone = places.has(id) && over(id);
    if (gone && sunk.has(id)) return disc({ x: 0, y: 0 }, side, { key: `d${id}`, class: "sunk" });
    return disc(mm, side, { key: `d${id}`, class: gone && ditched.has(id) ? "ditched" : "" });
  });
}

/** @param {Wire.CrokidartsView} game @param {number} side a real board: only the values are known, so they lie in their rings */
function scattered(game, side) {
  const radius = /** @type {Record<number, number>} */ ({ 15: 60, 10: 152, 5: 254 });
  return game.discs.map(({ value }, i) => {
    const angle = -0.9 + i * 0.62;
    return disc({ x: Math.sin(angle) * (radius[value] ?? 60), y: -Math.cos(angle) * (radius[value] ?? 60) * 0.9 }, side, { key: `r${i}` });
  });
}

/** @param {Wire.CrokidartsView} game @param {number} side */
function bowl({ twenties }, side) {
  return h("g", { key: "bowl", transform: "translate(-356 -356)", role: "img", "aria-label": t("croki.twenties", { n: twenties }) },
    h("circle", { r: 56, fill: "url(#bowl)", class: "bowl" }), h("circle", { r: 44, class: "bowl-inner" }),
    Array.from({ length: twenties }, (_, i) => disc({ x: Math.sin(i * 2.4) * (i ? 18 : 0), y: Math.cos(i * 2.4) * (i ? 18 : 0) }, side, { key: i })),
    h("text", { x: 0, y: 92, class: "croki-note" }, twenties ? `${twenties} × 20` : "20"));
}

/** @param {Wire.CrokidartsView} game @param {number} side @param {Wire.View} view the discs that are still to be shot */
function rack(game, side, view) {
  const left = view.status === "playing" && game.phase === "shooting" ? Math.max(0, 6 - game.shot) : 0;
  return h("g", { key: "rack", transform: "translate(372 -372)", role: "img", "aria-label": t("croki.left", { n: left }) },
    Array.from({ length: left }, (_, i) => disc({ x: 0, y: -i * 38 }, side, { key: i })));
}

/**
 * @param {{at: number, aim: number, speed: number}} aim
 * @param {{x: number, y: number}[]} discs
 * @param {number} side
 * @param {Wire.View} view
 * @param {import("./index.js").Context} context
 */
function aimLine(aim, discs, side, view, context) {
  const start = startAt(aim.at), way = direction(aim.at, aim.aim);
  const bad = overlaps(start, discs);
  const { length, meets } = firstContact(start, way, aim.speed, discs);
  const end = { x: start.x + way.x * length, y: start.y + way.y * length };
  const options = /** @type {Wire.CrokidartsOptions} */ (view.setup.game);
  const fan = [-1, 1].map((sign) => {
    const edge = direction(aim.at, aim.aim + sign * HANDS[options.hand].aim);
    return { x: start.x + edge.x * Math.max(length, 60), y: start.y + edge.y * Math.max(length, 60) };
  });
  const power = aim.speed / MAX_SPEED;
  const a = (aim.at / 1000) * (Math.PI / 180);
  const grip = { x: 366 * Math.sin(a), y: 366 * Math.cos(a) };
  return h("g", { key: "aim", class: bad ? "aim bad" : "aim" },
    h("path", { d: `M${start.x} ${-start.y}L${fan[0].x} ${-fan[0].y}L${fan[1].x} ${-fan[1].y}z`, class: "fan" }),
    h("path", { d: `M${start.x} ${-start.y}L${end.x} ${-end.y}`, class: "aim-line" }),
    h("circle", { cx: end.x, cy: -end.y, r: DISC, class: meets ? "ghost meets" : "ghost" }),
    h("path", { d: `M${start.x} ${-start.y}L${start.x - way.x * power * 110} ${-start.y + way.y * power * 110}`, class: "power" }),
    disc(start, side, { key: "shot", class: "to-shoot" }),
    h("g", { class: "grip", transform: `translate(${grip.x} ${grip.y}) rotate(${-aim.at / 1000})`, onpointerdown: (/** @type {PointerEvent} */ event) => slide(event, context) },
      h("rect", { x: -44, y: -26, width: 88, height: 52, class: "hit" }), h("rect", { x: -34, y: -12, width: 68, height: 24, rx: 12 }), h("path", { d: "M-20 0h40M-20 0l7 -6M-20 0l7 6M20 0l-7 -6M20 0l-7 6" })));
}

/** @param {PointerEvent} event @param {import("./index.js").Context} context moves the disc along the shooting line */
function slide(event, { store }) {
  event.stopPropagation();
  const move = (/** @type {import("./drag.js").Point} */ to) => {
    const at = Math.round((Math.atan2(to.x, to.y) * 180000) / Math.PI);
    store.aim = { ...aimed(store), at: Math.max(-45000, Math.min(45000, at)) };
    redraw();
  };
  follow(event, { move, drop: move });
}

/** @param {PointerEvent} event @param {import("./index.js").Context} context pulls back anywhere; letting go shoots */
function pull(event, { store, act }) {
  const before = aimed(store);
  /** @param {import("./drag.js").Point} to @param {import("./drag.js").Point} from */
  const set = (to, from) => {
    const back = { x: from.x - to.x, y: to.y - from.y }, length = Math.hypot(back.x, back.y);
    // within the disc nothing is meant yet
    if (length < DISC) store.aim = before;
    else store.aim = { at: before.at, aim: aimOf(before.at, back), speed: Math.max(100, Math.min(MAX_SPEED, Math.round((length / FULL_PULL) * MAX_SPEED))) };
    redraw();
    return length;
  };
  follow(event, {
    move: set,
    drop: (to, from) => {
      if (set(to, from) >= DISC) act({ type: "shoot", ...aimed(store) });
    },
    cancel: () => {
      store.aim = before;
      redraw();
    },
  });
}

/** @param {KeyboardEvent} event @param {import("./index.js").Context} context */
function key(event, { store, act }) {
  const aim = aimed(store);
  const turn = event.shiftKey ? 1000 : 100;
  const change = {
    ArrowLeft: { aim: aim.aim - turn }, ArrowRight: { aim: aim.aim + turn }, "[": { speed: aim.speed - 12 }, "]": { speed: aim.speed + 13 },
    ArrowDown: { at: aim.at - turn }, ArrowUp: { at: aim.at + turn },
  }[event.key];
  if (event.key === "Enter" && event.target === event.currentTarget) act({ type: "shoot", ...aim });
  if (!change) return;
  event.preventDefault();
  const next = { ...aim, ...change };
  store.aim = { at: clamp(next.at, 45000), aim: clamp(next.aim, 90000), speed: Math.max(100, Math.min(MAX_SPEED, next.speed)) };
  redraw();
}

/** @param {number} n @param {number} most */
const clamp = (n, most) => Math.max(-most, Math.min(most, n));

export { controls } from "./crokidarts_controls.js";
