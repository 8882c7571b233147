// A party's chain of links (fairness.md, Chains): `c[n]` is the secret, `c[k-1]` the SHA-256 of `c[k]`, `c[0]` the tip.

import { hex, sha256, unhex } from "./sha256.js";

/** The longest chain that anyone may use. */
export const MAX_LINKS = 65536;

const STRIDE = 256;

/** Links that are plenty for a match of each game. */
export const CHAIN_LENGTH = { dara: 16, gul_bara: 8192, darbol: 8192, crokidarts: 32768 };

/**
 * The link `steps` before `link`.
 * @param {string} link
 * @param {number} steps
 */
export function back(link, steps) {
  let bytes = unhex(link);
  for (let i = 0; i < steps; i++) bytes = sha256(bytes);
  return hex(bytes);
}

/** A chain that keeps every 256th link, so that one link costs at most 255 hashes. */
export class Chain {
  /**
   * @param {string} secret
   * @param {number} length
   */
  constructor(secret, length) {
    this.secret = secret;
    this.length = Math.min(length, MAX_LINKS);
    /** @type {string[]} c[0], c[256], c[512] … */
    this.marks = [];
    let bytes = unhex(secret);
    for (let k = this.length; ; k--) {
      if (k % STRIDE === 0) this.marks[k / STRIDE] = hex(bytes);
      if (k === 0) break;
      bytes = sha256(bytes);
    }
  }

  get tip() {
    return this.marks[0];
  }

  /**
   * Link `k`, or null past the end: the chain is used up.
   * @param {number} k
   */
  link(k) {
    if (k > this.length) return null;
    const above = Math.ceil(k / STRIDE);
    const mark = this.marks[above];
    return mark === undefined ? back(this.secret, this.length - k) : back(mark, above * STRIDE - k);
  }
}

/** The newest link of somebody's chain that is known: its tip at first. */
export class Known {
  /** @param {string} tip */
  constructor(tip) {
    this.link = tip;
    this.k = 0;
  }

  /**
   * Whether `link` is link `k` of this chain; if so it is the newest that is known from now on.
   * @param {number} k
   * @param {string} link
   */
  take(k, link) {
    const fits = k > this.k && k <= MAX_LINKS && back(link, k - this.k) === this.link;
    if (fits) {
      this.link = link;
      this.k = k;
    }
    return fits;
  }
}
