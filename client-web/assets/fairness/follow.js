// Follows the chance of a room while it is played: the hash of each line, and for each draw whether its links fit
// their chains and its values follow from them. Knows nothing of sockets or pages; see answer.js for what the client
// does about it, check.js for the check of a whole file.

import { Known } from "./chain.js";
import { seed, Stream, values } from "./draw.js";
import { agrees } from "./hand.js";
import { next, NOTHING } from "./lines.js";

/**
 * Why a draw is wrong, or nothing.
 * @typedef {"" | "server_link" | "seat_link" | "values" | "release"} Wrong
 */

/** The draws of one match, judged one after the other. */
export class Draws {
  /** @param {{match: string, setup: Wire.Setup, server_tip: string, tips: (string | null)[]}} started */
  constructor(started) {
    this.match = started.match;
    this.setup = started.setup;
    this.server = new Known(started.server_tip);
    this.seats = started.tips.map((tip) => (tip === null ? null : new Known(tip)));
    /** @type {Wire.Event | null} */
    this.aimed = null;
    /** The stream of the newest toss or shot, whose outcome comes as its own entry. @type {Stream | null} */
    this.stream = null;
  }

  /**
   * Judges a `drawn` event.
   * @param {Wire.Event} drawn
   * @returns {Wrong}
   */
  drawn(drawn) {
    const draw = drawn.draw ?? 0, links = drawn.links ?? [], server = drawn.server ?? "";
    if (!this.server.take(draw, server)) return "server_link";
    for (const [seat, link] of links.entries()) {
      if (link !== null && !this.seats[seat]?.take(draw, link)) return "seat_link";
    }
    const need = drawn.for ?? "lot";
    const stream = new Stream(seed(this.match, draw, server, links));
    this.stream = need === "toss" || need === "shot" ? stream : null;
    const right = values(need, this.setup, stream);
    return right.join() === (drawn.values ?? []).join() ? "" : "values";
  }

  /**
   * Judges the outcome of a toss or shot against the aim and the draw before it.
   * @param {Wire.Event} outcome
   * @returns {Wrong}
   */
  outcome(outcome) {
    if (!this.aimed || !this.stream || !("hand" in this.setup.game)) return "release";
    const right = agrees(this.aimed, outcome, this.setup.game.hand, this.stream);
    this.stream = null;
    return right ? "" : "release";
  }
}

/** A room's chance as this client saw it. */
export class Follower {
  /** @param {{seq: number, head: string} | null} seen the newest line that an earlier visit saw */
  constructor(seen) {
    /** Number of the newest line whose hash was computed here; -1 for none yet. */
    this.seq = seen ? seen.seq : -1;
    this.head = seen ? seen.head : NOTHING;
    /** Whether the head of the newest view agrees; null if the lines before it are not known. @type {boolean | null} */
    this.agreed = null;
    /** @type {Draws | null} */
    this.draws = null;
    /** @type {App.DrawNote[]} */
    this.notes = [];
  }

  /**
   * Takes in an update.
   * @param {Wire.View} view
   * @param {Wire.Entry[]} entries
   * @param {string[]} texts the same entries as they stood in the frame
   */
  take(view, entries, texts) {
    const fresh = entries.map((entry, i) => ({ entry, text: texts[i] })).filter(({ entry }) => entry.seq > this.seq);
    // entries that do not join on to what is known: their lines cannot be hashed, so the view's word has to do
    const known = this.seq >= 0 && (fresh.length === 0 ? view.seq <= this.seq : fresh[0].entry.seq === this.seq + 1);
    const first = fresh[0]?.entry.seq === 1 || fresh[0]?.entry.event.type === "started";
    let chained = known || first;
    for (const { entry, text } of fresh) {
      if (chained) this.head = next(this.head, text, entry.event.type === "started");
      this.event(entry, view);
    }
    if (chained) this.agreed = view.seq < this.seq || this.head === view.fairness.head;
    else {
      this.head = view.fairness.head;
      this.agreed = null;
    }
    this.seq = Math.max(this.seq, view.seq);
  }

  /**
   * @param {Wire.Entry} entry
   * @param {Wire.View} view
   */
  event({ seq, event }, view) {
    switch (event.type) {
      case "started":
        this.draws = new Draws(/** @type {any} */ (event));
        this.notes = [];
        break;
      case "aimed":
        this.follow(view).aimed = event;
        break;
      case "drawn": {
        const why = this.follow(view).drawn(event);
        const silent = (event.links ?? []).flatMap((link, seat) => (link === null && view.fairness.tips[seat] ? [seat] : []));
        this.notes.push({
          draw: event.draw ?? 0, seq, need: event.for ?? "lot", values: event.values ?? [], silent,
          verdict: why ? "bad" : "good", why,
        });
        break;
      }
      case "shot":
      case "tossed": {
        const note = this.notes.at(-1);
        const why = this.follow(view).outcome(event);
        if (note && why) Object.assign(note, { verdict: this.draws?.aimed ? "bad" : "unknown", why });
        break;
      }
    }
  }

  /**
   * The draws of the match that is played; a page that came late starts from the tips, which fix every link.
   * @param {Wire.View} view
   */
  follow(view) {
    const match = `${view.room}/${view.match}`;
    if (this.draws?.match !== match) {
      const { server_tip, tips } = view.fairness;
      this.draws = new Draws({ match, setup: view.setup, server_tip, tips });
      this.notes = [];
    }
    return this.draws;
  }
}
