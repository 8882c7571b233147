// Darbol's panel to scale, in front of one who is about to toss: holes 8 at the top to 1, whose turn leads where, and
// the ball in the hand. Beside it, where there is room, the flight seen from the side at the same heights.

import { h } from "../dom.js";
import { spread } from "../fairness/hand.js";
import { redraw } from "../state.js";
import { t } from "../text.js";
import { elapsed } from "../room/stage.js";
import { keys } from "./cursor.js";
import { at, follow } from "./drag.js";
import { ballAt, HOLES, meantPath } from "./flight.js";
import { grain, linear, octahedron, pieceDefs, radial } from "./wood.js";

const TOP = 1745, HEIGHT = 1090, HAND_Y = 985, BALL = 20;
/** @param {number} z mm over the floor */
const sy = (z) => TOP - z;

const ground = h("g", { key: "ground" },
  h("defs", null, pieceDefs(),
    linear("panel", [[0, "#c79a63"], [0.5, "#b88850"], [1, "#9c6d3b"]]),
    linear("wall", [[0, "#6f8f86"], [1, "#4c6a62"]]),
    radial("hole", [[0, "#0d0906"], [0.8, "#1d130a"], [1, "#3a2714"]]),
    radial("ball", [[0, "#fff4dc"], [0.35, "#e8b04e"], [0.85, "#b0741c"], [1, "#875410"]], { cx: 0.36, cy: 0.3, r: 0.8 })),
  h("rect", { x: -350, y: 0, width: 700, height: HEIGHT, rx: 26, fill: "url(#wall)" }),
  Array.from({ length: 7 }, (_, i) => h("path", { d: `M-350 ${i * 190 + 60}H350`, class: "wall-line" })),
  h("path", { d: `M-350 ${HEIGHT - 100}H350V${HEIGHT - 26}a26 26 0 0 1 -26 26H-324a26 26 0 0 1 -26 -26z`, class: "floor" }),
  h("rect", { x: -196, y: 42, width: 400, height: HEIGHT - 120, rx: 14, class: "board-shadow" }),
  h("rect", { x: -200, y: 34, width: 400, height: HEIGHT - 120, rx: 14, fill: "url(#panel)", class: "panel" }),
  h("g", { transform: `translate(0 ${HEIGHT - 86}) rotate(-90)` }, grain(4, -196, HEIGHT - 130, 392, 13, 5)),
  HOLES.map(([z, r], i) => h("g", { transform: `translate(0 ${sy(z)})` },
    h("circle", { r: r + 3.5, class: "hole-rim" }), h("circle", { r, fill: "url(#hole)" }),
    h("path", { d: `M${-r * 0.86} ${r * 0.52}A${r} ${r} 0 0 0 ${r * 0.86} ${r * 0.52}`, class: "hole-light" }),
    h("text", { x: -98, y: 13, class: "hole-number" }, i + 1))));

/** @param {Wire.DarbolView} game @param {Wire.Seat} seat the hole that is most likely wanted */
function wanted(game, seat) {
  return game.players[seat]?.target ?? game.left[0] ?? 6;
}

/** @param {number} hole the aim at its middle */
export const aimAt = (hole) => ({ y: 0, z: Math.round(HOLES[hole - 1][0] * 1000), pace: 112 });

/** @param {import("./index.js").Context} context where is aimed now: what was drawn may be older than the last press */
export function aimOf({ view, store, side }) {
  const game = /** @type {Wire.DarbolView} */ (view.game);
  return store.aim ?? aimAt(wanted(game, view.turn[0] ?? side));
}

/** @param {{y: number, z: number}} aim the hole whose middle it is, or 0 */
export const holeOf = (aim) => HOLES.findIndex(([z]) => aim.y === 0 && aim.z === Math.round(z * 1000)) + 1;

