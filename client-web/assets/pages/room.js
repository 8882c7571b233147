// A room: the board, the players, what can be done, and beside it moves, chat, fairness and cameras.

import { boardOf, boardStore } from "../boards/index.js";
import { h } from "../dom.js";
import { clockWords, optionWords } from "../forms/words.js";
import { hearers, link, refusalText } from "../link.js";
import { definePage } from "../render.js";
import { announce, redraw, state } from "../state.js";
import { t } from "../text.js";
import { act, sit } from "../room/act.js";
import { actions, offers, result } from "../room/doing.js";
import { chanceTab } from "../room/chance.js";
import { score } from "../room/scores.js";
import { fillSteps, movesTab, stepBy } from "../room/steps.js";
import { strip } from "../room/strip.js";
import { chatTab, openChat } from "../room/talk.js";
import { follow, heard, seenSeq, update } from "../room/take.js";
import { mayAct, mySeat, shown, sideOf } from "../room/turn.js";
import { lastTurn } from "../room/last.js";
import { rollAlone } from "../room/alone.js";
import { lazy } from "../lazy.js";

const sharing = lazy(() => import("../room/share.js"));
const cameras = lazy(() => import("../media/panel.js"));
/** The cameras, if they were ever wanted or are how the game is played: nothing about them is loaded before. */
let wanted = false;
const camerasNow = () => (wanted ? cameras() : null);

/** @returns {App.Room} */
const fresh = (/** @type {string} */ code) => ({
  code, match: 0, live: null, at: 0, held: null, anim: null, steps: [], stepsFrom: "none", past: null, said: [], unread: 0,
  draws: [], warnings: [], awaiting: null, refusal: "", missing: "", tab: "moves", draft: "", sharing: false, sitting: false, board: boardStore(),
});

/** @param {App.Page} page */
export function open({ arg }) {
  state.room = fresh(arg);
  wanted = false;
  document.title = `${arg} – Longtable`;
  follow(arg);
  hearers.set("update", (message, text) => {
    update(message, text);
    showCameras();
    if (state.room?.stepsFrom === "none") fillSteps();
    camerasNow()?.camerasSeen(state);
    rollAlone(state);
  });
  hearers.set("said", heard);
  hearers.set("signal", (message) => camerasNow()?.cameraSignal(state, message));
  hearers.set("unwatched", missing);
  hearers.set("welcome", () => {
    if (state.room) state.room.said = [];
    camerasNow()?.lineBack();
  });
  link().watch(arg, seenSeq()).catch(missing);
  addEventListener("keydown", key);
}

export function close() {
  removeEventListener("keydown", key);
  camerasNow()?.closeCameras();
  if (state.room) link().unwatch(state.room.code);
  for (const type of ["update", "said", "signal", "unwatched", "welcome"]) hearers.delete(type);
  state.room = null;
}

/** At real boards the cameras are where a match begins. */
function showCameras() {
  const { room } = state;
  if (wanted || room?.live?.setup.medium !== "table") return;
  wanted = true;
  room.tab = "camera";
}

/** @param {any} refusal to a watch: there is no such room, or it is not for strangers */
function missing(refusal) {
  if (!state.room || refusal.code === "offline") return;
  state.room.missing = refusalText(refusal);
  redraw();
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.target instanceof HTMLElement && event.target.matches("input, select, textarea")) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = { ",": -1, ".": 1 }[event.key];
  if (by) stepBy(by);
  if (event.key === "?") announce(t("keys.help"));
}

/** @param {App.State} state */
function roomPage(state) {
  const { room, me } = state;
  if (!room) return null;
  if (room.missing) return h("section", { class: "card missing" }, h("h1", null, t("room.missing")), h("p", null, room.missing), h("a", { class: "button main", href: "/" }, t("nav.lobby")));
  if (!room.live) return h("p", { class: "loading" }, t("loading"));
  const view = shown(room) ?? room.live;
  const side = sideOf(room.live, me);
  // the one who looks sits at the bottom; the others follow in order, from the top
  const others = room.live.seats.map((_, seat) => seat).filter((seat) => seat !== side);
  return h("div", { class: `room game-${room.live.setup.game.kind} medium-${room.live.setup.medium} ${room.live.status} ${others.length > 1 ? "many" : ""}` },
    head(room.live),
    h("div", { class: "table" },
      h("div", { class: "strips theirs" }, others.map((seat) => strip(state, view, seat, score(view, seat)))),
      stageOf(state, view, side),
      h("div", { class: "strips ours" }, strip(state, view, side, score(view, side))),
      below(state, view, side),
      sidePanel(state)));
}

