import assert from "node:assert/strict";
import { before, test } from "node:test";

import { aimOf, direction, firstContact, overlaps, startAt } from "../assets/boards/aim.js";
import { memory, recognise } from "../assets/boards/pieces.js";
import { draftOf, positionOf, setupOf } from "../assets/forms/fields.js";
import { spread } from "../assets/fairness/hand.js";
import { qr } from "../assets/qr.js";
import { describe, spoken } from "../assets/room/describe.js";
import { lastTurn } from "../assets/room/last.js";
import { pageOf } from "../assets/route.js";
import * as text from "../assets/text.js";

before(async () => {
  globalThis.document = { documentElement: {} };
  await text.speak("en");
});

const view = { seats: [{ player: { id: "a", name: "Ann" } }, { player: { id: "b", name: "Bo" } }], setup: { game: { kind: "dara" } } };
const entry = (event, by = null, seq = 1) => ({ seq, at: 0, by, event });

test("entries in words", () => {
  const words = [
    [{ type: "placed", at: "c3" }, 0, "Ann: places c3"],
    [{ type: "stepped", from: "c3", to: "c4" }, 1, "Bo: c3 → c4"],
    [{ type: "stepped", from: 24, die: 3, to: 21 }, 0, "Ann: 24 → 21"],
    [{ type: "stepped", from: 2, die: 3, to: 0 }, 0, "Ann: 2 → off (3)"],
    [{ type: "drawn", for: "roll", values: [4, 4] }, null, "rolls 4-4"],
    [{ type: "drawn", for: "roll_off", values: [4, 4, 5, 3] }, null, "roll-off 5 : 3: Ann starts"],
    [{ type: "drawn", for: "lot", values: [1] }, null, "the lot falls on Bo"],
    [{ type: "shot", hole: [2], ditch: [1], struck: true }, null, "into the hole: twenty, one in the ditch"],
    [{ type: "tossed", hole: 0 }, null, "a miss"],
    [{ type: "reported", twenties: 1, board: [15, 10] }, 0, "Ann: reports 1 twenties, on the board 15 10"],
    [{ type: "ended", winners: [1], reason: "time", points: [0, 1] }, null, "Bo has won on time."],
    [{ type: "ended", winners: [], reason: "repetition", points: [0, 0] }, null, "A draw: the same position came up three times."],
    [{ type: "linked", draw: 1, link: "" }, 0, ""],
    [{ type: "of_a_later_version" }, 0, ""],
  ];
  for (const [event, by, said] of words) assert.equal(spoken(entry(event, by), view), said);
  assert.equal(describe(entry({ type: "passed", seat: 1 }), view), "Bo cannot move and passes");
});

test("the newest turn: a step with its capture, all steps of a roll, nothing after a takeback", () => {
  const steps = (...all) => all.map(([event, by], i) => ({ seq: i + 1, entry: entry(event, by, i + 1), view: null }));
  const seqs = (all, seq = 99) => lastTurn(all, seq).map(({ seq }) => seq);
  const dara = steps([{ type: "stepped", from: "a1", to: "a2" }, 0], [{ type: "stepped", from: "b1", to: "b2" }, 1], [{ type: "captured", at: "c1" }, 1]);
  assert.deepEqual(seqs(dara), [2, 3]);
  assert.deepEqual(seqs(dara, 1), [1]);
  const gul = steps([{ type: "rolling" }, 0], [{ type: "stepped", from: 24, die: 1, to: 23 }, 0], [{ type: "stepped", from: 24, die: 2, to: 22 }, 0], [{ type: "done" }, 0]);
  assert.deepEqual(seqs(gul), [2, 3]);
  assert.deepEqual(seqs(steps([{ type: "placed", at: "a1" }, 0], [{ type: "taken_back", to: 0 }, null])), []);
});

