// Cameras, with Chromium's own moving picture in their place. The picture comes on both sides, goes out on every way out,
// and where there is none the page says why.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { create, known, People, seated, table, visit } from "./lib/people.js";
import { tap } from "./lib/play.js";
import { Server } from "./lib/server.js";

/** @typedef {import("./lib/people.js").Page} Page */
/** How often both switch on in the same moment. */
const TRIES = Number(process.env.LONGTABLE_CAMERA_TRIES ?? 3);
const PICTURE_MS = 5000;

/** @type {People} */
let people;
/** @type {Page} */
let ann;
/** @type {Page} */
let bo;
let room = "";

before(async () => {
  people = await People.gather(await new Server().start(), ["--host-resolver-rules=MAP longtable.test 127.0.0.1"]);
  const small = { viewport: { width: 700, height: 800 }, permissions: ["camera"] };
  [ann, bo] = [await people.person("Ann", small), await people.person("Bo", small)];
  for (const page of [ann, bo]) {
    await page.addInitScript(() => {
      // every track that this page was ever given, to see whether its light is out; and a browser that is slow to ask
      globalThis.given = [];
      globalThis.slow = 0;
      globalThis.connections = [];
      const Plain = RTCPeerConnection;
      globalThis.RTCPeerConnection = class extends Plain {
        constructor(/** @type {RTCConfiguration} */ configuration) {
          super(configuration);
          globalThis.connections.push(this);
        }
      };
      const { mediaDevices } = navigator;
      const capture = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (wanted) => {
        if (globalThis.slow) await new Promise((done) => setTimeout(done, globalThis.slow));
        const stream = await capture(wanted);
        globalThis.given.push(...stream.getTracks());
        return stream;
      };
    });
  }
  room = await table(ann, bo, { game: { kind: "dara" }, starts: "creator" });
  for (const page of [ann, bo]) {
    await page.locator("#tab-camera").click();
    await page.locator(".camera-tab").waitFor();
  }
});
after(() => people.part());

const press = (/** @type {Page} */ page, /** @type {string} */ name) => page.getByRole("button", { name, exact: true }).click();
const on = (/** @type {Page} */ page) => tap(page, ".camera-tab button.main");
const off = (/** @type {Page} */ page) => press(page, "Switch off");
/** Waits for pictures of others that move. @param {Page} page @param {number} [n] */
const pictures = (page, n = 1) => page.waitForFunction((n) => [...document.querySelectorAll(".cameras .other video")].filter((video) => video.videoWidth > 0 && video.currentTime > 0).length === n, n, { timeout: PICTURE_MS, polling: 50 });
const dark = (/** @type {Page} */ page) => page.waitForFunction(() => globalThis.given.length > 0 && globalThis.given.every(({ readyState }) => readyState === "ended"));

// FL-004
test(`both switch on at once, ${TRIES} times: each sees the other within 5 s, and nothing stays on afterwards`, async () => {
  const took = [];
  for (let n = 0; n < TRIES; n++) {
    const started = Date.now();
    await Promise.all([on(ann), on(bo)]);
    await Promise.all([pictures(ann), pictures(bo)]);
    took.push(Date.now() - started);
    await Promise.all([off(ann), off(bo)]);
    await Promise.all([dark(ann), dark(bo)]);
    await ann.locator(".cameras").waitFor({ state: "detached" });
  }
  console.log(`${took.join(", ")} ms`);
});

