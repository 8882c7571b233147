// Pictures for the rules: small, flat, each showing one thing.

import { h } from "../dom.js";
import { startAt } from "../boards/aim.js";
import { HOLES } from "../boards/flight.js";

/** @param {string} name of a picture and what it shows, for who cannot see it @param {string} words @returns {App.Child} */
export function picture(name, words) {
  const made = PICTURES[name]?.();
  if (!made) return null;
  return h("svg", { class: `picture ${name}`, viewBox: made.box, role: "img", "aria-label": words, key: name }, h("defs", null, h("marker", { id: "arrow", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto-start-reverse" }, h("path", { d: "M0 0L10 5L0 10z", class: "p-head" }))), made.parts);
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {number} [bend] */
const arrow = (x1, y1, x2, y2, bend = 0) => h("path", { d: `M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + bend} ${x2} ${y2}`, class: "p-arrow", "marker-end": "url(#arrow)" });

/**
 * A piece of Dara's board.
 * @param {string[]} rows x, o and dots
 * @param {{lit?: number[][], take?: number[][], from?: number[], to?: number[]}} [more] in columns and rows from 0
 */
function stones(rows, { lit = [], take = [], from, to } = {}) {
  const width = rows[0].length * 40 + 20, height = rows.length * 40 + 20;
  const at = (/** @type {number} */ n) => 30 + n * 40;
  return {
    box: `0 0 ${width} ${height}`,
    parts: [
      h("rect", { width, height, rx: 12, class: "e-wood" }),
      rows.flatMap((row, r) => [...row].map((_, c) => h("circle", { cx: at(c), cy: at(r), r: 16, class: "e-pit" }))),
      lit.map(([c1, r1, c2, r2]) => h("rect", { x: at(c1) - 19, y: at(r1) - 19, width: (c2 - c1) * 40 + 38, height: (r2 - r1) * 40 + 38, rx: 19, class: "lit" })),
      rows.flatMap((row, r) => [...row].map((stone, c) => stone === "." ? null : h("circle", { cx: at(c), cy: at(r), r: 14, class: stone === "x" ? "e-dark" : "e-light" }))),
      take.map(([c, r]) => h("circle", { cx: at(c), cy: at(r), r: 18, class: "p-take" })),
      from && to && arrow(at(from[0]), at(from[1]), at(to[0]), at(to[1]), 0),
    ],
  };
}

/** Gul Bara's board: both ways round. */
function way() {
  const point = (/** @type {number} */ i, /** @type {boolean} */ up) => h("path", { d: up ? `M${18 + i * 22 + (i > 5 ? 16 : 0)} 172h20l-10 -62z` : `M${18 + i * 22 + (i > 5 ? 16 : 0)} 8h20l-10 62z`, class: (i + (up ? 1 : 0)) % 2 ? "e-point-a" : "e-point-b" });
  return {
    box: "0 0 320 180",
    parts: [
      h("rect", { width: 320, height: 180, rx: 10, class: "e-wood" }), h("rect", { x: 152, width: 12, height: 180, class: "p-bar" }),
      Array.from({ length: 12 }, (_, i) => [point(i, true), point(i, false)]),
      [0, 1, 2, 3].map((i) => h("circle", { cx: 286, cy: 18 + i * 15, r: 8, class: "e-dark" })),
      [0, 1, 2, 3].map((i) => h("circle", { cx: 28, cy: 162 - i * 15, r: 8, class: "e-light" })),
      h("path", { d: "M270 84H40Q18 84 18 92T40 100H296", class: "p-arrow", "marker-end": "url(#arrow)" }),
      h("text", { x: 286, y: 86, class: "p-text" }, "24"), h("text", { x: 286, y: 118, class: "p-text" }, "1"), h("text", { x: 174, y: 118, class: "p-text" }, "6"),
    ],
  };
}

/** A cascade of dice. */
function cascade() {
  const spots = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [1, -1], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]]];
  return {
    box: "0 0 330 90",
    parts: [3, 4, 5, 6].map((value, stage) => h("g", { transform: `translate(${8 + stage * 82} 10)` },
      [0, 1, 2, 3].map((i) => h("g", { transform: `translate(${(i % 2) * 34 + 16} ${Math.floor(i / 2) * 34 + 18})` },
        h("rect", { x: -15, y: -15, width: 30, height: 30, rx: 6, class: "die-face" }), spots[value].map(([x, y]) => h("circle", { cx: x * 7.5, cy: y * 7.5, r: 2.8, class: "die-spot" })))),
      stage < 3 && h("path", { d: "M68 35h8", class: "p-arrow", "marker-end": "url(#arrow)" }))),
  };
}

/** The panel with its holes, and a ball on its way. */
function panel() {
  const y = (/** @type {number} */ z) => (1720 - z) / 5;
  return {
    box: "0 0 280 180",
    parts: [
      h("rect", { x: 170, y: 2, width: 80, height: 176, rx: 5, class: "e-wood" }),
      HOLES.map(([z, r], i) => [h("circle", { cx: 210, cy: y(z), r: r / 5, class: "e-hole" }), h("text", { x: 186, y: y(z) + 5, class: "p-text" }, i + 1)]),
      h("path", { d: `M24 164Q120 20 204 ${y(1362)}`, class: "p-arrow dashed", "marker-end": "url(#arrow)" }), h("circle", { cx: 24, cy: 164, r: 8, class: "e-ball" }),
    ],
  };
}

/** The crokinole board with what each ring counts. */
function rings() {
  const start = startAt(12000);
  return {
    box: "-200 -200 400 400",
    parts: [
      h("circle", { r: 198, class: "p-ditch" }), h("circle", { r: 165, class: "e-wood" }), [152, 102, 51].map((r) => h("circle", { r, class: "e-ring" })),
      h("circle", { r: 9, class: "e-pit" }), Array.from({ length: 8 }, (_, k) => h("circle", { cx: 51 * Math.sin((22.5 + 45 * k) * Math.PI / 180), cy: 51 * Math.cos((22.5 + 45 * k) * Math.PI / 180), r: 4, class: "p-peg" })),
      [[1, 1], [-1, 1], [1, -1], [-1, -1]].map(([x, y]) => h("path", { d: `M${x * 72} ${y * 72}L${x * 107} ${y * 107}`, class: "e-ring" })),
      h("text", { x: 0, y: -14, class: "p-text" }, "20"), h("text", { x: 0, y: -32, class: "p-text small" }, "15"), h("text", { x: 0, y: -70, class: "p-text" }, "10"), h("text", { x: 0, y: -120, class: "p-text" }, "5"),
      h("circle", { cx: start.x / 2, cy: -start.y / 2, r: 9, class: "e-dark" }), arrow(start.x / 2, -start.y / 2 - 12, 6, 16),
    ],
  };
}

/** @type {Record<string, () => {box: string, parts: App.Child}>} */
const PICTURES = {
  "dara-row": () => stones(["xx....", "..x...", ".o..o."], { lit: [[0, 0, 2, 0]], from: [2, 1], to: [2, 0] }),
  "dara-four": () => stones(["xxx.x.", "......"], { from: [4, 0], to: [3, 0] }),
  "dara-take": () => stones(["xxx...", "......", "ooo.o.", "....o."], { lit: [[0, 0, 2, 0], [0, 2, 2, 2]], take: [[4, 2], [4, 3]] }),
  "dara-horse": () => stones(["xxx...", "xx....", "..o..."], { lit: [[0, 0, 2, 0]], from: [2, 0], to: [2, 1] }),
  "gul-way": way,
  "gul-cascade": cascade,
  "darbol-panel": panel,
  "croki-rings": rings,
};
