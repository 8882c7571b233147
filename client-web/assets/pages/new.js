// Making a room: every option of the game and of the room, each with the sentence that explains it.

import { h } from "../dom.js";
import { CLOCKS, draftOf, GAME_FIELDS, PLAY_FIELDS, PRESETS, ROOM_FIELDS, SEATS, setupOf, usualGame } from "../forms/fields.js";
import { link, refusalText, token } from "../link.js";
import { definePage } from "../render.js";
import { go } from "../route.js";
import { redraw, state } from "../state.js";
import { has, t } from "../text.js";
import { freshTip } from "../session/secrets.js";
import { emblem } from "./emblems.js";
import { KINDS } from "./lobby.js";

/** @param {App.Page} page */
export function open({ arg }) {
  document.title = `${t("nav.new")} – Longtable`;
  const kind = KINDS.find((kind) => kind === arg) ?? state.form?.kind ?? "dara";
  if (state.form?.kind !== kind) state.form = draftOf(kind);
}

/** @param {(draft: import("../forms/fields.js").Draft) => void} change */
function edit(change) {
  change(state.form);
  state.form.error = state.form.field = "";
  redraw();
}

/** @param {SubmitEvent} event */
async function create(event) {
  event.preventDefault();
  const { form } = state;
  edit((draft) => { draft.sending = true; });
  try {
    const reply = await link().request("create", { setup: setupOf(form), sit: form.sit, ...(form.sit && { tip: freshTip(form.kind) }), token: token() });
    state.form = null;
    go(`/r/${reply.room}`);
  } catch (reason) {
    const refusal = /** @type {Wire.Refusal} */ (reason);
    form.sending = false;
    form.error = refusalText(refusal);
    // the server names the field first, as `game.size: …`
    form.field = refusal.code === "bad_setup" ? refusal.message.split(":")[0].replace(/^game\./, "") : "";
    redraw();
    document.querySelector(form.field ? `[name="${CSS.escape(form.field)}"]` : ".form-error")?.scrollIntoView({ block: "center" });
  }
}

/** @param {App.State} state */
function newPage({ form, line }) {
  if (!form) return null;
  /** @type {import("../forms/fields.js").Draft} */
  const draft = form;
  const game = GAME_FIELDS[draft.kind];
  return h("form", { class: "new-room", onsubmit: create },
    h("h1", null, t("new.title")),
    h("div", { class: "kinds", role: "radiogroup", "aria-label": t("lobby.games") }, KINDS.map((kind) => h("label", { key: kind, class: `card kind ${kind === draft.kind ? "chosen" : ""}` },
      h("input", { type: "radio", name: "kind", value: kind, checked: kind === draft.kind, onchange: () => { state.form = draftOf(kind); redraw(); } }),
      emblem(kind), h("span", null, t(`game.${kind}`))))),
    presets(draft),
    group("new.game", [...game.filter(({ name }) => name === "game"), ...game.filter(({ name }) => name !== "game")].map((field) => fieldRow(draft, field, draft.game)), ["dara", "gul_bara"].includes(draft.kind) && position(draft)),
    group("new.play", SEATS[draft.kind].length > 1 && seats(draft), clock(draft), PLAY_FIELDS.map((field) => fieldRow(draft, field, draft))),
    group("new.room", ROOM_FIELDS.map((field) => fieldRow(draft, field, draft)), sitting(draft)),
    h("div", { class: "row send" },
      h("button", { class: "main", disabled: draft.sending || line.status !== "online" }, t(draft.sending ? "new.making" : "new.make")),
      h("p", { class: "form-error refusal", role: "alert" }, draft.error)));
}

/** @param {string} name @param {...App.Child} rows */
const group = (name, ...rows) => h("fieldset", { class: "card", key: name }, h("legend", null, t(name)), rows);

/** @param {import("../forms/fields.js").Draft} draft */
function presets(draft) {
  const same = (/** @type {any} */ preset) => Object.entries({ ...usualGame(draft.kind), ...preset }).every(([name, value]) => draft.game[name] === value);
  return h("div", { class: "row presets" }, h("span", { class: "soft" }, t("new.presets")), PRESETS[draft.kind].map(([name, preset]) => h("button", {
    key: name, type: "button", class: same(preset) ? "small chosen" : "small", "aria-pressed": same(preset) ? "true" : "false", title: has(`preset.${draft.kind}.${name}.why`) ? t(`preset.${draft.kind}.${name}.why`) : null,
    onclick: () => edit((draft) => { draft.game = { ...usualGame(draft.kind), ...preset }; }),
  }, t(`preset.${draft.kind}.${name}`))));
}

/**
 * @param {import("../forms/fields.js").Draft} draft
 * @param {import("../forms/fields.js").Field} field
 * @param {any} into where its value lies
 */
function fieldRow(draft, field, into) {
  if (field.when && !field.when(draft)) return null;
  const { name } = field;
  const set = (/** @type {any} */ value) => edit(() => { into[name] = value; });
  return row(name, control(field, into[name], set), draft.field === name, field.control === "yes");
}

