// Wood, stones and light that the boards share: gradients and a few hand-drawn lines, no pictures to load.

import { h } from "../dom.js";

/**
 * @param {string} id
 * @param {[number, string][]} stops
 * @param {App.Props} [props]
 */
export function linear(id, stops, props) {
  return h("linearGradient", { id, x1: 0, y1: 0, x2: 0, y2: 1, ...props }, stops.map(([at, color]) => h("stop", { offset: at, "stop-color": color })));
}

/**
 * @param {string} id
 * @param {[number, string][]} stops
 * @param {App.Props} [props]
 */
export function radial(id, stops, props) {
  return h("radialGradient", { id, ...props }, stops.map(([at, color]) => h("stop", { offset: at, "stop-color": color })));
}

/** The two sides' pieces, lit from above on the left, and the shadow that they throw. */
export function pieceDefs() {
  return [
    radial("side-0", [[0, "#6d625c"], [0.35, "#3a322f"], [0.85, "#1d1817"], [1, "#120f0e"]], { cx: 0.36, cy: 0.3, r: 0.8 }),
    radial("side-1", [[0, "#fffdf6"], [0.4, "#f1e6cf"], [0.85, "#d3bf98"], [1, "#b39c72"]], { cx: 0.36, cy: 0.3, r: 0.8 }),
    radial("side-2", [[0, "#e0937c"], [0.4, "#b8553c"], [0.85, "#8a3522"], [1, "#6d2717"]], { cx: 0.36, cy: 0.3, r: 0.8 }),
    radial("side-3", [[0, "#a9cfe0"], [0.4, "#4f8da8"], [0.85, "#2c647e"], [1, "#1e4d63"]], { cx: 0.36, cy: 0.3, r: 0.8 }),
    radial("shadow", [[0, "rgba(30,15,0,.55)"], [0.7, "rgba(30,15,0,.3)"], [1, "rgba(30,15,0,0)"]]),
  ];
}

/**
 * Grain: long wavering lines from one side to the other, the same ones each time.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} count
 * @param {number} [seed]
 */
export function grain(x, y, width, height, count, seed = 7) {
  let state = seed;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  const lines = [];
  for (let i = 0; i < count; i++) {
    const at = y + ((i + 0.2 + 0.6 * random()) / count) * height;
    const sway = Math.min(16, (height / count) * 0.5);
    let d = `M${x} ${at.toFixed(1)}`;
    for (let step = 1; step <= 4; step++) {
      const end = at + (random() - 0.5) * sway;
      d += `S${(x + ((step - 0.5) * width) / 4).toFixed(1)} ${(at + (random() - 0.5) * sway * 2).toFixed(1)} ${(x + (step * width) / 4).toFixed(1)} ${end.toFixed(1)}`;
    }
    lines.push(h("path", { d, class: "grain", "stroke-width": (0.6 + random() * 1.6).toFixed(2), opacity: (0.12 + random() * 0.25).toFixed(2) }));
  }
  return h("g", { class: "grains" }, lines);
}

/**
 * A die of six sides.
 * @param {number} value
 * @param {number} size
 * @param {string} [look]
 */
export function die(value, size, look = "") {
  const spots = /** @type {Record<number, number[][]>} */ ({
    1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
    5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  })[value] ?? [];
  return h("g", { class: `die ${look}` },
    h("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: size * 0.2, class: "die-face" }),
    spots.map(([x, y]) => h("circle", { cx: x * size * 0.25, cy: y * size * 0.25, r: size * 0.095, class: "die-spot" })));
}

/**
 * A die of eight sides, seen from above: a diamond with its number.
 * @param {number} value
 * @param {number} size
 * @param {string} [look]
 */
export function octahedron(value, size, look = "") {
  const r = size / 2;
  return h("g", { class: `die ${look}` },
    h("path", { d: `M0 ${-r}L${r * 0.9} ${r * 0.3}L0 ${r}L${-r * 0.9} ${r * 0.3}z`, class: "die-face" }),
    h("path", { d: `M0 ${-r}L${r * 0.55} ${r * 0.42}L${-r * 0.55} ${r * 0.42}z`, class: "die-edge" }),
    h("text", { y: r * 0.26, "font-size": size * 0.38, class: "die-number" }, value));
}
