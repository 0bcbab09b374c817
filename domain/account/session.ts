/** A session ends after seven days, however often it is renewed. */
export const SESSION_MAX_MS = 7 * 24 * 60 * 60_000

/** When a session ends, in ms: at its expiry, but at most seven days after its start. */
export const sessionEnd = (createdAt: number, expiresAt: number): number =>
  Math.min(expiresAt, createdAt + SESSION_MAX_MS)
