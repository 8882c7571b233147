// A server process with a store of its own, which can be killed and started again on the same port.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";

const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../../target", import.meta.url));

/** Where a binary of the workspace is. @param {string} name */
export const binary = (name) => join(process.env.LONGTABLE_BINARIES ?? join(target, "debug"), name);

export class Server {
  /** @param {string[]} flags besides the address and the store */
  constructor(flags = []) {
    this.flags = flags;
    this.folder = mkdtempSync(join(tmpdir(), "longtable-browser-"));
    this.port = 0;
  }

  /** Starts it, the first time on a free port; resolves when it listens. */
  async start() {
    const child = spawn(binary("longtable-server"), [
      "--listen", `127.0.0.1:${this.port}`, "--store", `sqlite:${join(this.folder, "longtable.db")}`, ...this.flags,
    ], { stdio: ["ignore", "pipe", "ignore"] });
    this.child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const found = /^Longtable listens on http:\/\/127\.0\.0\.1:(\d+)$/.exec(line);
      if (!found) continue;
      this.port = Number(found[1]);
      child.stdout.resume();
      return this;
    }
    throw new Error("the server ended without listening");
  }

  get url() {
    // localhost is a secure context, as https would be
    return `http://localhost:${this.port}`;
  }

  /** SIGKILL: nothing is finished, nobody is told. @param {NodeJS.Signals} signal */
  async end(signal = "SIGKILL") {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill(signal);
    await ended;
  }

  async close() {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
