// What happens on a bad line: cuts, silence, sleep, a server that is killed, several tabs. The page is right again
// within two seconds, without being loaded anew.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { agree, known, People, seated, table, visit } from "./lib/people.js";
import { tap } from "./lib/play.js";
import { Server } from "./lib/server.js";
import { Shim } from "./lib/shim.js";

const SOON_MS = 2000;
const DARA = { game: { kind: "dara" }, starts: "creator", clock: { initial_s: 600, increment_s: 0 } };

/** @type {People} */
let people;
/** @type {Shim} */
let shim;
/** Ann's line is bad, Bo's is good. @type {import("./lib/people.js").Page} */
let ann;
/** @type {import("./lib/people.js").Page} */
let bo;
let room = "";

before(async () => {
  people = await People.gather(await new Server().start());
  shim = await Shim.before(people.server.port);
  ann = await people.person("Ann", { baseURL: shim.url });
  bo = await people.person("Bo");
  for (const page of [ann, bo]) page.expected.push(/WebSocket|ERR_|asked a stranger/);
});
after(async () => {
  shim.close();
  await people.part();
});
beforeEach(async () => {
  Object.assign(shim, { frozen: false, down: false, delay: 0 });
  room = await table(ann, bo, DARA);
  await ann.evaluate(() => { globalThis.sameLoad = true; });
});

const stones = (/** @type {import("./lib/people.js").Page} */ page) => page.evaluate(() => globalThis.longtable.state.room.live.game.board.join("").replaceAll(".", "").length);
const shows = (/** @type {import("./lib/people.js").Page} */ page, /** @type {number} */ n, timeout = SOON_MS) =>
  page.waitForFunction((n) => globalThis.longtable.state.line.status === "online" && globalThis.longtable.state.room.live?.game?.board.join("").replaceAll(".", "").length === n, n, { timeout, polling: 20 });
const place = (/** @type {import("./lib/people.js").Page} */ page, /** @type {string} */ cell) => tap(page, `[data-spot="${cell}"]`);

test("offline and online again: what the other side did meanwhile is there at once", async () => {
  await place(ann, "c3");
  await shows(bo, 1);
  await ann.context().setOffline(true);
  shim.cut();
  await ann.waitForFunction(() => globalThis.longtable.state.line.status !== "online");
  await ann.locator(".clock.unsure").first().waitFor();
  await bo.locator(".strips.theirs .dot.off").waitFor();
  await place(bo, "d3");
  await shows(bo, 2);
  shim.down = false;
  await ann.context().setOffline(false);
  await shows(ann, 2);
  assert.ok(await ann.evaluate(() => globalThis.sameLoad), "loaded anew");
  await bo.locator(".strips.theirs .dot.on").waitFor();
});

test("a page that was frozen by the browser shows the truth when it wakes", async () => {
  const session = await ann.context().newCDPSession(ann);
  await place(ann, "c3");
  await shows(bo, 1);
  await session.send("Page.setWebLifecycleState", { state: "frozen" });
  await place(bo, "d3");
  await shows(bo, 2);
  await bo.waitForTimeout(1500);
  await session.send("Page.setWebLifecycleState", { state: "active" });
  await shows(ann, 2);
  const clocks = await Promise.all([ann, bo].map((page) => page.evaluate(() => {
    const { room } = globalThis.longtable.state;
    return room.live.seats.map(({ clock_ms }, seat) => clock_ms - (room.live.turn.includes(seat) ? performance.now() - room.at : 0));
  })));
  for (const seat of [0, 1]) assert.ok(Math.abs(clocks[0][seat] - clocks[1][seat]) < 250, `the clocks differ: ${JSON.stringify(clocks)}`);
});

test("a slow line: an accepted takeback leaves both at the same position, with the same side to move", async () => {
  await place(ann, "c3");
  await shows(bo, 1);
  shim.delay = 400;
  await ann.locator("details.more summary").click();
  await ann.getByRole("button", { name: "Ask to take your turn back" }).click();
  await bo.getByRole("button", { name: "Let it be taken back" }).click();
  await shows(ann, 0);
  const { turn, seat } = await agree(ann, bo);
  assert.deepEqual([turn, seat], [[0], 0]);
  shim.delay = 0;
  await place(ann, "a1");
  await shows(bo, 1);
});

test("the server is killed and started again: play goes on, in each tab in its own match", async () => {
  await place(ann, "c3");
  await shows(bo, 1);
  const [annAgain, boAgain] = [await people.beside(ann), await people.beside(bo)];
  for (const page of [annAgain, boAgain]) page.expected.push(/WebSocket|ERR_|asked a stranger/);
  const second = await table(annAgain, boAgain, DARA);
  await people.server.end("SIGKILL");
  for (const page of [ann, bo]) await page.waitForFunction(() => globalThis.longtable.state.line.status !== "online");
  await people.server.start();
  // the back-off is at two seconds at most
  await Promise.all([ann, bo, annAgain, boAgain].map((page) => page.waitForFunction(() => globalThis.longtable.state.line.status === "online", null, { timeout: SOON_MS + 2000 })));
  assert.deepEqual(await Promise.all([ann, annAgain].map((page) => page.evaluate(() => globalThis.longtable.state.room.code))), [room, second]);
  await place(bo, "d3");
  await shows(ann, 2);
  await place(annAgain, "a1");
  await shows(boAgain, 1);
  for (const page of [ann, bo, annAgain, boAgain]) assert.deepEqual((await known(page)).warnings, []);
  assert.ok(await ann.evaluate(() => globalThis.sameLoad), "loaded anew");
  await annAgain.close();
  await boAgain.close();
});

test("two tabs at one seat, and reloads in a row: always the same seat", async () => {
  const beside = await people.beside(ann);
  beside.expected.push(/asked a stranger/);
  await visit(beside, `/r/${room}`);
  await seated(beside);
  assert.equal((await known(beside)).seat, 0);
  await place(ann, "c3");
  await shows(beside, 1);
  await place(bo, "d3");
  await shows(beside, 2);
  await place(beside, "a1");
  await Promise.all([ann, bo].map((page) => shows(page, 3)));
  for (let n = 0; n < 5; n++) await ann.reload({ waitUntil: "commit" });
  await seated(ann);
  assert.equal((await known(ann)).seat, 0);
  await beside.close();
  await place(bo, "f5");
  await shows(ann, 4);
});

test("watchers that come in between moves see what the players see", async () => {
  const watcher = await people.person("Watcher");
  for (const [n, cell] of ["a1", "b2", "c3", "d4", "e5", "f1"].entries()) {
    const coming = visit(watcher, `/r/${room}`);
    await place(n % 2 ? bo : ann, cell);
    await shows(bo, n + 1);
    await coming;
    await seated(watcher);
    await agree(ann, bo, watcher);
  }
  assert.equal((await known(watcher)).seat, -1);
  assert.equal(await watcher.locator("details.more, .invitation").count(), 0);
});

test("a move on a line that falls silent is made once, and the page says that it waits", async () => {
  // the last test with this page: its clock stays one that can be put forward
  await ann.clock.install();
  await ann.reload();
  await seated(ann);
  shim.frozen = true;
  await place(ann, "c3");
  await ann.clock.fastForward(10_000);
  await ann.waitForFunction(() => globalThis.longtable.state.line.status !== "online");
  await ann.locator(".clock.unsure").first().waitFor();
  assert.equal(await stones(ann), 0, "nothing is shown before the server has it");
  shim.frozen = false;
  await shows(ann, 1, 4000);
  await shows(bo, 1);
  await place(bo, "d3");
  await shows(ann, 2);
});
