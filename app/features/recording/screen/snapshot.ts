import { useMemo, useSyncExternalStore } from 'react'
import { warn } from '#app/lib/console-event.ts'
import { createListeners } from '#app/lib/listeners.ts'
import { useOnline } from '#app/ui/online.ts'
import { isTranscribed } from '#domain/consultation/take.ts'
import type { DeviceHearing } from '#domain/recorder/device-speech-line.ts'
import type { RecorderFault } from '#domain/recorder/microphone.ts'
import { initialRecorder, type RecorderState } from '#domain/recorder/recorder.ts'
import { emptyView, type PendingLine, type RoomView, withConnection } from '#domain/recorder/room-view.ts'
import type { Protection } from '#domain/recorder/status.ts'
import type { AudioDevice } from '../device/capture.ts'
import type { ShowRoom, SocketFault } from '../uplink/room-socket.ts'

/** The state of a recording session that the screen shows. */
export type Snapshot = {
  view: RoomView
  recorder: RecorderState
  /** The browser answered that this page has no permission for the microphone. */
  isPermissionMissing: boolean
  /** Audio on this device that the room has not stored. */
  waitingMs: number
  protection: Protection
  /** The session has ended: the doctor must sign in before audio is sent. */
  signedOut: boolean
  /** When the consultation ends unless the doctor undoes 'Finalizar', in epoch ms. */
  ending: number | null
  /** 'Finalizar' was not undone on this screen. */
  finishing: boolean
  connectionFault: SocketFault | null
  devices: readonly AudioDevice[]
  device: { deviceId: string; label: string } | null
  /** The chosen microphone failed to open; the previous one continues. */
  deviceFault: RecorderFault | null
  /** Whether this page's recogniser hears. */
  hearing: DeviceHearing
  /** The room gets silence in place of the sound. */
  isSoundKeptHere: boolean
  /** The local recording is on but cannot be stored. */
  localFailed: boolean
  /** Lines typed here that the room has not confirmed. */
  pendingLines: readonly PendingLine[]
  /** Results of this page's recogniser that the room has not stored. */
  pendingResults: readonly PendingLine[]
  /** Ids of the pending lines that the room refuses: it has all the typed lines that it may have. */
  refusedLines: ReadonlySet<string>
  /** Statements wait for the server: lines, gaps, the end or a revocation. */
  hasStatements: boolean
}

const initialSnapshot: Snapshot = {
  view: emptyView,
  recorder: initialRecorder,
  isPermissionMissing: false,
  waitingMs: 0,
  protection: 'unprotected',
  signedOut: false,
  ending: null,
  finishing: false,
  connectionFault: null,
  devices: [],
  device: null,
  deviceFault: null,
  localFailed: false,
  hearing: 'resting',
  isSoundKeptHere: false,
  pendingLines: [],
  pendingResults: [],
  refusedLines: new Set(),
  hasStatements: false,
}

/** Audio or lines on this device that the room has not confirmed. */
export const isLate = ({ waitingMs, pendingLines }: Snapshot): boolean => waitingMs > 0 || pendingLines.length > 0

/** The consultation may move to another patient: the screen joins its room again, which would end a recording. */
export const canMove = ({ view, recorder, ending, finishing }: Snapshot): boolean =>
  view.connection === 'connected' &&
  view.hasWelcome &&
  view.status === 'active' &&
  !finishing &&
  ending === null &&
  !['connecting', 'recording', 'processing', 'requesting_permission'].includes(recorder.name)

/** [C50] Whether the consultation has no line, no sound that may still have words, and no recording under way. */
export const isWordless = (snapshot: Snapshot): boolean => {
  const { view, recorder, ending, finishing } = snapshot
  const isAtRest = ['idle', 'ready', 'paused', 'permission_denied', 'error'].includes(recorder.name)
  const isOpen = view.hasWelcome && view.connection === 'connected' && view.status === 'active'
  if (!isOpen || !isAtRest || finishing || ending !== null || isLate(snapshot)) return false
  return view.recorder !== 'other' && view.entries.length === 0 && view.takes.every(isTranscribed)
}

/** Leaving the page would lose pending data that exists only in its memory. */
export const losesByLeaving = (snapshot: Snapshot): boolean =>
  (isLate(snapshot) || snapshot.hasStatements) && snapshot.protection !== 'ok' && snapshot.protection !== 'unpromised'

const SHOW_WITHIN_MS = 500

/** Holds the session's snapshot; the only place that changes it. */
export class SnapshotStore {
  #snapshot = initialSnapshot
  readonly #changes = createListeners()
  #isClosed = false
  /** Set while a change waits to be shown. */
  #showing: ReturnType<typeof setTimeout> | undefined

  readonly read = (): Snapshot => this.#snapshot
  readonly subscribe = this.#changes.on
  update(change: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    clearTimeout(this.#showing)
    this.#showing = undefined
    if (!this.#isClosed) this.#changes.call()
  }
  /**
   * Changes values that move with every frame and result. While audio flows, the screen shows them with its next
   * update, within half a second. These values never decide whether the page asks before the doctor leaves it.
   */
  updateSoon(change: Partial<Snapshot>): void {
    const { recorder, view } = this.#snapshot
    if (recorder.name === 'recording' && view.connection === 'connected') {
      this.#snapshot = { ...this.#snapshot, ...change }
      this.#showing ??= setTimeout(() => this.update({}), SHOW_WITHIN_MS)
    } else this.update(change)
  }
  /** Shows the room and, when the connection changed, its fault. */
  readonly show: ShowRoom = (view, fault) => {
    if (fault?.technical && fault !== this.#snapshot.connectionFault)
      warn({ event: 'connection_failed', message: fault.technical })
    if (fault !== undefined) this.update({ view, connectionFault: fault })
    else if (isProgress(this.#snapshot.view, view)) this.updateSoon({ view })
    else this.update({ view })
  }
  /** The screen has closed. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#showing)
  }
}

/** An acknowledged frame changes only the positions of the takes. The screen may show them half a second later. */
const isProgress = (before: RoomView, view: RoomView): boolean =>
  (Object.keys(view) as (keyof RoomView)[]).every((key) => key === 'takes' || view[key] === before[key])

const nothing = () => () => undefined

/** Returns the session's snapshot; the first one until a session is open. */
export function useSnapshot(store: SnapshotStore | null): Snapshot {
  const read = store?.read ?? (() => initialSnapshot)
  const snapshot = useSyncExternalStore(store?.subscribe ?? nothing, read, () => initialSnapshot)
  const online = useOnline()
  return useMemo(() => (online ? snapshot : offline(snapshot)), [snapshot, online])
}

/** A socket notices a dead network seconds later; the browser's offline state counts at once. */
const offline = (snapshot: Snapshot): Snapshot =>
  snapshot.view.connection === 'connected'
    ? { ...snapshot, view: withConnection(snapshot.view, 'disconnected') }
    : snapshot

/** 'Finalizar' counts once it cannot be undone, even before the room has it. */
export const shownView = ({ view, finishing }: Snapshot): RoomView =>
  finishing && view.status === 'active' ? { ...view, status: 'finishing' } : view

/** The lines that wait for the room, with the refused ones marked. A connected room shows results at once itself. */
export function shownLines({ view, pendingLines, pendingResults, refusedLines }: Snapshot): readonly PendingLine[] {
  const lines = view.connection === 'connected' ? pendingLines : [...pendingLines, ...pendingResults]
  if (refusedLines.size === 0) return lines
  return lines.map((line) => ({ ...line, isRefused: refusedLines.has(line.id) }))
}
