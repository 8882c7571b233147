// The session's surroundings in a browser: its WebSocket, clock and storage, and the moments at which a page may
// have slept.

import { Session } from "./session.js";
import * as store from "./store.js";

/** @returns {import("./session.js").Line} */
function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/ws`, "longtable.v1");
  /** @type {import("./session.js").Line} */
  const line = { send: (text) => socket.send(text), close: () => socket.close(), onopen: null, onmessage: null, onclose: null };
  socket.onopen = () => line.onopen?.();
  socket.onmessage = ({ data }) => line.onmessage?.(data);
  socket.onclose = ({ code }) => line.onclose?.(code);
  return line;
}

/**
 * @param {import("./session.js").Hear} hear
 * @returns {Session}
 */
export function openSession(hear) {
  const session = new Session(
    {
      connect,
      now: () => Date.now(),
      random: Math.random,
      setTimer: (act, ms) => setTimeout(act, ms),
      clearTimer: (timer) => clearTimeout(timer),
      key: () => store.read("key"),
      name: () => store.read("name"),
      keepKey: (key) => {
        if (store.read("key") === null) store.write("key", key);
        return store.read("key");
      },
      dropKey: () => store.write("key", null),
      dropName: () => store.write("name", null),
    },
    hear,
  );
  const woke = () => {
    if (document.visibilityState === "visible") session.resync();
  };
  document.addEventListener("visibilitychange", woke);
  document.addEventListener("resume", woke);
  addEventListener("pageshow", woke);
  addEventListener("online", woke);
  addEventListener("focus", woke);
  // a laptop that slept with the page in front fires none of these: its clock jumps
  let last = Date.now();
  setInterval(() => {
    const slept = Date.now() - last > 5_000;
    last = Date.now();
    if (slept) woke();
  }, 1_000);
  session.open();
  return session;
}
