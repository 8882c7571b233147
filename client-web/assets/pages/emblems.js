// A small picture of each game, for cards and lists.

import { h } from "../dom.js";

/** @param {Wire.Kind} kind */
export function emblem(kind) {
  return h("svg", { viewBox: "0 0 120 80", class: `emblem ${kind}`, "aria-hidden": "true", key: "emblem" }, PICTURES[kind]());
}

/** @type {Record<Wire.Kind, () => App.Child>} */
const PICTURES = {
  dara: () => [
    h("rect", { x: 12, y: 8, width: 96, height: 64, rx: 8, class: "e-wood" }),
    [0, 1, 2, 3].flatMap((x) => [0, 1, 2].map((y) => h("circle", { cx: 27 + x * 22, cy: 21 + y * 19, r: 6.5, class: "e-pit" }))),
    [0, 1, 2].map((x) => h("circle", { cx: 27 + x * 22, cy: 40, r: 6.5, class: "e-dark" })),
    h("circle", { cx: 93, cy: 21, r: 6.5, class: "e-light" }),
    h("circle", { cx: 49, cy: 59, r: 6.5, class: "e-light" }),
    h("circle", { cx: 71, cy: 21, r: 6.5, class: "e-light" }),
  ],
  gul_bara: () => [
    h("rect", { x: 10, y: 8, width: 100, height: 64, rx: 6, class: "e-wood" }),
    [0, 1, 2, 3, 4, 5].map((i) => h("path", { d: `M${16 + i * 15} 12h12l-6 24z`, class: i % 2 ? "e-point-a" : "e-point-b" })),
    [0, 1, 2, 3, 4, 5].map((i) => h("path", { d: `M${16 + i * 15} 68h12l-6 -24z`, class: i % 2 ? "e-point-b" : "e-point-a" })),
    [0, 1, 2].map((i) => h("circle", { cx: 97, cy: 18 + i * 10, r: 5.4, class: "e-light" })),
    [0, 1, 2].map((i) => h("circle", { cx: 22, cy: 62 - i * 10, r: 5.4, class: "e-dark" })),
  ],
  darbol: () => [
    h("rect", { x: 44, y: 3, width: 32, height: 74, rx: 4, class: "e-wood" }),
    [10, 19, 28, 37, 46, 55, 64].map((y, i) => h("circle", { cx: 60, cy: y, r: 2.3 + i * 0.35, class: "e-pit" })),
    h("path", { d: "M14 70 Q34 22 57 36", class: "e-arc" }),
    h("circle", { cx: 14, cy: 70, r: 5, class: "e-ball" }),
  ],
  crokidarts: () => [
    h("circle", { cx: 60, cy: 40, r: 36, class: "e-wood" }),
    [33, 22, 11].map((r) => h("circle", { cx: 60, cy: 40, r, class: "e-ring" })),
    h("circle", { cx: 60, cy: 40, r: 3.4, class: "e-pit" }),
    h("circle", { cx: 52, cy: 48, r: 4.4, class: "e-light" }),
    h("circle", { cx: 72, cy: 30, r: 4.4, class: "e-dark" }),
    h("circle", { cx: 60, cy: 72, r: 4.4, class: "e-dark" }),
  ],
};
