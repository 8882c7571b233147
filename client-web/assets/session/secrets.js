// The secrets of this client's chains, by tip. They never leave the browser; each keeps the heads of the lines after
// which its links were opened, to be compared with the match file afterwards.

import { Chain, CHAIN_LENGTH } from "../fairness/chain.js";
import { hex } from "../fairness/sha256.js";
import * as store from "./store.js";

/**
 * @typedef {{draw: number, seq: number, head: string, accepted: boolean}} Opened
 * @typedef {{secret: string, length: number, at: number, opened: Opened[]}} Kept
 */

const KEEP_MS = 90 * 24 * 3600 * 1000;

/** @type {Map<string, Chain>} */
const chains = new Map();

/**
 * A fresh chain for a match of `kind`; its tip is what others may see.
 * @param {Wire.Kind} kind
 */
export function freshTip(kind) {
  const secret = hex(crypto.getRandomValues(new Uint8Array(32)));
  const chain = new Chain(secret, CHAIN_LENGTH[kind]);
  chains.set(chain.tip, chain);
  /** @type {Kept} */
  const kept = { secret, length: chain.length, at: Date.now(), opened: [] };
  store.write(`secret.${chain.tip}`, kept);
  return chain.tip;
}

/**
 * @param {string} tip
 * @returns {Kept | null}
 */
export function kept(tip) {
  return store.read(`secret.${tip}`);
}

/**
 * Link `k` of the chain with this tip; null if the secret is elsewhere or used up.
 * @param {string} tip
 * @param {number} k
 */
export function link(tip, k) {
  let chain = chains.get(tip);
  if (!chain) {
    const secret = kept(tip);
    if (!secret) return null;
    chain = new Chain(secret.secret, secret.length);
    chains.set(tip, chain);
  }
  return chain.link(k);
}

/**
 * Notes after which line a link was opened, and that the server took it.
 * @param {string} tip
 * @param {Opened} opened
 */
export function note(tip, opened) {
  const secret = kept(tip);
  if (!secret) return;
  const others = secret.opened.filter(({ draw }) => draw !== opened.draw);
  store.write(`secret.${tip}`, { ...secret, opened: [...others, opened] });
}

/** Forgets the secrets of matches long past. */
export function tidy() {
  for (const name of store.names("secret.")) {
    const secret = store.read(name);
    if (!secret || Date.now() - secret.at > KEEP_MS) store.write(name, null);
  }
  const seen = store.names("seen.");
  for (const name of seen.slice(0, Math.max(0, seen.length - 200))) store.write(name, null);
}
