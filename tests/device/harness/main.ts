/** The device queue and its sender alone, for tests that kill, fill and lock what they stand on. */
import { sealedDraftStore } from '#app/features/consultation/draft-store.ts'
import { KeptStatements } from '#app/features/recording/device/kept-statements.ts'
import {
  discardUnsent,
  downloadUnsent,
  forgetDeviceQueue,
  openDeviceQueue,
} from '#app/features/recording/device/pending-audio.ts'
import { Drain, drainElsewhere } from '#app/features/recording/uplink/background.ts'
import { openDeviceDatabase } from '#app/lib/device/database.ts'
import { setDeviceDoctor } from '#app/lib/device/doctor.ts'
import { unsentAudio } from '#app/lib/device/frames.ts'
import { readNote, writeNote } from '#app/lib/device/notes.ts'
import { keepSealing, lockDevice, unlockDevice } from '#app/lib/device/vault.ts'
import { FRAME_SAMPLES as FRAME } from '#domain/consultation/frame.ts'
import { pcmOf } from '../pcm.ts'

/** Puts frames as a recording would, but as fast as the disk takes them. */
async function record(consultationId: string, take: number, from: number, count: number): Promise<void> {
  const queue = await openDeviceQueue(consultationId)
  await queue.begin(take)
  for (let i = from; i < from + count; i += 64) {
    const batch = Array.from({ length: Math.min(64, from + count - i) }, (_, n) => (i + n) * FRAME)
    await Promise.all(batch.map((at) => queue.put({ take, at, samples: pcmOf(take, at, FRAME) })))
  }
}

/** A frame after the other until the page dies; says how many are kept. */
async function recordOn(consultationId: string, take: number, from: number): Promise<void> {
  const queue = await openDeviceQueue(consultationId)
  for (let i = from; ; i++) {
    await queue.put({ take, at: i * FRAME, samples: pcmOf(take, i * FRAME, FRAME) })
    window.kept(i + 1)
  }
}

/** Sends what waits of this consultation, as the app does from its other pages. */
function send(consultationId: string): void {
  const parts = { queue: openDeviceQueue(consultationId), kept: new KeptStatements(consultationId) }
  const sending = new Drain(consultationId, parts, () => undefined)
  setInterval(() => sending.tick(), 500)
}

/** Sends what waits of other consultations; `calls` are what remained at each look. */
function drain(except: string | null) {
  const calls: Parameters<Parameters<typeof drainElsewhere>[1]>[0][] = []
  return { calls, stop: drainElsewhere(except, (left) => calls.push(left)) }
}

/** The longest time, in ms, for which the main thread could not answer. */
function watchTasks(): () => number {
  let longest = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  })
  observer.observe({ type: 'longtask' })
  return () => longest
}

const device = {
  record,
  recordOn,
  send,
  watchTasks,
  openDeviceDatabase,
  openDeviceQueue,
  forgetDeviceQueue,
  setDeviceDoctor,
  unsentAudio,
  drain,
  discardUnsent,
  downloadUnsent,
  statements: (consultationId: string) => new KeptStatements(consultationId),
  readNote,
  writeNote,
  lockDevice,
  unlockDevice,
  keepSealing,
  drafts: sealedDraftStore,
}
declare global {
  interface Window {
    device: typeof device
    draining: ReturnType<typeof drain>
    longestTaskMs: ReturnType<typeof watchTasks>
    release: () => void
    /** The test's: says how many frames are kept. */
    kept(frames: number): void
  }
}
Object.assign(window, { device })
