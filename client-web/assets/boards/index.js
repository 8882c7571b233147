// The four boards behind one shape: how the game is drawn, and what stands below it to act with. A board is loaded
// when a room of its game is opened.

import { memory } from "./pieces.js";

/**
 * What a board draws from, and what it may do.
 * @typedef {{
 *   view: Wire.View, side: Wire.Seat, can: boolean, act: (move: Wire.Move) => void, store: any, last: Wire.Entry[],
 *   names: string[], anim: App.Anim | null, now: number, steps: App.Step[], mine: Wire.Seat | null,
 * }} Context
 * @typedef {{board: (context: Context) => App.Child, controls: (context: Context) => App.Child}} Board
 */

/** @type {Map<Wire.Kind, Board>} */
const loaded = new Map();

/** @type {Record<Wire.Kind, () => Promise<Board>>} */
const LOAD = {
  dara: () => import("./dara.js"),
  gul_bara: () => import("./gul_bara.js"),
  darbol: () => import("./darbol.js"),
  crokidarts: () => import("./crokidarts.js"),
};

/**
 * The board of a game, or null until it is loaded.
 * @param {Wire.Kind} kind
 * @param {() => void} then
 */
export function boardOf(kind, then) {
  const board = loaded.get(kind);
  if (board) return board;
  LOAD[kind]().then((board) => {
    loaded.set(kind, board);
    then();
  });
  return null;
}

/** What a board remembers of this person's doings and of its pieces between two redraws. */
export const boardStore = () => ({ picked: null, drag: null, focus: null, pieces: memory(), aim: null, report: null, auto: false });
