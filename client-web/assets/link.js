// The session of this page, and the requests that go through it with a person waiting for the answer.

import { openSession } from "./session/browser.js";
import { redraw, toast } from "./state.js";
import { has, t } from "./text.js";

/** @type {import("./session/session.js").Session} */
let session;

/** @param {import("./session/session.js").Hear} hear */
export function openLink(hear) {
  session = openSession(hear);
  return session;
}

export const link = () => session;

/** What pages do with pushes, once they are loaded. @type {Map<string, (message: any, text: string) => void>} */
export const hearers = new Map();

/**
 * The server's refusal in the person's language: its code has a sentence of ours, or its own sentence is shown.
 * @param {Wire.Refusal} refusal
 */
export function refusalText(refusal) {
  // where the server knows more than its code says, its sentence is better than ours
  const own = new Set(["illegal_move", "bad_setup", "too_early", "not_allowed", "bad_link", "bad_name", "bad_move"]);
  const ours = has(`refused.${refusal.code}`) ? t(`refused.${refusal.code}`) : "";
  return own.has(refusal.code) || !ours ? refusal.message || ours || t("refused.other") : ours;
}

/**
 * Sends a request and shows a refusal; resolves with the reply, or null if it was refused.
 * @param {string} type
 * @param {any} [fields]
 */
export async function send(type, fields) {
  try {
    return await session.request(type, fields);
  } catch (refusal) {
    toast(refusalText(/** @type {Wire.Refusal} */ (refusal)), "bad");
    return null;
  } finally {
    redraw();
  }
}

/** A token that lets a request be sent again without being done twice. */
export function token() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
