import type { ListenAlternative, ListenResults, ListenUtterance, ListenWord } from '../speech/listen.ts'
import { SAMPLE_RATE } from './frame.ts'
import { isInside, type Span } from './spans.ts'

/** Words of one voice in one breath, with places in the take. */
export type HeardLine = Span & {
  text: string
  words: HeardWord[]
  confidence?: number
  voice?: number
  /** The recogniser's own words, where `text` writes them more readably. */
  original?: string
  /** The demonstration wrote it. */
  isInvented?: true
}
type HeardWord = Span & { text: string; confidence?: number }

/** A stretch without an end of speech becomes a line after this long, so that it is stored in time. */
const LONGEST_LINE = 30 * SAMPLE_RATE
/** A single word of another voice inside a sentence is a diarization error. */
const SHORTEST_TURN = 2

/**
 * Results of an engine session so far. Final pieces wait in `pieces` until the end of speech makes them lines. Only then
 * is their span done: after an eviction in between, the audio is transcribed again.
 */
export type Utterance = {
  /** The take's sample that is second 0 of the engine session. */
  readonly origin: number
  /** Spans transcribed before: a word whose middle is in one of them was written already. */
  readonly heard: readonly Span[]
  readonly pieces: readonly HeardLine[]
  /** The engine has given final results up to this sample. */
  readonly settled: number
  /** Spans of results with words since the last end of speech, new or not. */
  readonly said: readonly Span[]
}

export type Hearing = {
  utterance: Utterance
  lines: HeardLine[]
  doneTo: number | null
  partial: HeardLine | null
  /** Spans of results with words. Other done audio had no result, or one without words. */
  said: readonly Span[]
}

export const beginUtterance = (origin: number, from: number, heard: readonly Span[]): Utterance => ({
  origin,
  heard,
  pieces: [],
  settled: from,
  said: [],
})

const sampleAt = (origin: number, seconds: number): number => origin + Math.round(seconds * SAMPLE_RATE)

export function hear(utterance: Utterance, results: ListenResults): Hearing {
  const { origin } = utterance
  const span = { from: sampleAt(origin, results.start), to: sampleAt(origin, results.start + results.duration) }
  const alternative = results.channel.alternatives[0] as ListenAlternative
  const lines = linesOf(origin, span, alternative, utterance.heard)
  if (!results.is_final)
    return { utterance, lines: [], doneTo: null, partial: joined([...utterance.pieces, ...lines]), said: [] }
  const answeredTo = Math.max(utterance.settled, span.to)
  const answered = alternative.transcript.trim() === '' ? [] : [span]
  const next = {
    ...utterance,
    pieces: [...utterance.pieces, ...lines],
    settled: answeredTo,
    said: [...utterance.said, ...answered],
  }
  const first = next.pieces[0]
  if (!first || results.speech_final || answeredTo - first.from >= LONGEST_LINE) return endUtterance(next)
  return { utterance: next, lines: [], doneTo: null, partial: joined(next.pieces), said: [] }
}

/** [C28] False for results that end more than one second after the audio sent. */
export const isOnAudio = (origin: number, to: number, said: readonly { start: number; end: number }[]): boolean =>
  said.every(({ start, end }) => start <= end && sampleAt(origin, end) <= to + SAMPLE_RATE)

export const placesIn = ({ start, duration, channel }: ListenResults): { start: number; end: number }[] => [
  { start, end: start + duration },
  ...(channel.alternatives[0]?.words ?? []),
]

/** The end of speech, or of the engine: final pieces become lines. */
export function endUtterance(utterance: Utterance): Hearing {
  const { pieces, settled, said } = utterance
  return {
    utterance: { ...utterance, pieces: [], said: [] },
    lines: turns(pieces, utterance.heard),
    doneTo: settled,
    partial: null,
    said,
  }
}

/** Lines of a batch answer about the audio that begins at `origin`. */
export function hearBatch(
  origin: number,
  span: Span,
  answer: { alternatives: readonly ListenAlternative[]; utterances?: readonly ListenUtterance[] | undefined },
  heard: readonly Span[],
): HeardLine[] {
  const spanOf = (one: ListenUtterance) => ({ from: sampleAt(origin, one.start), to: sampleAt(origin, one.end) })
  const parts: (ListenAlternative & { span: Span })[] = answer.utterances
    ? answer.utterances.map((one) => ({ ...one, span: spanOf(one) }))
    : answer.alternatives.slice(0, 1).map((one) => ({ ...one, span }))
  return parts.flatMap((part) => turns(linesOf(origin, part.span, part, heard), heard))
}