/** @param {import("./index.js").Context} context */
export function board(context) {
  const { view, can, act, store, anim, now, last } = context;
  const game = /** @type {Wire.DarbolView} */ (view.game);
  const options = /** @type {Wire.DarbolOptions} */ (view.setup.game);
  const virtual = view.setup.medium === "virtual";
  const aiming = can && virtual && view.legal.some(({ type }) => type === "toss");
  const aim = aimOf(context);
  const flying = anim?.kind === "toss" ? ballAt(anim.event, elapsed(anim, now)) : null;

  const toss = () => {
    act({ type: "toss", ...aimOf(context) });
    store.pull = null;
  };
  const press = (/** @type {PointerEvent} */ event) => {
    if (!aiming) return;
    const svg = /** @type {SVGSVGElement} */ (event.currentTarget);
    if (at(svg, event).y > HAND_Y - 160) return pull(event, context);
    follow(event, { move: (to) => point(to, context), drop: (to) => point(to, context) });
  };
  const tap = (/** @type {MouseEvent} */ event) => {
    const svg = /** @type {SVGSVGElement} */ (event.currentTarget);
    const to = at(svg, event);
    if (aiming && to.y < HAND_Y - 160) point(to, context);
  };
  /** Aims at a hole; again, tosses. */
  const use = (/** @type {number} */ hole) => {
    if (!aiming) return;
    const aim = aimOf(context);
    if (store.aim && holeOf(aim) === hole) return toss();
    store.aim = { ...aimAt(hole), pace: aim.pace };
    redraw();
  };
  const spots = HOLES.map(([z], i) => ({ id: String(i + 1), x: 0, y: sy(z) }));
  const front = h("svg", { class: `board panel-front ${aiming ? "aiming" : ""}`, viewBox: `-350 0 700 ${HEIGHT}`, role: "group", "aria-label": t("board.darbol"), onpointerdown: press, onclick: tap, key: "front" },
    ground,
    marksOf(game),
    tokens(game, view),
    h("g", { key: "spots" }, HOLES.map(([z, r], i) => h("g", {
      key: i, class: "spot", transform: `translate(0 ${sy(z)})`, role: "button", tabindex: holeOf(aim) === i + 1 || (!holeOf(aim) && i === 0) ? 0 : -1, "data-spot": String(i + 1),
      "aria-label": [t("darbol.hole", { n: i + 1 }), ...holeWords(game, i + 1, view)].join(", "), "aria-pressed": aiming && holeOf(aim) === i + 1 ? "true" : null, "aria-disabled": aiming ? null : "true",
      onkeydown: keys(spots, String(i + 1), () => use(i + 1)),
    }, h("circle", { r: r + 8, class: "hit" })))),
    met(last, anim !== null),
    aiming && !flying && cross(aim, options.hand),
    flying ? ball(flying) : aiming ? hand(store, aim) : null,
    game.dice && h("g", { key: "dice" }, game.dice.map((value, i) => h("g", { key: i, transform: `translate(${-282 + i * 4} ${120 + i * 112})` }, octahedron(anim?.kind === "dice" ? ((value + Math.floor((now - anim.start) / 70)) % 8) + 1 : value, 96, used(game, i) ? "used" : "")))));
  return h("div", { class: "panels" }, virtual && sideView(aim, aiming, flying), front);
}

/** @param {Wire.DarbolView} game @param {number} i whether that die's hole has been made already */
function used(game, i) {
  const left = [...game.left];
  for (const [j, value] of (game.dice ?? []).entries()) {
    const open = left.indexOf(value);
    if (open >= 0) left.splice(open, 1);
    if (j === i) return open < 0 && game.phase === "tossing";
  }
  return false;
}

/** @param {import("./drag.js").Point} to @param {import("./index.js").Context} context aims there; near a hole's middle, at it */
function point(to, context) {
  const z = TOP - to.y;
  const hole = HOLES.findIndex(([middle, r]) => Math.hypot(to.x, z - middle) < r * 0.75);
  const { pace } = aimOf(context);
  const y = Math.max(-200, Math.min(200, to.x));
  context.store.aim = hole >= 0 ? { ...aimAt(hole + 1), pace } : { y: Math.round(y * 1000), z: Math.round(Math.max(0, Math.min(1750, z)) * 1000), pace };
  redraw();
}