test("a piece that moved is the same piece", () => {
  const board = memory();
  const first = recognise(board, [{ side: 0, place: "a1" }, { side: 0, place: "b1" }, { side: 1, place: "c1" }]);
  const next = recognise(board, [{ side: 0, place: "b1" }, { side: 0, place: "a2" }]);
  assert.equal(next.find(({ place }) => place === "b1").id, first[1].id);
  assert.equal(next.find(({ place }) => place === "a2").id, first[0].id);
  const after = recognise(board, [{ side: 1, place: "c1" }]);
  assert.ok(!first.some(({ id }) => id === after[0].id), "one that was taken does not come back");
});

test("the geometry of an aim: straight at the hole, to the right, and back", () => {
  assert.deepEqual(startAt(0), { x: 0, y: -304.8 });
  const straight = direction(0, 0);
  assert.ok(Math.abs(straight.x) < 1e-12 && straight.y === 1);
  assert.ok(direction(0, 10000).x > 0, "positive is to the shooter's right");
  assert.ok(startAt(20000).x > 0);
  for (const [bearing, aim] of [[0, 3000], [30000, -12500], [-45000, 60000]]) assert.equal(aimOf(bearing, direction(bearing, aim)), aim);
  const free = firstContact(startAt(0), straight, 900, []);
  assert.ok(!free.meets && Math.abs(free.length - 900 ** 2 / 2 / 1176.8) < 1e-9);
  const met = firstContact(startAt(0), straight, 900, [{ x: 0, y: -100 }]);
  assert.ok(met.meets && Math.abs(met.length - (204.8 - 31.75)) < 1e-9);
  assert.ok(overlaps(startAt(0), [{ x: 10, y: -304.8 }]) && !overlaps(startAt(0), [{ x: 40, y: -304.8 }]));
});

test("the spread of a toss lies where the physics text has it", () => {
  // at the average hand the text has a vertical deviation of 12 to 27 mm over hands and holes
  const { y, z } = spread({ y: 0, z: 1362500, pace: 112 }, "average");
  assert.ok(y > 3 && y < 6 && z > 12 && z < 22, `${y} ${z}`);
});

test("a form's setup names only what matters, and every field has a usual value", () => {
  const dara = setupOf(draftOf("dara"));
  assert.equal(dara.game.kind, "dara");
  assert.ok(!("medium" in dara) && !("confirm_after_s" in dara) && !("hand" in dara.game));
  const hundred = draftOf("darbol");
  hundred.game.game = "hundred";
  assert.ok(!("up_resets" in setupOf(hundred).game) && "handicap" in setupOf(hundred).game);
  const slow = draftOf("gul_bara");
  slow.clock = { per_turn_s: 86400 };
  assert.ok(!("claim_after_s" in setupOf(slow)), "the server's default for a day a turn is never");
});

test("a position as people write it", () => {
  assert.deepEqual(positionOf("dara", "xxx.oo/xx.ooo/....../x.o.x./o.x.o./o"), { board: ["xxx.oo", "xx.ooo", "......", "x.o.x.", "o.x.o."], to_move: 1 });
  const { points, to_move, rolls } = positionOf("gul_bara", "24:13 10:2\n24:14 off:1\n1 3 4");
  assert.deepEqual([points[0][24], points[0][10], points[1][0], to_move, rolls], [13, 2, 1, 1, [3, 4]]);
});

test("a QR code has its fixed patterns at every size", () => {
  for (const length of [5, 20, 40, 60, 90, 130, 160, 200]) {
    const code = qr("x".repeat(length));
    assert.equal((code.length - 17) % 4, 0);
    assert.ok(code.every((row) => row.length === code.length));
    for (const [x, y] of [[0, 0], [code.length - 7, 0], [0, code.length - 7]]) {
      assert.ok(code[y][x] && code[y + 3][x + 3] && !code[y + 1][x + 1], "finder");
    }
  }
});

test("addresses and pages", () => {
  assert.deepEqual(pageOf("/r/k7qf3m"), { name: "room", arg: "K7QF3M", match: 0 });
  assert.deepEqual(pageOf("/replay/K7QF3M/2"), { name: "replay", arg: "K7QF3M", match: 2 });
  assert.equal(pageOf("/new/dara").arg, "dara");
  assert.equal(pageOf("/").name, "lobby");
  assert.equal(pageOf("/anything/else").name, "lobby");
});
