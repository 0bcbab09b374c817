import type { Work } from './feeding.ts'
import { SAMPLE_RATE } from './frame.ts'
import { holesIn, type Span, withoutSpan, withoutSpans, withSpan } from './spans.ts'
import { type Take, undoneIn } from './take.ts'

/** Energy is measured in tenths of a second. */
const WINDOW = SAMPLE_RATE / 10
/** Below -40 dBFS nobody speaks. */
const QUIET = 328
/** No room is that noisy by itself. */
const LOUD = 4_000
/** Speech rises and falls; a fan does not. */
const LIVELY = 2
const LONGEST_PAUSE = 7
/** [C27] Less voice than this without a word is a cough, or a chair. */
const LEAST_VOICE = 30
/** [C29] 'Sim' is no longer. */
const LEAST_WORD = 2
/** Too short to tell by its energy whether it is speech. */
const SHORT = 10
/** So many stretches of a take are heard again by themselves for a word. */
const MOST_DOUBTFUL = 30
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

/** [C29] The voice in what was answered without a word, from its first window to its last, with one at either side. */
export function doubtIn(levels: readonly number[], { from, to }: Span): Span[] {
  const first = levels.findIndex((level) => level >= QUIET)
  const last = levels.findLastIndex((level) => level >= QUIET)
  const voiced = levels.filter((level) => level >= QUIET).length
  if (voiced < LEAST_WORD || (levels.length >= SHORT && !isVoice(levels, 1))) return []
  return [{ from: Math.max(from, from + (first - 1) * WINDOW), to: Math.min(to, from + (last + 2) * WINDOW) }]
}

/** `loudest`: by what share of the windows it is told how loud the voice is; one word in a silence is a small one. */
function isVoice(levels: readonly number[], loudest = 0.9): boolean {
  const sorted = [...levels].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] as number
  return at(0.5) >= LOUD || at(loudest) >= LIVELY * Math.max(1, at(0.1))
}

/** The take as if it had never heard these spans; that it has is kept beside. */
export function toHearAgain(take: Take, spans: readonly Work[]): Take {
  const own = spans.filter((span) => span.take === take.take && !take.withdrawn)
  if (own.length === 0) return take
  const done = withoutSpans(take.done, own)
  const again = own.reduce<readonly Span[]>((all, { from, to }) => withSpan(all, { from, to }), take.again ?? [])
  return { ...take, done, again }
}

/** Whether the span was heard again already. What is left of it after some words were found is part of it. */
export const wasHeardAgain = (take: Take | undefined, span: Span): boolean =>
  take?.again?.some((one) => one.from <= span.from && span.to <= one.to) ?? false

/** [C29] What was answered anew is doubtful no more, nor where words were found; what the new answer leaves in doubt is. */
export function withDoubt(take: Take, answered: Span, doubtful: readonly Span[], words: readonly Span[]): Take {
  const all = doubtful.reduce<readonly Span[]>(withSpan, withoutSpan(take.doubtful ?? [], answered))
  const rest = withoutSpans(all, words).filter(({ from, to }) => to - from >= LEAST_WORD * WINDOW)
  const { doubtful: _, ...others } = take
  return rest.length > 0 ? { ...others, doubtful: rest } : others
}

export const allDoubtful = (takes: readonly Take[]): Work[] =>
  takes.flatMap((take) => (take.doubtful ?? []).map((span) => ({ take: take.take, ...span })))

/** [C29] The doubtful stretches that nobody has heard again, the longest first, as many as there is patience for. */
export const freshDoubt = (takes: readonly Take[]): Work[] =>
  takes.flatMap((take) =>
    allDoubtful([take])
      .filter((span) => !take.withdrawn && !wasHeardAgain(take, span))
      .sort((a, b) => b.to - b.from - (a.to - a.from))
      .slice(0, Math.max(0, MOST_DOUBTFUL - (take.again?.length ?? 0))),
  )
