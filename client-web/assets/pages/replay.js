// A finished match once more: every position, and the check of its whole file in this browser.

import { boardOf, boardStore } from "../boards/index.js";
import { h } from "../dom.js";
import { check } from "../fairness/check.js";
import { refusalText, link } from "../link.js";
import { definePage } from "../render.js";
import { redraw, state } from "../state.js";
import { moment, t } from "../text.js";
import * as secrets from "../session/secrets.js";
import * as store from "../session/store.js";
import { describe, outcome } from "../room/describe.js";
import { lastTurn } from "../room/last.js";
import { playerName } from "../room/names.js";
import { score } from "../room/scores.js";
import { fetchHistory, pieceOf } from "../room/steps.js";

const PLAY_MS = 900;

/** @param {App.Page} page */
export function open({ arg, match }) {
  document.title = `${t("replay.title")} ${arg}/${match} – Longtable`;
  /** @type {App.Replay} */
  const replay = { code: arg, match, steps: [], setup: null, loaded: false, missing: "", at: 0, playing: false, findings: null, checking: false, part: 0, board: boardStore() };
  state.replay = replay;
  load(replay);
  addEventListener("keydown", key);
}

export function close() {
  removeEventListener("keydown", key);
  state.replay = null;
}

/** @param {App.Replay} replay */
async function load(replay) {
  try {
    await fetchHistory(replay.code, replay.match, (page, first) => {
      if (first) replay.setup = page.setup;
      for (const { view, ...entry } of page.entries) {
        if (view) replay.steps.push({ seq: entry.seq, entry, view });
      }
      redraw();
      return state.replay === replay;
    });
    replay.loaded = true;
    if (location.pathname.startsWith("/check/")) checkAll();
  } catch (reason) {
    const refusal = /** @type {Wire.Refusal} */ (reason);
    if (refusal.code === "offline" && state.replay === replay) {
      replay.steps = [];
      setTimeout(() => state.replay === replay && load(replay), 700);
    } else replay.missing = refusalText(refusal);
  }
  redraw();
}

/** @param {App.Replay} replay those steps at which something is to be seen */
const stops = (replay) => replay.steps.filter(({ entry, view }) => view && describe(entry, view) !== "");

/** @param {number} to */
function go(to) {
  const { replay } = state;
  if (!replay) return;
  replay.at = Math.max(0, Math.min(stops(replay).length - 1, to));
  redraw();
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.target instanceof HTMLElement && event.target.matches("input, select, textarea")) return;
  const by = { ",": -1, ".": 1, ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by && state.replay) go(state.replay.at + by);
}

function playOn() {
  const { replay } = state;
  if (!replay?.playing) return;
  if (replay.at >= stops(replay).length - 1) replay.playing = false;
  else {
    go(replay.at + 1);
    setTimeout(playOn, PLAY_MS);
  }
  redraw();
}

/** Fetches the match file and checks it. */
async function checkAll() {
  const { replay } = state;
  if (!replay || replay.checking) return;
  replay.checking = true;
  replay.findings = null;
  redraw();
  const last = replay.steps.at(-1)?.view;
  try {
    const key = store.read("key");
    const closed = replay.setup?.spectators === false && key;
    const answer = await fetch(`/matches/${replay.code}/${replay.match}.jsonl`, closed ? { headers: { Authorization: `Bearer ${key}` } } : {});
    if (!answer.ok) throw new Error(String(answer.status));
    const seat = last?.seats.findIndex((seat) => seat?.player.id === state.me?.id) ?? -1;
    const tip = seat >= 0 ? last?.fairness.tips[seat] : null;
    const opened = tip ? secrets.kept(tip)?.opened ?? [] : [];
    replay.findings = await check(await answer.text(), last?.result?.hash ?? null, opened, (part) => {
      replay.part = part;
      redraw();
    });
  } catch {
    replay.findings = [{ ok: false, what: "fetch", args: {} }];
  }
  replay.checking = false;
  redraw();
}

