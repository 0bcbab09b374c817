/**
 * Where the words of one recogniser session belong on the audio clock of their take. The browser reports no times, so the
 * places come from the moment of each event. All places are samples. The tests carry the numbers [DS..] of RULES.md.
 */
import { SAMPLE_RATE } from '../consultation/frame.ts'
import { withoutHidden } from '../text.ts'

const seconds = (count: number): number => count * SAMPLE_RATE
/** Words begin this long before their first interim text when the recogniser reported no start of speech. */
const INTERIM_DELAY = seconds(1)
const QUIET_AFTER = seconds(10)
const QUIET_MARGIN = seconds(5)
const SPEECH_WITHOUT_TEXT = seconds(15)
const TEXT_WITHOUT_FINAL = seconds(30)
const AUDIO_ENDED_FOR = seconds(5)
const PAUSE = seconds(0.5)
/** A final with the same text is a repetition only within this time. */
const REPEATED_WITHIN = seconds(2)
/** The most that a message of the room protocol holds, in UTF-16 units. */
const TEXT_MAX = 4_000

/** `index`: position of the result in its session. */
export type Final = { index: number; text: string; confidence?: number }
/** A final result for `[from, to)`; its words begin at `at`. An empty text is silence. */
export type DeviceResult = { from: number; to: number; at: number; text: string; confidence?: number }
type Speech = { from: number; to: number | null }
/** Words without their final yet. `changedAt`: place of the last change of the interim text. */
type Utterance = { at: number; speech: Speech | null; changedAt: number; text: string }

export type Words = {
  /** End of the last result: the next one begins here. */
  covered: number
  /** Set by the halt: no place lies after it. */
  limit: number | null
  /** The recogniser takes no audio after this place; its last text may still come. */
  audioEnd: number | null
  nextIndex: number
  /** The last speech that has no text yet. */
  speech: Speech | null
  utterance: Utterance | null
  /** Finals that came after the halt. */
  lateFinals: Final[]
  lastFinal: { text: string; at: number } | null
  /** Place of the last speech or change of interim text. */
  activeAt: number
}

type Step = { words: Words; results: DeviceResult[] }

/** Returns the words of a session that begins to listen at sample `from`. */
export const initialWords = (from: number): Words => ({
  covered: from,
  limit: null,
  audioEnd: null,
  nextIndex: 0,
  speech: null,
  utterance: null,
  lateFinals: [],
  lastFinal: null,
  activeAt: from,
})

const beforeLimit = ({ limit, audioEnd }: Words, at: number): number => Math.min(at, limit ?? at, audioEnd ?? at)

/** Notes that the recogniser takes no more audio. */
export const onAudioEnd = (words: Words, at: number): Words => ({ ...words, audioEnd: beforeLimit(words, at) })

/** Notes that speech begins or ends. */
export function onSpeech(words: Words, isOn: boolean, moment: number): Words {
  const at = beforeLimit(words, moment)
  if (isOn) return { ...words, speech: { from: at, to: null }, lastFinal: null, activeAt: at }
  const speech = words.speech && { ...words.speech, to: at }
  const { utterance } = words
  // A late final belongs to the speech before this one.
  const isItsEnd = utterance && (!utterance.speech || utterance.speech.from === speech?.from)
  const withEnd = isItsEnd
    ? { ...utterance, speech: { from: utterance.speech?.from ?? utterance.at, to: at } }
    : utterance
  return { ...words, speech, utterance: withEnd, activeAt: at }
}