/** The line without words that were written before; empty if no word remains. */
function linesOf(origin: number, span: Span, said: ListenAlternative, heard: readonly Span[]): HeardLine[] {
  if (said.transcript.trim() === '') return []
  if (said.words.length === 0) {
    const middle = Math.round((span.from + span.to) / 2)
    return isInside(heard, middle) ? [] : [{ ...span, text: said.transcript.trim(), words: [], ...certainty(said) }]
  }
  const fresh = said.words.filter((word) => !isInside(heard, sampleAt(origin, (word.start + word.end) / 2)))
  if (fresh.length === 0) return []
  // Prefer the formatted transcript if every word is new and one voice speaks.
  const whole = fresh.length === said.words.length && new Set(fresh.map((word) => word.speaker)).size === 1
  if (whole) return [lineOf(origin, fresh, said.transcript.trim(), said.confidence)]
  const place = (word: ListenWord): Span => ({ from: sampleAt(origin, word.start), to: sampleAt(origin, word.end) })
  return runs(fresh, (before, word) => !isApart(place(before), place(word), heard))
    .flatMap(voices)
    .map((words) => lineOf(origin, words, words.map(written).join(' ')))
}

const written = (word: ListenWord): string => word.punctuated_word ?? word.word

/** True if another line is between the two: joining them would break the order. */
const isApart = (before: Span, after: Span, heard: readonly Span[]): boolean =>
  heard.some((span) => span.from < after.from && span.to > before.to)

function runs<T>(all: readonly T[], follows: (before: T, one: T) => boolean): T[][] {
  const found: T[][] = []
  for (const one of all) {
    const run = found.at(-1)
    if (run && follows(run.at(-1) as T, one)) run.push(one)
    else found.push([one])
  }
  return found
}

/** Splits words where the voice changes. */
function voices(words: readonly ListenWord[]): ListenWord[][] {
  const merged: ListenWord[][] = []
  for (const run of runs(words, (before, word) => before.speaker === word.speaker)) {
    const before = merged.at(-1)
    const same = before && (run.length < SHORTEST_TURN || before[0]?.speaker === run[0]?.speaker)
    if (before && same) before.push(...run)
    else merged.push(run)
  }
  return merged
}

function lineOf(origin: number, words: readonly ListenWord[], text: string, confidence?: number): HeardLine {
  const [first, last] = [words[0] as ListenWord, words.at(-1) as ListenWord]
  const confidences = words.flatMap((word) => word.confidence ?? [])
  const mean =
    confidence ??
    (confidences.length > 0 ? confidences.reduce((sum, one) => sum + one, 0) / confidences.length : undefined)
  return {
    from: sampleAt(origin, first.start),
    to: Math.max(sampleAt(origin, first.start), sampleAt(origin, last.end)),
    text,
    words: words.map((word) => ({
      from: sampleAt(origin, word.start),
      to: sampleAt(origin, word.end),
      text: written(word),
      ...certainty(word),
    })),
    ...certainty({ confidence: mean }),
    ...(first.speaker !== undefined && { voice: first.speaker }),
  }
}

const certainty = ({ confidence }: { confidence?: number | undefined }): { confidence?: number } =>
  confidence === undefined ? {} : { confidence: Math.min(1, Math.max(0, confidence)) }

/** Pieces that follow each other in one voice are one line. */
function turns(pieces: readonly HeardLine[], heard: readonly Span[]): HeardLine[] {
  const lines: HeardLine[] = []
  for (const piece of pieces) {
    const before = lines.at(-1)
    if (before && before.voice === piece.voice && !isApart(before, piece, heard))
      lines[lines.length - 1] = join(before, piece)
    else lines.push(piece)
  }
  return lines
}

function join(a: HeardLine, b: HeardLine): HeardLine {
  const [wa, wb] = [Math.max(1, a.words.length), Math.max(1, b.words.length)]
  const both = a.confidence !== undefined && b.confidence !== undefined
  const confidence = both
    ? ((a.confidence ?? 0) * wa + (b.confidence ?? 0) * wb) / (wa + wb)
    : (a.confidence ?? b.confidence)
  return {
    ...a,
    to: Math.max(a.to, b.to),
    text: `${a.text} ${b.text}`,
    words: [...a.words, ...b.words],
    ...certainty({ confidence }),
  }
}

const joined = (pieces: readonly HeardLine[]): HeardLine | null =>
  pieces.length === 0 ? null : pieces.reduce((line, piece) => join(line, piece))
