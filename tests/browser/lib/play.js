// Plays by the mouse: where a person would click, at the place where the element is, so that whatever lies over it or
// does not listen is noticed. Moves are drawn from those that are legal.

import { known } from "./people.js";

/**
 * Clicks in the middle of an element as soon as it is drawn, without waiting for it to stand still.
 * @param {import("./people.js").Page} page
 * @param {string} selector
 */
export async function tap(page, selector) {
  const at = await page.evaluate(async (selector) => {
    // what was just told may not be drawn yet
    await new Promise(requestAnimationFrame);
    const until = performance.now() + 3000;
    let element = document.querySelector(selector);
    while (!element && performance.now() < until) {
      await new Promise((drawn) => setTimeout(drawn, 5));
      element = document.querySelector(selector);
    }
    if (!element) return null;
    const inside = () => /** @type {Element} */ (element).getBoundingClientRect();
    if (inside().bottom > innerHeight || inside().top < 60) element.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = inside();
    return { x: x + width / 2, y: y + height / 2 };
  }, selector);
  if (!at) throw new Error(`nothing to tap at ${selector}`);
  await page.mouse.click(at.x, at.y);
}

/** @param {() => number} random @param {any[]} list */
const any = (random, list) => list[Math.floor(random() * list.length)];

/** A small generator, so that a failing match can be played again. @param {number} seed @returns {() => number} */
export function chance(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t ^= t + Math.imul(t ^ (t >>> 7), 61 | t);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How each game is played by one who has the turn. @type {Record<string, (page: any, view: any, random: () => number) => Promise<void>>} */
const PLAY = {
  async dara(page, { legal }, random) {
    const move = any(random, legal);
    if (move.type === "step") await tap(page, `[data-spot="${move.from}"]`);
    await tap(page, `[data-spot="${move.to ?? move.at}"]`);
  },
  async gul_bara(page, { legal }) {
    const steps = legal.filter(({ type }) => type === "step");
    // the hindmost checker first: such a game ends soon
    const move = steps.sort((a, b) => b.from - a.from || b.die - a.die)[0];
    if (move) {
      await tap(page, `[data-spot="${move.from}"]`);
      return tap(page, `[data-spot="${Math.max(0, move.from - move.die)}"]`);
    }
    await tap(page, ".acts button.main:enabled");
  },
  async darbol(page, { legal }) {
    await tap(page, legal.some(({ type }) => type === "roll") ? ".acts button.main:enabled" : ".aim-row button.main:enabled");
  },
  async crokidarts(page, { legal }) {
    const lift = legal.find(({ type }) => type === "lift");
    await tap(page, lift ? ".disc.lift" : ".aim-row button.main:enabled");
  },
};

/**
 * One move of whoever has the turn.
 * @param {import("./people.js").Page[]} players
 * @param {() => number} random
 * @returns {Promise<boolean>} whether one was made
 */
export async function move(players, random) {
  for (const page of players) {
    const view = await known(page);
    if (view.status !== "playing") return false;
    if (view.busy || !view.turn.includes(view.seat)) continue;
    await PLAY[view.game.kind](page, view, random);
    await page.waitForFunction(({ seq }) => globalThis.longtable.state.room.live.seq > seq || globalThis.longtable.state.room.refusal, view, { polling: 10 })
      .catch(() => { throw new Error(`nothing came of one of ${JSON.stringify(view.legal)}`); });
    const { refusal } = await known(page);
    if (refusal) throw new Error(`refused: ${refusal}`);
    return true;
  }
  await players[0].waitForTimeout(10);
  return false;
}

/**
 * Plays on until the match is over.
 * @param {import("./people.js").Page[]} players
 * @param {() => number} random
 * @param {(n: number) => Promise<void>} [meanwhile] after each move
 * @returns {Promise<number>} how many moves it took
 */
export async function playOut(players, random, meanwhile) {
  for (let n = 0; n < 1500; ) {
    if (await move(players, random)) await meanwhile?.(++n);
    else if ((await known(players[0])).status === "finished") return n;
  }
  throw new Error("this match does not end");
}