/** @param {Wire.View} view */
function head({ setup, room, match, spectators, status, handicap, seats }) {
  const { game } = setup;
  const warned = state.room?.warnings.length ?? 0;
  const words = [optionWords(game), clockWords(setup.clock), setup.medium === "table" && t("opt.medium.table"), setup.fairness === "strict" && t("opt.fairness.strict"), match > 1 && t("room.match", { n: match })];
  return h("div", { class: "room-head" },
    h("h1", null, t(`game.${game.kind}`), game.kind === "darbol" && h("span", null, ` ${t(`darbol.${game.game}`)}`)),
    h("p", { class: "soft" }, words.filter(Boolean).join(" · ")),
    handicapWords(handicap, seats),
    warned > 0 && h("button", { class: "small warned", onclick: () => { if (state.room) { state.room.tab = "chance"; redraw(); } } }, t("warn.open", { n: warned })),
    h("p", { class: "soft" }, spectators > 0 && t("spectators", { n: spectators }), " ",
      h("button", { class: "quiet small", onclick: () => { if (state.room) { state.room.sharing = !state.room.sharing; redraw(); } }, "aria-expanded": state.room?.sharing || status === "waiting" ? "true" : "false" }, t("share.open", { code: room })),
      " ", h("a", { class: "small", href: `/rules/${game.kind}`, target: "_blank" }, t("nav.rules"))));
}

/**
 * What a board draws from: the view that is shown, and what this person may do on it.
 * @param {App.State} state
 * @param {Wire.View} view
 * @param {Wire.Seat} side
 * @returns {import("../boards/index.js").Context}
 */
function context(state, view, side) {
  const room = /** @type {App.Room} */ (state.room);
  return {
    view, side, can: mayAct(state), act, store: room.board, last: lastTurn(room.steps, view.seq), steps: room.steps,
    mine: room.live ? mySeat(room.live, state.me) : null, names: view.seats.map((seat) => seat?.player.name ?? ""),
    anim: room.past === null ? room.anim : null, now: state.now, idle: idle(state, view),
  };
}

/**
 * Why this person cannot act just now.
 * @param {App.State} state
 * @param {Wire.View} view
 */
function idle({ room, line }, view) {
  if (line.status !== "online") return t("turn.offline");
  if (room?.held) return ""; // what was done is being shown
  if (room?.awaiting) return t("turn.sending");
  if (view.fairness.due || view.turn.length === 0) return t("turn.draw");
  return t(view.setup.medium === "table" ? "turn.table" : "turn.of", { name: view.turn.map((seat) => view.seats[seat]?.player.name ?? "").join(t("or")) });
}

/**
 * What Hundred's players are awarded, before the start and during the match.
 * @param {Wire.View["handicap"]} handicap
 * @param {Wire.View["seats"]} seats
 */
function handicapWords(handicap, seats) {
  if (!handicap) return null;
  const told = handicap.map((award, seat) => award.points + award.extra_turns > 0 && t("room.handicap", { name: seats[seat]?.player.name ?? String(seat + 1), points: award.points, turns: award.extra_turns }));
  return h("p", { class: "notice" }, told.some(Boolean) ? told.filter(Boolean).join(" ") : t("room.handicap.none"));
}

/**
 * @param {App.State} state
 * @param {Wire.View} view
 * @param {Wire.Seat} side
 */
