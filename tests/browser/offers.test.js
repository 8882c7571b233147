// Offers and their answers, the rematch, and that nothing irrevocable is done by a slip of the finger.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { HOLES } from "../../client-web/assets/boards/flight.js";
import { agree, known, People, seated, table, visit } from "./lib/people.js";
import { tap } from "./lib/play.js";
import { Server } from "./lib/server.js";

/** @type {People} */
let people;
/** @type {import("./lib/people.js").Page} */
let ann;
/** @type {import("./lib/people.js").Page} */
let bo;
before(async () => {
  people = await People.gather(await new Server().start());
  [ann, bo] = [await people.person("Ann"), await people.person("Bo")];
});
after(() => people.part());

const DARA = { game: { kind: "dara" }, starts: "creator" };
const place = async (/** @type {import("./lib/people.js").Page} */ page, /** @type {string} */ cell) => {
  const { seq } = await known(page);
  await tap(page, `[data-spot="${cell}"]`);
  await page.waitForFunction((seq) => globalThis.longtable.state.room.live.seq > seq, seq);
  await agree(ann, bo);
};
const press = (/** @type {import("./lib/people.js").Page} */ page, /** @type {string} */ name) => page.getByRole("button", { name, exact: true }).click();

test("a takeback, a draw that is refused, resigning, and a rematch to which the watcher comes along", async () => {
  const watcher = await people.person("Watcher");
  const room = await table(ann, bo, DARA);
  await visit(watcher, `/r/${room}`);
  await seated(watcher);
  await place(ann, "c3");
  await ann.locator("details.more summary").click();
  await press(ann, "Ask to take your turn back");
  await press(bo, "Let it be taken back");
  await ann.waitForFunction(() => globalThis.longtable.state.room.live.game.board.every((row) => row === "......"));
  assert.deepEqual((await agree(ann, bo, watcher)).turn, [0]);
  await place(ann, "a1");

  await press(ann, "Offer a draw");
  await watcher.locator(".offer", { hasText: "Ann offers a draw" }).waitFor();
  assert.equal(await watcher.locator(".offer button").count(), 0);
  await press(bo, "No");
  await ann.locator(".offer").waitFor({ state: "detached" });
  assert.equal((await known(ann)).status, "playing");

  await ann.locator(".more .danger").click();
  await press(ann, "Cancel");
  assert.equal((await known(ann)).status, "playing");
  await ann.locator(".more .danger").click();
  await press(ann, "Yes, resign");
  await bo.locator(".result.won").waitFor();
  await ann.locator(".result.lost").waitFor();

  await press(bo, "Rematch");
  await press(ann, "Play again");
  for (const page of [ann, bo, watcher]) await page.waitForFunction(() => globalThis.longtable.state.room.live.match === 2 && globalThis.longtable.state.room.live.turn.length > 0);
  // the other side starts this time
  assert.deepEqual((await agree(ann, bo, watcher)).turn, [1]);
  await place(bo, "a1");
});

// FL-023, FL-124
test("three quick clicks on any button below the board end no match", async () => {
  await table(ann, bo, DARA);
  await place(ann, "c3");
  await place(bo, "d3");
  await ann.locator("details.more summary").click();
  const buttons = await ann.evaluate(() => [...document.querySelectorAll(".below button, .below summary")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }));
  assert.ok(buttons.length >= 3);
  for (const { x, y } of buttons) {
    for (let n = 0; n < 3; n++) {
      await ann.mouse.click(x, y);
      await ann.waitForTimeout(100);
    }
    if (await ann.locator("dialog").count()) await ann.keyboard.press("Escape");
    if (!(await ann.locator("details.more[open]").count())) await ann.locator("details.more summary").click();
  }
  const { status, game } = await agree(ann, bo);
  assert.equal(status, "playing");
  assert.equal(game.board.join("").replaceAll(".", "").length, 2);
});

test("a click that was on its way when an offer came answers nothing", async () => {
  await table(ann, bo, DARA);
  await place(ann, "c3");
  await ann.locator("details.more summary").click();
  await bo.locator("details.more").waitFor();
  await press(ann, "Offer a draw");
  await bo.locator(".offer button.main").waitFor();
  await tap(bo, ".offer button.main");
  await bo.waitForTimeout(200);
  assert.equal((await known(bo)).status, "playing");
  await press(bo, "Agree to a draw");
  await bo.locator(".result.even").waitFor();
});

// FL-089
test("offers, notices and a lost line move no button to where another one was", async () => {
  await table(ann, bo, DARA);
  await place(ann, "c3");
  await bo.locator("details.more summary").click();
  const buttons = () => bo.evaluate(() => [...document.querySelectorAll(":is(.below, header) :is(button, summary, a)")].flatMap((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const listens = width > 0 && !one.closest(".late, .toasts");
    return listens ? [{ name: one.getAttribute("aria-label") ?? one.textContent, x, y, right: x + width, bottom: y + height }] : [];
  }));
  const steady = async (/** @type {string} */ what, /** @type {() => Promise<any>} */ change) => {
    const before = await buttons();
    await change();
    for (const now of await buttons()) {
      const x = (now.x + now.right) / 2, y = (now.y + now.bottom) / 2;
      const over = before.find((old) => old.x < x && x < old.right && old.y < y && y < old.bottom);
      assert.ok(!over || over.name === now.name, `${what}: ${now.name} is where ${over?.name} was`);
    }
  };
  await steady("an offer", async () => {
    await ann.locator("details.more summary").click();
    await press(ann, "Offer a draw");
    await bo.locator(".offer").waitFor();
  });
  await steady("an offer that is gone", async () => {
    await press(bo, "No");
    await bo.locator(".offer").waitFor({ state: "detached" });
  });
  await steady("a lost line", async () => {
    await bo.evaluate(() => { globalThis.longtable.link().env.random = () => 1; globalThis.longtable.link().lost(1006); });
    await bo.locator("button.line").waitFor();
  });
  await steady("the line again", async () => { await bo.locator(".chip.line.online").waitFor(); });
  await steady("a notice", async () => {
    await bo.evaluate(() => globalThis.longtable.link().hear.push({ type: "notice", text: "The server restarts in a minute." }, ""));
    await bo.locator(".toast").waitFor();
  });
});

