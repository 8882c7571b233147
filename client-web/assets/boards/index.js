// The four boards behind one shape: how the game is drawn, and what stands below it to act with. A board is loaded
// when a room of its game is opened.

import { lazy } from "../lazy.js";
import { memory } from "./pieces.js";

/**
 * What a board draws from, and what it may do.
 * @typedef {{
 *   view: Wire.View, side: Wire.Seat, can: boolean, act: (move: Wire.Move) => void, store: any, last: Wire.Entry[],
 *   names: string[], anim: App.Anim | null, now: number, steps: App.Step[], mine: Wire.Seat | null, idle: string,
 * }} Context
 * @typedef {{board: (context: Context) => App.Child, controls: (context: Context) => App.Child}} Board
 */

/** @type {Record<Wire.Kind, () => Board | null>} */
const BOARDS = {
  dara: lazy(() => import("./dara.js")),
  gul_bara: lazy(() => import("./gul_bara.js")),
  darbol: lazy(() => import("./darbol.js")),
  crokidarts: lazy(() => import("./crokidarts.js")),
};

/**
 * The board of a game, or null until it is loaded.
 * @param {Wire.Kind} kind
 */
export const boardOf = (kind) => BOARDS[kind]();

/** What a board remembers of this person's doings and of its pieces between two redraws. */
export const boardStore = () => ({ picked: null, drag: null, focus: null, pieces: memory(), aim: null, report: null, changed: 0, threw: false });