/** Takes the finals of one event, in order, and then its interim text. Returns the results that they give. */
export function onText(before: Words, finals: readonly Final[], interim: string, moment: number): Step {
  const at = beforeLimit(before, moment)
  let words = before
  const fresh: Final[] = []
  for (const final of finals) {
    if (final.index < words.nextIndex) continue
    const text = cleanText(final.text)
    words = { ...words, nextIndex: final.index + 1 }
    if (isRepeated(words, text, at)) continue
    words = { ...words, lastFinal: { text, at } }
    fresh.push({ ...final, text })
  }
  const results: DeviceResult[] = []
  if (fresh.length > 0 && words.limit !== null) {
    const utterance = withLastChange(words.utterance ?? utteranceAt(words, at), fresh, at)
    const texts = chosenFinals(fresh, utterance.text)
    words = { ...words, lateFinals: [...words.lateFinals, ...texts], utterance: { ...utterance, text: '' } }
  } else if (fresh.length > 0) {
    const step = conclude(words, fresh, at)
    words = step.words
    results.push(...step.results)
  }
  return { words: withInterim(words, cleanText(interim), at), results }
}

/** The recogniser of Android repeats its finals. Between two real ones lies new speech or new interim text. */
const isRepeated = (words: Words, text: string, at: number): boolean =>
  words.lastFinal?.text === text && !words.utterance?.text && at - words.lastFinal.at <= REPEATED_WITHIN

function withInterim(words: Words, text: string, at: number): Words {
  if (!text) return words.limit === null ? { ...words, utterance: null } : words
  const utterance = words.utterance ?? utteranceAt(words, at)
  if (utterance.text === text) return words
  return { ...words, utterance: { ...utterance, text, changedAt: at }, lastFinal: null, activeAt: at }
}

function utteranceAt({ speech, covered }: Words, at: number): Utterance {
  return { at: Math.max(covered, speech?.from ?? at - INTERIM_DELAY), speech, changedAt: at, text: '' }
}

/** Without words in its finals, an utterance keeps its interim text: the doctor has seen it. */
function chosenFinals(finals: readonly Final[], interim: string): Final[] {
  const texts = finals.filter(({ text }) => text)
  const [first] = finals
  return texts.length > 0 || !first || !interim ? texts : [{ index: first.index, text: interim }]
}

/** Finals that say more than the interim text are its last change. */
function withLastChange(utterance: Utterance, finals: readonly Final[], at: number): Utterance {
  const text = finals
    .map((final) => final.text)
    .join(' ')
    .trim()
  return !text || text === utterance.text ? utterance : { ...utterance, changedAt: at }
}

/** Closes the utterance with these finals. */
function conclude(words: Words, finals: readonly Final[], moment: number): Step {
  const utterance = withLastChange(words.utterance ?? utteranceAt(words, moment), finals, moment)
  const parts = chosenFinals(finals, utterance.text).flatMap(pieces)
  const end = beforeLimit(words, utterance.speech?.to ?? utterance.changedAt)
  if (parts.length === 0) return cover({ ...words, utterance: null }, utterance.speech?.to ?? words.covered)
  const letters = parts.reduce((sum, { text }) => sum + text.length, 0)
  const length = end - utterance.at
  const results: DeviceResult[] = []
  let [from, begin, done] = [words.covered, utterance.at, 0]
  for (const { text, confidence } of parts) {
    done += text.length
    const to = Math.max(begin + 1, utterance.at + Math.round((length * done) / letters))
    const isProbability = confidence !== undefined && confidence >= 0 && confidence <= 1
    results.push({ from, to, at: begin, text, ...(isProbability ? { confidence } : {}) })
    from = begin = to
  }
  return { words: coveredTo({ ...words, utterance: null }, from), results }
}

const coveredTo = (words: Words, covered: number): Words => ({
  ...words,
  covered,
  speech: words.speech && words.speech.from < covered ? null : words.speech,
})

/** Covers up to `to` with silence, if that is not covered yet. */
function cover(words: Words, to: number): Step {
  const from = words.covered
  if (to <= from) return { words, results: [] }
  return { words: coveredTo(words, to), results: [{ from, to, at: from, text: '' }] }
}

/** Returns the silence to report when there was no speech and no interim text for 10 s. */
export function onQuiet(words: Words, at: number): Step {
  const isQuiet = !words.utterance && words.speech?.to !== null && words.limit === null
  if (!isQuiet || at - Math.max(words.activeAt, words.covered) < QUIET_AFTER) return { words, results: [] }
  return cover(words, beforeLimit(words, at - QUIET_MARGIN))
}

