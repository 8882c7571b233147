// Gul Bara's dice on the board: tumbling, then those of the stage in hand, and what of a cascade is left.

import { h } from "../dom.js";
import { t } from "../text.js";
import { die } from "./wood.js";

/**
 * The dice: those of the stage in hand, those that are used up dimmed, and what of the cascade is left.
 * @param {Wire.View} view
 * @param {Wire.GulBaraView} game
 * @param {Wire.Seat} side
 * @param {Wire.Entry[]} last
 * @param {App.Anim | null} anim
 * @param {number} now
 */
export function dice(view, game, side, last, anim, now) {
  const dead = last.findLast(({ event }) => event.type === "dead_roll")?.event;
  const thrower = view.turn[0] ?? side;
  const at = (thrower === side) !== (game.dice === null && dead !== undefined) ? 775 : 265;
  if (anim?.kind === "dice") return tumbling(anim, now, at);
  if (!game.dice) return dead?.dice ? h("g", { key: "dice", transform: `translate(${at} 410)` }, row(dead.dice, [], 62), h("text", { y: 66, class: "caption" }, t("gul.dead"))) : null;
  const stage = game.stages[0] ?? [];
  const [a, b] = game.dice;
  const all = a === b ? new Array(4).fill(stage[0] ?? a) : [a, b];
  const later = game.stages.slice(1);
  return h("g", { key: "dice", transform: `translate(${at} ${later.length ? 396 : 410})` }, row(all, [...stage], a === b ? 54 : 62),
    later.map((stage, i) => h("g", { key: stage[0], transform: `translate(${(i - (later.length - 1) / 2) * 96} 62)` },
      h("g", { transform: "translate(-16 0)" }, die(stage[0], 32, "later")), h("text", { x: 24, y: 8, class: "caption" }, `×${stage.length}`))));
}

/**
 * @param {number[]} all
 * @param {number[]} left
 * @param {number} size
 */
function row(all, left, size) {
  return all.map((value, i) => {
    const open = left.indexOf(value);
    if (open >= 0) left.splice(open, 1);
    return h("g", { key: i, transform: `translate(${(i - (all.length - 1) / 2) * (size + 16)} 0) rotate(${[-5, 4, -3, 6][i % 4]})` }, die(value, size, open >= 0 ? "" : "used"));
  });
}

/** @param {App.Anim} anim @param {number} now @param {number} x */
function tumbling(anim, now, x) {
  const values = (anim.event.values ?? []).slice(-2);
  const part = Math.min(1, (now - anim.start) / anim.length);
  const ease = 1 - (1 - part) ** 3;
  return h("g", { key: "dice", transform: `translate(${x} 410)` }, values.map((value, i) => {
    const face = part > 0.8 ? value : ((Math.floor(part * 14) * (i + 3) + value) % 6) + 1;
    const away = (1 - ease) * (260 + i * 60);
    return h("g", { key: i, transform: `translate(${(i - 0.5) * 78 + away} ${-Math.abs(Math.sin(part * 7)) * 70 * (1 - part)}) rotate(${(1 - ease) * (420 + i * 160)})` }, die(face, 62));
  }));
}
