import { minuteOf } from './measurement.ts'

/** Less voice than this, in ms, is a cough, and no doctor waits for its words. */
const LEAST_VOICE = 2_000
/** After this time without voice, in ms, a cough is forgotten. */
const FORGET_AFTER = 2_000
/** The service level: words within this time, in ms. */
const PATIENCE = 5_000

/** One minute of the audio that an engine is given, and how long its words are waited for. Times in epoch ms. */
export type VoiceMinute = {
  minute: number
  /** Voice in this minute, in ms. */
  voiced: number
  /** The longest wait for words in this minute, in ms. */
  worst: number
  /** It was late, or the engine failed: it is counted already. */
  isCounted: boolean
  /** Voice without words since; null: all voice has words. */
  since: number | null
  /** Voice since then, in ms. */
  waiting: number
  lastVoiceAt: number
}

/** One count: the longest wait of a minute in ms; a minute whose engine failed; the wait for the first words. */
export type VoiceCount = { words: number } | { failed: true } | { firstWords: number }

type Step = { state: VoiceMinute; counts: readonly VoiceCount[] }

export const beginVoice = (now: number): VoiceMinute => ({
  ...{ minute: minuteOf(now), voiced: 0, worst: 0, isCounted: false },
  ...{ since: null, waiting: 0, lastVoiceAt: 0 },
})

/** Ends the minute if it is over, or `isLast`. */
function turn(state: VoiceMinute, now: number, isLast = false): Step {
  if (state.minute === minuteOf(now) && !isLast) return { state, counts: [] }
  const isVoiced = state.voiced >= LEAST_VOICE && !state.isCounted
  return {
    state: { ...state, minute: minuteOf(now), voiced: 0, worst: 0, isCounted: false },
    counts: isVoiced ? [{ words: state.worst }] : [],
  }
}

/** Audio with so many ms of voice went to the engine. A minute is counted as late as soon as it is. */
export function onVoice(before: VoiceMinute, loud: number, now: number): Step {
  const { state: turned, counts } = turn(before, now)
  let state = turned
  if (loud > 0) {
    const isCough = state.waiting < LEAST_VOICE && now - state.lastVoiceAt > FORGET_AFTER
    const begins = state.since === null || isCough
    const waits = begins ? { since: now, waiting: loud } : { waiting: state.waiting + loud }
    state = { ...state, ...waits, voiced: state.voiced + loud, lastVoiceAt: now }
  }
  const wait = state.since === null ? 0 : now - state.since
  if (state.isCounted || state.waiting < LEAST_VOICE || wait <= PATIENCE) return { state, counts }
  return { state: { ...state, isCounted: true }, counts: [...counts, { words: wait }] }
}

/** The engine answered words. */
export function onWords(before: VoiceMinute, now: number): Step {
  const { state, counts } = turn(before, now)
  if (state.since === null) return { state, counts }
  const wait = now - state.since
  const worst = Math.max(state.worst, wait)
  return { state: { ...state, worst, since: null, waiting: 0 }, counts: [...counts, { firstWords: wait }] }
}

/** The engine failed while audio waited for it. The minute counts once. */
export function onFailure(before: VoiceMinute, now: number): Step {
  const { state, counts } = turn(before, now)
  const next = { ...state, isCounted: true, since: null, waiting: 0 }
  return { state: next, counts: state.isCounted ? counts : [...counts, { failed: true }] }
}

/** The last minutes with voice of a consultation, bad or not, and what it is counted as. */
export type Hearing = { recent: readonly boolean[]; isCounted: boolean; isBad: boolean }
export const newHearing: Hearing = { recent: [], isCounted: false, isBad: false }
/** So many minutes with voice judge a consultation. It is bad if most of them have no words in time. */
const JUDGED_MINUTES = 3

/**
 * Adds a minute to its consultation. `count`: 1 when the consultation counts, at its third minute. `failed`: 1 when it
 * turns bad, at once or later. Each is 1 once at most for a hearing, so a noisy room weighs no more than another. The
 * room keeps the hearing in memory: evicted in a pause, it begins again. A consultation with n such pauses counts up to
 * n + 1 times, each time as good or bad by minutes of its own: the share of bad ones stays honest, their number grows.
 */
export function judge(before: Hearing, minute: VoiceCount): { hearing: Hearing; count: number; failed: number } {
  if ('firstWords' in minute) return { hearing: before, count: 0, failed: 0 }
  const isLate = 'failed' in minute || minute.words > PATIENCE
  const recent = [...before.recent, isLate].slice(-JUDGED_MINUTES)
  const isCounted = recent.length === JUDGED_MINUTES
  const isBad = before.isBad || (isCounted && recent.filter(Boolean).length > JUDGED_MINUTES / 2)
  const count = isCounted && !before.isCounted ? 1 : 0
  return { hearing: { recent, isCounted, isBad }, count, failed: isBad && !before.isBad ? 1 : 0 }
}

/** The session ended: its last minute counts too. */
export const endVoice = (before: VoiceMinute, now: number): Step => turn(before, now, true)
