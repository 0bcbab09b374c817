/** Names of the service's own secrets. Each may have a `NAME_PREVIOUS`: the secret it replaced, and its end. */
export const ownSecrets = ['AUTH_SECRET', 'DEVICE_SECRET', 'AUDIT_SECRET'] as const

/** A replaced secret; refused from `until` (epoch ms). */
export type PreviousSecret = { value: string; until: number }

/** Reads `2026-12-31T00:00:00Z VALUE`. Returns null for another form: a previous secret without an end is refused. */
export function readPreviousSecret(setting: string | undefined): PreviousSecret | null {
  const [, time = '', value = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z) (\S.*)$/.exec(setting?.trim() ?? '') ?? []
  const until = Date.parse(time)
  // Date reads 31 June as 1 July.
  const exists = !Number.isNaN(until) && new Date(until).toISOString().startsWith(time.slice(0, 16))
  return exists ? { value, until } : null
}

/** Returns the previous secret if it is still accepted at `now` and differs from the current one; else null. */
export function acceptedPrevious(current: string, setting: string | undefined, now: number): string | null {
  const previous = readPreviousSecret(setting)
  return previous && now < previous.until && previous.value !== current ? previous.value : null
}
