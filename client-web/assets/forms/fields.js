// Every option of a setup as a field of a form: its kind of control, its values, when it matters. Names, values and
// the sentence that explains each are in the string table under `opt.`.

/**
 * @typedef {{kind: Wire.Kind, game: any, seats: number, medium: string, visibility: string, clock: any, [name: string]: any}} Draft
 * @typedef {{name: string, control: "choice" | "yes" | "number" | "limit", values?: any[], usual: any, least?: number, most?: number, step?: number,
 *   when?: (draft: Draft) => boolean}} Field
 */

/** @param {string} name @param {any[]} values @param {Partial<Field>} [more] @returns {Field} the first value is the usual one */
const choice = (name, values, more) => ({ name, control: "choice", values, usual: values[0], ...more });
/** @param {string} name @param {boolean} usual @param {Partial<Field>} [more] @returns {Field} */
const yes = (name, usual, more) => ({ name, control: "yes", usual, ...more });
/** @param {string} name @param {number} usual @param {number} least @param {number} most @param {Partial<Field>} [more] @returns {Field} */
const number = (name, usual, least, most, more) => ({ name, control: "number", usual, least, most, ...more });
/** @param {string} name @param {number | null} usual @param {number} least @param {number} most @param {Partial<Field>} [more] @returns {Field} a number, or never */
const limit = (name, usual, least, most, more) => ({ name, control: "limit", usual, least, most, ...more });

const in_ = (/** @type {string} */ game) => (/** @type {Draft} */ draft) => draft.game.game === game;
const virtual = (/** @type {Draft} */ draft) => draft.medium === "virtual";

/** @type {Record<Wire.Kind, Field[]>} */
export const GAME_FIELDS = {
  dara: [
    choice("size", ["5x6", "6x6", "7x6"]),
    choice("long_lines", ["allowed", "forbidden"]),
    choice("placing", ["free", "no_three", "no_four"]),
    choice("captures", ["one", "per_row"]),
    choice("protection", ["rows_unless_all", "rows_always", "none"]),
    choice("immobile", ["loses", "passes"]),
    limit("no_capture_limit", 100, 10, 1000),
    limit("repetition", 3, 3, 3),
  ],
  gul_bara: [
    limit("cascade_from", 4, 1, 9),
    choice("roll_counter", ["per_player", "combined"], { when: ({ game }) => game.cascade_from !== null }),
    number("match_points", 1, 1, 25),
    choice("next_starter", ["roll_off", "winner", "alternate"], { when: ({ game }) => game.match_points > 1 }),
  ],
  darbol: [
    choice("game", ["up_the_mountain", "double_down", "hundred"]),
    yes("up_resets", false, { when: in_("up_the_mountain") }),
    yes("down_sets", false, { when: in_("up_the_mountain") }),
    yes("professional", false, { when: in_("double_down") }),
    yes("bust_ends_turn", true, { when: in_("double_down") }),
    yes("bust_on_dead", false, { when: in_("double_down") }),
    choice("doubles_dice", ["two", "per_player"], { when: in_("double_down") }),
    choice("same_dice", ["keep", "reroll"], { when: in_("double_down") }),
    yes("handicap", false, { when: in_("hundred") }),
    choice("hand", ["average", "steady", "wobbly"], { when: virtual }),
    number("max_rounds", 200, 10, 1000),
  ],
  crokidarts: [
    number("target", 400, 50, 1000, { step: 5 }),
    number("legs_to_win", 2, 1, 3),
    number("sets_to_win", 3, 1, 5),
    yes("strict_twenty", false),
    choice("hand", ["average", "steady", "wobbly"], { when: virtual }),
    number("turn_cap", 60, 10, 500),
  ],
};

const real = (/** @type {Draft} */ { kind }) => kind === "darbol" || kind === "crokidarts";
const study = (/** @type {Draft} */ draft) => draft.position !== "";

/** @type {Field[]} */
export const PLAY_FIELDS = [
  choice("medium", ["virtual", "table"], { when: real }),
  number("confirm_after_s", 60, 0, 3600, { when: (draft) => real(draft) && draft.medium === "table" && draft.seats > 1 }),
  choice("starts", ["lot", "creator", "opponent"], { when: (draft) => draft.seats > 1 && !study(draft) }),
];

/** @type {Field[]} */
export const ROOM_FIELDS = [
  choice("visibility", ["public", "unlisted"]),
  yes("spectators", true),
  choice("chat", ["all", "seats"]),
  limit("claim_after_s", 120, 10, 1209600, { when: ({ seats }) => seats > 1 }),
  choice("fairness", ["open", "strict"]),
  number("draw_wait_ms", 3000, 500, 30000, { step: 100 }),
];

