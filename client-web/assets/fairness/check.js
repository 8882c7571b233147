// Checks a whole match file and says what was found, one finding a notion, in the order in which a person reads them.
// Uses the browser's own SHA-256 (WebCrypto) for the lines where the page is secure. The rules themselves are checked
// by `longtable verify`, not here.

import { members } from "../session/raw.js";
import { Draws } from "./follow.js";
import { hashText, hex } from "./sha256.js";

/**
 * @param {string} text
 * @returns {Promise<string>}
 */
async function digest(text) {
  if (!globalThis.crypto?.subtle) return hashText(text);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/**
 * @typedef {{line: number, hash: string, prev: string, entry: Wire.Entry}} Line
 * @typedef {{draw: number, head: string}} Opened
 */

/**
 * Checks the file of a match.
 * @param {string} file
 * @param {string | null} hash the head of the file, as the finished room showed it
 * @param {Opened[]} opened the lines after which this browser opened its links
 * @param {(part: number) => void} [progress]
 * @returns {Promise<App.Finding[]>}
 */
export async function check(file, hash, opened, progress = () => {}) {
  /** @type {App.Finding[]} */
  const findings = [];
  const say = (/** @type {boolean | null} */ ok, /** @type {string} */ what, args = {}) => findings.push({ ok, what, args });

  const texts = file.split("\n");
  const closed = texts.at(-1) === "";
  if (closed) texts.pop();
  /** @type {any} */
  let head;
  /** @type {Line[]} */
  const lines = [];
  try {
    head = JSON.parse(texts[0]);
    for (let i = 1; i < texts.length; i++) {
      const parsed = JSON.parse(texts[i]);
      lines.push({ line: i + 1, hash: await digest(texts[i]), prev: parsed.prev, entry: parsed });
      if (i % 64 === 0) progress(i / texts.length / 2);
    }
  } catch {
    say(false, "form", { line: lines.length + 2 });
    return findings;
  }
  const started = lines[0]?.entry.event;
  const whole = closed && head.format === 1 && started?.type === "started" && lines.at(-1)?.entry.event.type === "ended";
  say(whole, whole ? "form_good" : "form", { lines: texts.length, line: 1 });
  if (!started) return findings;

  say(...chained(await digest(texts[0]), lines));
  const last = lines.at(-1)?.hash ?? "";
  if (hash === null) say(null, "hash_unknown", { hash: last });
  else say(hash === last, hash === last ? "hash_good" : "hash_bad", { hash: last });

  const same = repeats(texts[0], texts[1]);
  say(same, same ? "head_good" : "head_bad");
  draws(lines, head, say, progress);
  notes(lines, opened, say);
  say(null, "not_checked");
  return findings;
}

/**
 * @param {string} first hash of line 1
 * @param {Line[]} lines
 * @returns {[boolean, string, any]}
 */
function chained(first, lines) {
  let before = first;
  for (const { line, prev, hash } of lines) {
    // the line before is the one that was changed, since this one still names its old hash
    if (prev !== before) return [false, "chain_bad", { line: line - 1 }];
    before = hash;
  }
  return [true, "chain_good", { lines: lines.length + 1 }];
}

/**
 * Whether line 1 says what `started` says, to the letter.
 * @param {string} head
 * @param {string} line
 */
function repeats(head, line) {
  const first = members(head), started = members(members(line).get("event") ?? "{}");
  return ["server", "engine", "match", "setup", "seats", "server_tip", "tips"].every(
    (name) => first.has(name) && first.get(name) === started.get(name),
  );
}

/**
 * @param {Line[]} lines
 * @param {any} head
 * @param {(ok: boolean | null, what: string, args?: any) => void} say
 * @param {(part: number) => void} progress
 */
function draws(lines, head, say, progress) {
  const follow = new Draws({ match: head.match, setup: head.setup, server_tip: head.server_tip, tips: head.tips });
  /** @type {number[]} */
  const silent = head.tips.map(() => 0);
  let count = 0, dice = 0, releases = 0, gaps = 0, bad = "";
  let at = 0;
  for (const [i, { line, entry: { event } }] of lines.entries()) {
    let wrong = "";
    if (event.type === "aimed") follow.aimed = event;
    if (event.type === "drawn") {
      count++;
      if (event.draw !== count) gaps++;
      wrong = follow.drawn(event);
      dice += event.values?.length ?? 0;
      (event.links ?? []).forEach((link, seat) => { if (link === null && head.tips[seat]) silent[seat]++; });
    }
    if (event.type === "shot" || event.type === "tossed") {
      releases++;
      wrong = follow.outcome(event);
    }
    if (wrong && !bad) [bad, at] = [wrong, line];
    if (i % 64 === 0) progress(0.5 + i / lines.length / 2);
  }
  if (count === 0) return say(null, "draws_none");
  if (bad || gaps) return say(false, `draws_${bad || "gaps"}`, { line: at });
  say(true, "draws_good", { count, dice });
  if (releases) say(true, "releases_good", { count: releases });
  const parts = head.tips.filter((/** @type {string | null} */ tip) => tip !== null).length;
  if (parts === 0) say(null, "tips_none");
  else say(true, "tips_good", { count: parts });
  silent.forEach((times, seat) => {
    if (times) say(null, "silent", { seat, name: head.seats[seat]?.name ?? "", times, count });
  });
}

/**
 * @param {Line[]} lines
 * @param {Opened[]} opened
 * @param {(ok: boolean | null, what: string, args?: any) => void} say
 */
function notes(lines, opened, say) {
  if (opened.length === 0) return say(null, "notes_none");
  const hashes = new Set(lines.map(({ hash }) => hash));
  const other = opened.find(({ head }) => !hashes.has(head));
  if (other) say(false, "notes_bad", { draw: other.draw });
  else say(true, "notes_good", { count: opened.length });
}
