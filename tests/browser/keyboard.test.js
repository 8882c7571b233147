// Everything without a mouse: a room is made, a seat taken, each game played, an offer answered. And what a screen reader
// hears of it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { agree, create, known, People, seated, visit } from "./lib/people.js";
import { Server } from "./lib/server.js";

/** @typedef {import("./lib/people.js").Page} Page */
/** @type {People} */
let people;
/** @type {Page} */
let ann;
/** @type {Page} */
let bo;
before(async () => {
  people = await People.gather(await new Server().start());
  [ann, bo] = [await people.person("Ann"), await people.person("Bo")];
});
after(() => people.part());

/** Tabs on until something has the focus. @param {Page} page @param {string} selector @returns {Promise<number>} how often */
async function tabTo(page, selector) {
  for (let n = 0; n < 80; n++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return n;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${selector}`);
}

/** Goes to a spot of a board by the arrow keys. @param {Page} page @param {string} spot */
async function arrowTo(page, spot) {
  await tabTo(page, "[data-spot]");
  const keys = () => page.evaluate((spot) => {
    const middle = (/** @type {Element} */ one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
    const [from, to] = [document.activeElement, document.querySelector(`[data-spot="${spot}"]`)].map((one) => middle(/** @type {Element} */ (one)));
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    if (document.activeElement?.getAttribute("data-spot") === spot) return null;
    return Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? "ArrowLeft" : "ArrowRight") : dy < 0 ? "ArrowUp" : "ArrowDown";
  }, spot);
  for (let n = 0; n < 30; n++) {
    const key = await keys();
    if (!key) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the arrow keys do not reach ${spot}`);
}

/** @param {Page} page what the newest entry has to change */
const moved = (page, seq) => page.waitForFunction((seq) => globalThis.longtable.state.room.live.seq > seq && !globalThis.longtable.state.room.awaiting, seq);

/** A table of two at which the maker begins. @param {any} game */
async function sitDown(game) {
  const room = await create(ann, { game, starts: "creator" });
  await visit(bo, `/r/${room}`);
  await tabTo(bo, ".invitation button.main");
  await bo.keyboard.press("Enter");
  await seated(ann, bo);
  await ann.waitForFunction(() => globalThis.longtable.state.room.live.turn.length > 0);
}

test("a room by the form, a place on Dara's board, resigning with a question before it", async () => {
  await visit(ann, "/new/dara");
  await ann.locator(".send button.main:enabled").waitFor();
  await tabTo(ann, ".send button.main");
  await ann.keyboard.press("Enter");
  await ann.locator(".share").waitFor();
  const room = await ann.evaluate(() => globalThis.longtable.state.room.code);
  await visit(bo, `/r/${room}`);
  await tabTo(bo, ".invitation button.main");
  await bo.keyboard.press("Enter");
  await seated(ann, bo);
  await bo.waitForFunction(() => globalThis.longtable.state.room.live.turn.length > 0);
  const { seq, turn } = await known(ann);
  const [mover, other] = turn[0] === 0 ? [ann, bo] : [bo, ann];
  await arrowTo(mover, "c2");
  await mover.keyboard.press("Enter");
  await moved(mover, seq);
  assert.equal(await mover.evaluate(() => document.activeElement?.getAttribute("data-spot")), "c2", "the focus stays");
  await other.waitForFunction(() => document.getElementById("live")?.innerText.includes("c2"));
  await other.waitForFunction(() => document.getElementById("live")?.innerText.match(/your turn/i));

  // resigning lies apart from the board, behind a menu and a question that begins at its harmless answer
  const { activeElement } = await mover.evaluate(() => ({ activeElement: document.querySelector("details.more [class=danger]")?.closest("details")?.open }));
  assert.equal(activeElement, false);
  assert.ok(await tabTo(mover, "details.more summary") > 0);
  await mover.keyboard.press("Enter");
  await tabTo(mover, ".more .danger");
  await mover.keyboard.press("Enter");
  await mover.locator("dialog[open]").waitFor();
  assert.equal(await mover.evaluate(() => document.activeElement?.textContent), "Cancel");
  await mover.keyboard.press("Escape");
  await mover.locator("dialog").waitFor({ state: "detached" });
  assert.equal((await agree(ann, bo)).status, "playing");
});

test("Gul Bara: roll, move, take back", async () => {
  await sitDown({ kind: "gul_bara" });
  const mover = (await known(ann)).turn[0] === 0 ? ann : bo;
  let { seq } = await known(mover);
  await tabTo(mover, ".acts button.main");
  await mover.keyboard.press("Enter");
  await mover.waitForFunction(() => globalThis.longtable.state.room.live.legal.some(({ type }) => type === "step"));
  ({ seq } = await known(mover));
  const { legal } = await known(mover);
  const { from, die } = legal[0];
  await arrowTo(mover, String(from));
  await mover.keyboard.press("Enter");
  await arrowTo(mover, String(from - die));
  await mover.keyboard.press(" ");
  await moved(mover, seq);
  await agree(ann, bo);
});

test("Darbol: aim at a hole and toss; Crokidarts: aim and shoot", async () => {
  await sitDown({ kind: "darbol", game: "up_the_mountain" });
  let { seq } = await known(ann);
  await arrowTo(ann, "2");
  await ann.keyboard.press("Enter");
  await ann.keyboard.press("Enter");
  await moved(ann, seq);
  await agree(ann, bo);

  await sitDown({ kind: "crokidarts" });
  ({ seq } = await known(ann));
  await tabTo(ann, ".board.crokidarts");
  for (const key of ["ArrowLeft", "Shift+ArrowRight", "]", "ArrowUp"]) await ann.keyboard.press(key);
  const aim = await ann.evaluate(() => globalThis.longtable.state.room.board.aim);
  assert.deepEqual(aim, { at: 100, aim: 900, speed: 913 });
  await ann.keyboard.press("Enter");
  await moved(ann, seq);
  await agree(ann, bo);
});
