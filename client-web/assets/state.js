// The one state object of the page, and the redrawing of it: once a frame, however often something changes.

/** @type {App.State} */
export const state = {
  page: { name: "lobby", arg: "", match: 0 },
  line: { status: "connecting", retryAt: 0, reason: "" },
  me: null,
  ice: [],
  limits: null,
  lobby: { rooms: [], mine: [], more: false, loaded: false, filter: "" },
  form: null,
  room: null,
  replay: null,
  person: null,
  toasts: [],
  dialog: null,
  naming: null,
  rulesGame: "dara",
  camera: null,
  now: 0,
};

/** @type {(state: App.State) => void} */
let render = () => {};
let asked = false;

/** @param {(state: App.State) => void} draw */
export function renderWith(draw) {
  render = draw;
}

/** Asks for a redraw at the next frame. */
export function redraw() {
  if (asked) return;
  asked = true;
  const frame = () => {
    if (!asked) return;
    asked = false;
    state.now = performance.now();
    render(state);
  };
  // a hidden page gets no frames, but its title and its words for a screen reader should be right
  if (document.hidden) setTimeout(frame, 50);
  else requestAnimationFrame(frame);
}

let toasts = 0;

/**
 * Tells the person something in passing.
 * @param {string} text
 * @param {"info" | "warn" | "bad"} [kind]
 */
export function toast(text, kind = "info") {
  const id = ++toasts;
  const stays = kind === "bad" ? 12_000 : 6_000;
  state.toasts = [...state.toasts.filter((other) => other.text !== text), { id, text, kind, until: performance.now() + stays }].slice(-3);
  setTimeout(() => {
    state.toasts = state.toasts.filter((other) => other.id !== id);
    redraw();
  }, stays);
  redraw();
}

/** @param {number} id */
export function dismiss(id) {
  state.toasts = state.toasts.filter((other) => other.id !== id);
  redraw();
}

/**
 * Asks before something that cannot be undone.
 * @param {App.Dialog} dialog
 */
export function ask(dialog) {
  state.dialog = dialog;
  redraw();
}

/** Says something to a screen reader; an empty text first makes an equal one be read again. */
export function announce(/** @type {string} */ text) {
  const place = document.getElementById("live");
  if (!place || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  place.append(line);
  while (place.childElementCount > 6) place.firstElementChild?.remove();
}
