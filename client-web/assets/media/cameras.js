// The cameras of a room, peer to peer, signalled through it. Everybody decides for themselves whether to show, to
// look only, or neither; the play never depends on it. `signal` reaches every page of a person, so pages have ids.

import { h } from "../dom.js";
import { link } from "../link.js";
import { redraw, state as theState } from "../state.js";
import { t } from "../text.js";
import * as store from "../session/store.js";
import { nameOf } from "../room/names.js";
import { mySeat } from "../room/turn.js";
import { cameras, capture, reason, still, stop } from "./device.js";
import { Peer } from "./peer.js";

const tab = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);

/**
 * Another page. Connections are made anew when they fail; `own` and `theirs` name the two ends of the present one, so
 * that a late word about an earlier one is not taken for this one's.
 * @typedef {{peer: Peer, player: string, page: string, seat: Wire.Seat | null, name: string, own: string, theirs: string, since: number, words: any[], posting: boolean}} Other
 */

/** @type {{joined: boolean, asking: boolean, stream: MediaStream | null, error: string, devices: MediaDeviceInfo[], others: Map<string, Other>,
 *   stills: {src: string, name: string, kept: boolean, at: number}[], greeted: string, shown: number, leaving: number}} */
export const media = { joined: false, asking: false, stream: null, error: "", devices: [], others: new Map(), stills: [], greeted: "", shown: 0, leaving: 0 };

export const choice = (/** @type {string} */ name, /** @type {any} */ usual) => store.read(`camera.${name}`) ?? usual;
export const choose = (/** @type {string} */ name, /** @type {any} */ value) => store.write(`camera.${name}`, value);

/** Takes part: with this machine's camera, or looking only. @param {boolean} show */
export async function join(show) {
  media.error = "";
  if (show) {
    media.asking = true;
    redraw();
    const visit = media.leaving;
    try {
      const stream = await capture(choice("device", ""), choice("sound", false));
      // one may have left, or switched it off again, while the browser was asking
      if (visit !== media.leaving) return stop(stream);
      stop(media.stream);
      media.stream = stream;
      stream.getVideoTracks()[0]?.addEventListener("ended", () => leave("camera.lost"));
      media.devices = await cameras();
    } catch (error) {
      if (visit !== media.leaving) return;
      media.error = reason(error);
    } finally {
      media.asking = false;
      redraw();
    }
    if (!media.stream) return;
  }
  media.joined = true;
  for (const { peer, seat } of media.others.values()) peer.show(mayShow(seat) ? media.stream : null);
  greetAll();
  redraw();
}

/** Whether a seat, or a watcher (null), may see this machine's camera. @param {Wire.Seat | null} seat */
export const mayShow = (seat) => seat !== null || choice("watchers", true);

/** Switches off, and tells the others. @param {string} [error] */
export function leave(error = "") {
  media.leaving++;
  for (const [key] of media.others) drop(key, true);
  stop(media.stream);
  Object.assign(media, { joined: false, asking: false, stream: null, error });
  redraw();
}

/** Who sees whom: whether this machine's camera is on, and the seats whose pictures are here. */
export const sight = () => ({
  on: media.stream !== null,
  seen: new Set([...media.others.values()].filter(({ peer, seat }) => seat !== null && peer.stream).map(({ seat }) => seat)),
});

/** On every way out of the room. */
export function closeCameras() {
  leave();
  Object.assign(media, { stills: [], greeted: "", shown: 0 });
}

addEventListener("pagehide", () => leave());
addEventListener("online", () => { for (const { peer } of media.others.values()) peer.restart(); });

/** @param {string} key @param {boolean} tell */
function drop(key, tell) {
  const other = media.others.get(key);
  if (!other) return;
  media.others.delete(key);
  if (tell) signal(other.player, { closed: true }, other.page);
  other.peer.close();
}

/**
 * @param {string} player
 * @param {any} data
 * @param {string | null} page
 */
function signal(player, data, page) {
  const room = theState.room;
  if (!room) return;
  link().request("signal", { room: room.code, to: player, data: { ...data, from: tab, to: page } }).catch(({ code, retry_ms }) => {
    if (code === "rate_limited" && theState.room === room) setTimeout(() => signal(player, data, page), retry_ms ?? 1_000);
  });
}

/** Makes oneself known to all who sit here, once for each who came: only players are known by their seats. */
function greetAll() {
  const view = theState.room?.live;
  if (!view || !media.joined) return;
  for (const seat of view.seats) {
    if (seat && seat.player.id !== theState.me?.id && seat.online) signal(seat.player.id, { hello: true }, null);
  }
}

/** After the line to the server was down: whoever has come or begun anew meanwhile is greeted with the next update. */
export function lineBack() {
  media.greeted = "";
  for (const { peer } of media.others.values()) peer.restart();
}

/** @param {App.State} state @param {string} player @param {string} page a fresh connection to a page of somebody */
function connect({ room, me, ice }, player, page) {
  const view = room?.live;
  const at = view?.seats.findIndex((seat) => seat?.player.id === player) ?? -1;
  const seat = at < 0 ? null : at, mine = view ? mySeat(view, me) : null;
  if (!view || (seat === null && mine === null)) return null; // two watchers have nothing to show each other
  drop(`${player}.${page}`, false);
  const own = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
  const peer = new Peer({
    ice, relay: choice("relay", false), polite: mine === null || (seat !== null && mine > seat), change: redraw,
    send: (word) => {
      other.words.push(word);
      post(other);
    },
  });
  /** @type {Other} */
  const other = { peer, player, page, seat, name: seat === null ? t("camera.watcher") : nameOf(view, seat), own, theirs: "", since: performance.now(), words: [], posting: false };
  media.others.set(`${player}.${page}`, other);
  peer.show(mayShow(seat) ? media.stream : null);
  return other;
}

