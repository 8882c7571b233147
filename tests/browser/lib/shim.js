// A bad line between the browsers and the server: it can be held up, frozen without a word, or cut.

import { createServer, connect } from "node:net";
import { once } from "node:events";

export class Shim {
  /** @param {number} port the server's */
  static async before(port) {
    const shim = new Shim();
    /** @type {Set<import("node:net").Socket>} */
    shim.sockets = new Set();
    Object.assign(shim, { frozen: false, down: false, delay: 0 });
    shim.listener = createServer((near) => {
      if (shim.down) return near.destroy();
      const far = connect(port, "127.0.0.1");
      for (const [from, to] of [[near, far], [far, near]]) {
        shim.sockets.add(from);
        from.on("data", (data) => shim.pass(() => to.write(data)));
        from.on("error", () => to.destroy());
        from.on("close", () => { shim.sockets.delete(from); shim.pass(() => to.destroy()); });
      }
    }).listen(0, "127.0.0.1");
    await once(shim.listener, "listening");
    return shim;
  }

  get url() {
    return `http://localhost:${/** @type {import("node:net").AddressInfo} */ (this.listener.address()).port}`;
  }

  /** @param {() => void} act when the line lets it through */
  pass(act) {
    const held = () => (this.frozen ? setTimeout(held, 20) : act());
    if (this.delay) setTimeout(held, this.delay);
    else held();
  }

  /** Cuts every connection and takes no new one, until `down` is unset. */
  cut() {
    this.down = true;
    for (const socket of this.sockets) socket.destroy();
  }

  close() {
    this.frozen = false;
    this.cut();
    this.listener.close();
  }
}
