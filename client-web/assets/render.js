// Draws the state: header, page, dialogs and notes in passing. Pages that are not loaded yet draw nothing.

import { draw, h } from "./dom.js";
import { header } from "./pages/header.js";
import { lobbyPage } from "./pages/lobby.js";
import { dismiss, redraw, state as theState } from "./state.js";
import { t } from "./text.js";

/** @type {Map<App.Page["name"], (state: App.State) => App.Child>} */
const pages = new Map([["lobby", lobbyPage]]);

/**
 * A page tells how it is drawn when it is loaded.
 * @param {App.Page["name"]} name
 * @param {(state: App.State) => App.Child} page
 */
export function definePage(name, page) {
  pages.set(name, page);
}

/** @param {App.State} state */
export function render(state) {
  const app = document.getElementById("app");
  if (!app) return;
  const page = pages.get(state.page.name);
  draw(
    app,
    h("a", { class: "skip", href: "#main" }, t("skip")),
    header(state),
    h("main", { id: "main", tabindex: -1, class: `page page-${state.page.name}`, key: state.page.name }, page?.(state)),
    toasts(state),
    dialog(state),
  );
}

/** @param {App.State} state */
function toasts({ toasts }) {
  return h("div", { class: "toasts", role: "status", key: "toasts" }, toasts.map(({ id, text, kind }) =>
    h("div", { class: `toast ${kind}`, key: id },
      h("p", null, text),
      h("button", { class: "quiet", "aria-label": t("close"), onclick: () => dismiss(id) }, "×"))));
}

/** @param {App.State} state */
function dialog({ dialog }) {
  if (!dialog) return null;
  const close = () => {
    theState.dialog = null;
    redraw();
  };
  const open = (/** @type {HTMLDialogElement} */ el) => queueMicrotask(() => el.isConnected && !el.open && el.showModal());
  return h("dialog", { key: "dialog", class: "dialog", "aria-labelledby": "dialog-title", ref: open, oncancel: (/** @type {Event} */ e) => { e.preventDefault(); close(); } },
    h("h2", { id: "dialog-title" }, dialog.title),
    h("p", null, dialog.text),
    h("div", { class: "row end" },
      h("button", { onclick: close }, t("cancel")),
      h("button", { class: dialog.danger ? "danger" : "main", onclick: () => { close(); dialog.act(); } }, dialog.yes)));
}