test("what moves moves only where it may: a shot is played out, or shown at once to whoever would rather", async () => {
  await table(ann, bo, { game: { kind: "crokidarts" }, starts: "creator" });
  const watcher = await people.person("Watcher", { motion: true });
  await visit(watcher, new URL(ann.url()).pathname);
  await seated(watcher);
  await ann.locator(".aim-row button.main:enabled").waitFor();
  const shown = watcher.waitForFunction(() => globalThis.longtable.state.room.anim?.kind === "shot" && globalThis.longtable.state.room.held !== null, null, { polling: 5 });
  await tap(ann, ".aim-row button.main");
  await shown;
  await ann.waitForFunction(() => globalThis.longtable.state.room.steps.some(({ entry }) => entry.event.type === "shot"));
  assert.deepEqual(await ann.evaluate(() => [globalThis.longtable.state.room.held, document.getAnimations().length]), [null, 0]);
  await watcher.waitForFunction(() => globalThis.longtable.state.room.held === null);
  await agree(ann, bo, watcher);
  await watcher.context().close();
});

test("three quick clicks shoot one disc and toss one ball", async () => {
  for (const game of [{ kind: "crokidarts" }, { kind: "darbol", game: "up_the_mountain" }]) {
    await table(ann, bo, { game, starts: "creator" });
    const acts = (/** @type {import("./lib/people.js").Page} */ page) => page.evaluate(() => globalThis.longtable.state.room.steps.filter(({ entry }) => entry.event.type === "aimed").length);
    await ann.locator(".aim-row button.main:enabled").waitFor();
    // in the page itself, with the times at which they were made, so that they are quick on a slow machine too: two come right
    // after what the first one did, two when the page has been busy for so long that a new throw would be due
    await ann.evaluate(async () => {
      const { room } = globalThis.longtable.state;
      const { seq } = room.live;
      const first = performance.now();
      const click = (/** @type {number} */ after) => {
        const event = new MouseEvent("click", { bubbles: true });
        Object.defineProperty(event, "timeStamp", { value: first + after });
        document.querySelector(".aim-row button.main")?.dispatchEvent(event);
      };
      click(0);
      for (let n = 0; n < 400 && (room.live.seq === seq || room.awaiting); n++) await new Promise((done) => setTimeout(done, 5));
      for (const after of [150, 300]) {
        await new Promise(requestAnimationFrame);
        click(after);
      }
      await new Promise((done) => setTimeout(done, 600));
      for (const after of [150, 300]) click(after);
    });
    await ann.waitForTimeout(300);
    assert.equal(await acts(ann), 1);
  }
});

test("what is pressed before the board has been drawn again counts too", async () => {
  await table(ann, bo, { game: { kind: "darbol", game: "up_the_mountain" }, starts: "creator" });
  await ann.locator(".aim-row button.main:enabled").waitFor();
  await ann.evaluate(() => {
    for (const button of [...[...document.querySelectorAll(".aim-panel .holes button")].slice(2, 3), document.querySelector(".aim-row button.main")]) /** @type {HTMLElement} */ (button).click();
  });
  const thrown = () => globalThis.longtable.state.room.steps.find(({ entry }) => entry.event.type === "aimed")?.entry.event;
  await ann.waitForFunction(thrown);
  assert.equal((await ann.evaluate(thrown)).z, HOLES[2][0] * 1000, "the ball goes where it was aimed last");

  await table(ann, bo, { game: { kind: "crokidarts" }, medium: "table", starts: "creator" });
  const twenties = ann.locator(".stepper").first();
  await twenties.waitFor();
  await ann.evaluate(() => {
    const more = /** @type {HTMLElement} */ (document.querySelector(".stepper button:last-child"));
    more.click();
    more.click();
  });
  await twenties.locator("b", { hasText: "2" }).waitFor();
});

test("five quick clicks on one checker use no more dice than were meant", async () => {
  const position = Array.from({ length: 25 }, (_, point) => (point === 24 ? 15 : 0));
  await table(ann, bo, { game: { kind: "gul_bara", position: { points: [position, position], to_move: 0, rolls: [0, 0] } }, visibility: "unlisted" });
  await ann.locator(".acts button.main:enabled", { hasText: "Roll" }).click();
  await ann.waitForFunction(() => globalThis.longtable.state.room.live.legal.some(({ type }) => type === "step"));
  const at = await ann.locator('[data-spot="24"] .hit').boundingBox();
  for (let n = 0; n < 5; n++) await ann.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
  await ann.waitForTimeout(300);
  const { game } = await agree(ann, bo);
  assert.equal(game.points[0][24], 15, "a checker is moved by naming where it goes");
});
