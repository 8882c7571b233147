// Gul Bara's board, always seen from one's own side: home at the lower right, the way runs against the clock.

import { h } from "../dom.js";
import { redraw } from "../state.js";
import { t } from "../text.js";
import { keys } from "./cursor.js";
import { follow } from "./drag.js";
import { recognise } from "./pieces.js";
import { dice } from "./gul_bara_dice.js";
import { grain, linear, pieceDefs } from "./wood.js";

const W = 1180, H = 820, TOP = 46, BOTTOM = 774, POINT = 75, R = 34, TALL = 296;
const OFF_X = 1092;

/** The same point in the other side's numbering. @param {number} p */
const mirrored = (p) => ((p + 11) % 24) + 1;

/** Where point `p` of the side at the bottom stands: the middle of its base. @param {number} p */
function base(p) {
  if (p <= 6) return { x: 1000 - (p - 0.5) * POINT, y: BOTTOM, up: true };
  if (p <= 12) return { x: 490 - (p - 6.5) * POINT, y: BOTTOM, up: true };
  if (p <= 18) return { x: 40 + (p - 12.5) * POINT, y: TOP, up: false };
  return { x: 550 + (p - 18.5) * POINT, y: TOP, up: false };
}

/**
 * Where checker `i` of `n` lies on point `p`.
 * @param {number} p
 * @param {number} i
 * @param {number} n
 */
function spot(p, i, n) {
  const { x, y, up } = base(p);
  const step = Math.min(R * 2 - 1, (TALL - 1.5 * R) / Math.max(1, n - 1));
  return { x, y: up ? y - R - 3 - i * step : y + R + 3 + i * step };
}

/** @param {boolean} mine @param {number} i a checker borne off, seen from its edge */
const offSpot = (mine, i) => ({ x: OFF_X, y: mine ? BOTTOM - 12 - i * 21 : TOP + 12 + i * 21 });

const ground = h("g", { key: "ground" },
  h("defs", null, pieceDefs(),
    linear("gul-frame", [[0, "#6b3f22"], [1, "#4a2a15"]]),
    linear("gul-field", [[0, "#d9b98a"], [1, "#c9a574"]]),
    linear("gul-a", [[0, "#7d2f25"], [1, "#95402f"]]),
    linear("gul-b", [[0, "#33524a"], [1, "#3f6358"]])),
  h("rect", { x: 4, y: 12, width: W - 8, height: H - 16, rx: 26, class: "board-shadow" }),
  h("rect", { x: 4, y: 4, width: W - 8, height: H - 12, rx: 26, fill: "url(#gul-frame)" }),
  h("rect", { x: 34, y: 40, width: 462, height: 740, rx: 6, fill: "url(#gul-field)" }),
  h("rect", { x: 544, y: 40, width: 462, height: 740, rx: 6, fill: "url(#gul-field)" }),
  h("rect", { x: 1030, y: 40, width: 124, height: 352, rx: 10, class: "gul-tray" }),
  h("rect", { x: 1030, y: 428, width: 124, height: 352, rx: 10, class: "gul-tray" }),
  grain(36, 44, 458, 732, 16, 11),
  grain(546, 44, 458, 732, 16, 23),
  Array.from({ length: 24 }, (_, i) => {
    const { x, y, up } = base(i + 1);
    const tip = up ? y - TALL : y + TALL;
    return h("path", { d: `M${x - 35} ${y + (up ? 4 : -4)}L${x} ${tip}L${x + 35} ${y + (up ? 4 : -4)}z`, fill: `url(#gul-${(i + (i > 11 ? 1 : 0)) % 2 ? "a" : "b"})`, class: "gul-point" });
  }),
  Array.from({ length: 24 }, (_, i) => {
    const { x, y, up } = base(i + 1);
    return h("text", { x, y: up ? y + 24 : y - 15, class: "coordinate pale" }, i + 1);
  }));

