/** The device queue and its sender alone, for tests that kill, fill and lock what they stand on. */
import { sealedDraftStore } from '#app/features/consultation/draft-store.ts'
import { KeptStatements } from '#app/features/recording/device/kept-statements.ts'
import {
  discardUnsent,
  downloadUnsent,
  forgetDeviceQueue,
  openDeviceQueue,
} from '#app/features/recording/device/pending-audio.ts'
import { drainElsewhere } from '#app/features/recording/uplink/background.ts'
import { RoomSocket } from '#app/features/recording/uplink/room-socket.ts'
import { Sender, takeLocks } from '#app/features/recording/uplink/sender.ts'
import { setDeviceDoctor } from '#app/lib/device/doctor.ts'
import { unsentAudio } from '#app/lib/device/frames.ts'
import { readNote, writeNote } from '#app/lib/device/notes.ts'
import { keepSealing, lockDevice, unlockDevice } from '#app/lib/device/vault.ts'
import { pcmOf } from '../pcm.ts'

const FRAME = 4_000

/** Puts frames as a recording would, but as fast as the disk takes them. */
async function record(consultationId: string, take: number, from: number, count: number): Promise<number> {
  const queue = await openDeviceQueue(consultationId)
  await queue.begin(take)
  const startedAt = performance.now()
  for (let i = from; i < from + count; i += 64) {
    const batch = Array.from({ length: Math.min(64, from + count - i) }, (_, n) => (i + n) * FRAME)
    await Promise.all(batch.map((at) => queue.put({ take, at, samples: pcmOf(take, at, FRAME) })))
  }
  return performance.now() - startedAt
}

/** A frame after the other until the page dies; says how many are kept. */
async function recordOn(consultationId: string, take: number, from: number): Promise<void> {
  const queue = await openDeviceQueue(consultationId)
  for (let i = from; ; i++) {
    await queue.put({ take, at: i * FRAME, samples: pcmOf(take, i * FRAME, FRAME) })
    ;(window as unknown as { kept: (frames: number) => void }).kept(i + 1)
  }
}

type Lost = { take: number; at: number; ms: number }

async function send(consultationId: string) {
  const queue = await openDeviceQueue(consultationId)
  const lost: Lost[] = []
  let socket: RoomSocket | undefined
  const wire = {
    send: (message: Parameters<RoomSocket['send']>[0]) => socket?.send(message) ?? false,
    renew: (reason: string) => socket?.renew(reason),
  }
  let reportCount = 0
  const sender = new Sender(queue, wire, {
    locks: takeLocks(consultationId),
    onLost: (gap) => lost.push(gap),
    onChange: () => reportCount++,
  })
  await sender.restore()
  socket = new RoomSocket(
    consultationId,
    { holds: () => queue.lengthsForRoom(), isRevoked: () => false },
    {
      view: () => undefined,
      connection: (state) => state !== 'connected' && sender.disconnected(),
      message: (message) => {
        if (message.type === 'welcome') void sender.connected(message.takes)
        if (message.type === 'audio_ack') void sender.acknowledged(message)
      },
    },
  )
  socket.connect()
  const ticker = setInterval(() => sender.tick(), 500)
  const stop = () => {
    clearInterval(ticker)
    sender.close()
    socket?.close()
  }
  return { sender, lost, stop, told: () => reportCount }
}

/** The longest that the main thread could not answer. */
function watchResponsiveness() {
  let last = performance.now()
  let longest = 0
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 10)
  let task = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) task = Math.max(task, entry.duration)
  })
  observer.observe({ type: 'longtask' })
  return () => {
    clearInterval(timer)
    observer.disconnect()
    return { longestGapMs: Math.round(longest), longestTaskMs: Math.round(task) }
  }
}

const device = {
  record,
  recordOn,
  send,
  watchResponsiveness,
  openDeviceQueue,
  forgetDeviceQueue,
  setDeviceDoctor,
  unsentAudio,
  drainElsewhere,
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
    sending: Awaited<ReturnType<typeof send>>
  }
}
Object.assign(window, { device })
