// Real boards on camera: reports, confirming, disputes with a picture kept, and the look before the first throw.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { agree, known, People, table } from "./lib/people.js";
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
  const seated = { viewport: { width: 900, height: 900 }, permissions: ["camera"] };
  [ann, bo] = [await people.person("Ann", seated), await people.person("Bo", seated)];
});
after(() => people.part());

const press = (/** @type {Page} */ page, /** @type {string} */ name) => page.getByRole("button", { name, exact: true }).click();
/** Reports a toss through a hole, and waits until it counts. @param {Page} page @param {number} hole */
async function report(page, hole) {
  const { seq } = await known(page);
  await page.locator(".holes button").nth(hole - 1).click();
  await page.waitForFunction((seq) => globalThis.longtable.state.room.live.seq > seq, seq);
}

test("Darbol at real boards: each sees the other's board first; a dispute keeps the picture", async () => {
  await table(ann, bo, { game: { kind: "darbol", game: "up_the_mountain" }, medium: "table", starts: "creator" });
  await ann.locator(".ready", { hasText: "No picture of Bo yet" }).waitFor();
  for (const page of [ann, bo]) await page.locator(".camera-tab button.main").click();
  await ann.locator(".ready", { hasText: "You see the picture of Bo" }).waitFor();
  await bo.locator(".ready", { hasText: "You see the picture of Ann" }).waitFor();
  await ann.locator(".hint-show").waitFor();
  await bo.locator(".what-now", { hasText: "Wait with your own throw" }).waitFor();
  await bo.waitForFunction(() => /** @type {HTMLVideoElement} */ (document.querySelector(".cameras .other video"))?.videoWidth > 0);

  // what was reported by a slip is taken back; what is wrong is disputed
  await report(ann, 2);
  assert.equal(await ann.locator(".ready").count(), 0, "the match has begun");
  await press(ann, "Take my last report back");
  await ann.getByRole("button", { name: "Take my last report back" }).waitFor({ state: "detached" });
  await report(ann, 1);
  await report(ann, 2);
  await bo.locator(".confirm li").nth(1).waitFor();
  await press(bo, "No, report it again");
  for (const page of [ann, bo]) {
    await page.waitForFunction(() => globalThis.longtable.state.room.live.game.phase === "tossing");
    await page.locator("#tab-camera").click();
    await page.waitForFunction(() => [...document.querySelectorAll(".stills img")].filter((one) => /** @type {HTMLImageElement} */ (one).naturalWidth > 0).length >= 2);
  }
  assert.match(await bo.locator(".stills a").first().getAttribute("download") ?? "", /\.jpg$/);

  // and then it counts once the other side has said so
  await report(ann, 1);
  await report(ann, 2);
  await press(bo, "Yes, it is right");
  await bo.waitForFunction(() => globalThis.longtable.state.room.live.game.phase === "tossing");
  const { turn, game } = await agree(ann, bo);
  assert.deepEqual([turn, game.players[0].target], [[1], 3]);
});

test("Crokidarts at real boards: what cannot be is refused with the reason; a target is reached", async () => {
  await table(ann, bo, { game: { kind: "crokidarts", target: 50, legs_to_win: 1, sets_to_win: 1 }, medium: "table", starts: "creator" });
  const more = (/** @type {Page} */ page, /** @type {string} */ value) => page.getByRole("group", { name: value, exact: true }).getByRole("button", { name: "One more" }).click();
  // from an empty board a shot cannot end in the outer ring
  await more(ann, "Discs of 5");
  await press(ann, "Report 5");
  await ann.locator(".refusal", { hasText: /\w/ }).waitFor();
  assert.equal((await known(bo)).game.discs.length, 0);
  await ann.reload();
  await ann.locator(".steppers").waitFor();
  assert.equal(await ann.locator(".ready").count(), 1);
  await more(ann, "Discs of 20");
  await press(ann, "Report 20");
  await bo.waitForFunction(() => globalThis.longtable.state.room.live.game.twenties === 1);
});