/** @param {App.State} state */
function replayPage({ replay, now }) {
  if (!replay) return null;
  if (replay.missing) return h("section", { class: "card missing" }, h("h1", null, t("replay.missing")), h("p", null, replay.missing), h("a", { class: "button main", href: "/" }, t("nav.lobby")));
  const all = stops(replay);
  const step = all[replay.at];
  if (!step?.view) return h("p", { class: "loading" }, t("loading"));
  const view = step.view;
  const final = replay.steps.at(-1)?.view;
  const board = boardOf(view.setup.game.kind);
  const context = { view, side: 0, can: false, act: () => {}, store: replay.board, last: lastTurn(replay.steps, step.seq), steps: replay.steps, mine: null, names: view.seats.map((seat) => seat?.player.name ?? ""), anim: null, now, idle: "" };
  return [
    h("div", { class: "room-head" }, h("h1", null, `${t(`game.${view.setup.game.kind}`)} `, h("span", null, `${replay.code}/${replay.match}`)),
      h("p", { class: "soft" }, moment(replay.steps[0].entry.at)), final?.result && h("p", null, outcome(final.result, final))),
    h("div", { class: "table" },
      h("div", { class: "strips theirs" }, strips(view, [...view.seats.keys()].slice(1))),
      h("div", { class: "stage" }, h("div", { class: "board-frame" }, board && view.game ? board.board(context) : h("p", { class: "loading" }, t("loading")))),
      h("div", { class: "strips ours" }, strips(view, [0])),
      h("div", { class: "below" }, player(replay, all), h("p", { class: "what-now", "aria-live": "polite" }, describe(step.entry, view)), checkPanel(replay)),
      h("aside", { class: "side card" }, h("div", { class: "side-inner" }, h("ol", { class: "move-list replay-list", tabindex: 0, "aria-label": t("tab.moves") }, all.map(({ seq, entry, view }, i) =>
        h("li", { key: seq }, h("button", { class: `move ${i === replay.at ? "now" : ""}`, onclick: () => go(i) }, pieceOf(replay.steps, seq), view && describe(entry, view)))))))),
  ];
}

/** @param {Wire.View} view @param {Wire.Seat[]} seats */
function strips(view, seats) {
  return seats.map((seat) => {
    const taken = view.seats[seat];
    return h("div", { class: `strip ${view.turn.includes(seat) ? "turn" : ""}`, key: seat }, h("i", { class: `piece side-${seat}` }), h("div", { class: "person" }, taken && playerName(taken.player)), h("div", { class: "score" }, score(view, seat)));
  });
}

/** @param {App.Replay} replay @param {App.Step[]} all */
function player(replay, all) {
  const button = (/** @type {string} */ path, /** @type {string} */ words, /** @type {() => void} */ act) => h("button", { "aria-label": words, title: words, onclick: act }, h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: path })));
  return h("div", { class: "row steps player-row" },
    button("M7 6v12M18 6l-7 6 7 6", t("step.first"), () => go(0)), button("M15 6l-7 6 7 6", t("step.back"), () => go(replay.at - 1)),
    button(replay.playing ? "M9 6v12M15 6v12" : "M8 5l11 7-11 7z", t(replay.playing ? "replay.pause" : "replay.play"), () => { replay.playing = !replay.playing; setTimeout(playOn, 0); redraw(); }),
    button("M9 6l7 6-7 6", t("step.forward"), () => go(replay.at + 1)), button("M17 6v12M6 6l7 6-7 6", t("step.last"), () => go(all.length)),
    h("input", { type: "range", min: 0, max: Math.max(0, all.length - 1), value: replay.at, "aria-label": t("replay.slider"), oninput: (/** @type {any} */ event) => go(Number(event.target.value)) }),
    !replay.loaded && h("span", { class: "soft" }, t("loading")));
}

/** @param {App.Replay} replay */
function checkPanel({ findings, checking, code, match, loaded, part }) {
  const bad = findings?.some(({ ok }) => ok === false);
  return h("section", { class: "card check", key: "check" },
    h("h2", null, t("check.title")), h("p", { class: "soft" }, t("check.about")),
    h("div", { class: "row" }, h("button", { class: "main", disabled: checking || !loaded, onclick: checkAll }, checking ? t("check.doing", { n: Math.round(part * 100) }) : t("check.do")),
      h("a", { class: "button", href: `/matches/${code}/${match}.jsonl`, download: `${code}-${match}.jsonl` }, t("check.file"))),
    findings && h("p", { class: bad ? "verdict bad" : "verdict good", role: "status" }, t(bad ? "check.bad" : "check.good")),
    findings && h("ul", { class: "findings" }, findings.map(({ ok, what, args }) => h("li", { key: what + (args.seat ?? ""), class: ok === null ? "note" : ok ? "good" : "bad" },
      h("span", { class: "mark", "aria-hidden": "true" }, ok === null ? "·" : ok ? "✓" : "✗"), t(`check.${what}`, args)))));
}

definePage("replay", replayPage);