/** @param {PointerEvent} event @param {import("./index.js").Context} context pulls the ball back: the further, the firmer */
function pull(event, context) {
  const { store, act } = context;
  follow(event, {
    move: (to, from) => {
      store.pull = { x: to.x - from.x, y: to.y - from.y };
      const length = Math.min(1, Math.hypot(store.pull.x, store.pull.y) / 330);
      store.aim = { ...aimOf(context), pace: Math.round(108 + 52 * length) };
      redraw();
    },
    drop: (to, from) => {
      store.pull = null;
      if (Math.hypot(to.x - from.x, to.y - from.y) > 45) act({ type: "toss", ...aimOf(context) });
      redraw();
    },
    cancel: () => {
      store.pull = null;
      redraw();
    },
  });
}

/** @param {Wire.DarbolView} game rings round the holes that matter now */
function marksOf(game) {
  const doubles = new Set(game.doubles ?? []);
  const left = new Set(game.left);
  return HOLES.map(([z, r], i) => {
    const double = doubles.has(i + 1), due = left.has(i + 1);
    if (!double && !due) return null;
    return h("g", { key: `mark${i}`, transform: `translate(0 ${sy(z)})` },
      h("circle", { r: r + 10, class: due ? "ring-due" : "ring-double" }),
      double && h("text", { x: 96, y: 12, class: "double" }, "×2"));
  });
}

/** @param {Wire.DarbolView} game @param {Wire.View} view up the mountain: each player's token beside the hole to make next */
function tokens(game, view) {
  return game.players.map((player, seat) => {
    if (player.target === undefined) return null;
    const [z] = HOLES[player.target - 1];
    const x = (seat % 2 ? 150 : -158) + (seat > 1 ? (seat % 2 ? -34 : 34) : 0);
    const turn = view.turn.includes(seat);
    return h("g", { key: `token${seat}`, class: "stone", style: { transform: `translate(${x}px, ${sy(z)}px)` } },
      h("ellipse", { cx: 2, cy: 5, rx: 25, ry: 24, fill: "url(#shadow)" }), h("circle", { r: 20, fill: `url(#side-${seat})`, class: turn ? "token turn" : "token" }),
      turn && h("path", { d: x < 0 ? "M26 0l14 -9v18z" : "M-26 0l-14 -9v18z", class: "token-arrow" }));
  });
}

/** @param {Wire.DarbolView} game @param {number} hole @param {Wire.View} view */
function holeWords(game, hole, view) {
  const words = [];
  if (game.doubles?.includes(hole)) words.push(t("darbol.double"));
  if (game.left.includes(hole)) words.push(t("darbol.due"));
  game.players.forEach((player, seat) => { if (player.target === hole) words.push(t("darbol.targetof", { name: view.seats[seat]?.player.name ?? "" })); });
  return words;
}

/** @param {Wire.Entry[]} last @param {boolean} moving where the balls of this turn met the panel */
function met(last, moving) {
  const tossed = last.filter(({ event }) => event.type === "tossed");
  return (moving ? tossed.slice(0, -1) : tossed).map(({ seq, event }) => {
    const [y, z] = event.met ?? [0, 0];
    if (Math.abs(y) > 330000 || z < 560000 || z > 1740000) return null;
    return h("g", { key: `met${seq}`, transform: `translate(${y / 1000} ${sy(z / 1000)})`, class: event.hole ? "met in" : "met" }, h("circle", { r: 9 }), !event.hole && h("path", { d: "M-15 -15L15 15M15 -15L-15 15" }));
  });
}

/** @param {{y: number, z: number, pace: number}} aim @param {Wire.Hand} hand the aim with one standard deviation round it */
function cross(aim, hand) {
  const { y, z } = spread(aim, hand);
  return h("g", { key: "cross", class: "cross", transform: `translate(${aim.y / 1000} ${sy(aim.z / 1000)})` },
    h("ellipse", { rx: y, ry: z, class: "spread" }), h("circle", { r: 4.5 }), h("path", { d: "M-34 0H-14M14 0H34M0 -34V-14M0 14V34" }));
}

