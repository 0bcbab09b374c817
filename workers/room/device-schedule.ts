import { missedByDevice } from '#domain/consultation/device-spans.ts'
import { withoutDevice } from '#domain/consultation/device-speech.ts'
import type { Work } from '#domain/consultation/feeding.ts'
import type { Active, Finishing } from '#domain/consultation/state.ts'

/** [C44] Without a message of the device for this long, stored audio goes to the next engine. */
const SILENT_MS = 20_000

/** Says which audio the pages' own recognisers still have, and which they missed. */
export class DeviceSchedule {
  /** When each take's page last said something of its recogniser; without partials it is also in the take. */
  readonly #answeredAt = new Map<number, number>()
  /** Spans that a device missed and that have voice: the next engine hears them. */
  readonly #voiced = new Set<string>()

  noteAnswer(take: number, now: number): void {
    this.#answeredAt.set(take, now)
  }

  /** [C44] Returns the state without the spans of devices that no longer answer. */
  withoutSilent<S extends Active | Finishing>(state: S, now: number): S {
    const silent = state.takes.filter(({ take, deviceSpans, deviceAt = 0 }) => {
      const at = Math.max(deviceAt, this.#answeredAt.get(take) ?? 0)
      return deviceSpans !== undefined && now - at > SILENT_MS
    })
    return withoutDevice(state, new Set(silent.map(({ take }) => take)))
  }

  /** [C46] Returns the spans that no recogniser heard and that need none: `isNeedless` says so of a span. */
  needlessSpans(state: Active | Finishing, isNeedless: (span: Work) => boolean): Work[] {
    const all = state.takes.flatMap((take) => missedByDevice(take).map((span) => ({ take: take.take, ...span })))
    return all.filter((span) => {
      const key = `${span.take} ${span.from} ${span.to}`
      if (this.#voiced.has(key)) return false
      if (isNeedless(span)) return true
      this.#voiced.add(key)
      return false
    })
  }
}
