import type { RecorderFault } from '#domain/recorder/microphone.ts'
import { initialRecorder, type RecorderState } from '#domain/recorder/recorder.ts'
import { emptyView, type PendingLine, type RoomView } from '#domain/recorder/room-view.ts'
import type { Protection } from '#domain/recorder/status.ts'
import type { AudioDevice } from './microphone.ts'
import type { SocketFault } from './room-socket.ts'

/** All that the screen shows of a recording session. */
export type Snapshot = {
  view: RoomView
  recorder: RecorderState
  /** Audio on this device that the room has not stored. */
  waitingMs: number
  protection: Protection
  /** The session has ended: nothing is sent until the doctor has signed in again. */
  signedOut: boolean
  /** 'Finalizar' was confirmed on this screen. */
  finishing: boolean
  connectionFault: SocketFault | null
  devices: readonly AudioDevice[]
  device: { deviceId: string; label: string } | null
  /** A chosen microphone that could not be opened; the one before goes on. */
  deviceFault: RecorderFault | null
  /** The copy of the sound on this device is wanted and cannot be kept. */
  localFailed: boolean
  /** Lines typed here that the room has not confirmed. */
  pendingLines: readonly PendingLine[]
  /** Lines, gaps, the end or a revocation that the server has not heard. */
  untold: boolean
}

export const initialSnapshot: Snapshot = {
  view: emptyView,
  recorder: initialRecorder,
  waitingMs: 0,
  protection: 'unprotected',
  signedOut: false,
  finishing: false,
  connectionFault: null,
  devices: [],
  device: null,
  deviceFault: null,
  localFailed: false,
  pendingLines: [],
  untold: false,
}

/** Audio or lines on this device that the room has not confirmed. */
export const isLate = ({ waitingMs, pendingLines }: Snapshot): boolean => waitingMs > 0 || pendingLines.length > 0

/** Leaving the page would lose something: what waits lies in its memory only. */
export const losesByLeaving = (snapshot: Snapshot): boolean =>
  (isLate(snapshot) || snapshot.untold) && snapshot.protection !== 'ok' && snapshot.protection !== 'unpromised'

/** The one place where a session keeps what its screen shows. */
export class SnapshotStore {
  #snapshot = initialSnapshot
  #listeners = new Set<() => void>()

  readonly read = (): Snapshot => this.#snapshot
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  update(change: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
  }
  /** The screen is gone. */
  close(): void {
    this.#listeners.clear()
  }
}
