// The head of every page: where one can go, who one is, how the line to the server stands, language and looks.

import { h } from "../dom.js";
import { link, send } from "../link.js";
import { redraw, state } from "../state.js";
import { LANGUAGES, language, speak, t } from "../text.js";
import * as store from "../session/store.js";
import { shortId } from "../room/names.js";

/** @param {App.State} state */
export function header({ page, me, line, naming }) {
  const at = (/** @type {string} */ path, /** @type {string} */ name, /** @type {string} */ words) =>
    h("a", { href: path, "aria-current": page.name === name ? "page" : null }, words);
  return h("header", { class: "top", key: "top" },
    h("a", { class: "brand", href: "/", "aria-label": "Longtable" }, mark(), h("span", null, "Longtable")),
    h("nav", { "aria-label": t("nav") }, at("/", "lobby", t("nav.lobby")), at("/new", "new", t("nav.new")), at("/rules", "rules", t("nav.rules"))),
    h("div", { class: "who" },
      lineChip(line),
      h("button", { class: "quiet name", onclick: () => name(me?.name ?? ""), title: t("name.change"), disabled: !me },
        me ? [h("span", { class: "clip" }, me.name), h("small", null, shortId(me.id))] : "…"),
      looks()),
    naming !== null && nameForm(naming));
}

/** The table of the name, drawn small. */
function mark() {
  return h("svg", { viewBox: "0 0 32 32", class: "mark", "aria-hidden": "true" },
    h("rect", { x: 2, y: 12, width: 28, height: 6, rx: 2.5, class: "mark-top" }),
    h("path", { d: "M7 18v9M25 18v9", class: "mark-legs" }),
    h("circle", { cx: 10, cy: 8, r: 3, class: "mark-a" }),
    h("circle", { cx: 22, cy: 8, r: 3, class: "mark-b" }));
}

/** @param {App.Line} line */
function lineChip(line) {
  const seconds = Math.max(0, Math.ceil((line.retryAt - Date.now()) / 1000));
  const words = line.status === "waiting" ? t("line.waiting", { n: seconds }) : t(`line.${line.status}`);
  const title = line.reason || words;
  if (line.status === "online") return h("span", { class: "chip line online", role: "img", "aria-label": words, title: words }, h("i", { class: "dot" }));
  return h("button", { class: `chip line ${line.status}`, title, onclick: () => link().reopen() },
    h("i", { class: "dot" }), h("span", { "aria-live": "polite" }, t(`line.${line.status}.short`)));
}

/** @param {string} now */
function name(now) {
  state.naming = state.naming === null ? now : null;
  redraw();
}

/** @param {string} draft */
function nameForm(draft) {
  const done = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const wanted = (state.naming ?? "").trim();
    if (!wanted) return;
    const welcome = await send("rename", { name: wanted });
    if (!welcome) return;
    state.me = welcome.player;
    store.write("name", welcome.player.name);
    state.naming = null;
    redraw();
  };
  return h("form", { class: "name-form card", onsubmit: done, key: "name" },
    h("label", null, t("name.label"),
      h("input", { value: draft, maxlength: 32, required: true, autocomplete: "nickname", ref: (/** @type {HTMLInputElement} */ el) => queueMicrotask(() => el.select()),
        oninput: (/** @type {any} */ event) => { state.naming = event.target.value; } })),
    h("p", { class: "soft" }, t("name.why")),
    h("div", { class: "row end" },
      h("button", { type: "button", onclick: () => { state.naming = null; redraw(); } }, t("cancel")),
      h("button", { class: "main" }, t("name.save"))));
}

function looks() {
  const choose = (/** @type {string} */ what, /** @type {string} */ value) => {
    store.write(what, value);
    document.documentElement.dataset[what] = value;
    redraw();
  };
  const select = (/** @type {string} */ what, /** @type {string[]} */ values) =>
    h("label", null, t(`looks.${what}`),
      h("select", { value: store.read(what) ?? "auto", onchange: (/** @type {any} */ event) => choose(what, event.target.value) },
        values.map((value) => h("option", { value, key: value }, t(`looks.${what}.${value}`)))));
  return h("details", { class: "looks" },
    h("summary", { "aria-label": t("looks"), title: t("looks") }, h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
      h("path", { d: "M4 7h9M18 7h2M4 17h2M11 17h9", class: "stroke" }), h("circle", { cx: 15.5, cy: 7, r: 2.5, class: "stroke" }), h("circle", { cx: 8.5, cy: 17, r: 2.5, class: "stroke" }))),
    h("div", { class: "card" },
      h("label", null, t("looks.language"),
        h("select", { value: language, onchange: async (/** @type {any} */ event) => { store.write("language", event.target.value); await speak(event.target.value); redraw(); } },
          Object.entries(LANGUAGES).map(([code, own]) => h("option", { value: code, key: code, lang: code }, own)))),
      select("theme", ["auto", "light", "dark"]),
      select("motion", ["auto", "off"]),
      select("sound", ["auto", "off"])));
}
