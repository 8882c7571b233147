// What stands on a player's strip in each game.

import { h } from "../dom.js";
import { t } from "../text.js";

/**
 * @param {Wire.View} view
 * @param {Wire.Seat} seat
 * @returns {App.Child}
 */
export function score({ game, setup }, seat) {
  if (!game) return null;
  const big = (/** @type {App.Child} */ value, /** @type {string} */ words) => h("span", { class: "number", title: words }, h("b", null, value), h("small", null, words));
  switch (game.kind) {
    case "dara": {
      const stone = "xo"[seat];
      const on = game.board.join("").split(stone).length - 1;
      return big(on + game.in_hand[seat], t("score.stones"));
    }
    case "gul_bara": {
      const points = game.points[seat];
      const pips = points.reduce((sum, n, point) => sum + n * point, 0);
      const match = setup.game.kind === "gul_bara" && setup.game.match_points > 1;
      return [match && big(game.score[seat], t("score.points")), big(points[0], t("score.off")), big(pips, t("score.pips"))];
    }
    case "darbol": {
      const player = game.players[seat] ?? {};
      if (player.target !== undefined) return big(player.target, t("score.target"));
      if (player.in !== undefined) return [player.dead && h("em", { class: "tag bad" }, t("score.dead")), !player.in && h("em", { class: "tag" }, t("score.notin")), big(player.score, t("score.left"))];
      return [(player.extra_turns ?? 0) > 0 && h("em", { class: "tag" }, t("score.extra", { n: player.extra_turns })), big(player.score, t("score.of", { n: 100 }))];
    }
    case "crokidarts": {
      const target = setup.game.kind === "crokidarts" ? setup.game.target : 400;
      return [
        game.sets.length > 1 && h("span", { class: "number", title: t("score.sets") }, h("b", null, `${game.sets[seat]}–${game.legs[seat]}`), h("small", null, t("score.setslegs"))),
        game.locked[seat] && h("em", { class: "tag good" }, t("score.locked")),
        h("span", { class: "number countdown" }, h("b", null, target - game.score[seat]), h("small", null, t("score.togo"))),
      ];
    }
  }
}