/** @param {any} store @param {{y: number, pace: number}} aim the ball in the hand, pulled back or not */
function hand(store, aim) {
  const pull = store.pull ?? { x: 0, y: 0 };
  const length = Math.min(1, Math.hypot(pull.x, pull.y) / 330) || 0;
  const x = pull.x * 0.3, y = HAND_Y + Math.min(60, pull.y * 0.2);
  return h("g", { key: "hand", class: "hand" },
    store.pull && h("path", { d: `M0 ${HAND_Y}L${x} ${y}`, class: "pull" }),
    h("path", { d: `M${x - 74} ${y + 120}C${x - 92} ${y + 40} ${x - 70} ${y + 4} ${x - 40} ${y + 12}L${x + 40} ${y + 12}C${x + 74} ${y + 6} ${x + 92} ${y + 44} ${x + 70} ${y + 120}z`, class: "palm" }),
    h("circle", { cx: x, cy: y - 12, r: 54, fill: "url(#ball)" }),
    h("path", { d: `M${x - 44} ${y + 24}c10 -26 26 -30 32 -8M${x - 10} ${y + 18}c6 -26 26 -26 30 -2M${x + 22} ${y + 20}c10 -22 26 -16 26 8`, class: "finger" }),
    h("path", { d: `M-120 ${HEIGHT - 40}h240`, class: "pace-track" }), h("path", { d: `M-120 ${HEIGHT - 40}h${(240 * (aim.pace - 108)) / 52}`, class: length > 0 ? "pace-fill now" : "pace-fill" }));
}

/** @param {ReturnType<typeof ballAt>} at */
function ball({ y, z, part, after, gone }) {
  if (gone) return null;
  // seen from behind the hand: it leaves large from below and shrinks to its true size at the panel
  const near = (1 - part) ** 1.6;
  const cx = y * (1 - near), cy = near * HAND_Y + (1 - near) * sy(z);
  return h("g", { key: "ball", transform: `translate(${cx} ${cy})` },
    h("ellipse", { cx: 4 + near * 20, cy: 8 + near * 30, rx: (BALL + 5) * (1 + near * 1.6), ry: (BALL + 4) * (1 + near * 1.6), fill: "url(#shadow)", opacity: 1 - near * 0.7 }),
    h("circle", { r: BALL * (1 + near * 1.9) + Math.min(14, after * 30), fill: "url(#ball)" }));
}

/**
 * The flight from the side: distance squeezed, heights as in the front view.
 * @param {{y: number, z: number, pace: number}} aim
 * @param {boolean} aiming
 * @param {ReturnType<typeof ballAt> | null} flying
 */
function sideView(aim, aiming, flying) {
  const sx = (/** @type {number} */ x) => 60 + x * 0.196;
  const path = meantPath(aim).map(([x, z], i) => `${i ? "L" : "M"}${sx(x).toFixed(1)} ${sy(z).toFixed(1)}`).join("");
  return h("svg", { class: "panel-side", viewBox: `0 0 600 ${HEIGHT}`, "aria-hidden": "true", key: "side" },
    h("path", { d: `M0 ${HEIGHT - 100}H600`, class: "side-floor" }),
    h("path", { d: `M${sx(2500)} 34V${HEIGHT - 100}`, class: "side-panel" }),
    HOLES.map(([z, r], i) => h("path", { key: i, d: `M${sx(2500)} ${sy(z) - r}v${2 * r}`, class: "side-hole" })),
    h("text", { x: sx(1250), y: HEIGHT - 60, class: "side-label" }, "2.5 m"),
    aiming && h("path", { d: path, class: "arc" }),
    h("circle", { cx: sx(0), cy: sy(900), r: 13, class: "side-hand" }),
    flying && h("circle", { cx: sx(flying.x), cy: sy(flying.z), r: 13, class: "side-ball" }));
}

export { controls } from "./darbol_controls.js";
