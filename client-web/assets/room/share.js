// Passing the room on: its link, and the link as a QR code for the phone across the table.

import { h } from "../dom.js";
import { redraw, state, toast } from "../state.js";
import { t } from "../text.js";
import { qr } from "../qr.js";

/** @param {App.Room} room */
export function sharePanel(room) {
  const url = `${location.origin}/r/${room.code}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast(t("share.copied"));
    } catch {
      // without a secure page there is no clipboard: the field is there to be copied by hand
      /** @type {HTMLInputElement | null} */ (document.querySelector("#share-url"))?.select();
      toast(t("share.byhand"));
    }
  };
  const hand = () => navigator.share({ title: "Longtable", text: t("share.text"), url }).catch(() => {});
  return h("section", { class: "card share", key: "share" },
    h("div", null,
      h("h2", null, t("share.title")),
      h("p", null, t("share.how")),
      h("label", null, h("span", { class: "hidden" }, t("share.link")), h("input", { id: "share-url", value: url, readOnly: true, onfocus: (/** @type {any} */ event) => event.target.select() })),
      h("div", { class: "row" },
        h("button", { class: "main", onclick: copy }, t("share.copy")),
        "share" in navigator && h("button", { onclick: hand }, t("share.send"))),
      h("p", { class: "soft" }, t("share.code", { code: room.code })),
      h("p", { class: "soft" }, t("share.self"))),
    h("svg", { class: "qr", viewBox: `-2 -2 ${qr(url).length + 4} ${qr(url).length + 4}`, role: "img", "aria-label": t("share.qr") },
      h("rect", { x: -2, y: -2, width: "100%", height: "100%", class: "qr-paper" }),
      h("path", { d: qrPath(url), class: "qr-ink" })));
}

/** @param {string} url */
function qrPath(url) {
  return qr(url).map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
}

export function toggleShare() {
  if (!state.room) return;
  state.room.sharing = !state.room.sharing;
  redraw();
}
