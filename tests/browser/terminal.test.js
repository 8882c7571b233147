// Somebody in a terminal plays against somebody in a browser.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { create, known, People, seated } from "./lib/people.js";
import { chance, playOut } from "./lib/play.js";
import { Server } from "./lib/server.js";
import { terminal } from "./lib/terminal.js";

/** @type {People} */
let people;
before(async () => { people = await People.gather(await new Server().start()); });
after(() => people.part());

const seed = Number(process.env.LONGTABLE_SEED ?? Date.now() % 1e6);

test(`a match between a terminal and a browser, seed ${seed}`, async () => {
  const ann = await people.person("Ann", { viewport: { width: 360, height: 740 } });
  // nearly over: three stones a side end soon
  const board = ["xxx...", "......", "..o..o", "......", "o....."];
  const room = await create(ann, { game: { kind: "dara", no_capture_limit: 10, position: { board, to_move: 0 } }, visibility: "unlisted" });
  const other = terminal(people.server, room, "Tess", chance(seed + 1));
  await seated(ann);
  await playOut([ann], chance(seed));
  const [mine, theirs] = [await known(ann), await other];
  assert.equal(mine.head, theirs.fairness.head);
  assert.deepEqual(mine.result, theirs.result);
  assert.deepEqual(mine.game, theirs.game);
});
