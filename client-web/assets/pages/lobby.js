// The lobby: what is open, what is played, live; one's own rooms; and the quickest ways to a game.

import { h } from "../dom.js";
import { link, send, token } from "../link.js";
import { go } from "../route.js";
import { redraw, state } from "../state.js";
import { span, t } from "../text.js";
import { freshTip } from "../session/secrets.js";
import { optionWords } from "../forms/words.js";
import { playerName } from "../room/names.js";
import { emblem } from "./emblems.js";

/** @type {Wire.Kind[]} */
export const KINDS = ["dara", "gul_bara", "darbol", "crokidarts"];

/** @param {App.Page} _page */
export function open(_page) {
  document.title = "Longtable";
  state.lobby.loaded = false;
  follow();
  mine();
}

export function close() {
  link().follow(null).catch(() => {});
}

function follow() {
  const game = state.lobby.filter;
  link().follow(game ? { game } : {}).then(listed, () => {});
}

/** One's own rooms, unlisted ones too: asked again when the line comes back. */
async function mine() {
  try {
    const reply = await link().request("rooms", { mine: true });
    state.lobby.mine = reply.rooms;
    redraw();
  } catch {
    setTimeout(() => state.page.name === "lobby" && mine(), 1500);
  }
}

/** @param {Wire.Rooms} message */
function listed(message) {
  Object.assign(state.lobby, { rooms: message.rooms, more: message.more, loaded: true });
  redraw();
}

/** @param {Wire.Rooms} message the list has changed, and so may have one's own */
export function changed(message) {
  listed(message);
  if (state.page.name === "lobby") mine();
}

/** @param {Wire.Kind} kind */
async function quick(kind) {
  const game = kind === "darbol" ? { kind, game: "up_the_mountain" } : { kind };
  const reply = await send("quick", { setup: { game }, tip: freshTip(kind), token: token() });
  if (reply) go(`/r/${reply.room}`);
}

/** @param {App.State} state */
export function lobbyPage({ lobby, line, me }) {
  const own = lobby.mine.filter((room) => room.status !== "finished");
  const others = lobby.rooms.filter(({ room }) => !own.some((mine) => mine.room === room));
  const waiting = others.filter((room) => room.status === "waiting");
  const playing = others.filter((room) => room.status !== "waiting");
  return [
    h("section", { class: "hero" },
      h("h1", null, t("lobby.title")),
      h("p", { class: "lead" }, t("lobby.lead"))),
    h("section", { class: "games", "aria-label": t("lobby.games") }, KINDS.map((kind) => gameCard(kind, line.status === "online"))),
    own.length > 0 && roomList("mine", t("lobby.mine"), own, me),
    h("section", { class: "list" },
      h("div", { class: "row" },
        h("h2", null, t("lobby.open")),
        h("label", { class: "filter" }, h("span", { class: "hidden" }, t("lobby.filter")),
          h("select", { value: lobby.filter, onchange: (/** @type {any} */ event) => { state.lobby.filter = event.target.value; follow(); redraw(); } },
            h("option", { value: "" }, t("lobby.all")), KINDS.map((kind) => h("option", { value: kind, key: kind }, t(`game.${kind}`)))))),
      waiting.length > 0 ? rows(waiting, me) : h("p", { class: "empty" }, lobby.loaded ? t("lobby.none") : t("loading"))),
    playing.length > 0 && roomList("playing", t("lobby.playing"), playing, me),
    lobby.more && h("p", { class: "soft" }, t("lobby.more")),
    codeForm(),
  ];
}

/**
 * @param {Wire.Kind} kind
 * @param {boolean} online
 */
function gameCard(kind, online) {
  return h("article", { class: `card game-card ${kind}`, key: kind },
    emblem(kind),
    h("h2", null, t(`game.${kind}`)),
    h("p", null, t(`game.${kind}.line`)),
    h("div", { class: "row" },
      h("button", { class: "main", disabled: !online, onclick: () => quick(kind) }, t("lobby.quick")),
      h("a", { class: "button", href: `/new/${kind}` }, t("lobby.make")),
      h("a", { class: "soft", href: `/rules/${kind}` }, t("nav.rules"))));
}

/**
 * @param {string} key
 * @param {string} title
 * @param {Wire.Listing[]} rooms
 * @param {Wire.Player | null} me
 */
function roomList(key, title, rooms, me) {
  return h("section", { class: "list", key }, h("h2", null, title), rows(rooms, me));
}

/**
 * @param {Wire.Listing[]} rooms
 * @param {Wire.Player | null} me
 */
function rows(rooms, me) {
  return h("ul", { class: "rooms" }, rooms.map((room) => row(room, me)));
}

/**
 * @param {Wire.Listing} listing
 * @param {Wire.Player | null} me
 */
function row(listing, me) {
  const { room, game, status, seats, spectators, since } = listing;
  const seated = seats.some((seat) => seat && seat.id === me?.id);
  const free = seats.some((seat) => seat === null);
  const words = seated ? t("lobby.back") : status === "waiting" && free ? t("lobby.join") : t("lobby.watch");
  return h("li", { class: "card room-row", key: room },
    h("span", { class: "emblem-small" }, emblem(game.kind)),
    h("div", { class: "what" },
      h("strong", null, t(`game.${game.kind}`), game.kind === "darbol" && ` · ${t(`darbol.${game.game}`)}`),
      h("small", null, optionWords(game) || t("lobby.plain"))),
    h("div", { class: "people" }, seats.map((seat, i) => h("span", { key: i, class: "seat" }, seat ? playerName(seat) : h("em", null, t("lobby.free"))))),
    h("small", { class: "soft" }, spectators > 0 && [t("spectators", { n: spectators }), " · "], t("ago", { span: span((Date.now() - since) / 1000) })),
    h("a", { class: `button ${seated || free ? "main" : ""}`, href: `/r/${room}`, "aria-label": `${words}: ${t(`game.${game.kind}`)} ${room}` }, words));
}

function codeForm() {
  const enter = (/** @type {any} */ event) => {
    event.preventDefault();
    // a whole link pasted is as good as its code
    const code = new FormData(event.target).get("code")?.toString().trim().split("/").pop()?.toUpperCase();
    if (code) go(`/r/${encodeURIComponent(code)}`);
  };
  return h("form", { class: "code-form", onsubmit: enter },
    h("label", null, t("lobby.code"), h("input", { name: "code", placeholder: "K7QF3M", autocapitalize: "characters", autocomplete: "off", spellcheck: "false", required: true })),
    h("button", null, t("lobby.enter")));
}
