// The upkeep of the line to the server (protocol.md): hello, requests and their replies, reconnecting with full
// jitter, watching again where one left off, sending again what was never answered, noticing silence.
// Knows nothing of pages or games. Everything from outside (socket, clock, chance, storage) is handed in.

const SILENCE_MS = 50_000;
/** A request that is not answered for this long, with nothing heard since: the line is dead. */
const ANSWER_MS = 8_000;
/** After sleep or a changed network: without any word by then, a new line is opened. */
const PROBE_MS = 1_200;
const EAGER_MS = 30_000;

/**
 * @typedef {{send: (text: string) => void, close: () => void,
 *   onopen: null | (() => void), onmessage: null | ((text: string) => void), onclose: null | ((code: number) => void)}} Line
 * @typedef {{
 *   connect: () => Line, now: () => number, random: () => number,
 *   setTimer: (act: () => void, ms: number) => any, clearTimer: (timer: any) => void,
 *   key: () => string | null, name: () => string | null, keepKey: (key: string) => string, dropKey: () => void, dropName: () => void,
 * }} Env
 * @typedef {{message: any, keep: boolean, sentAt: number, resolve: (reply: any) => void, reject: (refusal: Wire.Refusal) => void}} Pending
 * @typedef {{push: (message: any, text: string) => void, welcome: (welcome: Wire.Welcome) => void, line: (line: App.Line) => void}} Hear
 */

/** Requests that are sent again until they are answered: the server knows a repeat (protocol.md, section 3). */
const KEPT = new Set(["create", "quick", "sit", "act", "link", "resign", "offer", "answer", "claim", "entropy", "stand"]);

export class Session {
  /**
   * @param {Env} env
   * @param {Hear} hear
   */
  constructor(env, hear) {
    this.env = env;
    this.hear = hear;
    /** @type {App.Line} */
    this.line = { status: "connecting", retryAt: 0, reason: "" };
    /** @type {Line | null} */
    this.socket = null;
    this.heardAt = 0;
    this.downSince = 0;
    this.attempts = 0;
    this.nextId = 1;
    /** @type {Map<number, Pending>} */
    this.pending = new Map();
    /** Rooms that are watched, with the newest entry that was shown. @type {Map<string, number | null>} */
    this.rooms = new Map();
    /** What the lobby follows. @type {any} */
    this.following = null;
    this.retryTimer = null;
    this.probeTimer = null;
  }

  open() {
    this.tick();
    this.connect();
  }

  /** Opens the line anew by the person's wish, or after it was given up. */
  reopen() {
    this.attempts = 0;
    this.connect();
  }

  connect() {
    this.env.clearTimer(this.retryTimer);
    this.leave();
    this.change("connecting");
    const socket = this.env.connect();
    this.socket = socket;
    this.heardAt = this.env.now();
    socket.onopen = () => {
      const key = this.env.key(), name = this.env.name();
      this.send({ id: 0, type: "hello", ...(key && { key }), ...(name && { name }), client: "longtable-web" });
    };
    socket.onmessage = (text) => this.take(text);
    socket.onclose = (code) => this.lost(code);
  }

  /** Lets go of the socket without hearing from it again. */
  leave() {
    this.env.clearTimer(this.probeTimer);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** @param {number} code */
  lost(code) {
    this.leave();
    for (const [id, pending] of this.pending) {
      if (pending.keep) continue;
      this.pending.delete(id);
      pending.reject({ code: "offline", message: "" });
    }
    if (code === 1008) return this.change("stopped");
    const now = this.env.now();
    if (this.attempts === 0) this.downSince = now;
    const cap = now - this.downSince < EAGER_MS && code !== 1013 ? 2_000 : 15_000;
    const most = code === 1013 ? cap : Math.min(cap, 250 * 2 ** Math.min(this.attempts, 10));
    const wait = this.env.random() * most;
    this.attempts++;
    this.line.retryAt = now + wait;
    this.change("waiting");
    this.retryTimer = this.env.setTimer(() => this.connect(), wait);
  }

  /**
   * @param {App.LineStatus} status
   * @param {string} [reason]
   */
  change(status, reason) {
    this.line = { status, retryAt: this.line.retryAt, reason: reason ?? (status === "online" ? "" : this.line.reason) };
    this.hear.line(this.line);
  }

  /** @param {any} message */
  send(message) {
    this.socket?.send(JSON.stringify(message));
  }

  /**
   * Sends a request; resolves with its reply, rejects with the server's refusal.
   * @param {string} type
   * @param {any} [fields]
   * @returns {Promise<any>}
   */
  request(type, fields = {}) {
    const message = { id: this.nextId++, type, ...fields };
    const keep = KEPT.has(type);
    const online = this.line.status === "online";
    if (!online && !keep) return Promise.reject({ code: "offline", message: "" });
    return new Promise((resolve, reject) => {
      this.pending.set(message.id, { message, keep, sentAt: this.env.now(), resolve, reject });
      if (online) this.send(message);
    });
  }

  /**
   * Watches a room from its newest entry on, or from `after`; goes on through every reconnection.
   * @param {string} room
   * @param {number | null} after
   */
  watch(room, after) {
    this.rooms.set(room, after);
    if (this.line.status !== "online") return new Promise(() => {});
    return this.request("watch", after === null ? { room } : { room, after });
  }

  /** @param {string} room */
  unwatch(room) {
    if (this.rooms.delete(room)) this.request("unwatch", { room }).catch(() => {});
  }

  /**
   * Follows the list of rooms, until told otherwise.
   * @param {any} fields of a `rooms` request; null to stop
   */
  follow(fields) {
    this.following = fields;
    if (fields === null) return this.request("rooms", { follow: false });
    return this.request("rooms", { ...fields, follow: true });
  }

  /** @param {string} text */
  take(text) {
    this.heardAt = this.env.now();
    /** @type {any} */
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return; // a later version's frame; nothing here depends on it
    }
    if (message.re === 0) return this.welcomed(message);
    if (message.re !== undefined) return this.answered(message);
    if (message.type === "update" && this.rooms.has(message.room)) this.rooms.set(message.room, message.seq);
    if (message.type === "beat") this.beat(message.rooms ?? {});
    if (message.type === "bye") this.line.reason = message.reason ?? "";
    this.hear.push(message, text);
  }

