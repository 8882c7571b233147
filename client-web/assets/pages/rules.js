// The rules of each game for a newcomer: plain words and a picture where one helps. The words are in the string table,
// a blank line between paragraphs, lines that begin with a dash as a list.

import { h } from "../dom.js";
import { definePage } from "../render.js";
import { state } from "../state.js";
import { t } from "../text.js";
import { KINDS } from "./lobby.js";
import { emblem } from "./emblems.js";
import { picture } from "./pictures.js";

/** Sections of each game, with the picture that belongs to each. @type {Record<Wire.Kind, [string, string?][]>} */
const SECTIONS = {
  dara: [["goal"], ["place"], ["step", "dara-row"], ["four", "dara-four"], ["take", "dara-take"], ["horse", "dara-horse"], ["end"], ["page"]],
  gul_bara: [["goal"], ["way", "gul-way"], ["turn"], ["cascade", "gul-cascade"], ["off"], ["end"], ["page"]],
  darbol: [["goal", "darbol-panel"], ["mountain"], ["down"], ["hundred"], ["virtual"], ["table"]],
  crokidarts: [["goal", "croki-rings"], ["turn"], ["count"], ["bust"], ["out"], ["legs"], ["virtual"], ["table"]],
};

/** @param {App.Page} page */
export function open({ arg }) {
  state.rulesGame = KINDS.find((kind) => kind === arg) ?? "dara";
  document.title = `${t("nav.rules")}: ${t(`game.${state.rulesGame}`)} – Longtable`;
}

/** @param {string} text */
function prose(text) {
  return text.split("\n\n").map((part) => {
    const lines = part.split("\n");
    return lines.every((line) => line.startsWith("- ")) ? h("ul", null, lines.map((line) => h("li", null, line.slice(2)))) : h("p", null, part);
  });
}

/** @param {App.State} state */
function rulesPage({ rulesGame }) {
  const kind = /** @type {Wire.Kind} */ (rulesGame);
  return [
    h("nav", { class: "rule-nav", "aria-label": t("lobby.games") }, KINDS.map((other) => h("a", { key: other, href: `/rules/${other}`, "aria-current": other === kind ? "page" : null, class: "card" }, emblem(other), t(`game.${other}`)))),
    h("article", { class: "rules", key: kind },
      h("h1", null, t(`game.${kind}`)), h("p", { class: "lead" }, t(`rules.${kind}.lead`)),
      SECTIONS[kind].map(([name, image]) => h("section", { key: name, class: image ? "with-picture" : "" },
        h("div", null, h("h2", null, t(`rules.${kind}.${name}.title`)), prose(t(`rules.${kind}.${name}`))),
        image && h("figure", null, picture(image, t(`rules.picture.${image}`)), h("figcaption", null, t(`rules.picture.${image}`))))),
      h("p", { class: "row" }, h("a", { class: "button main", href: `/new/${kind}` }, t("lobby.make")))),
  ];
}

definePage("rules", rulesPage);