/** Seats that each game can have. @type {Record<Wire.Kind, number[]>} */
export const SEATS = { dara: [2], gul_bara: [2], darbol: [1, 2, 3, 4], crokidarts: [1, 2] };

/** Sets of options that have a name. @type {Record<Wire.Kind, [string, any][]>} */
export const PRESETS = {
  dara: [
    ["usual", {}],
    ["wikipedia", { long_lines: "forbidden", placing: "no_four", protection: "rows_always" }],
    ["wali", { long_lines: "forbidden", placing: "no_three", protection: "none" }],
  ],
  gul_bara: [["usual", {}], ["five", { match_points: 5 }], ["gioul", { cascade_from: 1 }], ["plain", { cascade_from: null }]],
  darbol: [["mountain", { game: "up_the_mountain" }], ["down", { game: "double_down" }], ["hundred", { game: "hundred" }], ["pro", { game: "double_down", professional: true }]],
  crokidarts: [["usual", {}], ["leg", { legs_to_win: 1, sets_to_win: 1 }], ["set", { legs_to_win: 2, sets_to_win: 1 }]],
};

/** Clocks that have a name. @type {[string, Wire.Clock | null][]} */
export const CLOCKS = [
  ["none", null],
  ["3", { initial_s: 180, increment_s: 2 }],
  ["5", { initial_s: 300, increment_s: 3 }],
  ["15", { initial_s: 900, increment_s: 10 }],
  ["minute", { per_turn_s: 60 }],
  ["day", { per_turn_s: 86400 }],
];

/** @param {Wire.Kind} kind */
export function usualGame(kind) {
  return Object.fromEntries(GAME_FIELDS[kind].map(({ name, usual }) => [name, usual]));
}

/** @param {Wire.Kind} kind @returns {Draft} a form as it stands at first */
export function draftOf(kind) {
  const rest = Object.fromEntries([...PLAY_FIELDS, ...ROOM_FIELDS].map(({ name, usual }) => [name, usual]));
  return { ...rest, kind, game: usualGame(kind), seats: 2, clock: null, medium: "virtual", visibility: "public", sit: true, position: "", error: "", field: "", sending: false };
}

/**
 * The setup that a draft means: only what matters for it, so that the server fills in the rest.
 * @param {Draft} draft
 */
export function setupOf(draft) {
  const chosen = (/** @type {Field[]} */ fields, /** @type {any} */ from) =>
    Object.fromEntries(fields.filter(({ when }) => when?.(draft) ?? true).map(({ name }) => [name, from[name]]));
  /** @type {any} */
  const setup = {
    game: { kind: draft.kind, ...chosen(GAME_FIELDS[draft.kind], draft.game) }, seats: draft.seats, clock: draft.clock,
    ...chosen(PLAY_FIELDS, draft), ...chosen(ROOM_FIELDS, draft),
  };
  // a day a turn is for people who are not there: the server's own default for that is never
  if (draft.clock && "per_turn_s" in draft.clock && draft.clock.per_turn_s > 3600 && draft.claim_after_s === 120) delete setup.claim_after_s;
  if (draft.position) {
    setup.game.position = positionOf(draft.kind, draft.position);
    setup.visibility = "unlisted";
  }
  return setup;
}

/**
 * A position as people write it. Dara: rows of x, o and dots, then who is to move. Gul Bara: a line a side as
 * `24:13 10:2 off:0`, then who is to move and the rolls made.
 * @param {Wire.Kind} kind
 * @param {string} text
 */
export function positionOf(kind, text) {
  const lines = text.trim().split(/[\n/]/).map((line) => line.trim()).filter(Boolean);
  const last = (lines.at(-1) ?? "").split(/\s+/);
  const to_move = last[0] === "o" || last[0] === "1" ? 1 : 0;
  const said = /^([xo01])(\s|$)/.test(lines.at(-1) ?? "");
  if (kind === "dara") return { board: lines.slice(0, said ? -1 : undefined), to_move };
  const side = (/** @type {string} */ line) => {
    const points = new Array(25).fill(0);
    for (const [, point, count] of (line ?? "").matchAll(/(\d+|off):(\d+)/g)) points[point === "off" ? 0 : Number(point)] = Number(count);
    return points;
  };
  return { points: [side(lines[0]), side(lines[1])], to_move, rolls: [Number(last[1]) || 0, Number(last[2]) || 0] };
}
