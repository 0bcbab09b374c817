import type { Work } from './feeding.ts'
import { SAMPLE_RATE } from './frame.ts'
import { holesIn, type Span, withoutSpan, withSpan } from './spans.ts'
import { type Take, undoneIn } from './take.ts'

/** Energy is measured in tenths of a second. */
export const WINDOW = SAMPLE_RATE / 10
/** Below -40 dBFS nobody speaks. */
const QUIET = 328
/** No room is that noisy by itself. */
const LOUD = 4_000
/** Speech rises and falls; a fan does not. */
const LIVELY = 2
const LONGEST_PAUSE = 7
/** [C27] Less voice than this without a word is a cough, or a chair. */
const LEAST_VOICE = 30
/** Engines place words a little beside where they were said. */
const SLACK = SAMPLE_RATE / 2

/** Where a take is done and nothing is written, long enough to hold a sentence; on the grid of the windows. */
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

/** The energy of each window, whatever offset the microphone adds. */
export function levelsOf(pcm: Int16Array): number[] {
  const levels: number[] = []
  for (let at = 0; at + WINDOW <= pcm.length; at += WINDOW) {
    let [sum, squares] = [0, 0]
    for (let i = at; i < at + WINDOW; i++) {
      const sample = pcm[i] as number
      sum += sample
      squares += sample * sample
    }
    levels.push(Math.sqrt(Math.max(0, squares / WINDOW - (sum / WINDOW) ** 2)))
  }
  return levels
}

/** [C27] Where somebody speaks for 3 s or more, by energy alone. `from` is the sample of the first window. */
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

function isVoice(levels: readonly number[]): boolean {
  const sorted = [...levels].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] as number
  return at(0.5) >= LOUD || at(0.9) >= LIVELY * Math.max(1, at(0.1))
}

/** The take as if it had never heard these spans; that it has is kept beside. */
export function toHearAgain(take: Take, spans: readonly Work[]): Take {
  const own = spans.filter((span) => span.take === take.take && !take.withdrawn)
  if (own.length === 0) return take
  const done = own.reduce<readonly Span[]>((all, span) => withoutSpan(all, span), take.done)
  const again = own.reduce<readonly Span[]>((all, { from, to }) => withSpan(all, { from, to }), take.again ?? [])
  return { ...take, done, again }
}

/** Whether the span was heard again already. What is left of it after some words were found is part of it. */
export const wasHeardAgain = (take: Take | undefined, span: Span): boolean =>
  take?.again?.some((one) => one.from <= span.from && span.to <= one.to) ?? false
