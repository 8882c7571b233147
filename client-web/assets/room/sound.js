// Two quiet sounds, made here so that nothing has to be loaded. Silent until the page was touched once.

import * as store from "../session/store.js";

/** @type {AudioContext | null} */
let audio = null;

addEventListener("pointerdown", () => {
  audio ??= "AudioContext" in globalThis ? new AudioContext() : null;
}, { once: true });

/** @param {"turn" | "move"} what */
export function ring(what) {
  if (!audio || audio.state !== "running" || store.read("sound") === "off") return;
  const notes = what === "turn" ? [660, 880] : [240];
  notes.forEach((pitch, i) => {
    if (!audio) return;
    const from = audio.currentTime + i * 0.12;
    const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(what === "turn" ? 0.12 : 0.07, from + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0005, from + (what === "turn" ? 0.35 : 0.09));
    tone.connect(gain).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.4);
  });
}
