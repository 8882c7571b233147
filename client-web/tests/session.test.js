import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Session } from "../assets/session/session.js";

/** A world without time or network: timers fire when told, lines record what was sent. */
class World {
  constructor() {
    this.time = 0;
    this.timers = [];
    this.lines = [];
    this.key = null;
    this.name = "Ann";
    this.pushes = [];
    this.statuses = [];
    this.session = new Session(
      {
        connect: () => {
          const line = { sent: [], closed: false, send(text) { this.sent.push(JSON.parse(text)); }, close() { this.closed = true; }, onopen: null, onmessage: null, onclose: null };
          this.lines.push(line);
          return line;
        },
        now: () => this.time,
        random: () => 1,
        setTimer: (act, ms) => { const timer = { act, at: this.time + ms }; this.timers.push(timer); return timer; },
        clearTimer: (timer) => { this.timers = this.timers.filter((other) => other !== timer); },
        key: () => this.key,
        name: () => this.name,
        keepKey: (key) => { this.key ??= key; return this.key; },
        dropKey: () => { this.key = null; },
        dropName: () => { this.name = null; },
      },
      { push: (message) => this.pushes.push(message), welcome: () => {}, line: ({ status }) => this.statuses.push(status) },
    );
    this.session.open();
  }

  get line() { return this.lines.at(-1); }

  wait(ms) {
    const until = this.time + ms;
    for (;;) {
      const due = this.timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.time = due.at;
      this.timers = this.timers.filter((timer) => timer !== due);
      due.act();
    }
    this.time = until;
  }

  say(message) { this.line.onmessage(JSON.stringify(message)); }

  up() {
    this.line.onopen();
    this.say({ re: 0, type: "welcome", player: { id: "p", name: "Ann" }, key: this.key ? undefined : "k1" });
  }

  cut(code = 1006) { this.line.onclose(code); }
  sent(type) { return this.line.sent.filter((message) => message.type === type); }
}

/** @type {World} */
let world;
beforeEach(() => { world = new World(); });

test("says hello first, keeps the key, shows it ever after", () => {
  world.up();
  assert.deepEqual(world.line.sent, [{ id: 0, type: "hello", name: "Ann", client: "longtable-web" }]);
  assert.equal(world.key, "k1");
  world.cut();
  world.wait(300);
  world.up();
  assert.equal(world.line.sent[0].key, "k1");
});

test("a kept name that this server does not take is dropped, and the line opened anew without it", () => {
  world.line.onopen();
  world.say({ re: 0, type: "error", code: "too_long", message: "…" });
  world.wait(300);
  world.line.onopen();
  assert.deepEqual(world.line.sent, [{ id: 0, type: "hello", client: "longtable-web" }]);
});

test("two tabs that were given different keys agree on one", () => {
  world.line.onopen();
  world.key = "of-the-other-tab";
  world.say({ re: 0, type: "welcome", player: { id: "p", name: "Ann" }, key: "k1" });
  assert.equal(world.lines.length, 2);
  world.line.onopen();
  assert.equal(world.line.sent[0].key, "of-the-other-tab");
});

test("an act without an answer is sent again, the same, after a reconnection; a chat line is not", async () => {
  world.up();
  const act = world.session.request("act", { room: "R", seq: 7, move: { type: "roll" } });
  const say = world.session.request("say", { room: "R", text: "hi" });
  const first = world.sent("act")[0];
  world.cut();
  await assert.rejects(say, { code: "offline" });
  world.wait(300);
  world.up();
  assert.deepEqual(world.sent("act"), [first]);
  assert.equal(world.sent("say").length, 0);
  world.say({ re: first.id, type: "ok", seq: 8 });
  assert.equal((await act).seq, 8);
});

test("a refusal reaches the one who asked", async () => {
  world.up();
  const act = world.session.request("act", { room: "R", seq: 7, move: { type: "roll" } });
  world.say({ re: world.sent("act")[0].id, type: "error", code: "stale", message: "…", seq: 9 });
  await assert.rejects(act, { code: "stale", seq: 9 });
});

test("what may not be lost waits when the server says it was too much", () => {
  world.up();
  world.session.request("act", { room: "R", seq: 7, move: { type: "roll" } });
  world.say({ re: world.sent("act")[0].id, type: "error", code: "rate_limited", message: "…", retry_ms: 400 });
  assert.equal(world.sent("act").length, 1);
  world.wait(400);
  assert.equal(world.sent("act").length, 2);
});

test("watches again after the newest entry that was shown", () => {
  world.up();
  world.session.watch("R", null).catch(() => {});
  assert.deepEqual(world.sent("watch").map(({ after }) => after), [undefined]);
  world.say({ type: "update", room: "R", seq: 12, entries: [], view: {} });
  world.cut();
  world.wait(300);
  world.up();
  assert.deepEqual(world.sent("watch").map(({ after }) => after), [12]);
});

test("a beat beyond what was shown asks again", () => {
  world.up();
  world.session.watch("R", 3).catch(() => {});
  world.say({ type: "beat", rooms: { R: 3 } });
  assert.equal(world.sent("watch").length, 1);
  world.say({ type: "beat", rooms: { R: 4 } });
  assert.deepEqual(world.sent("watch").at(-1).after, 3);
});

test("silence of 50 s means the line is dead; a beat keeps it", () => {
  world.up();
  for (let i = 0; i < 5; i++) {
    world.wait(20_000);
    world.say({ type: "beat", rooms: {} });
  }
  assert.equal(world.lines.length, 1);
  world.wait(54_000);
  assert.equal(world.lines.length, 2);
  assert.ok(world.statuses.includes("waiting"));
});

test("a request without an answer for 8 s means the same", () => {
  world.up();
  world.session.request("history", { room: "R" }).catch(() => {});
  world.wait(9_500);
  assert.equal(world.lines.length, 2);
});

test("waking up asks at once, and opens a new line when nothing comes", () => {
  world.up();
  world.session.watch("R", 3).catch(() => {});
  world.say({ re: world.sent("watch")[0].id, type: "ok" });
  world.wait(10_000);
  world.session.resync();
  assert.equal(world.sent("watch").length, 2);
  world.wait(1_300);
  assert.equal(world.lines.length, 2, "within two seconds");
});

test("waking up while waiting to reconnect connects at once", () => {
  world.up();
  for (let i = 0; i < 6; i++) { world.cut(); world.wait(2_000); }
  const before = world.lines.length;
  world.cut();
  world.session.resync();
  assert.equal(world.lines.length, before + 1);
});

test("waits longer and longer: up to 2 s at first, to 15 s after half a minute", () => {
  const waits = [];
  for (let i = 0; i < 24; i++) {
    world.cut();
    waits.push(world.session.line.retryAt - world.time);
    world.wait(waits.at(-1));
  }
  assert.deepEqual(waits.slice(0, 5), [250, 500, 1000, 2000, 2000]);
  assert.equal(waits.at(-1), 15_000);
});

test("a broken rule of conduct is not answered by coming back", () => {
  world.up();
  world.say({ type: "bye", reason: "too much" });
  world.cut(1008);
  world.wait(60_000);
  assert.equal(world.lines.length, 1);
  assert.deepEqual([world.session.line.status, world.session.line.reason], ["stopped", "too much"]);
});
