// Whose seat, whose turn, and from where the board is looked at.

/**
 * This person's seat.
 * @param {Wire.View} view
 * @param {Wire.Player | null} me
 * @returns {Wire.Seat | null}
 */
export function mySeat(view, me) {
  const seat = view.seats.findIndex((other) => other !== null && other.player.id === me?.id);
  return seat < 0 ? null : seat;
}

/**
 * The seat from whose side the board is shown.
 * @param {Wire.View} view
 * @param {Wire.Player | null} me
 */
export function sideOf(view, me) {
  return mySeat(view, me) ?? 0;
}

/**
 * The view that is drawn: an earlier one that was stepped back to, the one before an animation, or the newest.
 * @param {App.Room} room
 */
export function shown(room) {
  if (room.past !== null) return room.steps.find(({ seq }) => seq === room.past)?.view ?? room.live;
  return room.held ?? room.live;
}

/**
 * Whether this person may act on what is drawn.
 * @param {App.State} state
 */
export function mayAct({ room, me, line }) {
  if (!room?.live || room.past !== null || room.held || room.awaiting || line.status !== "online") return false;
  const seat = mySeat(room.live, me);
  return seat !== null && room.live.turn.includes(seat);
}
