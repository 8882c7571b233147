// Chromium, and the people in it: each has a context of their own, and so a name and a key of their own. Whatever goes
// wrong unnoticed in their pages (an error in the console, a breach of the policy, a request to a stranger) is kept, and
// the test fails on it at the end.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright-core";

const ARGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
];

/** @typedef {import("playwright-core").Page & {trouble: string[], expected: RegExp[]}} Page */

export class People {
  /** @param {import("./server.js").Server} server @param {string[]} args more of Chromium's flags */
  static async gather(server, args = []) {
    const people = new People();
    people.server = server;
    people.browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: [...ARGS, ...args] });
    people.pages = /** @type {Page[]} */ ([]);
    return people;
  }

  /**
   * A person with a page of their own.
   * @param {string} name
   * @param {import("playwright-core").BrowserContextOptions & {motion?: boolean}} [options]
   * @returns {Promise<Page>}
   */
  async person(name, { motion = false, ...options } = {}) {
    const context = await this.browser.newContext({
      viewport: { width: 760, height: 700 }, locale: "en", reducedMotion: motion ? "no-preference" : "reduce", baseURL: this.server.url, ...options,
    });
    context.setDefaultTimeout(8000);
    await context.addInitScript((name) => {
      if (localStorage["longtable.name"] === undefined) localStorage["longtable.name"] = JSON.stringify(name);
    }, name);
    return this.tab(await context.newPage());
  }

  /** Another tab of the same person. @param {Page} page */
  async beside(page) {
    return this.tab(await page.context().newPage());
  }

  /** @param {import("playwright-core").Page} bare @returns {Page} */
  tab(bare) {
    const page = Object.assign(bare, { trouble: /** @type {string[]} */ ([]), expected: /** @type {RegExp[]} */ ([]) });
    page.on("console", (message) => { if (["error", "warning"].includes(message.type())) page.trouble.push(message.text()); });
    page.on("pageerror", ({ message, stack }) => page.trouble.push(`${message} ${stack}`));
    page.on("request", (request) => {
      const { protocol, host } = new URL(request.url());
      if (/^(http|ws)/.test(protocol) && host !== new URL(this.server.url).host) page.trouble.push(`asked a stranger: ${request.url()}`);
    });
    this.pages.push(page);
    return page;
  }

  /** Closes everything and fails on what went wrong unnoticed. */
  async part() {
    const trouble = this.pages.flatMap(({ trouble, expected }) => trouble.filter((text) => !expected.some((known) => known.test(text))));
    await this.browser.close();
    await this.server.close();
    assert.deepEqual(trouble, []);
  }
}

/** Goes to an address, and waits for the line to the server. @param {Page} page @param {string} [path] */
export async function visit(page, path = "/") {
  await page.goto(path);
  await online(page);
}

/** @param {Page} page */
export const online = (page) => page.waitForFunction(() => globalThis.longtable?.state.line.status === "online");

/**
 * Makes a room of any setup and sits down in it, as the form would.
 * @param {Page} page
 * @param {any} setup
 * @returns {Promise<string>} its code
 */
export async function create(page, setup) {
  if (!page.url().startsWith("http")) await visit(page);
  await online(page);
  return page.evaluate(async (setup) => {
    const { freshTip } = await import("/assets/session/secrets.js");
    const { room } = await globalThis.longtable.link().request("create", { setup, sit: true, tip: freshTip(setup.game.kind), token: `${Math.random()}` });
    history.pushState(null, "", `/r/${room}`);
    dispatchEvent(new PopStateEvent("popstate"));
    return room;
  }, setup);
}

/** Opens the link and sits down. @param {Page} page @param {string} room */
export async function join(page, room) {
  await page.goto(`/r/${room}`);
  await page.locator(".invitation button.main").click();
}

/** Waits until a room's page shows a board. @param {Page[]} pages */
export const seated = (...pages) => Promise.all(pages.map((page) => page.locator(".stage .board").waitFor()));

/** Two people at a new table. @param {Page} host @param {Page} guest @param {any} setup */
export async function table(host, guest, setup) {
  const room = await create(host, setup);
  await join(guest, room);
  await seated(host, guest);
  return room;
}

/**
 * What a room's page knows: the confirmed view, one's seat, whether it is busy.
 * @param {Page} page
 * @returns {Promise<any>}
 */
export const known = (page) => page.evaluate(() => {
  const { room, me } = globalThis.longtable.state;
  const { live } = room;
  return {
    seq: live.seq, turn: live.turn, legal: live.legal, status: live.status, game: live.game, result: live.result, head: live.fairness.head, offers: live.offers,
    seat: live.seats.findIndex((seat) => seat?.player.id === me.id), busy: room.awaiting !== null || room.held !== null || performance.now() - room.board.changed < 300 && live.legal.some(({ type }) => type === "toss" || type === "shoot"), refusal: room.refusal, warnings: room.warnings,
  };
});

/** Waits until all pages show the same newest entry, and the same of it. @param {Page[]} pages */
export async function agree(...pages) {
  const until = Date.now() + 5000;
  for (;;) {
    const views = await Promise.all(pages.map(known));
    const shown = views.map(({ seq, game, head, turn }) => ({ seq, game, head, turn }));
    if (shown.every((view) => isDeepStrictEqual(view, shown[0]))) return views[0];
    if (Date.now() > until) assert.deepEqual(shown, shown.map(() => shown[0]));
    await pages[0].waitForTimeout(30);
  }
}