function stageOf(state, view, side) {
  const room = /** @type {App.Room} */ (state.room);
  if (!view.game) return h("div", { class: "stage waiting" }, invitation(state, view) ?? [waiting(view), sharing()?.sharePanel(room)], camerasNow()?.cameraViews(state));
  const board = boardOf(view.game.kind);
  return h("div", { class: "stage" },
    h("div", { class: "board-frame" }, board ? board.board(context(state, view, side)) : h("p", { class: "loading" }, t("loading")), camerasNow()?.cameraViews(state)));
}

/**
 * What stands below the board: what is to be done, offers, the result.
 * @param {App.State} state
 * @param {Wire.View} view
 * @param {Wire.Seat} side
 */
function below(state, view, side) {
  const room = /** @type {App.Room} */ (state.room);
  const board = view.game && boardOf(view.game.kind);
  return h("div", { class: "below" },
    room.past !== null && h("div", { class: "past" }, t("step.past"), " ", h("button", { class: "small", onclick: () => { room.past = null; redraw(); } }, t("step.return"))),
    board && room.past === null && board.controls(context(state, view, side)),
    h("p", { class: "refusal", role: "alert" }, room.refusal),
    result(state), actions(state),
    // last, so that an offer that comes or goes moves nothing that somebody is just pressing
    offers(state),
    room.sharing && view.game && sharing()?.sharePanel(room));
}

/**
 * What one sees who was sent the link: that there is a seat, and one button to take it.
 * @param {App.State} state
 * @param {Wire.View} view
 */
function invitation({ me, room, line }, view) {
  if (mySeat(view, me) !== null || view.seats.every((seat) => seat !== null)) return null;
  const host = view.seats.find((seat) => seat !== null)?.player.name;
  return h("section", { class: "card invitation", key: "invitation" },
    h("h2", null, host ? t("invited", { name: host, game: t(`game.${view.setup.game.kind}`) }) : t("invited.empty")),
    h("p", { class: "soft" }, t("invited.how", { name: me?.name ?? "" })),
    h("div", { class: "row" },
      h("button", { class: "main", disabled: room?.sitting || line.status !== "online", onclick: () => sit() }, t("seat.take")),
      h("a", { class: "button", href: `/rules/${view.setup.game.kind}`, target: "_blank" }, t("nav.rules"))));
}

/** @param {Wire.View} view */
function waiting({ setup, seats, fairness }) {
  const missing = seats.filter((seat) => seat === null).length;
  if (missing) return h("p", { class: "lead" }, t("room.waiting", { n: missing }));
  const tips = fairness.tips.some((tip) => tip === null);
  return h("p", { class: "lead" }, t(tips && setup.fairness === "strict" ? "room.tips" : "room.starting"));
}

/** @param {App.State} state */
function cameraTab(state) {
  wanted = true;
  return camerasNow()?.cameraTab(state) ?? h("p", { class: "loading" }, t("loading"));
}

/** @param {App.State} state */
function sidePanel(state) {
  const room = /** @type {App.Room} */ (state.room);
  /** @type {Record<string, (state: App.State) => App.Child>} */
  const tabs = { moves: movesTab, chat: chatTab, chance: chanceTab, camera: cameraTab };
  const select = (/** @type {string} */ tab) => {
    room.tab = tab;
    if (tab === "chat") openChat();
    redraw();
  };
  const names = Object.keys(tabs);
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    const next = names[(names.indexOf(room.tab) + by + names.length) % names.length];
    select(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return h("aside", { class: "side card" }, h("div", { class: "side-inner" },
    h("div", { class: "tabs", role: "tablist", onkeydown }, names.map((name) => h("button", {
      key: name, id: `tab-${name}`, role: "tab", "aria-selected": room.tab === name ? "true" : "false", "aria-controls": "tab-panel", tabindex: room.tab === name ? 0 : -1, onclick: () => select(name),
    }, t(`tab.${name}`), name === "chat" && room.unread > 0 && room.tab !== "chat" && h("span", { class: "badge" }, room.unread)))),
    h("div", { class: "tab-panel", id: "tab-panel", role: "tabpanel", tabindex: 0, "aria-labelledby": `tab-${room.tab}`, key: room.tab }, tabs[room.tab](state))));
}

definePage("room", roomPage);
