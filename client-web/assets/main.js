// Starts the page: words, looks, the line to the server, and what each push from it is for.

import { hearers, link, openLink } from "./link.js";
import { routeWith } from "./route.js";
import { render } from "./render.js";
import { redraw, renderWith, state, toast } from "./state.js";
import { preferred, speak, t } from "./text.js";
import * as secrets from "./session/secrets.js";
import * as store from "./session/store.js";
import { changed } from "./pages/lobby.js";

/** @type {Record<App.Page["name"], () => Promise<{open?: (page: App.Page) => void, close?: () => void}>>} */
const PAGES = {
  lobby: () => import("./pages/lobby.js"),
  new: () => import("./pages/new.js"),
  room: () => withBoards(import("./pages/room.js")),
  replay: () => withBoards(import("./pages/replay.js")),
  player: () => import("./pages/player.js"),
  rules: () => withBoards(import("./pages/rules.js")),
};

/** @type {Promise<void> | null} */
let boards = null;

/**
 * The page with the boards' style sheet, which the first page does without.
 * @template T
 * @param {Promise<T>} page
 */
async function withBoards(page) {
  boards ??= new Promise((done) => {
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/assets/style/boards.css" });
    // a page without it is still better than none
    sheet.onload = sheet.onerror = () => done();
    document.head.append(sheet);
  });
  await boards;
  return page;
}

/** @type {{close?: () => void} | null} */
let shown = null;

/** @param {App.Page} page */
async function show(page) {
  const loaded = await PAGES[page.name]();
  shown?.close?.();
  shown = loaded;
  state.page = page;
  state.dialog = null;
  loaded.open?.(page);
  redraw();
  // a new page begins at its heading, for who listens and for who tabs
  document.getElementById("main")?.focus({ preventScroll: true });
}

/**
 * @param {any} message
 * @param {string} text
 */
function push(message, text) {
  if (message.type === "rooms") changed(message);
  else if (message.type === "notice") toast(message.text, "warn");
  else hearers.get(message.type)?.(message, text);
  redraw();
}

await speak(store.read("language") ?? preferred());
document.documentElement.dataset.theme = store.read("theme") ?? "auto";
document.documentElement.dataset.motion = store.read("motion") ?? "auto";
renderWith(render);
openLink({
  push,
  welcome: (welcome) => {
    Object.assign(state, { me: welcome.player, ice: welcome.ice_servers ?? [], limits: welcome.limits ?? null });
    hearers.get("welcome")?.(welcome, "");
    redraw();
  },
  line: (line) => {
    state.line = line;
    redraw();
  },
});
routeWith(show);
secrets.tidy();
// clocks and "3 s ago" move without anything happening; what they show is reckoned from deadlines
setInterval(() => {
  if (!document.hidden) redraw();
}, 250);
addEventListener("unhandledrejection", ({ reason }) => {
  if (reason?.code && reason?.message !== undefined) return; // a refusal that nobody waited for
  toast(t("broken"), "bad");
});
// for tests from outside, and for the curious
Object.assign(globalThis, { longtable: { state, link } });
