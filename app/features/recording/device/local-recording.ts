import { readSettings } from '#app/lib/settings.ts'
import { audioBitRates } from '#domain/account/settings.ts'
import { recordingFormats } from '#domain/recorder/segments.ts'
import { beginSegment, deletionsOf, keepChunk } from './local-store.ts'

/** Local copy of the sound, to replay a line. The main recording does not depend on it. */
export type LocalRecording = {
  /** Starts a new segment; `position` returns the current place on the audio clock. */
  start(stream: MediaStream, take: number, position: () => number): void
  stop(): void
}

const CHUNK_MS = 1_000
const SEGMENT_MS = 60_000

/** Calls `failed(true)` once when storing breaks, and `failed(false)` when a later segment is stored. */
export function createLocalRecording(consultationId: string, failed: (failed: boolean) => void): LocalRecording {
  /** Newest last. Two only while one segment follows another. */
  let recorders: MediaRecorder[] = []
  /** One run lasts from `start` to `start`; `deleted` is the deletion count at its beginning. */
  let run = { deleted: 0 }
  let rotation: ReturnType<typeof setTimeout> | undefined
  let broken = false

  const tell = (now: boolean) => {
    if (now !== broken) failed(now)
    broken = now
  }

  function start(stream: MediaStream, take: number, position: () => number): void {
    run = { deleted: deletionsOf(consultationId) }
    begin(stream, take, position)
  }

  function begin(stream: MediaStream, take: number, position: () => number): void {
    const before = recorders
    const own = run
    clearTimeout(rotation)
    const { enabled, quality } = readSettings().audio
    if (!enabled) {
      stop()
      return
    }
    try {
      const mimeType = recordingFormats.find((format) => MediaRecorder.isTypeSupported(format))
      if (!mimeType) throw new Error('no format that this browser can record')
      const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: audioBitRates[quality] })
      const segment = createSegment(consultationId, { take, mime: mimeType }, own.deleted, (kept) => {
        // Deleted during the run: this run stores no more of the consultation.
        if (kept !== 'deleted') tell(kept === 'failed')
        else if (own === run) stop()
        if (kept === 'failed') end([recorder])
      })
      // Stop the previous recorder only once this one runs, so that no sound is missed.
      recorder.onstart = () => end(before)
      recorder.ondataavailable = ({ data }) => segment.add(data)
      recorder.onerror = () => {
        stop()
        tell(true)
      }
      // The sound begins with this call; its event comes up to 250 ms later.
      segment.began(position())
      recorder.start(CHUNK_MS)
      recorders = [...before, recorder]
      rotation = setTimeout(() => begin(stream, take, position), SEGMENT_MS)
    } catch {
      stop()
      tell(true)
    }
  }

  function end(some: readonly MediaRecorder[]): void {
    recorders = recorders.filter((one) => !some.includes(one))
    for (const one of some) if (one.state !== 'inactive') one.stop()
  }

  function stop(): void {
    clearTimeout(rotation)
    end(recorders)
  }

  return { start, stop }
}

type Kept = 'kept' | 'deleted' | 'failed'

/** Stores rows in order, one at a time. Stops after a failure: sound cannot be decoded across a hole. */
function createSegment(
  consultationId: string,
  about: { take: number; mime: string },
  deleted: number,
  told: (kept: Kept) => void,
) {
  let number: Promise<number | null | 'failed'> = Promise.resolve(null)
  let written: Promise<boolean> = Promise.resolve(true)
  let n = 0
  const end = (kept: Kept): false => {
    told(kept)
    return false
  }
  return {
    began(from: number): void {
      const row = { ...about, from, startedAt: Date.now() }
      number = beginSegment(consultationId, row, deleted).catch(() => 'failed' as const)
    },
    add(data: Blob): void {
      if (data.size === 0) return
      const at = n++
      written = written.then(async (before) => {
        if (!before) return false
        try {
          const segment = await number
          if (segment === 'failed') return end('failed')
          if (segment === null) return end('deleted')
          if (!(await keepChunk(consultationId, segment, at, await data.arrayBuffer()))) return end('deleted')
          told('kept')
          return true
        } catch {
          return end('failed')
        }
      })
    },
  }
}
