// The roll that needs no decision is made by itself, for who has asked for that.

import * as store from "../session/store.js";
import { act } from "./act.js";
import { mayAct } from "./turn.js";

const BREATH_MS = 500;

/** @param {App.State} state */
export function rollAlone(state) {
  const ready = () => store.read("autoroll") === true && mayAct(state) && state.room?.live?.legal.some(({ type }) => type === "roll");
  if (!ready()) return;
  const seq = state.room?.live?.seq;
  setTimeout(() => {
    if (ready() && state.room?.live?.seq === seq) act({ type: "roll" });
  }, BREATH_MS);
}
