// Prints TypeScript that says of each of the protocol's fixtures, which the server's own tests hold to, that it has the
// shape of `types.d.ts`. The compiler then finds a field that one side has and the other does not.

import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../protocol/fixtures/", import.meta.url);

/** What the client reads of each message; of the others (requests, plain `ok`s, the league) it has no type. */
const TYPES = {
  "push-rooms": "Wire.Rooms", "push-said": "Wire.Said", "push-signal": "Wire.Signal", "push-update": "Wire.Update",
  "reply-history": "Wire.History & Reply", "reply-player": "Wire.PlayerPage & Reply", "reply-rooms": "Wire.Rooms & Reply", "reply-welcome": "Wire.Welcome & Reply",
};

/** An event that no version knows is there on purpose. */
const known = (/** @type {string} */ key, /** @type {any} */ value) =>
  key === "entries" ? value.filter(({ event }) => event.type !== "danced") : value;

console.log("type Reply = { re: number | null; type: string };");
const names = readdirSync(folder).filter((name) => name.endsWith(".json")).map((name) => name.replace(".json", ""));
for (const name of Object.keys(TYPES)) if (!names.includes(name)) throw new Error(`${name}.json is missing`);
names.forEach((name, i) => {
  const type = name.startsWith("error-") ? "Wire.Refusal & Reply" : /** @type {Record<string, string>} */ (TYPES)[name];
  const message = JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"), known);
  if (type) console.log(`export const message${i}: ${type} = ${JSON.stringify(message)};`);
});
