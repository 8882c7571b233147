// Parts that are loaded when they are first wanted, so that the first sight of a page waits for nothing else.

import { redraw } from "./state.js";

/**
 * A part that is null until it has been loaded; asking for it loads it.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {() => T | null}
 */
export function lazy(load) {
  /** @type {T | null} */
  let part = null;
  let asked = false;
  return () => {
    if (!asked) {
      asked = true;
      load().then((loaded) => {
        part = loaded;
        redraw();
      }, () => {
        asked = false; // the line was down: the next redraw asks again
      });
    }
    return part;
  };
}
