import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { answer, complaint } from "../assets/fairness/answer.js";
import { Chain, Known } from "../assets/fairness/chain.js";
import { check } from "../assets/fairness/check.js";
import { seed, Stream, values } from "../assets/fairness/draw.js";
import { Follower } from "../assets/fairness/follow.js";
import { header, line, next, NOTHING } from "../assets/fairness/lines.js";
import { hashText, hex, sha256 } from "../assets/fairness/sha256.js";
import { entryTexts, items, members } from "../assets/session/raw.js";

const vectors = JSON.parse(readFileSync(new URL("data/fairness-vectors.json", import.meta.url), "utf8"));
const node = (bytes) => createHash("sha256").update(bytes).digest("hex");

test("SHA-256 agrees with another library at every length of a block", () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
    assert.equal(hex(sha256(bytes)), node(bytes));
  }
  assert.equal(hashText("æøå"), node("æøå"));
});

test("chains of the vectors: tips and links", () => {
  const { secrets, tips, links_1_2_65536: links } = vectors;
  const all = [[secrets.server, tips.server, links.server], ...secrets.seats.map((s, i) => [s, tips.seats[i], links.seats[i]])];
  for (const [secret, tip, [first, second, last]] of all) {
    const chain = new Chain(secret, 65536);
    assert.equal(chain.tip, tip);
    assert.deepEqual([chain.link(1), chain.link(2), chain.link(65536), chain.link(65537)], [first, second, last, null]);
  }
});

test("a chain of any length gives every link, and a known chain takes only later ones", () => {
  const chain = new Chain("ab".repeat(32), 600);
  const known = new Known(chain.tip);
  for (let k = 1; k <= 600; k += k < 3 ? 1 : 97) assert.ok(known.take(k, chain.link(k)), `link ${k}`);
  assert.ok(!known.take(5, chain.link(5)));
  assert.ok(!known.take(599, chain.link(600)));
});

test("draws of the vectors: seed, dice, numbers", () => {
  for (const draw of vectors.draws) {
    const got = seed(draw.match, draw.draw, draw.server_link, draw.links);
    assert.equal(got, draw.seed, draw.name);
    const from = draw.from_the_start_of_the_stream;
    const stream = () => new Stream(got);
    const bytes = stream();
    assert.equal(hex(Uint8Array.from({ length: 64 }, () => bytes.byte())), draw.stream_64);
    assert.deepEqual(values("roll", { game: { kind: "gul_bara" } }, stream()), from.two_d6);
    assert.deepEqual(values("lot", { seats: 2 }, stream()), [from.lot_of_2 - 0].map((seat) => seat));
    assert.deepEqual(values("roll_off", {}, stream()), from.roll_off.flat());
    assert.equal(stream().die(8), from.one_d8);
    const units = stream();
    assert.deepEqual([units.unit(), units.unit()], from.two_unit);
    assert.ok(Math.abs(stream().normal() - from.one_normal) < 1e-12);
  }
});

test("entries keep their text, whatever stands in it", () => {
  const entries = ['{"seq":1,"event":{"type":"sat","player":{"name":"a\\"}],{b","id":"æ\\u0001"}}}', '{"seq":2,"x":[1,[2,{}],-1.5e3,null]}'];
  const frame = `{"type":"update","room":"K7QF3M","entries":[${entries.join(",")}],"view":{"entries":[9]}}`;
  assert.deepEqual(entryTexts(frame), entries);
  assert.deepEqual(items("[]"), []);
  assert.equal(members('{"a":{"b":[1]},"c":"x,y"}').get("c"), '"x,y"');
});

/** A room with one match of Gul Bara in which both seats take part, as a server would log it. */
function played({ tamper = (text) => text } = {}) {
  const chains = { server: new Chain("01".repeat(32), 64), seats: [new Chain("02".repeat(32), 64), new Chain("03".repeat(32), 64)] };
  const setup = { game: { kind: "gul_bara" }, seats: 2 };
  const tips = chains.seats.map((chain) => chain.tip);
  const started = {
    type: "started", match: "K7QF3M/1", server: "longtable/0.1.0", engine: "0.1.0",
    seats: [{ id: "a", name: "Æsa" }, { id: "b", name: "B" }], first: null, server_tip: chains.server.tip, tips, handicap: null, setup,
  };
  const drawn = (draw, need, silent = []) => {
    const links = chains.seats.map((chain, seat) => (silent.includes(seat) ? null : chain.link(draw)));
    const stream = new Stream(seed("K7QF3M/1", draw, chains.server.link(draw), links));
    return { type: "drawn", draw, for: need, server: chains.server.link(draw), links, values: values(need, setup, stream) };
  };
  const events = [
    started, { type: "linked", draw: 1, link: chains.seats[0].link(1) }, drawn(1, "roll_off"), { type: "rolling" },
    drawn(2, "roll", [1]), { type: "rolling" }, drawn(3, "roll"), { type: "ended", winners: [0], reason: "resigned", points: [1, 0] },
  ];
  const texts = events.map((event, i) => tamper(JSON.stringify({ seq: i + 3, at: 1764486000000 + i, by: null, event }), i));
  const lines = [header(texts[0])];
  for (const text of texts) lines.push(line(hashText(lines.at(-1)), text));
  return { chains, setup, tips, texts, lines, entries: texts.map((text) => JSON.parse(text)), file: lines.join("\n") + "\n" };
}

