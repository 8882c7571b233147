// A draw of chance (fairness.md, A draw): the seed from everybody's link, its stream of bytes, and the values that
// the stream gives for each need.

import { hex, sha256, unhex } from "./sha256.js";

/**
 * The seed of draw `k`: SHA-256 over the match's id, `k`, the server's link and each seat's (or its absence).
 * @param {string} match as `K7QF3M/1`
 * @param {number} k
 * @param {string} server
 * @param {(string | null)[]} links
 */
export function seed(match, k, server, links) {
  const ascii = new TextEncoder();
  /** @type {number[]} */
  const bytes = [...ascii.encode("longtable draw v1"), 0, ...ascii.encode(match), 0];
  bytes.push(k >>> 24, (k >>> 16) & 255, (k >>> 8) & 255, k & 255, ...unhex(server));
  for (const link of links) {
    if (link === null) bytes.push(0);
    else bytes.push(1, ...unhex(link));
  }
  return hex(sha256(Uint8Array.from(bytes)));
}

/** The bytes of SHA-256(seed, i) for i = 0, 1, 2 …, and the numbers made of them. */
export class Stream {
  /** @param {string} seed */
  constructor(seed) {
    this.input = new Uint8Array(36);
    this.input.set(unhex(seed));
    this.blocks = 0;
    /** @type {Uint8Array} */
    this.block = new Uint8Array(0);
    this.used = 0;
  }

  byte() {
    if (this.used === this.block.length) {
      new DataView(this.input.buffer).setUint32(32, this.blocks++);
      this.block = sha256(this.input);
      this.used = 0;
    }
    return this.block[this.used++];
  }

  /**
   * A die of `sides`: bytes of the incomplete last round are thrown away.
   * @param {number} sides
   */
  die(sides) {
    for (;;) {
      const byte = this.byte();
      if (byte < 256 - (256 % sides)) return (byte % sides) + 1;
    }
  }

  /** A number in [0, 1) with 53 bits. */
  unit() {
    let n = 0n;
    for (let i = 0; i < 8; i++) n = (n << 8n) | BigInt(this.byte());
    return Number(n >> 11n) / 2 ** 53;
  }

  /** A normal number; its last bit may differ from the server's, so compare rounded results only. */
  normal() {
    const u = this.unit(), v = this.unit();
    return Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * v);
  }
}

/**
 * The `values` that a draw has to show.
 * @param {Wire.Need} need
 * @param {Wire.Setup} setup
 * @param {Stream} stream
 * @returns {number[]}
 */
export function values(need, setup, stream) {
  const pair = (/** @type {number} */ sides) => [stream.die(sides), stream.die(sides)];
  switch (need) {
    case "lot":
    case "set_lot":
      return [stream.die(setup.seats) - 1];
    case "roll_off":
      return untilDifferent(() => pair(6));
    case "roll":
      return pair(setup.game.kind === "gul_bara" ? 6 : 8);
    case "doubles": {
      const game = /** @type {Wire.DarbolOptions} */ (setup.game);
      const dice = game.doubles_dice === "per_player" ? setup.seats : 2;
      const roll = () => Array.from({ length: dice }, () => stream.die(8));
      return game.same_dice === "reroll" ? untilDifferent(roll) : roll();
    }
    case "toss":
    case "shot":
      return [];
  }
}

/** @param {() => number[]} roll */
function untilDifferent(roll) {
  /** @type {number[]} */
  const all = [];
  for (;;) {
    const dice = roll();
    all.push(...dice);
    if (dice.length < 2 || new Set(dice).size === dice.length) return all;
  }
}
