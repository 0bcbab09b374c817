import { SAMPLE_RATE } from '#domain/consultation/frame.ts'
import { wavHeader } from '#domain/consultation/wav.ts'
import { type Segment, type Slice, slicesOf, wholeOf } from '#domain/recorder/segments.ts'
import { soundOf } from './local-store.ts'

/** Plays the local recording from the device database only, so it works after a crash. */

/** Null when it cannot be opened or decoded. A truncated last second loses only itself. */
async function decode(
  context: BaseAudioContext,
  consultationId: string,
  segment: Segment,
): Promise<AudioBuffer | null> {
  const bytes = await soundOf(consultationId, segment.segment)
  return bytes && context.decodeAudioData(bytes).catch(() => null)
}

export type Playing = { stop: () => void; ended: Promise<void> }

/** Plays a line; null when no part of it can be played here. */
export async function playLine(
  consultationId: string,
  segments: readonly Segment[],
  line: { take: number; at: number; ms: number },
): Promise<Playing | null> {
  const slices = slicesOf(segments, line.take, line.at, line.ms)
  if (slices.length === 0) return null
  const context = new AudioContext()
  const close = () => void context.close().catch(() => undefined)
  const sounds: { slice: Slice; buffer: AudioBuffer }[] = []
  for (const slice of slices) {
    const buffer = await decode(context, consultationId, slice.segment)
    if (buffer && buffer.duration * 1_000 > slice.fromMs) sounds.push({ slice, buffer })
  }
  if (sounds.length === 0) {
    close()
    return null
  }
  let at = context.currentTime + 0.02
  let last: AudioBufferSourceNode | undefined
  for (const { slice, buffer } of sounds) {
    last = new AudioBufferSourceNode(context, { buffer })
    const from = slice.fromMs / 1_000
    const length = Math.min(buffer.duration - from, (slice.ms ?? Number.POSITIVE_INFINITY) / 1_000)
    last.connect(context.destination)
    last.start(at, from, length)
    at += length
  }
  const ended = new Promise<void>((resolve) => {
    last?.addEventListener('ended', () => resolve())
    context.onstatechange = () => context.state === 'closed' && resolve()
  })
  void ended.then(close)
  return { stop: close, ended }
}

/** Returns one 16 kHz mono WAV of all stored sound. Works segment by segment: an hour does not fit in memory. */
export async function soundFileOf(
  consultationId: string,
  segments: readonly Segment[],
): Promise<{ wav: Blob; samples: number; unread: number }> {
  const parts: Blob[] = []
  let samples = 0
  let unread = 0
  for (const { segment, ms } of wholeOf(segments)) {
    const buffer = await decode(new OfflineAudioContext(1, 1, SAMPLE_RATE), consultationId, segment)
    if (!buffer) {
      unread++
      continue
    }
    const wanted = ms === null ? buffer.length : Math.min(buffer.length, Math.round((ms * SAMPLE_RATE) / 1_000))
    const pcm = Int16Array.from(buffer.getChannelData(0).subarray(0, wanted), (value) =>
      Math.round(Math.max(-1, Math.min(1, value)) * 32_767),
    )
    samples += pcm.length
    parts.push(new Blob([pcm]))
  }
  return { wav: new Blob([wavHeader(samples * 2), ...parts], { type: 'audio/wav' }), samples, unread }
}
