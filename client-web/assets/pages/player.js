// A player: record in each game, averages, recent matches.

import { h } from "../dom.js";
import { link, refusalText } from "../link.js";
import { definePage } from "../render.js";
import { redraw, state } from "../state.js";
import { has, moment, t } from "../text.js";
import { playerName, shortId } from "../room/names.js";
import { emblem } from "./emblems.js";
import { KINDS } from "./lobby.js";

/** @param {App.Page} page */
export function open({ arg }) {
  document.title = `${t("player.title")} – Longtable`;
  state.person = { id: arg, page: null, missing: "" };
  load(state.person);
}

export function close() {
  state.person = null;
}

/** @param {any} person */
async function load(person) {
  try {
    person.page = await link().request("player", { player: person.id });
  } catch (reason) {
    const refusal = /** @type {Wire.Refusal} */ (reason);
    if (refusal.code === "offline") return void setTimeout(() => state.person === person && load(person), 700);
    person.missing = refusalText(refusal);
  }
  redraw();
}

/** @param {App.State} state */
function playerPage({ person, me }) {
  if (!person) return null;
  if (person.missing) return h("section", { class: "card missing" }, h("h1", null, t("player.missing")), h("p", null, person.missing), h("a", { class: "button main", href: "/" }, t("nav.lobby")));
  if (!person.page) return h("p", { class: "loading" }, t("loading"));
  /** @type {Wire.PlayerPage} */
  const { id, name, record, recent, handicap } = person.page;
  const games = Object.entries(record);
  return [
    h("h1", { class: "player-head" }, h("bdi", null, name), " ", h("small", { class: "soft" }, shortId(id)), id === me?.id && h("span", { class: "you" }, t("seat.you"))),
    handicap && id !== me?.id && h("p", { class: "notice" }, t("player.handicap", { name, points: handicap[0].points, turns: handicap[0].extra_turns, mine: handicap[1].points, extra: handicap[1].extra_turns })),
    games.length === 0 && h("p", { class: "empty" }, t("player.none")),
    h("div", { class: "records" }, games.map(([game, tally]) => recordCard(game, tally))),
    recent.length > 0 && h("section", { class: "list" }, h("h2", null, t("player.recent")), h("ul", { class: "rooms" }, recent.map((match) => recentRow(match, id)))),
  ];
}

/** The name of a game as the record spells it: a kind, or one of Darbol's three. @param {string} game */
function gameName(game) {
  const [kind, part] = game.split(/[./:]/);
  const inner = part ?? game;
  if (has(`darbol.${inner}`)) return `${t("game.darbol")} · ${t(`darbol.${inner}`)}`;
  return has(`game.${kind}`) ? t(`game.${kind}`) : game;
}

/** @param {string} game @returns {Wire.Kind} */
const kindOf = (game) => KINDS.find((kind) => game.startsWith(kind)) ?? "darbol";

/** @param {string} game @param {Wire.Tally} tally */
function recordCard(game, { won, lost, drawn, rating, deviation, provisional, averages, hundred, streak = 0, longest_streak = 0, unfinished = {} }) {
  const all = Math.max(1, won + lost + drawn);
  const bar = (/** @type {number} */ n, /** @type {string} */ cls, /** @type {number} */ from) => h("rect", { x: (from / all) * 100, width: (n / all) * 100, height: 6, class: cls });
  return h("article", { class: "card record", key: game },
    h("div", { class: "row" }, h("span", { class: "emblem-small" }, emblem(kindOf(game))), h("h2", null, gameName(game))),
    h("p", { class: "rating" }, h("b", null, rating), " ", h("small", { class: "soft" }, `± ${2 * deviation}`), provisional && h("em", { class: "tag" }, t("player.provisional"))),
    h("svg", { viewBox: "0 0 100 6", class: "wins", preserveAspectRatio: "none", "aria-hidden": "true" }, bar(won, "w", 0), bar(drawn, "d", won), bar(lost, "l", won + drawn)),
    h("p", null, t("player.tally", { won, lost, drawn })),
    streak !== 0 && h("p", { class: "soft" }, t(streak > 0 ? "player.streak" : "player.streak.lost", { n: Math.abs(streak) }), longest_streak > 1 && ` ${t("player.longest", { n: longest_streak })}`),
    left(unfinished).map((line) => h("p", { class: "soft", key: line }, line)),
    hundred && h("p", { class: "soft" }, t("player.hundred", hundred)),
    averages && Object.entries(averages).map(([name, value]) => h("p", { class: "soft", key: name }, `${has(`player.average.${name}`) ? t(`player.average.${name}`) : name}: ${value.toFixed(1)}`)));
}

/** Matches that were not played to their end, told apart by who left. @param {NonNullable<Wire.Tally["unfinished"]>} unfinished */
function left(unfinished) {
  const { unfinished: none, ...ended } = unfinished;
  const sum = (/** @type {"own" | "other"} */ who) => Object.values(ended).reduce((all, each) => all + each[who], 0);
  return [
    sum("own") > 0 && t("player.left.own", { n: sum("own") }), sum("other") > 0 && t("player.left.other", { n: sum("other") }),
    none && t("player.left.none", { n: none.own + none.other }),
  ].filter((line) => typeof line === "string");
}

/** @param {Wire.Recent} match @param {string} id */
function recentRow({ match, game, seats, seat, outcome, winners, reason, points, at }, id) {
  const known = outcome && has(`player.${outcome}`) ? outcome : null;
  const result = known ?? (winners.length === 0 ? "drawn" : winners.includes(seat) ? "won" : "lost");
  return h("li", { class: "card room-row", key: match },
    h("span", { class: "emblem-small" }, emblem(kindOf(game))),
    h("div", { class: "what" }, h("strong", null, gameName(game)), h("small", null, moment(at))),
    h("div", { class: "people" }, seats.filter((other) => other.id !== id).map((other) => h("span", { key: other.id }, t("player.with"), " ", playerName(other)))),
    h("span", { class: `tag ${result === "won" ? "good" : result === "lost" ? "bad" : ""}`, title: t(`reason.${reason}`) }, t(`player.${result}`), points.some((n) => n > 1) && ` ${points.join(":")}`),
    h("a", { class: "button small", href: `/replay/${match}` }, t("player.replay")));
}

definePage("player", playerPage);
