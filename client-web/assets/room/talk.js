// The chat of a room.

import { h } from "../dom.js";
import { redraw, state } from "../state.js";
import { hour, t } from "../text.js";
import { say } from "./act.js";
import { mySeat } from "./turn.js";
import { shortId } from "./names.js";

/** @param {App.State} state */
export function chatTab({ room, me, limits, line }) {
  if (!room?.live) return null;
  const { setup } = room.live;
  const silent = setup.chat === "seats" && mySeat(room.live, me) === null;
  return h("div", { class: "chat" },
    h("ol", { class: "said", tabindex: 0, "aria-label": t("tab.chat"), ref: keepAtEnd },
      room.said.length === 0 && h("li", { class: "soft" }, t("chat.empty")),
      room.said.map(({ by, seat, text, at }, i) => h("li", { key: i },
        h("i", { class: seat === null ? "piece none" : `piece side-${seat}` }),
        h("b", { title: `${by.name} ${shortId(by.id)}` }, h("bdi", null, by.name)), " ",
        h("span", null, h("bdi", null, text)), " ", h("time", { class: "soft" }, hour(at))))),
    silent ? h("p", { class: "soft" }, t("chat.seats")) : h("form", { onsubmit: (/** @type {SubmitEvent} */ event) => { event.preventDefault(); say(room.draft); } },
      h("input", { value: room.draft, maxlength: limits?.text_chars ?? 500, placeholder: t("chat.write"), "aria-label": t("chat.write"), autocomplete: "off",
        oninput: (/** @type {any} */ event) => { room.draft = event.target.value; redraw(); } }),
      h("button", { disabled: !room.draft.trim() || line.status !== "online" }, t("chat.send"))));
}

/** @param {HTMLElement} list */
function keepAtEnd(list) {
  new MutationObserver(() => { list.scrollTop = list.scrollHeight; }).observe(list, { childList: true });
  list.scrollTop = list.scrollHeight;
}

export function openChat() {
  if (state.room) state.room.unread = 0;
}
