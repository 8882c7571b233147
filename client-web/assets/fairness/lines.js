// The lines of the match file, made from what the server sends while the match is played: each entry's text chained
// to the line before by its hash. A host that shows one thing and logs another is found out by these.

import { members } from "../session/raw.js";
import { hashText } from "./sha256.js";

/**
 * The line of an entry, without its newline.
 * @param {string} prev
 * @param {string} entry the entry's text as the update carried it
 */
export function line(prev, entry) {
  return `{"prev":"${prev}",${entry.slice(1)}`;
}

/**
 * Line 1 of the match file, from the text of the `started` entry: what it says, in the file's own order.
 * @param {string} entry
 */
export function header(entry) {
  const started = members(members(entry).get("event") ?? "{}");
  const parts = ["server", "engine", "match", "setup", "seats", "server_tip", "tips"];
  return `{"format":1,${parts.map((name) => `"${name}":${started.get(name)}`).join(",")}}`;
}

/** What stands before the first entry of a room. */
export const NOTHING = "0".repeat(64);

/**
 * The hash of the line of `entry`, after the line whose hash is `prev`.
 * @param {string} prev
 * @param {string} entry
 * @param {boolean} starts whether it is a `started` entry, which begins a file
 */
export function next(prev, entry, starts) {
  return hashText(line(starts ? hashText(header(entry)) : prev, entry));
}
