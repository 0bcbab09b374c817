import { useEffect, useRef, useState } from 'react'
import { keepSealing, onUnlocked } from '#app/lib/device/vault.ts'
import { onSessionEnded, onSessionRenewed } from '#app/lib/session-events.ts'
import { msOf } from '#domain/consultation/frame.ts'
import type { ClientMessage } from '#domain/consultation/protocol.ts'
import type { RecorderState } from '#domain/recorder/recorder.ts'
import type { Speaker } from '#domain/transcript/entry.ts'
import { hasStatements, KeptStatements } from '../device/kept-statements.ts'
import { openDeviceQueue } from '../device/pending-audio.ts'
import { linesOf } from '../uplink/statements.ts'
import type { Uplink } from '../uplink/uplink.ts'
import { onRevokedElsewhere, Withdrawal } from '../uplink/withdrawal.ts'
import { Ending } from './ending.ts'
import { RecorderRunner } from './recorder-runner.ts'
import { isReload, noteRecording, reopenRecording } from './reload.ts'
import { RoomFollower, type WordSources } from './room-follower.ts'
import { SnapshotStore } from './snapshot.ts'

const TICK_MS = 500
/** Ticks between attempts to send a revocation. */
const SEND_EVERY = 10
/** After the doctor leaves a screen, its socket sends pending audio for this long. */
const DRAIN_MS = 5_000

/** Joins recorder and room for one screen: the screen reads the snapshot and calls these methods. */
export class RecordingSession {
  #disposed = false
  #ticker: ReturnType<typeof setInterval> | undefined
  readonly store = new SnapshotStore()
  readonly #consultationId: string
  readonly #kept: KeptStatements
  readonly #room: RoomFollower
  readonly #recorder: RecorderRunner
  readonly #withdrawal: Withdrawal
  readonly #ending: Ending
  /** Sends the line that the doctor is typing. */
  #sendLine: (() => void) | null = null
  readonly #stops: (() => void)[]

