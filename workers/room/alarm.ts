import { guarded } from '../log/log.ts'

/** The object's one alarm, set to the earliest due time. An eviction needs no recovery: it is set again. */
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

  /** The alarm was deleted. */
  forget(): void {
    this.#at = null
  }

  /** Returns the current time, or the alarm's own time if it fires slightly early. */
  rung(info: AlarmInvocationInfo | undefined): number {
    this.#at = null
    return Math.max(Date.now(), info?.scheduledTime ?? 0)
  }
}

/** Runs `work` once after `ms`, unless the object is evicted. Returns a function that cancels. */
export function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(guarded('room', work), ms)
  return () => clearTimeout(timer)
}
