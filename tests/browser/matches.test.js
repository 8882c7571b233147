// Two people and a watcher play a whole match of each game through the page, and check it afterwards.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { agree, People, seated, table, visit } from "./lib/people.js";
import { chance, playOut } from "./lib/play.js";
import { Server } from "./lib/server.js";

/** A race: fourteen nearly home, one with the whole way to go. */
const race = Array.from({ length: 25 }, (_, point) => ({ 24: 1, 3: 7, 2: 7 })[point] ?? 0);

/** @type {[string, any][]} short ones, so that each of them comes to its end */
const GAMES = [
  ["dara", { game: { kind: "dara", no_capture_limit: 10 } }],
  ["gul_bara", { game: { kind: "gul_bara", position: { points: [race, race], to_move: 0, rolls: [0, 0] } }, visibility: "unlisted" }],
  ["darbol up_the_mountain", { game: { kind: "darbol", game: "up_the_mountain", hand: "steady" } }],
  ["crokidarts", { game: { kind: "crokidarts", target: 50, legs_to_win: 1, sets_to_win: 1, turn_cap: 10, hand: "steady" } }],
];

/** @type {People} */
let people;
/** @type {import("./lib/people.js").Page[]} */
let players;
/** @type {import("./lib/people.js").Page} */
let watcher;

const small = { viewport: { width: 360, height: 740 } };

before(async () => {
  people = await People.gather(await new Server().start());
  players = [await people.person("Ann", small), await people.person("Bjørn", small)];
  watcher = await people.person("Watcher", small);
});
after(() => people.part());

const seed = Number(process.env.LONGTABLE_SEED ?? Date.now() % 1e6);

for (const [name, setup] of GAMES) {
  test(`a whole match of ${name}, seed ${seed}`, async (context) => {
    const random = chance(seed);
    const room = await table(players[0], players[1], setup);
    await visit(watcher, `/r/${room}`);
    await seated(watcher);
    const moves = await playOut(players, random, async (n) => {
      if (n % 20 === 5) await agree(...players, watcher);
    });
    const { result, head } = await agree(...players, watcher);
    context.diagnostic(`${moves} moves, ${result.reason}`);
    assert.equal(head, result.hash);
    assert.deepEqual(await players[0].evaluate(() => globalThis.longtable.state.room.warnings), []);

    await players[1].locator(".result a", { hasText: "Replay and check" }).click();
    await players[1].locator(".check button.main:enabled").click();
    await players[1].locator(".verdict.good").waitFor();
    assert.equal(await players[1].locator(".findings .bad").count(), 0);
  });
}