  /** `isCopy`: the page shows a copy from this device, because there is no network. */
  constructor(consultationId: string, sources: WordSources, isCopy = false) {
    this.#consultationId = consultationId
    this.#kept = new KeptStatements(consultationId, (kept) => {
      const change = {
        pendingLines: kept.lines,
        pendingResults: linesOf(kept.results),
        hasStatements: hasStatements(kept),
      }
      // The doctor waits for a typed line; a connected screen shows no results.
      if (kept.lines === this.store.read().pendingLines) this.store.updateSoon(change)
      else this.store.update(change)
    })
    this.#room = new RoomFollower(consultationId, this.store, this.#kept, sources)
    this.#recorder = new RecorderRunner(consultationId, this.store, this.#room)
    this.#withdrawal = new Withdrawal({
      consultationId,
      kept: this.#kept,
      recorder: this.#recorder,
      uplink: this.#room.uplink,
    })
    this.#ending = new Ending(consultationId, this.store, {
      halt: () => this.#recorder.halt(),
      resume: () => this.#recorder.resume(),
      finish: () => {
        this.#sendLine?.()
        this.#room.finish(false)
      },
    })
    this.#stops = [
      () => this.#ending.close(),
      holdWhileRecording(this.store),
      onRevokedElsewhere(consultationId, (at) => void this.#revoke(at)),
      onSessionEnded(() => this.store.update({ signedOut: true })),
      onSessionRenewed(() => {
        this.store.update({ signedOut: false })
        void this.#withdrawal.send()
      }),
    ]
    void this.#begin(isCopy)
  }

  get #uplink(): Uplink {
    return this.#room.uplink
  }

  /** Restores stored statements, when it opens and when a key becomes available. */
  async #remember(): Promise<void> {
    await this.#kept.restore()
    if (this.#kept.revoked) {
      this.#uplink.refresh()
      await this.#withdrawal.follow('revoked')
    }
    this.#room.remember()
  }

  // Reads of the screen

  /** Length of the recording on the audio clock; interpolated between frames by the device's clock. */
  readonly elapsedMs = (): number => {
    const recording = this.store.read().recorder.name === 'recording'
    return msOf(this.#uplink.samples) + (recording ? this.#recorder.capture.runs.sinceLastFrame() : 0)
  }
  readonly waveform = (into: Uint8Array<ArrayBuffer>): boolean => this.#recorder.waveform(into)

  // Actions of the doctor

  press = (): void => this.#recorder.press()
  takeOver = (): void => this.#recorder.takeOver()
  chooseDevice = (deviceId: string): Promise<void> => this.#recorder.chooseDevice(deviceId)
  retry = (): void => this.#uplink.renew('retry')
  /** Lets this computer's recogniser hear if it should; for a language that was downloaded. */
  hearHere = (): Promise<void> => this.#room.listener.look()
  /** [DS16] The same after it failed. */
  tryAgainHere = (): Promise<void> => this.#room.listener.tryAgain()
  send = (message: ClientMessage): boolean => this.#uplink.send(message)
  /** [R20] 'Finalizar', 'Desfazer', and the end without the rest of the ten seconds. */
  end = (): void => this.#ending.begin()
  undoEnd = (): void => this.#ending.undo()
  endNow = (): void => this.#ending.now()
  /** Ends the consultation with its gaps. */
  acceptGap = (): void => this.#room.finish(true)
  /** Ends the session after the doctor has read what was lost. */
  giveUp = (): void => this.#uplink.giveUp()
  editEntry = (id: string, text: string): Promise<string | null> => this.#room.editEntry(id, text)
  dropEdit = (id: string): void => this.#uplink.statements.dropEdit(id)
  writeEntry = (text: string, speaker: Speaker | null): void => this.#room.writeEntry(text, speaker)
  /** Registers an unsent line, which is sent before the end. Returns the function that unregisters it. */
  holdLine(send: () => void): () => void {
    this.#sendLine = send
    return () => {
      this.#sendLine = null
    }
  }
  /** The patient withdraws consent: shown at once, even offline. */
  revoke = (): Promise<void> => this.#revoke()
  async #revoke(elsewhere?: number): Promise<void> {
    const revoking = this.#withdrawal.revoke(elsewhere)
    this.#uplink.refresh()
    await revoking
  }

  /** Leaves the screen: stops, releases the microphone and sends pending audio. */
  async dispose(): Promise<void> {
    if (this.#disposed) return
    this.#disposed = true
    // The last frame arrives after the recording stops and must be sealed too.
    const release = keepSealing('leaving')
    this.#ending.now()
    this.#recorder.leave()
    void this.#recorder.capture.stored().finally(release)
    await this.#recorder.capture.halted()
    await this.#room.listener.halted()
    this.#room.listener.dispose()
    const until = performance.now() + DRAIN_MS
    const isWaiting = () => this.#uplink.waiting > 0 || this.#kept.now.results.length > 0 || this.#isEndUnsent
    while (isWaiting() && this.#uplink.isOpen && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, TICK_MS / 2))
    }
    for (const stop of this.#stops) stop()
    this.store.close()
    clearInterval(this.#ticker)
    this.#uplink.close()
  }

  /** The doctor finished, and the room has not announced it yet. */
  get #isEndUnsent(): boolean {
    const { finishing, view } = this.store.read()
    return finishing && view.status === 'active'
  }

  async #begin(isCopy: boolean): Promise<void> {
    const queue = await openDeviceQueue(this.#consultationId)
    if (this.#disposed) return
    this.#room.open(queue)
    await this.#remember()
    if (this.#disposed) return
    this.#stops.push(onUnlocked(() => void this.#remember()))
    const isOver = this.#kept.revoked || this.#kept.now.finish !== null
    if (isCopy && isReload() && !isOver) await reopenRecording(this.#consultationId, this.#uplink, this.#recorder)
    if (this.#disposed) return
    this.#stops.push(noteRecording(this.#consultationId, this.store, this.#uplink))
    await this.#room.connect(this.#recorder, this.#withdrawal)
    void this.#room.listener.look()
    if (this.#disposed) return
    let ticks = 0
    this.#ticker = setInterval(() => {
      this.#uplink.tick()
      this.#recorder.look()
      if (++ticks % SEND_EVERY === 0 && this.#uplink.isOpen) void this.#withdrawal.send()
    }, TICK_MS)
    await this.#recorder.begin()
  }
}

/** Opens this screen's session in the consultation; closes it when the screen closes. */
export function useRecordingSession(
  consultationId: string,
  sources: ReturnType<WordSources>,
  isCopy = false,
): RecordingSession | null {
  const [session, setSession] = useState<RecordingSession | null>(null)
  const current = useRef(sources)
  current.current = sources
  // A copy that the server's data replace later changes nothing of a running session.
  const opensCopy = useRef(isCopy)
  useEffect(() => {
    const opened = new RecordingSession(consultationId, () => current.current, opensCopy.current)
    setSession(opened)
    return () => void opened.dispose()
  }, [consultationId])
  return session
}

/** While samples arrive the screen stays awake; the sealing key stays from the start to the last frame. */
function holdWhileRecording(store: SnapshotStore): () => void {
  const holds = [hold(isRecording, keepAwake), hold(isUnderWay, () => keepSealing('recording'))]
  const follow = () => {
    for (const one of holds) one(store.read().recorder)
  }
  const stop = store.subscribe(follow)
  return () => {
    stop()
    for (const one of holds) one({ name: 'idle' })
  }
}

const isRecording = ({ name }: RecorderState): boolean => name === 'recording'

function isUnderWay(recorder: RecorderState): boolean {
  const { name } = recorder
  if (name === 'error' || name === 'requesting_permission') return recorder.goOn
  return name === 'connecting' || name === 'recording' || name === 'paused' || name === 'processing'
}

function hold(wanted: (recorder: RecorderState) => boolean, take: () => () => void) {
  let release: (() => void) | null = null
  return (recorder: RecorderState) => {
    if (wanted(recorder)) release ??= take()
    else {
      release?.()
      release = null
    }
  }
}

/** Keeps the screen awake until the returned function is called. The browser takes the lock away from a hidden page. */
function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let over = false
  const take = async () => {
    if (over || document.visibilityState !== 'visible' || (lock && !lock.released)) return
    try {
      const granted = await navigator.wakeLock.request('screen')
      if (over) void granted.release()
      else lock = granted
    } catch {
      // Unsupported or low battery: record without it.
    }
  }
  document.addEventListener('visibilitychange', take)
  void take()
  return () => {
    over = true
    document.removeEventListener('visibilitychange', take)
    void lock?.release().catch(() => undefined)
  }
}
