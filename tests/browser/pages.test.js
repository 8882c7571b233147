// Every page: nothing serious for axe in light and in dark, no scrolling sideways on a phone, under a strict policy,
// small at the first paint. Names and words from strangers stay words.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { createRequire } from "node:module";
import { create, online, People, table, visit } from "./lib/people.js";
import { chance, move } from "./lib/play.js";
import { Server } from "./lib/server.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @type {People} */
let people;
/** @type {import("./lib/people.js").Page} */
let ann;
/** @type {import("./lib/people.js").Page} */
let bo;

before(async () => {
  people = await People.gather(await new Server().start());
  ann = await people.person("Ann", { viewport: { width: 1280, height: 900 } });
  bo = await people.person("Bo");
});
after(() => people.part());

/** What axe finds to be serious on what is shown now. @param {import("./lib/people.js").Page} page @param {any} [options] */
const serious = (page, options = {}) => page.evaluate(async (options) => {
  const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"], ...options });
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}, options);

/**
 * Looks at what a page shows: in light and dark, wide and narrow.
 * @param {import("./lib/people.js").Page} page
 * @param {string} what
 */
async function inspect(page, what) {
  await page.evaluate(axe);
  assert.deepEqual(await serious(page), [], `${what}, light`);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await serious(page, { runOnly: ["color-contrast"] }), [], `${what}, dark`);
  await page.emulateMedia({ colorScheme: "light" });
  await narrow(page, what, 360);
}

/** That nothing has to be scrolled sideways. @param {import("./lib/people.js").Page} page @param {string} what @param {number} width */
async function narrow(page, what, width) {
  const usual = page.viewportSize();
  await page.setViewportSize({ width, height: 740 });
  const over = await page.evaluate(() => {
    const root = document.documentElement;
    const wide = [...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > root.clientWidth + 1 && !one.closest("svg, .hidden"));
    return root.scrollWidth > root.clientWidth ? wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 120)) : [];
  });
  assert.deepEqual(over, [], `${what}, ${width} wide`);
  if (usual) await page.setViewportSize(usual);
}

test("the first paint is small, under a strict policy, and the page has no stranger's file", async () => {
  const answer = await ann.goto("/");
  const policy = answer.headers()["content-security-policy"];
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  await online(ann);
  const bytes = await ann.evaluate(() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .reduce((sum, entry) => sum + /** @type {PerformanceResourceTiming} */ (entry).transferSize, 0));
  assert.ok(bytes > 10_000 && bytes < 150_000, `${bytes} bytes`);
});

test("pages without a room", async () => {
  await visit(ann);
  const me = await ann.evaluate(() => globalThis.longtable.state.me.id);
  for (const path of ["/", "/new/dara", "/new/gul_bara", "/new/darbol", "/new/crokidarts", "/rules/dara", "/rules/gul_bara", "/rules/darbol", "/rules/crokidarts", `/p/${me}`, "/r/NOROOM"]) {
    await visit(ann, path);
    await ann.locator("main h1").first().waitFor();
    await inspect(ann, path);
  }
});

test("a room that waits, and the invitation to it", async () => {
  const room = await create(ann, { game: { kind: "dara" } });
  await ann.locator(".share").waitFor();
  await inspect(ann, "waiting");
  await bo.goto(`/r/${room}`);
  await bo.locator(".invitation").waitFor();
  await inspect(bo, "invitation");
  await visit(ann, "/");
  await ann.locator(".room-row").first().waitFor();
  await inspect(ann, "lobby with a room");
});

/** @type {[string, any][]} */
const TABLES = [
  ["dara", { game: { kind: "dara" }, clock: { initial_s: 600, increment_s: 5 } }],
  ["gul bara", { game: { kind: "gul_bara" } }],
  ["hundred", { game: { kind: "darbol", game: "hundred" } }],
  ["crokidarts", { game: { kind: "crokidarts" } }],
  ["darbol at a table", { game: { kind: "darbol", game: "up_the_mountain" }, medium: "table" }],
];

test("a room of each game in play", async () => {
  const random = chance(1);
  for (const [name, setup] of TABLES) {
    const room = await table(ann, bo, setup);
    if (setup.medium !== "table") for (let n = 0; n < 1; ) if (await move([ann, bo], random)) n++;
    await inspect(ann, name);
    if (name !== "dara") continue;
    for (const tab of ["chat", "chance", "camera"]) {
      await ann.locator(`#tab-${tab}`).click();
      await ann.locator(`#tab-panel > :not(.loading)`).first().waitFor();
      await inspect(ann, tab);
    }
    await ann.locator("details.more summary").click();
    await ann.locator(".more .danger").click();
    await ann.locator("dialog[open]").waitFor();
    await inspect(ann, "asking before resigning");
    await ann.locator("dialog .danger").click();
    await ann.locator(".result").waitFor();
    await inspect(ann, "result");
    await visit(ann, `/check/${room}/1`);
    await ann.locator(".verdict").waitFor();
    await inspect(ann, "replay and check");
  }
});

test("a Danish browser is spoken to in Danish", async () => {
  const dane = await people.person("Dagny", { locale: "da-DK" });
  await visit(dane, "/rules/dara");
  await dane.getByRole("link", { name: "Nyt rum" }).waitFor();
  assert.equal(await dane.evaluate(() => document.documentElement.lang), "da");
  await inspect(dane, "Danish");
});

test("names and words of strangers stay words, and do not push the page apart", async () => {
  const markup = "<img src=x onerror=alert(1)><script>alert(2)</script>";
  const eve = await people.person(markup);
  const zalgo = await people.person(`${"W".repeat(30)}${"\u0301".repeat(50)}`.repeat(50));
  const room = await table(eve, zalgo, { game: { kind: "dara" } });
  await eve.locator("#tab-chat").click();
  await eve.locator(".chat input").fill(`${markup} javascript:alert(1) [x](javascript:alert(1)) ${"w".repeat(200)}`);
  await eve.locator(".chat form button").click();
  await zalgo.locator("#tab-chat").click();
  await zalgo.locator(".said", { hasText: "<script>alert(2)</script>" }).waitFor();
  assert.equal(await zalgo.evaluate(() => document.querySelectorAll("main img, main script, main a[href^=javascript]").length), 0);
  for (const page of [eve, zalgo]) await narrow(page, "names", 320);
  await visit(ann, "/");
  await ann.locator(`.room-row a[href="/r/${room}"]`).waitFor();
  await narrow(ann, "names in the lobby", 320);
});
