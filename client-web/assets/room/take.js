// Takes in what the server says about the room that is open: nothing else changes what is confirmed here.

import { answer, complaint } from "../fairness/answer.js";
import { Follower } from "../fairness/follow.js";
import { link } from "../link.js";
import { entryTexts } from "../session/raw.js";
import * as secrets from "../session/secrets.js";
import * as store from "../session/store.js";
import { announce, redraw, state, toast } from "../state.js";
import { t } from "../text.js";
import { changesPlay, spoken } from "./describe.js";
import { mySeat } from "./turn.js";
import { stage } from "./stage.js";
import { ring } from "./sound.js";

/** @type {Follower} */
let follower = new Follower(null);
/** Draws that were answered already, by tip and number. @type {Set<string>} */
let answered = new Set();

/** @param {string} code */
export function follow(code) {
  follower = new Follower(store.read(`seen.${code}`));
  answered = new Set();
}

/** The newest line that was seen: what a watch goes on from. */
export const seenSeq = () => (follower.seq >= 0 ? follower.seq : null);

/**
 * @param {Wire.Update} update
 * @param {string} text its frame
 */
export function update(update, text) {
  const room = state.room;
  if (!room || update.room !== room.code) return;
  const { view } = update;
  const before = room.live;
  // an answer that was overtaken: the newer view stands
  if (before && view.seq < before.seq) return;
  const fresh = update.entries.filter(({ seq }) => seq > (before?.seq ?? -1));

  follower.take(view, update.entries, entryTexts(text));
  store.write(`seen.${room.code}`, follower.agreed === false ? null : { seq: follower.seq, head: follower.head });
  if (follower.agreed === false) warn(room, "head", view.fairness.draw);
  room.draws = follower.notes;

  room.live = view;
  room.at = performance.now();
  room.missing = "";
  if (fresh.some(({ event }) => event.type === "started")) begin(room);
  remember(room, fresh, view, update.gap === true);
  if (before && view.seq > before.seq) {
    room.awaiting = null;
    room.refusal = "";
    if (fresh.some(({ event }) => changesPlay(event.type))) Object.assign(room.board, { picked: null, changed: performance.now() });
  }
  const aimed = fresh.findLast(({ event }) => event.type === "aimed");
  if (aimed) room.board.threw = aimed.by === mySeat(view, state.me);
  stage(room, before, fresh);
  tell(view, fresh, before);
  judge(room, view);
  open(room, view);
  redraw();
}

/** @param {App.Room} room */
function begin(room) {
  Object.assign(room, { steps: [], stepsFrom: "all", past: null, warnings: [] });
  Object.assign(room.board, { picked: null, drag: null, aim: null, report: null, threw: false });
}

/**
 * Keeps what happened, for the list of moves and for stepping back.
 * @param {App.Room} room
 * @param {Wire.Entry[]} fresh
 * @param {Wire.View} view
 * @param {boolean} gap
 */
function remember(room, fresh, view, gap) {
  if (gap || room.match !== view.match) Object.assign(room, { steps: [], stepsFrom: "none" });
  room.match = view.match;
  const newest = room.steps.at(-1)?.seq ?? -1;
  for (const [i, entry] of fresh.entries()) {
    if (entry.seq > newest) room.steps.push({ seq: entry.seq, entry, view: i === fresh.length - 1 ? view : null });
  }
}

/**
 * Says what happened to who listens, and rings when it has become this person's turn.
 * @param {Wire.View} view
 * @param {Wire.Entry[]} fresh
 * @param {Wire.View | null} before
 */
function tell(view, fresh, before) {
  for (const entry of before ? fresh : []) announce(spoken(entry, view));
  const seat = mySeat(view, state.me);
  const mine = seat !== null && view.turn.includes(seat);
  const was = seat !== null && before?.turn.includes(seat);
  if (before && mine && !was) {
    announce(t("turn.yours"));
    ring("turn");
  } else if (before && fresh.some(({ event }) => changesPlay(event.type))) ring("move");
  document.title = mine ? `● ${t("turn.yours")} – ${t(`game.${view.setup.game.kind}`)}` : `${t(`game.${view.setup.game.kind}`)} ${view.room} – Longtable`;
}

/**
 * Answers a draw that waits for this seat's link.
 * @param {App.Room} room
 * @param {Wire.View} view
 */
function open(room, view) {
  const seat = mySeat(view, state.me);
  const due = answer(view, seat, follower.agreed, secrets);
  if (due === "nothing") return;
  if (typeof due === "string") return warn(room, due, view.fairness.due?.draw ?? 0);
  const mark = `${due.tip}.${due.draw}`;
  if (answered.has(mark)) return;
  answered.add(mark);
  const opened = { draw: due.draw, seq: due.seq, head: due.head, accepted: false };
  secrets.note(due.tip, opened);
  link().request("link", { room: room.code, draw: due.draw, link: due.link }).then(
    () => {
      secrets.note(due.tip, { ...opened, accepted: true });
      if (state.room === room && room.live) judge(room, room.live);
      redraw();
    },
    (refusal) => {
      if (refusal.code === "unavailable") answered.delete(mark);
    },
  );
}

/**
 * Warns when the log calls this seat silent in a draw that it answered, or when a draw does not check.
 * @param {App.Room} room
 * @param {Wire.View} view
 */
function judge(room, view) {
  const seat = mySeat(view, state.me);
  const tip = seat === null ? null : view.fairness.tips[seat];
  const opened = tip ? secrets.kept(tip)?.opened ?? [] : [];
  for (const note of room.draws) {
    if (note.verdict === "bad") warn(room, "bad", note.draw);
    const kind = complaint(note, seat, opened);
    if (kind) warn(room, kind, note.draw);
  }
}

/**
 * @param {App.Room} room
 * @param {App.Warning["kind"]} kind
 * @param {number} draw
 */
function warn(room, kind, draw) {
  const known = room.warnings.find((warning) => warning.kind === kind && (warning.draw === draw || kind === "elsewhere"));
  if (known) return;
  // what was taken for late turns out to be hidden once the server's word is there
  room.warnings = room.warnings.filter((warning) => !(kind === "hidden" && warning.kind === "late" && warning.draw === draw));
  const told = room.warnings.some((warning) => warning.kind === kind);
  room.warnings.push({ kind, draw });
  if (!told) toast(t(`warn.${kind}`, { draw }), kind === "late" || kind === "elsewhere" ? "warn" : "bad");
}

/** @param {Wire.Said} said */
export function heard(said) {
  const room = state.room;
  if (!room || said.room !== room.code) return;
  const known = room.said.some(({ at, by, text }) => at === said.at && by.id === said.by.id && text === said.text);
  if (known) return;
  room.said = [...room.said, said].slice(-200);
  if (room.tab !== "chat") room.unread++;
  if (said.by.id !== state.me?.id) announce(t("chat.spoken", { name: said.by.name, text: said.text }));
}
