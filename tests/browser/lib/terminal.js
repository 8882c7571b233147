// A terminal client that plays by itself: `longtable --json`, with a legal move whenever it has the turn.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { binary } from "./server.js";

/**
 * Sits down in a room and plays until the match is over.
 * @param {import("./server.js").Server} server
 * @param {string} room
 * @param {string} name
 * @param {() => number} random
 * @returns {Promise<any>} the last view
 */
export async function terminal(server, room, name, random) {
  const home = server.folder;
  const child = spawn(binary("longtable"), ["--json", "--server", `ws://127.0.0.1:${server.port}`, "--name", name], {
    stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, HOME: home, XDG_CONFIG_HOME: `${home}/config` },
  });
  let id = 0, me = "", decided = -1;
  const ask = (/** @type {any} */ request) => child.stdin.write(`${JSON.stringify({ id: ++id, ...request })}\n`);
  try {
    ask({ type: "sit", room });
    for await (const line of createInterface({ input: child.stdout })) {
      const message = JSON.parse(line);
      if (message.type === "welcome") me = message.player.id;
      if (message.type === "error" && message.code !== "stale") throw new Error(line);
      if (message.type !== "update") continue;
      const { view } = message;
      if (view.status === "finished") return view;
      const seat = view.seats.findIndex((/** @type {any} */ taken) => taken?.player.name === name);
      if (!view.turn.includes(seat) || view.seq <= decided) continue;
      decided = view.seq;
      ask({ type: "act", room, seq: view.seq, move: view.legal[Math.floor(random() * view.legal.length)] });
    }
    throw new Error(`the terminal client ended (${me})`);
  } finally {
    child.kill();
  }
}
