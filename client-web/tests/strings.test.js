import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import en from "../assets/strings/en.js";
import { LANGUAGES } from "../assets/text.js";

const root = new URL("../assets/", import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".js") && !name.startsWith("strings/"))
  .map((name) => ({ name, text: readFileSync(new URL(name, root), "utf8") }));

const parts = (text) => (text.match(/\{\w+\}/g) ?? []).sort().join();

for (const code of Object.keys(LANGUAGES)) {
  test(`the table of ${code} has every text of the English one, with the same parts`, async () => {
    const table = (await import(`../assets/strings/${code}.js`)).default;
    assert.deepEqual(Object.keys(table).sort(), Object.keys(en).sort());
    for (const [name, text] of Object.entries(en)) assert.equal(parts(table[name]), parts(text), name);
  });
}

test("every text that the pages name is in the table", () => {
  for (const { name, text } of sources) {
    for (const [, key] of text.matchAll(/\bt\("([^"]+)"/g)) assert.ok(key in en, `${name}: ${key}`);
  }
});

test("every text in the table is named by a page", () => {
  const all = sources.map(({ text }) => text).join("\n");
  const begun = [...all.matchAll(/`([a-z][\w.]*)\$\{/g)].map(([, start]) => start);
  for (const key of Object.keys(en)) {
    const used = all.includes(`"${key}"`) || begun.some((start) => key.startsWith(start)) || key.endsWith(".one");
    assert.ok(used, key);
  }
});

test("nothing in the pages needs an inline style or script, or puts text in as HTML", () => {
  for (const { name, text } of sources) assert.doesNotMatch(text, /innerHTML|insertAdjacentHTML|document\.write|\beval\(|style: "/, name);
  const page = readFileSync(new URL("../index.html", import.meta.url), "utf8");
  assert.doesNotMatch(page, /<script>|<style|\son\w+=|\sstyle=/);
  assert.doesNotMatch(page, /https?:\/\//, "no third-party requests");
});

test("every file stays small enough to be read in one go", () => {
  for (const { name, text } of sources) assert.ok(text.split("\n").length <= 270, name);
});
