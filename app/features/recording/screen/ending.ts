import { listen } from '#app/lib/listeners.ts'
import { isEndDue, UNDO_MS } from '#domain/recorder/ending.ts'
import { keepEnding, keptEnding } from '../device/kept-ending.ts'
import type { SnapshotStore } from './snapshot.ts'

type Recording = {
  /** Ends capture; the take stays open. Returns whether it was recording. */
  halt(): boolean
  /** Records again. */
  resume(): void
  /** Ends the consultation. */
  finish(): void
}

/**
 * [R20] 'Finalizar' ends the recording at once and the consultation ten seconds later, unless the doctor undoes it: then
 * the page that was recording goes on. The request is stored on the device until the room has it, so no reload and no
 * crash loses it.
 */
export class Ending {
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The request of an earlier page was read. */
  #isRestored = false
  /** The room has the end. */
  #isSettled = false
  /** This page was recording when the end was requested, here or on another page. */
  #wasRecording = false
  readonly #consultationId: string
  readonly #store: SnapshotStore
  readonly #recording: Recording
  readonly #stops: (() => void)[]

  constructor(consultationId: string, store: SnapshotStore, recording: Recording) {
    this.#consultationId = consultationId
    this.#store = store
    this.#recording = recording
    this.#stops = [
      listen(window, 'pagehide', this.now),
      // Another page of this device requested the end or undid it.
      listen(window, 'storage', () => this.#follow()),
      store.subscribe(() => this.#onChange()),
    ]
  }

  begin = (): void => {
    const { view, finishing, ending } = this.#store.read()
    if (view.status !== 'active' || finishing || ending !== null) return
    this.#wasRecording = this.#recording.halt()
    const dueAt = Date.now() + UNDO_MS
    keepEnding(this.#consultationId, dueAt)
    this.#show(dueAt)
  }
  undo = (): void => {
    keepEnding(this.#consultationId, null)
    this.#onUndone()
  }
  /** Ends a consultation whose end was requested, without the rest of the ten seconds. */
  now = (): void => {
    if (this.#store.read().ending === null) return
    keepEnding(this.#consultationId, Date.now())
    this.#show(null)
    this.#recording.finish()
  }
  close(): void {
    clearTimeout(this.#timer)
    for (const stop of this.#stops) stop()
  }

  #onChange(): void {
    const { view, ending } = this.#store.read()
    if (!view.hasWelcome || this.#isSettled) return
    if (view.status !== 'active') {
      this.#isSettled = true
      keepEnding(this.#consultationId, null)
      if (ending !== null) this.#show(null)
    } else if (!this.#isRestored) {
      this.#isRestored = true
      this.#follow()
    }
  }

  /** Follows the stored request: of an earlier page, or of another one. */
  #follow(): void {
    const { view, ending, finishing } = this.#store.read()
    const dueAt = keptEnding(this.#consultationId)
    if (!view.hasWelcome || view.status !== 'active' || finishing || dueAt === ending) return
    if (dueAt === null) {
      this.#onUndone()
      return
    }
    // A second request halts what already stands still.
    if (ending === null) this.#wasRecording = this.#recording.halt()
    this.#show(dueAt)
  }

  #onUndone(): void {
    this.#show(null)
    if (this.#wasRecording) this.#recording.resume()
    this.#wasRecording = false
  }

  #show(ending: number | null): void {
    clearTimeout(this.#timer)
    if (ending !== null) {
      const wait = isEndDue(ending, Date.now()) ? 0 : ending - Date.now()
      this.#timer = setTimeout(this.now, wait)
    }
    this.#store.update({ ending })
  }
}
