import { guarded } from '../log/log.ts'

/** The object's one alarm, set for whatever is due first. After an eviction it is simply set again. */
export class RoomAlarm {
  readonly #ctx: DurableObjectState
  #at: number | null = null
  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx
  }

  set(times: readonly (number | null)[]): void {
    const due = Math.max(Math.min(...times.filter((time) => time !== null)), Date.now())
    if (!Number.isFinite(due) || (this.#at !== null && this.#at <= due)) return
    this.#at = due
    void this.#ctx.storage.setAlarm(due)
  }

  /** Nothing is set any more. */
  forget(): void {
    this.#at = null
  }

  /** It rings: what time is it? The time it was set for counts if it rings a little early. */
  rung(info: AlarmInvocationInfo | undefined): number {
    this.#at = null
    return Math.max(Date.now(), info?.scheduledTime ?? 0)
  }
}

/** Once, later, as long as the object lives; the answer takes it back. */
export function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(guarded('room', work), ms)
  return () => clearTimeout(timer)
}
