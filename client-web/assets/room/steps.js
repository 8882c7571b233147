// Stepping back through a match while it goes on: the entries are fetched once, and each with the view after it.

import { h } from "../dom.js";
import { link } from "../link.js";
import { redraw, state } from "../state.js";
import { t } from "../text.js";
import { describe } from "./describe.js";

/**
 * Fetches the entries of a match, page by page.
 * @param {string} room
 * @param {number} match
 * @param {(page: Wire.History, first: boolean) => boolean} take returns whether to go on
 */
export async function fetchHistory(room, match, take) {
  let after = null;
  for (let first = true; ; first = false) {
    /** @type {Wire.History} */
    const page = await link().request("history", { room, match, limit: 256, ...(after !== null && { after }) });
    if (!take(page, first) || !page.more || page.entries.length === 0) return;
    after = page.entries[page.entries.length - 1].seq;
  }
}

/** Fetches what the open room's list of moves lacks. */
export async function fillSteps() {
  const room = state.room;
  if (!room?.live || room.stepsFrom !== "none" || room.live.game === null) return;
  room.stepsFrom = "loading";
  const { match } = room;
  /** @type {App.Step[]} */
  const steps = [];
  try {
    await fetchHistory(room.code, match, ({ entries }) => {
      for (const { view, ...entry } of entries) steps.push({ seq: entry.seq, entry, view: view ?? null });
      return state.room === room && room.match === match;
    });
  } catch {
    room.stepsFrom = "none";
    return;
  }
  if (room.match !== match) return;
  const last = steps.at(-1)?.seq ?? 0;
  room.steps = [...steps, ...room.steps.filter(({ seq }) => seq > last)];
  room.stepsFrom = "all";
  redraw();
}

/** Entries that are worth stopping at: those with words. */
const stops = (/** @type {App.Room} */ room) => room.steps.filter(({ entry }) => room.live && describe(entry, room.live) !== "");

/**
 * Goes to the position after entry `seq`; the newest means back to the play.
 * @param {number | null} seq
 */
export async function stepTo(seq) {
  const room = state.room;
  if (!room?.live) return;
  const all = stops(room);
  room.board.picked = null;
  if (seq === null || seq >= (all.at(-1)?.seq ?? 0)) {
    room.past = null;
    return redraw();
  }
  const step = room.steps.find((step) => step.seq === seq);
  if (!step) return;
  if (!step.view) {
    try {
      const page = await link().request("history", { room: room.code, match: room.match, after: seq - 1, limit: 1 });
      step.view = page.entries[0]?.view ?? null;
    } catch {
      return;
    }
  }
  if (step.view) room.past = seq;
  redraw();
}

/** @param {number} by steps forward, or back if negative */
export function stepBy(by) {
  const room = state.room;
  if (!room) return;
  const all = stops(room);
  const now = room.past === null ? all.length - 1 : all.findIndex(({ seq }) => seq === room.past);
  const to = all[Math.max(0, now + by)];
  stepTo(to ? to.seq : null);
}

/** @param {App.State} state */
export function movesTab({ room }) {
  if (!room?.live) return null;
  const view = room.live;
  const all = stops(room);
  const button = (/** @type {string} */ path, /** @type {string} */ words, /** @type {() => void} */ act, /** @type {boolean} */ off) =>
    h("button", { "aria-label": words, title: words, onclick: act, disabled: off },
      h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: path })));
  const first = room.past !== null && room.past <= (all[0]?.seq ?? 0);
  return h("div", { class: "moves" },
    h("div", { class: "row steps" },
      button("M7 6v12M18 6l-7 6 7 6", t("step.first"), () => stepTo(all[0]?.seq ?? null), all.length === 0 || first),
      button("M15 6l-7 6 7 6", t("step.back"), () => stepBy(-1), all.length === 0 || first),
      button("M9 6l7 6-7 6", t("step.forward"), () => stepBy(1), room.past === null),
      button("M17 6v12M6 6l7 6-7 6", t("step.last"), () => stepTo(null), room.past === null)),
    h("ol", { class: "move-list", tabindex: 0, "aria-label": t("tab.moves"), ref: keepAtEnd },
      all.map(({ seq, entry }) => h("li", { key: seq, class: entry.by === null ? "by-none" : `by-${entry.by}` },
        h("button", { class: `move ${room.past === seq || (room.past === null && seq === all.at(-1)?.seq) ? "now" : ""}`, onclick: () => stepTo(seq) },
          h("i", { class: entry.by === null ? "piece none" : `piece side-${entry.by}` }), describe(entry, view))))),
    room.stepsFrom === "loading" && h("p", { class: "soft" }, t("loading")));
}

/**
 * Scrolls to the newest line, unless the person has scrolled up.
 * @param {HTMLElement} list
 */
function keepAtEnd(list) {
  new MutationObserver(() => {
    const now = /** @type {HTMLElement | null} */ (list.querySelector(".now"));
    if (!now || list.matches(":hover")) return;
    list.scrollTop = now.offsetTop - list.clientHeight / 2;
  }).observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
}