/** @param {number} side @param {App.Props} props */
function checker(side, props) {
  return h("g", { class: "stone", ...props },
    h("ellipse", { cx: 1, cy: 4, rx: R + 4, ry: R + 3, fill: "url(#shadow)" }),
    h("circle", { r: R, fill: `url(#side-${side})`, class: "stone-body" }),
    h("circle", { r: R * 0.66, class: `groove side-${side}` }),
    h("circle", { r: R * 0.36, class: `groove side-${side}` }));
}

/** @param {import("./index.js").Context} context */
export function board({ view, side, can, act, store, last, names, anim, now }) {
  const game = /** @type {Wire.GulBaraView} */ (view.game);
  const steps = can ? view.legal.filter(({ type }) => type === "step") : [];
  const picked = steps.some(({ from }) => from === store.picked) ? Number(store.picked) : null;
  const movable = new Set(steps.map(({ from }) => Number(from)));
  /** Where the picked checker can go: point (0 is off) to the least die that takes it there. @type {Map<number, number>} */
  const targets = new Map();
  for (const { from, die } of steps) {
    const to = Math.max(0, Number(from) - (die ?? 0));
    if (from === picked && die !== undefined && die < (targets.get(to) ?? 7)) targets.set(to, die);
  }

  const go = (/** @type {number} */ from, /** @type {number} */ to) => {
    const dice = steps.filter((step) => step.from === from && Math.max(0, from - (step.die ?? 0)) === to).map(({ die }) => die ?? 0);
    if (dice.length) act({ type: "step", from, die: Math.min(...dice) });
    store.picked = null;
    redraw();
    return dice.length > 0;
  };
  const use = (/** @type {number} */ p) => {
    // what is picked is asked for now: a second tap may come before the first one was drawn
    const from = store.picked;
    if (from !== null && go(from, p)) return;
    store.picked = movable.has(p) && p !== from ? p : null;
    redraw();
  };
  const drag = (/** @type {number} */ p) => (/** @type {PointerEvent} */ event) => {
    if (!movable.has(p)) return;
    follow(event, {
      move: (to) => {
        store.picked = p;
        store.drag = to;
        redraw();
      },
      drop: (to) => {
        store.drag = null;
        const over = near(to);
        if (over !== null && over !== p) go(p, over);
        redraw();
      },
      cancel: () => {
        store.drag = null;
        redraw();
      },
    });
  };

  const spots = Array.from({ length: 24 }, (_, i) => ({ id: String(i + 1), x: base(i + 1).x, y: base(i + 1).y + (base(i + 1).up ? -150 : 150) }));
  spots.push({ id: "0", x: OFF_X, y: 600 });
  const focus = store.focus ?? String([...movable][0] ?? 24);
  return h("svg", { class: "board gul-bara", viewBox: `0 0 ${W} ${H}`, role: "group", "aria-label": t("board.gul_bara") },
    ground,
    marks(last, side),
    checkers(game, side, store, picked),
    counts(game, side),
    dice(view, game, side, last, anim, now),
    h("g", { key: "spots" }, spots.map(({ id, x }) => {
      const p = Number(id);
      const die = targets.get(p);
      const { y, up } = p === 0 ? { y: BOTTOM, up: true } : base(p);
      const own = game.points[side][p] ?? 0, theirs = p ? game.points[1 - side][mirrored(p)] : 0;
      const words = [
        p === 0 ? t("gul.off", { n: own }) : t("gul.point", { p }),
        p > 0 && own > 0 && t("gul.count", { n: own, name: names[side] }), theirs > 0 && t("gul.count", { n: theirs, name: names[1 - side] }),
        p > 0 && !own && !theirs && t("gul.empty"), die && t("gul.target", { die }), movable.has(p) && t("gul.movable"),
      ].filter(Boolean).join(", ");
      const end = p === 0 ? { x: OFF_X, y: 600 } : spot(p, Math.min(own, 14), Math.max(own + 1, 1));
      return h("g", {
        key: id, class: `spot ${die ? "open" : ""} ${movable.has(p) ? "movable" : ""}`, role: "button", tabindex: id === focus ? 0 : -1,
        "data-spot": id, "aria-label": words, "aria-pressed": p === picked ? "true" : null, "aria-disabled": die || movable.has(p) ? null : "true",
        onclick: () => use(p), onkeydown: keys(spots, id, () => use(p)), onpointerdown: p ? drag(p) : null,
        onfocus: () => { if (store.focus !== id) { store.focus = id; redraw(); } },
      },
        h("rect", { x: p === 0 ? 1030 : x - POINT / 2, y: p === 0 ? 428 : up ? y - TALL - 26 : y, width: p === 0 ? 124 : POINT, height: p === 0 ? 352 : TALL + 26, class: "hit", rx: 8 }),
        die && h("circle", { cx: end.x, cy: end.y, r: R, class: "ring-target" }),
        movable.has(p) && picked === null && h("circle", { cx: x, cy: up ? y + 34 : y - 36, r: 4, class: "can-move" }));
    })));
}