  /** @param {any} reply to `hello` */
  welcomed(reply) {
    if (reply.type !== "welcome") {
      // what is kept here is of no use to this server: without it one comes in as somebody new, or by a guest's name
      if (reply.code === "bad_key") this.env.dropKey();
      else if (reply.code === "bad_name" || reply.code === "too_long") this.env.dropName();
      else return this.change(this.line.status, reply.message);
      return this.lost(1006);
    }
    // another tab may have been given a key at the same moment: one of the two has to hold for the browser
    if (reply.key && this.env.keepKey(reply.key) !== reply.key) return this.connect();
    this.attempts = 0;
    this.change("online");
    this.hear.welcome(reply);
    for (const [room, after] of this.rooms) this.watch(room, after).catch((refusal) => this.hear.push({ type: "unwatched", room, ...refusal }, ""));
    if (this.following) this.follow(this.following).then((reply) => this.hear.push(reply, ""), () => {});
    for (const pending of this.pending.values()) {
      if (!pending.keep) continue;
      pending.sentAt = this.env.now();
      this.send(pending.message);
    }
  }

  /** @param {any} reply */
  answered(reply) {
    const pending = this.pending.get(reply.re);
    if (!pending) return;
    if (reply.type === "error" && reply.code === "rate_limited" && pending.keep) {
      this.env.setTimer(() => {
        if (this.line.status === "online" && this.pending.has(reply.re)) this.send(pending.message);
      }, reply.retry_ms ?? 1000);
      return;
    }
    this.pending.delete(reply.re);
    if (reply.type === "error") pending.reject(reply);
    else pending.resolve(reply);
  }

  /**
   * An entry that was never shown: the update is on its way, or was lost.
   * @param {Record<string, number>} heads
   */
  beat(heads) {
    for (const [room, seq] of Object.entries(heads)) {
      const shown = this.rooms.get(room);
      if (typeof shown === "number" && seq > shown) this.watch(room, shown).catch(() => {});
    }
  }

  /** The page woke up, came back to the front, or the network changed: makes sure that what is shown is true. */
  resync() {
    if (this.line.status === "waiting") return this.connect();
    if (this.line.status === "connecting" && this.env.now() - this.heardAt > PROBE_MS) return this.connect();
    if (this.line.status !== "online") return;
    if (this.env.now() - this.heardAt > SILENCE_MS) return this.connect();
    const asked = this.env.now();
    for (const [room, after] of this.rooms) this.watch(room, after).catch(() => {});
    if (this.following) this.follow(this.following).then((reply) => this.hear.push(reply, ""), () => {});
    if (this.rooms.size === 0 && !this.following) return;
    this.env.clearTimer(this.probeTimer);
    this.probeTimer = this.env.setTimer(() => {
      if (this.heardAt < asked) this.connect();
    }, PROBE_MS);
  }

  /** Once a second: has the line gone silent? */
  tick() {
    this.env.setTimer(() => this.tick(), 1000);
    const now = this.env.now();
    if (this.line.status !== "online") {
      // a connection that neither opens nor fails
      if (this.line.status === "connecting" && now - this.heardAt > 10_000) this.lost(1006);
      return;
    }
    const waits = [...this.pending.values()].some(({ sentAt }) => now - sentAt > ANSWER_MS && this.heardAt <= sentAt);
    if (waits || now - this.heardAt > SILENCE_MS) this.lost(1006);
  }
}
