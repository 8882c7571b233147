// Dara's board: twelve stones a side in carved pits, rows lit, what may be taken ringed.

import { h } from "../dom.js";
import { redraw } from "../state.js";
import { t } from "../text.js";
import { keys } from "./cursor.js";
import { follow } from "./drag.js";
import { recognise } from "./pieces.js";
import { grain, linear, pieceDefs, radial } from "./wood.js";

const CELL = 100, EDGE = 64, TRAY = 62, R = 37;

/** @param {string} cell @param {number} rows */
const xy = (cell, rows) => ({ x: EDGE + (cell.charCodeAt(0) - 97 + 0.5) * CELL, y: TRAY + EDGE + (Number(cell.slice(1)) - 1 + 0.5) * CELL, rows });

/** @param {string[]} board */
function cells(board) {
  return board.flatMap((row, r) => [...row].map((stone, c) => ({ cell: `${"abcdef"[c]}${r + 1}`, side: "xo".indexOf(stone), r, c })));
}

/**
 * The rows that stand on the board: runs of exactly three, as first and last cell.
 * @param {string[]} board
 * @returns {[string, string, number][]}
 */
export function rowsOf(board) {
  /** @type {[string, string, number][]} */
  const found = [];
  const name = (/** @type {number} */ r, /** @type {number} */ c) => `${"abcdef"[c]}${r + 1}`;
  const lines = [
    ...board.map((_, r) => [...board[r]].map((stone, c) => ({ stone, cell: name(r, c) }))),
    ...[...(board[0] ?? "")].map((_, c) => board.map((row, r) => ({ stone: row[c], cell: name(r, c) }))),
  ];
  for (const line of lines) {
    for (let from = 0; from < line.length; ) {
      let to = from;
      while (to < line.length && line[to].stone === line[from].stone) to++;
      if (to - from === 3 && line[from].stone !== ".") found.push([line[from].cell, line[to - 1].cell, "xo".indexOf(line[from].stone)]);
      from = to;
    }
  }
  return found;
}

/** @type {Map<number, App.VNode>} */
const grounds = new Map();

/** @param {number} rows the board without anything on it */
function ground(rows) {
  const known = grounds.get(rows);
  if (known) return known;
  const width = 6 * CELL + 2 * EDGE, height = rows * CELL + 2 * EDGE;
  const made = h("g", { key: `ground${rows}` },
    h("defs", null, pieceDefs(),
      linear("dara-wood", [[0, "#b98450"], [0.5, "#a8733f"], [1, "#8f5d2f"]]),
      linear("dara-edge", [[0, "#7a4c26"], [1, "#5d381a"]]),
      radial("pit", [[0, "#5a3616"], [0.62, "#6d4520"], [0.88, "#845530"], [1, "#c08f5d"]], { cx: 0.5, cy: 0.42, r: 0.56 })),
    h("rect", { x: 4, y: TRAY + 10, width: width - 8, height: height - 8, rx: 26, class: "board-shadow" }),
    h("rect", { x: 4, y: TRAY + 4, width: width - 8, height: height - 8, rx: 26, fill: "url(#dara-edge)" }),
    h("rect", { x: 14, y: TRAY + 12, width: width - 28, height: height - 26, rx: 20, fill: "url(#dara-wood)" }),
    grain(16, TRAY + 16, width - 32, height - 34, 22),
    Array.from({ length: rows }, (_, r) => Array.from({ length: 6 }, (_, c) => {
      const { x, y } = xy(`${"abcdef"[c]}${r + 1}`, rows);
      return h("circle", { cx: x, cy: y, r: 41, fill: "url(#pit)" });
    })),
    Array.from({ length: 6 }, (_, c) => h("text", { x: EDGE + (c + 0.5) * CELL, y: TRAY + height - 26, class: "coordinate" }, "abcdef"[c])),
    Array.from({ length: rows }, (_, r) => h("text", { x: 34, y: TRAY + EDGE + (r + 0.5) * CELL + 7, class: "coordinate" }, r + 1)));
  grounds.set(rows, made);
  return made;
}