/** @param {{x: number, y: number}} point the point of the board under it, 0 for the tray, null for nothing */
function near({ x, y }) {
  if (x > 1015) return y > 400 ? 0 : null;
  const column = x < 517 ? Math.floor((x - 40) / POINT) : 6 + Math.floor((x - 550) / POINT);
  if (column < 0 || column > 11) return null;
  return y > H / 2 ? 12 - column : 13 + column;
}

/**
 * @param {Wire.GulBaraView} game
 * @param {Wire.Seat} side
 * @param {any} store
 * @param {number | null} picked
 */
function checkers(game, side, store, picked) {
  /** @type {{side: number, place: string}[]} */
  const places = [];
  for (const owner of [0, 1]) {
    game.points[owner].forEach((n, own) => {
      for (let i = 0; i < n; i++) places.push({ side: owner, place: `${own}.${i}` });
    });
  }
  const known = recognise(store.pieces, places);
  return h("g", { key: "checkers" }, known.map(({ id, side: owner, place }) => {
    const [own, i] = place.split(".").map(Number);
    const mine = owner === side;
    const n = game.points[owner][own];
    const p = mine ? own : mirrored(own);
    const top = own > 0 && i === n - 1;
    const dragged = store.drag && mine && own === picked && top;
    const { x, y } = dragged ? store.drag : own === 0 ? offSpot(mine, i) : spot(p, i, n);
    const transform = `translate(${x}px, ${y}px) ${own === 0 ? "scale(1.3, .28)" : ""}`;
    return checker(owner, { key: id, class: `stone ${dragged ? "dragged" : ""} ${mine && own === picked && top ? "picked" : ""}`, style: { transform } });
  }));
}

/** @param {Wire.GulBaraView} game @param {Wire.Seat} side how many stand where not all can be seen */
function counts(game, side) {
  return [0, 1].flatMap((owner) => game.points[owner].map((n, own) => {
    if (own === 0 || n < 6) return null;
    const p = owner === side ? own : mirrored(own);
    const { x, y } = spot(p, n - 1, n);
    return h("text", { key: `n${owner}.${own}`, x, y: y + 9, class: `count side-${owner}` }, n);
  }));
}

/** @param {Wire.Entry[]} last @param {Wire.Seat} side from where to where the newest turn went */
function marks(last, side) {
  return last.map(({ by, seq, event }) => {
    if (event.type !== "stepped" || by === null) return null;
    const place = (/** @type {number} */ own) => (own === 0 ? { x: OFF_X, y: by === side ? 440 : 380 } : base(by === side ? own : mirrored(own)));
    const from = place(Number(event.from)), to = place(Number(event.to));
    const lift = (/** @type {number} */ y) => (y > H / 2 ? y - 310 : y + 310);
    const bend = Math.min(60, Math.abs(to.x - from.x) / 3);
    const a = lift(from.y), b = lift(to.y), middle = (a + b) / 2 + (a > H / 2 ? -bend : bend);
    return h("path", { key: `mark${seq}`, d: `M${from.x} ${a}Q${(from.x + to.x) / 2} ${middle} ${to.x} ${b}`, class: `trail side-${by}` });
  });
}

export { controls } from "./gul_bara_controls.js";
