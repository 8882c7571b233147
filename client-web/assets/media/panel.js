// The tab in which a person switches cameras on and off and chooses what is shown to whom.

import { h } from "../dom.js";
import { redraw } from "../state.js";
import { t } from "../text.js";
import { mySeat } from "../room/turn.js";
import { readyCard } from "./ready.js";
import { choice, choose, join, leave, mayShow, media } from "./cameras.js";

export * from "./cameras.js";

/** Choosing and switching. @param {App.State} state */
export function cameraTab(state) {
  const { room, me, ice } = state;
  const view = room?.live;
  if (!view) return null;
  const seated = mySeat(view, me) !== null;
  const tick = (/** @type {string} */ name, /** @type {boolean} */ usual, /** @type {() => void} */ then) => h("label", { class: "tick", key: name },
    h("input", { type: "checkbox", checked: choice(name, usual), onchange: (/** @type {any} */ event) => { choose(name, event.target.checked); then(); redraw(); } }),
    h("span", null, t(`camera.${name}`)));
  const again = () => { if (media.joined) { const show = media.stream !== null; leave(); join(show); } };
  return h("div", { class: "camera-tab" },
    readyCard(state),
    h("p", { class: "soft" }, t(view.setup.medium === "table" ? "camera.about.table" : "camera.about")),
    h("div", { class: "row" },
      seated && !media.stream && h("button", { class: "main", disabled: media.asking, onclick: () => join(true) }, t(media.asking ? "camera.asking" : "camera.on")),
      !media.joined && h("button", { onclick: () => join(false) }, t("camera.look")),
      (media.joined || media.asking) && h("button", { onclick: () => leave() }, t("camera.off"))),
    media.error && h("p", { class: "notice bad", role: "alert" }, t(media.error)),
    media.joined && [...media.others.values()].map(({ peer, name, player, page }) => h("p", { class: "soft", key: player + page }, t(`camera.state.${peer.pc.connectionState}`, { name }))),
    media.joined && media.others.size === 0 && h("p", { class: "soft" }, t("camera.nobody")),
    media.devices.length > 1 && h("label", null, t("camera.device"), h("select", { value: choice("device", ""), onchange: (/** @type {any} */ event) => { choose("device", event.target.value); join(true); } },
      media.devices.map(({ deviceId, label }, i) => h("option", { value: deviceId, key: deviceId }, label || t("camera.nth", { n: i + 1 }))))),
    tick("mirror", false, () => {}),
    seated && tick("sound", false, () => media.stream && join(true)),
    seated && view.setup.spectators && tick("watchers", true, () => { for (const { peer, seat } of media.others.values()) peer.show(mayShow(seat) ? media.stream : null); }),
    tick("relay", false, again),
    choice("relay", false) && !ice.some(({ urls }) => [urls].flat().some((url) => url.startsWith("turn"))) && h("p", { class: "notice warn" }, t("camera.norelay")),
    media.stills.some(({ kept }) => kept) && [h("h3", null, t("camera.stills")), h("div", { class: "stills" }, media.stills.filter(({ kept }) => kept).map(({ src, name, at }) =>
      h("a", { key: src.length + name, href: src, download: `longtable-${view.room}-${at}.jpg` }, h("img", { src, alt: t("camera.still", { name }) }))))]);
}