/** @param {number} side @param {App.Props} [props] */
export function stone(side, props) {
  const scale = props?.small ? 0.52 : 1;
  return h("g", { class: "stone", ...props, small: null },
    h("ellipse", { cx: 2 * scale, cy: 7 * scale, rx: (R + 5) * scale, ry: (R + 3) * scale, fill: "url(#shadow)" }),
    h("circle", { r: R * scale, fill: `url(#side-${side})`, class: "stone-body" }),
    h("path", { d: `M${-20 * scale} ${-15 * scale}Q${-10 * scale} ${-29 * scale} ${9 * scale} ${-26 * scale}`, class: `glint side-${side}` }));
}

/**
 * @param {import("./index.js").Context} context
 */
export function board({ view, side, can, act, store, last, names }) {
  const game = /** @type {Wire.DaraView} */ (view.game);
  const rows = game.board.length;
  const width = 6 * CELL + 2 * EDGE, height = rows * CELL + 2 * EDGE + 2 * TRAY;
  const legal = can ? view.legal : [];
  const places = new Set(legal.filter(({ type }) => type === "place").map(({ at }) => String(at)));
  const takes = new Set((can || view.status === "playing" ? view.legal : []).filter(({ type }) => type === "capture").map(({ at }) => String(at)));
  const steps = legal.filter(({ type }) => type === "step");
  const picked = can && steps.some(({ from }) => from === store.picked) ? store.picked : null;
  const targets = new Set(steps.filter(({ from }) => from === picked).map(({ to }) => String(to)));
  const movable = new Set(steps.map(({ from }) => String(from)));
  const marks = lastCells(last);

  const pick = (/** @type {string | null} */ cell) => {
    store.picked = cell;
    redraw();
  };
  const use = (/** @type {string} */ cell) => {
    if (places.has(cell)) act({ type: "place", at: cell });
    else if (can && takes.has(cell)) act({ type: "capture", at: cell });
    // what is picked is asked for now: a second tap may come before the first one was drawn
    else if (steps.some(({ from, to }) => from === store.picked && to === cell)) act({ type: "step", from: store.picked, to: cell });
    else pick(movable.has(cell) && cell !== store.picked ? cell : null);
  };
  const drag = (/** @type {string} */ cell) => (/** @type {PointerEvent} */ event) => {
    if (!movable.has(cell)) return;
    follow(event, {
      move: (to) => {
        store.picked = cell;
        store.drag = to;
        redraw();
      },
      drop: (to) => {
        store.drag = null;
        const over = near(to, rows);
        if (over && steps.some((step) => step.from === cell && step.to === over)) act({ type: "step", from: cell, to: over });
        redraw();
      },
      cancel: () => {
        store.drag = null;
        redraw();
      },
    });
  };

  const all = cells(game.board);
  const spots = all.map(({ cell }) => ({ id: cell, ...xy(cell, rows) }));
  const stones = recognise(store.pieces, all.filter(({ side }) => side >= 0).map(({ cell, side }) => ({ side, place: cell })));
  const focus = store.focus ?? spots[Math.floor(spots.length / 2)].id;
  return h("svg", { class: "board dara", viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": t("board.dara") },
    ground(rows),
    tray(game, 1 - side, 30, width),
    tray(game, side, height - 30, width),
    rowsOf(game.board).map(([from, to, owner]) => capsule(xy(from, rows), xy(to, rows), owner)),
    marks.map((cell, i) => h("circle", { cx: xy(cell, rows).x, cy: xy(cell, rows).y, r: 43, class: i === marks.length - 1 ? "last to" : "last from", key: `last${cell}` })),
    h("g", { key: "stones" }, stones.map(({ id, side, place }) => {
      const dragged = store.drag && place === picked;
      const { x, y } = dragged ? store.drag : xy(place, rows);
      return stone(side, { key: id, class: `stone ${dragged ? "dragged" : ""} ${place === picked ? "picked" : ""}`, style: { transform: `translate(${x}px, ${y}px)` } });
    })),
    h("g", { key: "spots" }, all.map(({ cell, side: owner }) => {
      const { x, y } = xy(cell, rows);
      const open = places.has(cell) || targets.has(cell);
      const take = takes.has(cell);
      const words = t(owner < 0 ? "dara.empty" : "dara.stone", { cell, name: names[owner] ?? "" });
      const can_ = open || (can && take) || movable.has(cell);
      return h("g", {
        key: cell, class: `spot ${open ? "open" : ""} ${take ? "take" : ""} ${movable.has(cell) ? "movable" : ""}`, transform: `translate(${x} ${y})`,
        role: "button", tabindex: cell === focus ? 0 : -1, "data-spot": cell, "aria-pressed": cell === picked ? "true" : null, "aria-disabled": can_ ? null : "true",
        "aria-label": [words, open && t("dara.open"), take && t("dara.take"), movable.has(cell) && t("dara.movable")].filter(Boolean).join(", "),
        onclick: () => use(cell), onkeydown: keys(spots, cell, () => use(cell)), onpointerdown: drag(cell),
        onfocus: () => { if (store.focus !== cell) { store.focus = cell; redraw(); } },
      },
        h("rect", { x: -50, y: -50, width: 100, height: 100, class: "hit" }),
        open && h("circle", { r: 13, class: "hint" }),
        take && h("circle", { r: 44, class: "ring-take" }),
        cell === picked && h("circle", { r: 44, class: "ring-picked" }));
    })));
}

/** @param {Wire.Entry[]} last the newest turn: from and to, or the place */
function lastCells(last) {
  return last.flatMap(({ event }) => {
    if (event.type === "stepped") return [String(event.from), String(event.to)];
    return event.type === "placed" ? [String(event.at)] : [];
  });
}

/** @param {{x: number, y: number}} point @param {number} rows */
function near(point, rows) {
  const c = Math.floor((point.x - EDGE) / CELL), r = Math.floor((point.y - TRAY - EDGE) / CELL);
  return c >= 0 && c < 6 && r >= 0 && r < rows ? `${"abcdef"[c]}${r + 1}` : null;
}

/**
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {number} owner
 */
function capsule(from, to, owner) {
  return h("rect", { key: `row${from.x},${from.y},${to.x}`, x: from.x - 46, y: from.y - 46, width: to.x - from.x + 92, height: to.y - from.y + 92, rx: 46, class: `lit side-${owner}` });
}

/**
 * A side's tray: its stones in hand while placing, then those that it took.
 * @param {Wire.DaraView} game
 * @param {number} side
 * @param {number} y
 * @param {number} width
 */
function tray(game, side, y, width) {
  const inHand = game.in_hand[side];
  const other = 1 - side;
  const onBoard = game.board.join("").split("xo"[other]).length - 1;
  const given = game.board.length > 0 && game.phase !== "placing" && inHand === 0;
  const count = given ? Math.max(0, 12 - onBoard - game.in_hand[other]) : inHand;
  const shown = given ? other : side;
  return h("g", { key: `tray${side}`, class: "tray", "aria-hidden": "true" },
    Array.from({ length: count }, (_, i) => stone(shown, { key: i, small: true, transform: `translate(${width / 2 + (i - (count - 1) / 2) * 46} ${y})` })));
}

/** @param {import("./index.js").Context} context */
export function controls({ view, can, idle }) {
  const game = /** @type {Wire.DaraView} */ (view.game);
  if (view.status !== "playing") return null;
  const due = game.captures_due > 1 ? t("dara.due", { n: game.captures_due }) : "";
  const words = can ? t(`dara.do.${game.phase}`) : idle;
  const options = /** @type {Wire.DaraOptions} */ (view.setup.game);
  const quiet = options.no_capture_limit !== null && game.quiet > options.no_capture_limit * 0.6;
  return h("p", { class: "what-now" }, words, due && ` ${due}`, quiet && h("small", null, ` ${t("dara.quiet", { n: game.quiet, limit: options.no_capture_limit })}`));
}