const view = ({ setup, tips, chains }, seq, head, extra = {}) => ({
  room: "K7QF3M", match: 1, seq, setup, fairness: { server_tip: chains.server.tip, tips, head, due: null, silent: [0, 0], ...extra },
});

test("a follower hashes every line and judges every draw", () => {
  const game = played();
  const follower = new Follower({ seq: 2, head: NOTHING });
  let head = NOTHING;
  game.entries.forEach((entry, i) => {
    head = next(head, game.texts[i], i === 0);
    assert.equal(head, hashText(game.lines[i + 1]));
    follower.take(view(game, entry.seq, head), [entry], [game.texts[i]]);
    assert.equal(follower.agreed, true, `line ${i}`);
  });
  assert.deepEqual(follower.notes.map(({ verdict, silent }) => [verdict, silent]), [["good", []], ["good", [1]], ["good", []]]);
});

test("a follower that came late trusts the head once, then judges by the tips", () => {
  const game = played();
  const follower = new Follower(null);
  follower.take(view(game, 5, hashText(game.lines[3])), [], []);
  assert.equal(follower.agreed, null);
  follower.take(view(game, 7, hashText(game.lines[5])), game.entries.slice(3, 5), game.texts.slice(3, 5));
  assert.equal(follower.agreed, true);
  assert.equal(follower.notes[0].verdict, "good");
});

test("a follower sees another head, another value, another link", () => {
  const game = played();
  const shown = new Follower({ seq: 2, head: NOTHING });
  shown.take(view(game, 3, "f".repeat(64)), game.entries.slice(0, 1), game.texts.slice(0, 1));
  assert.equal(shown.agreed, false);

  for (const [field, why] of [["values", "values"], ["server", "server_link"], ["links", "seat_link"]]) {
    const follower = new Follower({ seq: 2, head: NOTHING });
    const entries = structuredClone(game.entries.slice(0, 3));
    const { event } = entries[2];
    if (field === "values") event.values[0] = (event.values[0] % 6) + 1;
    if (field === "server") event.server = game.chains.server.link(2);
    if (field === "links") event.links[1] = game.chains.seats[1].link(2);
    follower.take(view(game, 5, NOTHING), entries, entries.map((entry) => JSON.stringify(entry)));
    assert.deepEqual([follower.notes[0].verdict, follower.notes[0].why], ["bad", why]);
  }
});

test("a link is opened only when it is due and the head agrees", () => {
  const game = played();
  const due = { draw: 2, seats: [0], until: 0 };
  const room = view(game, 6, NOTHING, { due });
  const secrets = { link: (tip, k) => (tip === game.tips[0] ? game.chains.seats[0].link(k) : null) };
  assert.equal(answer(room, 0, true, secrets).link, game.chains.seats[0].link(2));
  assert.equal(answer(room, 0, false, secrets), "head");
  assert.equal(answer(room, 1, true, secrets), "nothing");
  assert.equal(answer(room, null, true, secrets), "nothing");
  assert.equal(answer({ ...room, fairness: { ...room.fairness, due: { ...due, seats: [1] } } }, 1, true, secrets), "elsewhere");
});

test("a seat that answered and is called silent complains", () => {
  const note = { draw: 2, silent: [1] };
  assert.equal(complaint(note, 1, [{ draw: 2, accepted: true }]), "hidden");
  assert.equal(complaint(note, 1, [{ draw: 2, accepted: false }]), "late");
  assert.equal(complaint(note, 1, []), "");
  assert.equal(complaint(note, 0, [{ draw: 2, accepted: true }]), "");
});

const bad = (findings) => findings.filter(({ ok }) => ok === false).map(({ what }) => what);
const lastHash = ({ lines }) => hashText(lines.at(-1));

test("a whole file passes, and says which seat was silent", async () => {
  const game = played();
  const findings = await check(game.file, lastHash(game), [{ draw: 2, head: hashText(game.lines[4]) }]);
  assert.deepEqual(bad(findings), []);
  const said = findings.map(({ what }) => what);
  for (const what of ["form_good", "chain_good", "hash_good", "head_good", "draws_good", "tips_good", "silent", "notes_good"]) assert.ok(said.includes(what), what);
});

test("a changed file is found out", async () => {
  const game = played();
  const hash = lastHash(game);
  const swap = (from, to) => game.file.replace(from, to);
  assert.deepEqual(bad(await check(swap('"type":"rolling"', '"type":"rollinG"'), hash, [])), ["chain_bad"]);
  assert.deepEqual(bad(await check(swap('"winners":[0]', '"winners":[1]'), hash, [])), ["hash_bad"]);
  assert.deepEqual(bad(await check(swap('"name":"B"', '"name":"C"'), hash, [])), ["chain_bad", "head_bad"]);
  assert.deepEqual(bad(await check(game.file.slice(0, -1), hash, [])), ["form"]);
  assert.deepEqual(bad(await check("{", hash, [])), ["form"]);
  // a host that rewrites the whole chain has to change what the room showed, or what was noted when links were opened
  const forged = played({ tamper: (text, i) => (i === 3 ? text.replace("1764486000003", "1764486000009") : text) });
  assert.deepEqual(bad(await check(forged.file, hash, [{ draw: 2, head: hashText(game.lines[4]) }])), ["hash_bad", "notes_bad"]);
  const dice = played({ tamper: (text, i) => (i === 6 ? text.replace(/"values":\[./, '"values":[9') : text) });
  assert.deepEqual(bad(await check(dice.file, lastHash(dice), [])), ["draws_values"]);
});
