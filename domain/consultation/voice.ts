import type { Work } from './feeding.ts'
import { SAMPLE_RATE } from './frame.ts'
import { holesIn, type Span, withoutSpan, withoutSpans, withSpan } from './spans.ts'
import { type Take, undoneIn } from './take.ts'

/** Energy is measured in tenths of a second. */
const WINDOW = SAMPLE_RATE / 10
/** Quieter than -40 dBFS is not speech. */
const QUIET = 328
/** No room is that noisy by itself. */
const LOUD = 4_000
/** Speech rises and falls; a fan does not. */
const LIVELY = 2
const LONGEST_PAUSE = 7
/** [C27] Less voice than this without a word is a cough, or a chair. */
const LEAST_VOICE = 30
/** [C29] The length of 'Sim'. */
const LEAST_WORD = 2
/** Too short to recognise speech by its energy. */
const SHORT = 10
/** The most doubtful spans per take that the room transcribes again without a request. */
const MOST_DOUBTFUL = 30
/** Engines place words up to half a second off. */
const SLACK = SAMPLE_RATE / 2

/** Done spans without written words, long enough for a sentence, aligned to the windows. In samples. */
export function withoutWords(take: Take, written: readonly Span[]): Span[] {
  const filled: Span[] = []
  const padded = written.map((span) => ({ from: span.from - SLACK, to: span.to + SLACK }))
  for (const span of [...padded, ...undoneIn(take)].sort((a, b) => a.from - b.from)) {
    const last = filled.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else filled.push({ ...span })
  }
  return holesIn(filled, take.stored)
    .map(({ from, to }) => ({ from: Math.ceil(from / WINDOW) * WINDOW, to: Math.floor(to / WINDOW) * WINDOW }))
    .filter(({ from, to }) => to - from >= LEAST_VOICE * WINDOW)
}

/** Energy (RMS) of each window, without the DC offset of the microphone. */
export function levelsOf(pcm: Int16Array): number[] {
  const levels: number[] = []
  for (let at = 0; at + WINDOW <= pcm.length; at += WINDOW) levels.push(levelOf(pcm.subarray(at, at + WINDOW)))
  return levels
}

function levelOf(pcm: Int16Array, step = 1): number {
  let [sum, squares, count] = [0, 0, 0]
  for (let at = 0; at < pcm.length; at += step) {
    const sample = pcm[at] as number
    sum += sample
    squares += sample * sample
    count++
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}

/** A live frame is read at every seventh sample. An odd step sees every pitch. */
const STEP = 7
/** Returns how many milliseconds of the audio have the energy of speech. */
export function loudMs(pcm: Int16Array): number {
  let windows = 0
  for (let at = 0; at + WINDOW <= pcm.length; at += WINDOW)
    if (levelOf(pcm.subarray(at, at + WINDOW), STEP) >= QUIET) windows++
  return windows * 100
}

/** [C46] True if no window has the energy of speech, the last and shorter one included. */
export function isQuiet(pcm: Int16Array): boolean {
  for (let at = 0; at < pcm.length; at += WINDOW) if (levelOf(pcm.subarray(at, at + WINDOW)) >= QUIET) return false
  return true
}

/** [C27] Spans with energy like speech for 3 s or more. `from` is the sample of the first window. */
export function voiceIn(levels: readonly number[], from: number): Span[] {
  const runs: { first: number; last: number; voiced: number }[] = []
  levels.forEach((level, i) => {
    if (level < QUIET) return
    const run = runs.at(-1)
    if (run && i - run.last <= LONGEST_PAUSE + 1) {
      run.last = i
      run.voiced++
    } else runs.push({ first: i, last: i, voiced: 1 })
  })
  return runs
    .filter(({ first, last, voiced }) => voiced >= LEAST_VOICE && isVoice(levels.slice(first, last + 1)))
    .map(({ first, last }) => ({ from: from + first * WINDOW, to: from + (last + 1) * WINDOW }))
}

/** [C29] The voiced part of a span without words, with one window more at either side; empty without voice. */
export function doubtIn(levels: readonly number[], { from, to }: Span): Span[] {
  const first = levels.findIndex((level) => level >= QUIET)
  const last = levels.findLastIndex((level) => level >= QUIET)
  const voiced = levels.filter((level) => level >= QUIET).length
  if (voiced < LEAST_WORD || (levels.length >= SHORT && !isVoice(levels, 1))) return []
  return [{ from: Math.max(from, from + (first - 1) * WINDOW), to: Math.min(to, from + (last + 2) * WINDOW) }]
}

/** `loudest`: the quantile that measures the voice; 1 finds a single word in a silence. */
function isVoice(levels: readonly number[], loudest = 0.9): boolean {
  const sorted = [...levels].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] as number
  return at(0.5) >= LOUD || at(loudest) >= LIVELY * Math.max(1, at(0.1))
}

/** Marks the spans as not done and notes them in `again`. */
export function toHearAgain(take: Take, spans: readonly Work[]): Take {
  const own = spans.filter((span) => span.take === take.take && !take.withdrawn)
  if (own.length === 0) return take
  const done = withoutSpans(take.done, own)
  const again = own.reduce<readonly Span[]>((all, { from, to }) => withSpan(all, { from, to }), take.again ?? [])
  return { ...take, done, again, ...(take.deviceSpans && { deviceSpans: withoutSpans(take.deviceSpans, own) }) }
}

/** True if the span, or one that contains it, was transcribed again. */
export const wasHeardAgain = (take: Take | undefined, span: Span): boolean =>
  take?.again?.some((one) => one.from <= span.from && span.to <= one.to) ?? false

/** [C29] Removes `answered` and `words` from the doubtful spans, then adds the new doubtful ones. */
export function withDoubt(take: Take, answered: Span, doubtful: readonly Span[], words: readonly Span[]): Take {
  const all = doubtful.reduce<readonly Span[]>(withSpan, withoutSpan(take.doubtful ?? [], answered))
  const rest = withoutSpans(all, words).filter(({ from, to }) => to - from >= LEAST_WORD * WINDOW)
  const { doubtful: _, ...others } = take
  return rest.length > 0 ? { ...others, doubtful: rest } : others
}

export const allDoubtful = (takes: readonly Take[]): Work[] =>
  takes.flatMap((take) => (take.doubtful ?? []).map((span) => ({ take: take.take, ...span })))

/** [C29] Doubtful spans not transcribed again yet, longest first, up to the limit per take. */
export const freshDoubt = (takes: readonly Take[]): Work[] =>
  takes.flatMap((take) =>
    allDoubtful([take])
      .filter((span) => !take.withdrawn && !wasHeardAgain(take, span))
      .sort((a, b) => b.to - b.from - (a.to - a.from))
      .slice(0, Math.max(0, MOST_DOUBTFUL - (take.again?.length ?? 0))),
  )
