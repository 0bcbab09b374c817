/** [R20] Time between 'Finalizar' and the end of the consultation, in which the doctor can undo it (decision 040). */
export const UNDO_MS = 10_000

/** Returns whether the end is due; times in epoch ms. A clock that was set back makes it due at once. */
export const isEndDue = (dueAt: number, now: number): boolean => now >= dueAt || dueAt - now > UNDO_MS

/** Returns the seconds to show, from 10 to 1. */
export const secondsLeft = (dueAt: number, now: number): number =>
  Math.min(UNDO_MS / 1_000, Math.max(1, Math.ceil((dueAt - now) / 1_000)))