const STUCK_MS = 4_000, GATHER_MS = 40, WORDS = 20;

/**
 * Sends what a connection has to say, a few words at a time and none lost: a description that does not arrive would
 * leave both sides waiting.
 * @param {Other} other
 */
async function post(other) {
  if (other.posting) return;
  other.posting = true;
  await new Promise((done) => setTimeout(done, GATHER_MS));
  while (other.words.length > 0 && media.others.get(`${other.player}.${other.page}`) === other && theState.room) {
    const words = other.words.slice(0, WORDS);
    const data = { words, own: other.own, theirs: other.theirs, from: tab, to: other.page };
    try {
      await link().request("signal", { room: theState.room.code, to: other.player, data });
      other.words.splice(0, words.length);
    } catch (reason) {
      const { code, retry_ms } = /** @type {Wire.Refusal} */ (reason);
      if (code !== "rate_limited" && code !== "offline") break;
      await new Promise((done) => setTimeout(done, retry_ms ?? 1_000));
    }
  }
  other.posting = false;
}

/**
 * @param {App.State} state
 * @param {Wire.Signal} message
 */
export function cameraSignal(state, { from, data }) {
  if (!media.joined || !data || (data.to && data.to !== tab) || data.from === tab) return;
  const key = `${from}.${data.from}`;
  let other = media.others.get(key) ?? null;
  if (data.closed) {
    drop(key, false);
    return redraw();
  }
  if (data.hello) {
    const stuck = other && other.peer.pc.connectionState !== "connected" && performance.now() - other.since > STUCK_MS;
    if (!other || stuck) connect(state, from, data.from);
    if (!data.again) signal(from, { hello: true, again: true }, data.from);
    return redraw();
  }
  if (other && data.theirs && data.theirs !== other.own) return; // about an earlier connection
  if (!other || (other.theirs && other.theirs !== data.own)) other = connect(state, from, data.from);
  if (!other) return;
  other.theirs = data.own;
  for (const word of Array.isArray(data.words) ? data.words : []) other.peer.take(word);
  redraw();
}

/** After each update: keeps stills of a turn that waits to be confirmed, and greets who has come. @param {App.State} state */
export function camerasSeen({ room, line }) {
  const view = room?.live;
  if (!view) return;
  const phase = view.game?.phase === "confirming" ? view.seq : 0;
  const event = room.steps.at(-1)?.entry.event.type;
  if (phase && media.shown !== phase) {
    media.stills = media.stills.filter(({ kept }) => kept);
    for (const video of /** @type {NodeListOf<HTMLVideoElement>} */ (document.querySelectorAll(".cameras video"))) {
      const src = still(video);
      if (src) media.stills.push({ src, name: video.dataset.name ?? "", kept: false, at: Date.now() });
    }
  }
  if (event === "disputed") media.stills.forEach((picture) => { picture.kept = true; });
  else if (!phase) media.stills = media.stills.filter(({ kept }) => kept);
  media.shown = phase;
  // somebody came, or came back; and so did this page, if its own line was down
  const here = view.seats.map((seat) => (seat?.online ? seat.player.id : "")).join();
  if (here !== media.greeted && line.status === "online") greetAll();
  media.greeted = here;
}

/** The pictures, for the place beside the board. @param {App.State} state */
export function cameraViews({ room, me }) {
  const view = room?.live;
  if (!view) return null;
  const others = [...media.others.entries()].filter(([, { peer }]) => peer.stream);
  const table = view.setup.medium === "table";
  if (!media.stream && others.length === 0) return null;
  const seat = mySeat(view, me);
  const mine = seat !== null && view.turn.includes(seat);
  return h("div", { class: `cameras ${table ? "large" : ""}`, key: "cameras" },
    others.map(([key, { peer, name }]) => tile(key, /** @type {MediaStream} */ (peer.stream), name, false)),
    media.stream && tile("own", media.stream, t("camera.you"), true),
    table && mine && media.stream && h("p", { class: "hint-show" }, t("camera.show")));
}

/** @param {string} key @param {MediaStream} stream @param {string} name @param {boolean} own */
function tile(key, stream, name, own) {
  const zoom = choice(`zoom.${own ? "own" : "other"}`, 1);
  const flip = own && choice("mirror", false) ? " scaleX(-1)" : "";
  return h("figure", { key, class: own ? "own" : "other" },
    h("div", { class: "frame" }, h("video", {
      srcObject: stream, muted: own, autoplay: true, playsinline: true, "data-name": name, "aria-label": t("camera.of", { name }),
      style: { transform: `scale(${zoom})${flip}` }, ref: (/** @type {HTMLVideoElement} */ video) => video.play().catch(() => {}),
    })),
    h("figcaption", null, h("bdi", null, name), h("input", { type: "range", min: 1, max: 3, step: 0.1, value: zoom, "aria-label": t("camera.zoom", { name }),
      oninput: (/** @type {any} */ event) => { choose(`zoom.${own ? "own" : "other"}`, Number(event.target.value)); redraw(); } })));
}