// FL-076
test("a watcher sees both, unless they would rather not; play goes on beside it; a new way is found after a change of network", async () => {
  await Promise.all([on(ann), on(bo)]);
  const watcher = await people.person("Watcher", { viewport: { width: 700, height: 800 } });
  await visit(watcher, `/r/${room}`);
  await watcher.locator("#tab-camera").click();
  await press(watcher, "Only look");
  await pictures(watcher, 2);
  assert.equal(await watcher.locator(".cameras .own").count(), 0);
  await ann.getByLabel("Watchers may see my camera").click();
  await pictures(watcher, 1);
  await ann.getByLabel("Watchers may see my camera").click();
  await pictures(watcher, 2);

  await ann.locator('[data-spot="c3"]').click();
  await bo.waitForFunction(() => globalThis.longtable.state.room.live.game.board[2][2] !== ".");

  // the line drops and comes back: the connection between the pages stays or is made anew, the picture is there
  await ann.evaluate(() => globalThis.longtable.link().lost(1006));
  await ann.waitForFunction(() => globalThis.longtable.state.line.status === "online");
  await Promise.all([pictures(ann), pictures(bo)]);
  const way = () => ann.evaluate(() => globalThis.connections.filter(({ connectionState }) => connectionState === "connected").map(({ remoteDescription }) => /a=ice-ufrag:(.*)/.exec(remoteDescription.sdp)?.[1]));
  const before = await way();
  assert.equal(before.length, 2);
  await ann.evaluate(() => globalThis.connections.forEach((one) => one.connectionState === "connected" && one.restartIce()));
  await ann.waitForFunction((before) => globalThis.connections.filter(({ connectionState, signalingState }) => connectionState === "connected" && signalingState === "stable")
    .filter(({ remoteDescription }) => !before.includes(/a=ice-ufrag:(.*)/.exec(remoteDescription.sdp)?.[1])).length === 2, before);
  await Promise.all([pictures(ann), pictures(bo), pictures(watcher, 2)]);
  await watcher.context().close();
});

// FL-046
test("reloading, leaving the room, leaving while the browser still asks: the light is out each time", async () => {
  await bo.reload();
  await ann.waitForFunction(() => document.querySelectorAll(".cameras .other video").length === 0);
  await bo.locator("#tab-camera").click();
  await bo.locator(".camera-tab button.main").waitFor();
  await on(bo);
  await Promise.all([pictures(ann), pictures(bo)]);
  await bo.locator("nav a").first().click();
  await bo.locator(".games").waitFor();
  await dark(bo);
  await bo.goBack();
  await seated(bo);
  await bo.locator("#tab-camera").click();
  await bo.evaluate(() => { globalThis.slow = 700; globalThis.given = []; });
  await bo.locator(".camera-tab button.main").waitFor();
  await on(bo);
  await bo.locator("nav a").first().click();
  await dark(bo);
  await off(ann);
  await dark(ann);
});

test("a stranger reaches nobody, and nobody is sent more than a signal needs", async () => {
  const stranger = await people.person("Stranger");
  await visit(stranger);
  const to = await ann.evaluate(() => globalThis.longtable.state.me.id);
  const refused = (/** @type {Page} */ page, /** @type {any} */ fields) => page.evaluate((fields) => globalThis.longtable.link().request("signal", fields).then(() => "sent", ({ code }) => code), fields);
  assert.equal(await refused(stranger, { room, to, data: { hello: true, from: "x" } }), "not_allowed");
  await visit(bo, `/r/${room}`);
  await seated(bo);
  assert.notEqual(await refused(bo, { room, to, data: "x".repeat(17_000) }), "sent");
  assert.equal(await refused(bo, { room, to: "0000000000000000", data: {} }), "not_allowed");
});

// FL-093
test("where there can be no picture the page says why, and the game goes on", async () => {
  const denied = await people.person("Denied");
  await denied.addInitScript(() => { navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", globalThis.why ?? "NotAllowedError")); });
  await create(denied, { game: { kind: "dara" } });
  await denied.locator("#tab-camera").click();
  for (const [why, words] of [["NotAllowedError", "was not allowed to use the camera"], ["NotFoundError", "No camera was found"], ["NotReadableError", "in use by another program"]]) {
    await denied.evaluate((why) => { globalThis.why = why; }, why);
    await press(denied, "Switch my camera on");
    await denied.locator(".camera-tab .notice", { hasText: words }).waitFor();
  }

  // over plain http on a home network a browser has no cameras for pages at all
  const plain = await people.person("Plain", { baseURL: people.server.url.replace("localhost", "longtable.test") });
  plain.expected.push(/asked a stranger: \w+:\/\/longtable\.test/);
  const open = await create(plain, { game: { kind: "dara" } });
  assert.equal(await plain.evaluate(() => isSecureContext), false);
  await plain.locator("#tab-camera").click();
  await press(plain, "Switch my camera on");
  await plain.locator(".camera-tab .notice", { hasText: "only on secure pages" }).waitFor();
  await visit(bo, `/r/${open}`);
  await bo.locator(".invitation button.main").click();
  await seated(plain, bo);
  assert.equal((await known(plain)).status, "playing");
});
