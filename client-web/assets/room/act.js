// What a person does in a room, as requests. Nothing is shown as done before the server has said so.

import { link, refusalText, send, token } from "../link.js";
import { freshTip } from "../session/secrets.js";
import { ask, redraw, state } from "../state.js";
import { t } from "../text.js";
import { mayAct, mySeat } from "./turn.js";

/** A double click goes on for less than this after what the first click did: a second disc must not follow the first. */
const BREATH_MS = 300;
const THROWS = new Set(["shoot", "toss"]);

/** When a person last pressed or let go of anything. A busy page hears of it later, and maybe after the first disc's fate. */
let pressed = 0;
for (const type of ["click", "pointerup", "keydown"]) addEventListener(type, (event) => void (pressed = event.timeStamp), true);

/**
 * Makes a move, decided on the entry that is on the board. Our link is not sent along: it is opened only after the
 * move is in the log.
 * @param {Wire.Move} move
 */
export async function act(move) {
  const room = state.room;
  if (!room?.live || !mayAct(state)) return;
  // nor one that was meant for another position; after what somebody else did one may be as quick as one likes
  if (THROWS.has(move.type) && pressed - room.board.changed < (room.board.threw ? BREATH_MS : 0)) return;
  room.awaiting = move;
  room.refusal = "";
  const seq = room.live.seq;
  redraw();
  try {
    await link().request("act", { room: room.code, seq, move });
  } catch (reason) {
    const refusal = /** @type {Wire.Refusal} */ (reason);
    // what was overtaken shows itself: the newer position is on the board
    room.refusal = refusal.code === "stale" ? "" : refusalText(refusal);
    room.board.picked = null;
  }
  // the update may still be on its way, and until then the same move must not be made twice
  setTimeout(() => settle(room, move), 400);
  if (room.live.seq > seq || room.refusal) settle(room, move);
}

/**
 * @param {App.Room} room
 * @param {Wire.Move} move
 */
function settle(room, move) {
  if (room.awaiting !== move) return;
  room.awaiting = null;
  redraw();
}

/** @param {Wire.Seat} [seat] */
export async function sit(seat) {
  const room = state.room;
  if (!room?.live) return;
  room.sitting = true;
  const { kind } = room.live.setup.game;
  await send("sit", { room: room.code, ...(seat !== undefined && { seat }), tip: freshTip(kind), token: token() });
  room.sitting = false;
  redraw();
}

export function stand() {
  if (state.room) send("stand", { room: state.room.code });
}

/** @param {Wire.What} what */
export function offer(what) {
  const room = state.room;
  if (!room?.live) return;
  const tip = what === "rematch" ? { tip: freshTip(room.live.setup.game.kind) } : {};
  send("offer", { room: room.code, what, ...tip });
}

/**
 * @param {Wire.Offer} offer
 * @param {boolean} yes
 */
export function reply({ what, seq }, yes) {
  const room = state.room;
  if (!room?.live) return;
  const tip = what === "rematch" && yes ? { tip: freshTip(room.live.setup.game.kind) } : {};
  send("answer", { room: room.code, what, yes, seq, ...tip });
}

export function resign() {
  const room = state.room;
  if (!room) return;
  ask({ title: t("resign.title"), text: t("resign.text"), yes: t("resign.yes"), danger: true, act: () => send("resign", { room: room.code }) });
}

export function claim() {
  const room = state.room;
  if (!room) return;
  ask({ title: t("claim.title"), text: t("claim.text"), yes: t("claim.yes"), act: () => send("claim", { room: room.code }) });
}

/** Another device holds the secret of this seat's chain: goes on without it, if the person says so. */
export function giveUpDraws() {
  const room = state.room;
  if (!room?.live) return;
  const seat = mySeat(room.live, state.me);
  if (seat === null) return;
  ask({ title: t("giveup.title"), text: t("giveup.text"), yes: t("giveup.yes"), act: () => {
    room.warnings = room.warnings.filter(({ kind }) => kind !== "elsewhere");
    send("entropy", { room: room.code, tip: null });
  } });
}

/** @param {string} text */
export async function say(text) {
  const room = state.room;
  if (!room || !text.trim()) return;
  const done = await send("say", { room: room.code, text });
  if (done) room.draft = "";
  redraw();
}
