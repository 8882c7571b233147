// Opens this seat's link for a draw that waits for it, unasked by its player: only after the entry that caused the
// draw, and only if the lines that were shown hash to the head that the view claims (fairness.md, A draw).

/**
 * @typedef {{draw: number, link: string, tip: string, head: string, seq: number}} Answer
 * @typedef {{link: (tip: string, k: number) => string | null}} Secrets
 */

/**
 * The answer that is due from `seat`, or why there is none.
 * @param {Wire.View} view
 * @param {number | null} seat
 * @param {boolean | null} agreed whether the head agrees; null if that cannot be known
 * @param {Secrets} secrets
 * @returns {Answer | "nothing" | "head" | "elsewhere"}
 */
export function answer(view, seat, agreed, secrets) {
  const { due, tips, head } = view.fairness;
  if (seat === null || !due || !due.seats.includes(seat)) return "nothing";
  const tip = tips[seat];
  if (!tip) return "nothing";
  if (agreed === false) return "head";
  const link = secrets.link(tip, due.draw);
  if (link === null) return "elsewhere";
  return { draw: due.draw, link, tip, head, seq: view.seq };
}

/**
 * What to warn this seat's player of, after a draw was logged: that it is called silent although it answered.
 * @param {App.DrawNote} note
 * @param {number | null} seat
 * @param {{draw: number, accepted: boolean}[]} opened
 * @returns {"hidden" | "late" | ""}
 */
export function complaint(note, seat, opened) {
  if (seat === null || !note.silent.includes(seat)) return "";
  const mine = opened.find(({ draw }) => draw === note.draw);
  if (!mine) return "";
  return mine.accepted ? "hidden" : "late";
}