/**
 * @param {string} name
 * @param {App.Child} control
 * @param {boolean} bad
 * @param {boolean} [tick]
 */
function row(name, control, bad, tick = false) {
  return h("div", { class: `field ${bad ? "bad" : ""} ${tick ? "ticked" : ""}`, key: name },
    h("label", { for: `f-${name}` }, t(`opt.${name}`)), h("div", { class: "control" }, control), h("p", { class: "soft", id: `why-${name}` }, t(`opt.${name}.why`)));
}

/**
 * @param {import("../forms/fields.js").Field} field
 * @param {any} value
 * @param {(value: any) => void} set
 */
function control(field, value, set) {
  const { name, least, most, step } = field;
  const common = { id: `f-${name}`, name, "aria-describedby": `why-${name}` };
  const numbers = { type: "number", inputmode: "numeric", min: least, max: most, step: step ?? 1, required: true };
  switch (field.control) {
    case "choice":
      return h("select", { ...common, value, onchange: (/** @type {any} */ event) => set(event.target.value) }, (field.values ?? []).map((each) => h("option", { key: each, value: each }, t(`opt.${name}.${each}`))));
    case "yes":
      return h("input", { ...common, type: "checkbox", checked: value, onchange: (/** @type {any} */ event) => set(event.target.checked) });
    case "number":
      return h("input", { ...common, ...numbers, value, onchange: (/** @type {any} */ event) => set(Number(event.target.value)) });
    case "limit": {
      const only = least === most;
      return [
        h("select", { ...common, id: only ? common.id : null, "aria-label": t(`opt.${name}`), value: value === null ? "never" : "at", onchange: (/** @type {any} */ event) => set(event.target.value === "never" ? null : field.usual) },
          h("option", { value: "at" }, only ? t(`opt.${name}.${least}`) : t("opt.limit.at")), h("option", { value: "never" }, t("opt.limit.never"))),
        !only && value !== null && h("input", { ...common, ...numbers, value, onchange: (/** @type {any} */ event) => set(Number(event.target.value)) }),
      ];
    }
  }
}

/** @param {import("../forms/fields.js").Draft} draft */
function seats(draft) {
  return row("seats", h("select", { id: "f-seats", name: "seats", value: String(draft.seats), onchange: (/** @type {any} */ event) => edit((draft) => { draft.seats = Number(event.target.value); }) },
    SEATS[draft.kind].map((n) => h("option", { value: String(n), key: n }, t("opt.seats.n", { n })))), draft.field === "seats");
}

/** @param {import("../forms/fields.js").Draft} draft */
function clock(draft) {
  const now = CLOCKS.find(([, clock]) => JSON.stringify(clock) === JSON.stringify(draft.clock))?.[0] ?? "own";
  const choose = (/** @type {string} */ name) => edit((draft) => {
    draft.clock = name === "own" ? { initial_s: 600, increment_s: 5 } : CLOCKS.find(([other]) => other === name)?.[1] ?? null;
  });
  const part = (/** @type {string} */ name, /** @type {number} */ least, /** @type {number} */ most) => h("label", { key: name, class: "inline" }, t(`opt.${name}`),
    h("input", { type: "number", name, min: least, max: most, required: true, value: draft.clock?.[name], onchange: (/** @type {any} */ event) => edit((draft) => { draft.clock = { ...draft.clock, [name]: Number(event.target.value) }; }) }));
  return row("clock", [
    h("select", { id: "f-clock", name: "clock", value: now, onchange: (/** @type {any} */ event) => choose(event.target.value) }, [...CLOCKS.map(([name]) => name), "own"].map((name) => h("option", { value: name, key: name }, t(`opt.clock.${name}`)))),
    now === "own" && draft.clock && ("per_turn_s" in draft.clock ? part("per_turn_s", 5, 1209600) : [part("initial_s", 5, 86400), part("increment_s", 0, 3600)]),
  ], draft.field.startsWith("clock"));
}

/** @param {import("../forms/fields.js").Draft} draft */
function position(draft) {
  return h("details", { class: "position", key: "position", open: draft.position !== "" || draft.field.startsWith("position") }, h("summary", null, t("opt.position")),
    row("position", h("textarea", { id: "f-position", name: "position", rows: 7, spellcheck: "false", placeholder: t(`opt.position.${draft.kind}`), value: draft.position, oninput: (/** @type {any} */ event) => edit((draft) => { draft.position = event.target.value; }) }), draft.field.startsWith("position")));
}

/** @param {import("../forms/fields.js").Draft} draft */
function sitting(draft) {
  return row("sit", h("input", { id: "f-sit", name: "sit", type: "checkbox", checked: draft.sit, onchange: (/** @type {any} */ event) => edit((draft) => { draft.sit = event.target.checked; }) }), false, true);
}

definePage("new", newPage);
