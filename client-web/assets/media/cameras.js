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

/** @typedef {{peer: Peer, player: string, page: string, seat: Wire.Seat | null, name: string, epoch: number}} Other */

/** @type {{joined: boolean, asking: boolean, stream: MediaStream | null, error: string, devices: MediaDeviceInfo[], others: Map<string, Other>,
 *   stills: {src: string, name: string, kept: boolean, at: number}[], epoch: number, shown: number, leaving: number}} */
const media = { joined: false, asking: false, stream: null, error: "", devices: [], others: new Map(), stills: [], epoch: 0, shown: 0, leaving: 0 };

const choice = (/** @type {string} */ name, /** @type {any} */ usual) => store.read(`camera.${name}`) ?? usual;
const choose = (/** @type {string} */ name, /** @type {any} */ value) => store.write(`camera.${name}`, value);

/** Takes part: with this machine's camera, or looking only. @param {boolean} show */
async function join(show) {
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
const mayShow = (seat) => seat !== null || choice("watchers", true);

/** Switches off, and tells the others. @param {string} [error] */
function leave(error = "") {
  media.leaving++;
  for (const [key] of media.others) drop(key, true);
  stop(media.stream);
  Object.assign(media, { joined: false, asking: false, stream: null, error });
  redraw();
}

/** On every way out of the room. */
export function closeCameras() {
  leave();
  media.stills = [];
  media.epoch = media.shown = 0;
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
  link().request("signal", { room: room.code, to: player, data: { ...data, from: tab, to: page } }).catch(() => {});
}

/** Makes oneself known to all who sit here; watchers make themselves known. */
function greetAll() {
  const view = theState.room?.live;
  if (!view || !media.joined) return;
  media.epoch++;
  for (const seat of view.seats) {
    if (seat && seat.player.id !== theState.me?.id && seat.online) signal(seat.player.id, { hello: media.epoch }, null);
  }
  for (const { player, page } of media.others.values()) signal(player, { hello: media.epoch }, page);
}

/**
 * @param {App.State} state
 * @param {Wire.Signal} message
 */
export function cameraSignal({ room, me, ice }, { from, data }) {
  const view = room?.live;
  if (!view || !media.joined || !data || (data.to && data.to !== tab) || data.from === tab) return;
  const key = `${from}.${data.from}`;
  let other = media.others.get(key);
  if (data.closed) return drop(key, false), redraw();
  if (other && data.hello && !data.again && other.peer.pc.connectionState !== "connected" && other.epoch > 0 && data.hello !== other.epoch) {
    // the other side has begun anew, and what was under way is lost with its old line
    drop(key, false);
    other = undefined;
  }
  if (!other) {
    const at = view.seats.findIndex((seat) => seat?.player.id === from);
    const seat = at < 0 ? null : at, mine = mySeat(view, me);
    if (seat === null && mine === null) return; // two watchers have nothing to show each other
    const peer = new Peer({
      ice, relay: choice("relay", false), polite: mine === null || (seat !== null && mine > seat),
      send: (data) => signal(from, data, key.slice(from.length + 1)), change: redraw,
    });
    other = { peer, player: from, page: data.from, seat, name: seat === null ? t("camera.watcher") : nameOf(view, seat), epoch: data.hello ?? 0 };
    media.others.set(key, other);
    if (data.hello && !data.again) signal(from, { hello: media.epoch, again: true }, data.from);
    peer.show(mayShow(seat) ? media.stream : null);
  } else if (data.hello) {
    other.epoch = data.hello;
    if (!data.again) signal(from, { hello: media.epoch, again: true }, data.from);
    other.peer.restart();
  }
  if (data.description || data.candidate) other.peer.take(data);
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
  const known = new Set([...media.others.values()].map(({ player }) => player));
  const came = view.seats.some((seat) => seat?.online && seat.player.id !== theState.me?.id && !known.has(seat.player.id));
  if (came && line.status === "online") greetAll();
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

/** Choosing and switching. @param {App.State} state */
export function cameraTab({ room, me, ice }) {
  const view = room?.live;
  if (!view) return null;
  const seated = mySeat(view, me) !== null;
  const tick = (/** @type {string} */ name, /** @type {boolean} */ usual, /** @type {() => void} */ then) => h("label", { class: "tick", key: name },
    h("input", { type: "checkbox", checked: choice(name, usual), onchange: (/** @type {any} */ event) => { choose(name, event.target.checked); then(); redraw(); } }),
    h("span", null, t(`camera.${name}`)));
  const again = () => { if (media.joined) { const show = media.stream !== null; leave(); join(show); } };
  return h("div", { class: "camera-tab" },
    h("p", { class: "soft" }, t(view.setup.medium === "table" ? "camera.about.table" : "camera.about")),
    h("div", { class: "row" },
      seated && !media.stream && h("button", { class: "main", disabled: media.asking, onclick: () => join(true) }, t(media.asking ? "camera.asking" : "camera.on")),
      !media.joined && h("button", { onclick: () => join(false) }, t("camera.look")),
      (media.joined || media.asking) && h("button", { onclick: () => leave() }, t("camera.off"))),
    media.error && h("p", { class: "notice bad", role: "alert" }, t(media.error)),
    media.joined && [...media.others.values()].map(({ peer, name, player, page }) => h("p", { class: "soft", key: player + page }, t(`camera.state.${peer.pc.connectionState}`, { name }))),
    media.joined && media.others.size === 0 && h("p", { class: "soft" }, t("camera.nobody")),
    media.devices.length > 1 && h("label", null, t("camera.device"), h("select", { value: choice("device", ""), onchange: (/** @type {any} */ event) => { choose("device", event.target.value); join(true); } },
      media.devices.map(({ deviceId, label }, i) => h("option", { value: deviceId, key: deviceId }, label || t("camera.nth", { n: i + 1 }))))),
    tick("mirror", false, () => {}),
    seated && tick("sound", false, () => media.stream && join(true)),
    seated && view.setup.spectators && tick("watchers", true, () => { for (const { peer, seat } of media.others.values()) peer.show(mayShow(seat) ? media.stream : null); }),
    tick("relay", false, again),
    choice("relay", false) && !ice.some(({ urls }) => [urls].flat().some((url) => url.startsWith("turn"))) && h("p", { class: "notice warn" }, t("camera.norelay")),
    media.stills.some(({ kept }) => kept) && [h("h3", null, t("camera.stills")), h("div", { class: "stills" }, media.stills.filter(({ kept }) => kept).map(({ src, name, at }) =>
      h("a", { key: src.length + name, href: src, download: `longtable-${view.room}-${at}.jpg` }, h("img", { src, alt: t("camera.still", { name }) }))))]);
}