/**
 * Returns the silence of a session that ended well at sample `at`; nothing while words are open. Without a halt it ended
 * by itself, and words of its last second may have no text yet: they are left to the next engine.
 */
export function coverQuiet(words: Words, at: number): Step {
  const isQuiet = !words.utterance && words.speech?.to !== null
  const end = words.limit === null ? at - INTERIM_DELAY : at
  return isQuiet ? cover(words, beforeLimit(words, end)) : { words, results: [] }
}

/**
 * Ends a halted session: its last interim text becomes a result if no final came for it. If speech began after the
 * utterance, the last final is its text.
 */
export function settle(before: Words): Step {
  const { utterance, lateFinals, speech, limit } = before
  if (!utterance) return { words: before, results: [] }
  const rest: Final[] = utterance.text ? [{ index: before.nextIndex, text: utterance.text }] : []
  const finals = [...lateFinals, ...rest]
  if (finals.length === 0) return { words: before, results: [] }
  const { changedAt } = utterance
  const words = { ...before, lateFinals: [], utterance: { ...utterance, text: '' } }
  const isAnother =
    speech !== null && utterance.speech !== null && speech.from >= (utterance.speech.to ?? speech.from + 1)
  if (!isAnother || finals.length === 1) return conclude(words, finals, changedAt)
  const first = conclude(words, finals.slice(0, -1), changedAt)
  const last = { at: Math.max(first.words.covered, speech.from), speech: { from: speech.from, to: speech.to ?? limit } }
  const next = { ...first.words, utterance: { ...last, changedAt, text: '' } }
  const second = conclude(next, finals.slice(-1), changedAt)
  return { words: second.words, results: [...first.results, ...second.results] }
}

/** Returns the interim text with its place, or null without one. */
export function partialOf({ utterance }: Words): { at: number; to: number; text: string } | null {
  if (!utterance?.text) return null
  const { at, changedAt, text } = utterance
  return { at, to: Math.max(at + 1, changedAt), text: text.slice(0, cutAt(text, TEXT_MAX)) }
}

/** Returns true when a session can be renewed without cutting through words. */
export const isPause = (words: Words, at: number): boolean =>
  !words.utterance && words.speech?.to !== null && at - words.activeAt >= PAUSE

/** Returns true when the recogniser shows speech but gives no text, keeps text without its final, or takes no audio. */
export function isStalled({ utterance, speech, audioEnd }: Words, at: number): boolean {
  if (audioEnd !== null && at - audioEnd >= AUDIO_ENDED_FOR) return true
  if (utterance) return at - utterance.changedAt >= TEXT_WITHOUT_FINAL
  return speech !== null && at - speech.from >= SPEECH_WITHOUT_TEXT
}

/** Returns the text as the room accepts it: one line, without hidden characters and halves of characters. */
const cleanText = (text: string): string =>
  withoutHidden(text.replace(/\p{Surrogate}/gu, ''))
    .replace(/\s+/g, ' ')
    .trim()

/** Cuts a text that is too long for one message, at spaces where it has some. */
function pieces({ text, ...rest }: Final): Final[] {
  const parts: Final[] = []
  let remaining = text
  while (remaining.length > TEXT_MAX) {
    const space = remaining.lastIndexOf(' ', TEXT_MAX)
    const cut = space > 0 ? space : cutAt(remaining, TEXT_MAX)
    parts.push({ ...rest, text: remaining.slice(0, cut) })
    remaining = remaining.slice(cut).trimStart()
  }
  return remaining ? [...parts, { ...rest, text: remaining }] : parts
}

/** Returns `length`, or one less where that would cut a character in half. */
const cutAt = (text: string, length: number): number =>
  /[\ud800-\udbff]/.test(text.charAt(length - 1)) && text.length > length ? length - 1 : length
