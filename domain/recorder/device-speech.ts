/**
 * State machine of the browser's own recogniser. The host runs the effects and reports what the browser does. Places are
 * samples on the audio clock of a take. The tests carry the rule numbers [DS..] of RULES.md.
 */
import { MOST_TAKES } from '../consultation/protocol.ts'
import { never } from '../never.ts'
import {
  coverQuiet,
  type DeviceResult,
  type Final,
  initialWords,
  isPause,
  isStalled,
  onAudioEnd,
  onQuiet,
  onSpeech,
  onText,
  partialOf,
  settle,
  type Words,
} from './device-words.ts'

/** A stretch of a take that the page's recogniser hears. Without `to` it still listens. */
export type DeviceSpan = { from: number; to?: number }

const ABORT_AFTER_MS = 2_000
const START_WITHIN_MS = 10_000
const QUICK_END_MS = 1_000
const QUICK_ENDS = 5
/** Waits after the fifth quick end, the sixth, and so on; also after the first failure and the second. */
const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 30_000] as const
const FAILURES = 3
const RENEW_AFTER_MS = 4 * 60_000
const PARTIAL_EVERY_MS = 250

const forGoodCodes = ['not-allowed', 'service-not-allowed', 'language-not-supported'] as const
const countedCodes = ['audio-capture', 'network'] as const
const normalCodes: readonly string[] = ['no-speech', 'aborted']

/** `stalled`: no answer, or no text for speech. `restarting`: it ends at once, again and again. */
type DeviceFault = (typeof forGoodCodes | typeof countedCodes)[number] | 'stalled' | 'restarting' | 'unknown'

type Session = {
  id: number
  take: number
  requestedAt: number
  startedAt: number | null
  /** Where its span begins. */
  from: number
  /** Null until the session has started. */
  words: Words | null
  /** Set when the session should end: it is aborted then. */
  abortAt: number | null
  hasText: boolean
  hasFailed: boolean
  /** When the last partial was emitted, and its text. */
  partial: { now: number; text: string }
}

export type DeviceSpeechState = {
  /** The take that the page records; null while it does not. */
  take: number | null
  session: Session | null
  /** Number of the last session. */
  last: number
  /** Closed spans of each take, and the end of its last result. */
  coverage: Readonly<Record<number, { spans: readonly DeviceSpan[]; end: number }>>
  quickEnds: number
  failures: number
  waitUntil: number | null
  /** The recogniser failed for good; the next run tries again. */
  isOver: boolean
}

/** `at`: this moment in the take that `placeOf` names; `now`: a monotonic clock in ms. */
type Moment = { at: number; now: number }
export type DeviceSpeechEvent = Moment &
  (
    | { type: 'run'; take: number }
    | { type: 'halt' }
    | { type: 'started'; session: number }
    | { type: 'speech'; session: number; on: boolean }
    /** The session takes no more audio. */
    | { type: 'audio_end'; session: number }
    | { type: 'text'; session: number; finals: readonly Final[]; interim: string }
    | { type: 'error'; session: number; code: string }
    | { type: 'ended'; session: number }
    /** Every 500 ms. */
    | { type: 'tick' }
    /** The patient withdrew consent. */
    | { type: 'withdraw' }
  )

export type DeviceSpeechEffect =
  | { type: 'start'; session: number }
  /** Its finals still come. */
  | { type: 'stop'; session: number }
  | { type: 'abort'; session: number }
  /** Every span of the take. */
  | { type: 'spans'; take: number; spans: DeviceSpan[] }
  | ({ type: 'result'; take: number } & DeviceResult)
  | { type: 'partial'; take: number; at: number; to: number; text: string }
  | { type: 'fault'; kind: DeviceFault; forGood: boolean }

type Transition = { state: DeviceSpeechState; effects: DeviceSpeechEffect[] }

export const initialDeviceSpeech: DeviceSpeechState = {
  take: null,
  session: null,
  last: 0,
  coverage: {},
  quickEnds: 0,
  failures: 0,
  waitUntil: null,
  isOver: false,
}

const to = (state: DeviceSpeechState, ...effects: DeviceSpeechEffect[]): Transition => ({ state, effects })
const then = (first: Transition, next: (state: DeviceSpeechState) => Transition): Transition => {
  const { state, effects } = next(first.state)
  return { state, effects: [...first.effects, ...effects] }
}

/** Returns the take whose audio clock gives the place of the next event; null when there is none. */
export const placeOf = ({ session, take }: DeviceSpeechState): number | null => session?.take ?? take

/** Returns the next state, and the effects that the host runs in order. */
export function transition(state: DeviceSpeechState, event: DeviceSpeechEvent): Transition {
  const { session } = state
  // A session that is over changes nothing.
  if ('session' in event && event.session !== session?.id) return to(state)
  switch (event.type) {
    case 'run':
      return run(state, event.take, event)
    case 'halt':
      return halt(state, event)
    case 'started':
      return session ? onStarted(state, session, event) : to(state)
    case 'speech':
      if (!session?.words) return to(state)
      return to({ ...state, session: { ...session, words: onSpeech(session.words, event.on, event.at) } })
    case 'audio_end':
      return to(
        session?.words ? { ...state, session: { ...session, words: onAudioEnd(session.words, event.at) } } : state,
      )
    case 'text':
      if (!session?.words) return to(state)
      return withWords(state, session, onText(session.words, event.finals, event.interim, event.at), event.now)
    case 'error':
      return session ? onError(state, session, event.code, event.now) : to(state)
    case 'ended':
      return then(close(state, event.now, session?.hasFailed ? null : event.at), (next) => proceed(next, event.now))
    case 'tick':
      return session ? onTick(state, session, event) : proceed(state, event.now)
    case 'withdraw':
      // The audio is deleted: nothing more of it is reported.
      return to({ ...state, take: null, session: null, coverage: {}, waitUntil: null }, ...abortOf(session))
    default:
      return never(event)
  }
}

const abortOf = (session: Session | null): DeviceSpeechEffect[] =>
  session ? [{ type: 'abort', session: session.id }] : []

/** Records this take from here. A session of the run before ends first. [DS16] Each run tries again after a failure. */
function run(before: DeviceSpeechState, take: number, moment: Moment): Transition {
  const state = before.isOver ? { ...before, isOver: false, failures: 0, quickEnds: 0 } : before
  const next = (after: DeviceSpeechState) => proceed({ ...after, take }, moment.now)
  return then(halt(state, moment), next)
}

function halt(state: DeviceSpeechState, { at, now }: Moment): Transition {
  const { session } = state
  const withoutRun: DeviceSpeechState = { ...state, take: null, waitUntil: null }
  if (!session) return to(withoutRun)
  if (!session.words) return to({ ...withoutRun, session: null }, ...abortOf(session))
  if (session.words.limit !== null) return to(withoutRun)
  const next = { ...session, words: { ...session.words, limit: at }, abortAt: now + ABORT_AFTER_MS }
  const effects: DeviceSpeechEffect[] = session.abortAt === null ? [{ type: 'stop', session: session.id }] : []
  return to({ ...withoutRun, session: next }, ...effects)
}

/** Starts the next session if the run goes on and no wait is left. */
function proceed(state: DeviceSpeechState, now: number): Transition {
  const { take } = state
  if (take === null || state.session || (state.waitUntil !== null && now < state.waitUntil)) return to(state)
  const id = state.last + 1
  const session: Session = {
    id,
    take,
    requestedAt: now,
    startedAt: null,
    from: 0,
    words: null,
    abortAt: null,
    hasText: false,
    hasFailed: false,
    partial: { now: Number.NEGATIVE_INFINITY, text: '' },
  }
  return to({ ...state, session, last: id, waitUntil: null }, { type: 'start', session: id })
}

function onStarted(state: DeviceSpeechState, session: Session, { at, now }: Moment): Transition {
  if (session.words) return to(state)
  const { spans, end } = coverageOf(state, session.take)
  const from = Math.max(at, end)
  const next = { ...state, session: { ...session, startedAt: now, from, words: initialWords(from) } }
  return to(next, { type: 'spans', take: session.take, spans: latest([...spans, { from }]) })
}

const coverageOf = ({ coverage }: DeviceSpeechState, take: number): DeviceSpeechState['coverage'][number] =>
  coverage[take] ?? { spans: [], end: 0 }

/** Returns spans that fit into one message, with room for one more: the oldest ones are joined, never left out. */
function latest(spans: DeviceSpan[]): DeviceSpan[] {
  const surplus = spans.length - (MOST_TAKES - 1)
  const [first] = spans
  return surplus > 0 && first ? [{ ...spans[surplus], from: first.from }, ...spans.slice(surplus + 1)] : spans
}

/** Stores the words, and emits their results and, four times a second at most, the interim text. */
function withWords(
  state: DeviceSpeechState,
  session: Session,
  { words, results }: { words: Words; results: DeviceResult[] },
  now: number,
): Transition {
  const { take } = session
  const effects: DeviceSpeechEffect[] = results.map((result) => ({ type: 'result', take, ...result }))
  const hasText = session.hasText || results.some(({ text }) => text) || words.lateFinals.length > 0
  let { partial } = session
  const interim = words.limit === null ? partialOf(words) : null
  if (interim && interim.text !== partial.text && now - partial.now >= PARTIAL_EVERY_MS) {
    partial = { now, text: interim.text }
    effects.push({ type: 'partial', take, ...interim })
  } else if (results.length > 0) partial = { now: partial.now, text: '' }
  const failures = hasText ? 0 : state.failures
  return to({ ...state, failures, session: { ...session, words, hasText, partial } }, ...effects)
}

function onError(state: DeviceSpeechState, session: Session, code: string, now: number): Transition {
  if (normalCodes.includes(code)) return to(state)
  const kind = [...forGoodCodes, ...countedCodes].find((one) => one === code) ?? 'unknown'
  if (forGoodCodes.some((one) => one === kind)) return giveUp(state, kind, now)
  return fail(state, session, kind, now)
}

/** Counts a failure: the third in a row is for good. The session should end by itself, and is aborted if it does not. */
function fail(state: DeviceSpeechState, session: Session, kind: DeviceFault, now: number): Transition {
  const failures = state.failures + (session.hasFailed ? 0 : 1)
  const abortAt = session.abortAt ?? now + ABORT_AFTER_MS
  const next = { ...state, failures, session: { ...session, hasFailed: true, abortAt } }
  return failures >= FAILURES ? giveUp(next, kind, now) : to(next, { type: 'fault', kind, forGood: false })
}

function giveUp(state: DeviceSpeechState, kind: DeviceFault, now: number): Transition {
  const end = abort({ ...state, take: null, waitUntil: null, isOver: true }, now)
  return then(end, (next) => to(next, { type: 'fault', kind, forGood: true }))
}

const abort = (state: DeviceSpeechState, now: number): Transition => {
  const { state: next, effects } = close(state, now)
  return to(next, ...abortOf(state.session), ...effects)
}

/** Ends the session: its span ends with its last result. `listenedTo`: the place up to which it worked; null if it failed. */
function close(state: DeviceSpeechState, now: number, listenedTo: number | null = null): Transition {
  const { session } = state
  if (!session) return to(state)
  const isHalted = session.words !== null && session.words.limit !== null
  const isQuick = !session.hasText && (session.startedAt === null || now - session.startedAt < QUICK_END_MS)
  const quietTo = isQuick && !isHalted ? null : listenedTo
  const last = session.words && (isHalted || quietTo !== null) ? lastOf(session.words, isHalted, quietTo) : null
  const lastWords = last ? withWords(state, session, last, now) : to(state)
  return then(lastWords, (after) => {
    const withoutSession = { ...after, session: null, failures: session.hasFailed ? after.failures : 0 }
    const end = closeSpan(withoutSession, session, after.session?.words ?? null)
    if (isHalted) return end
    return then(end, (next) => countEnd(next, { isQuick, hasFailed: session.hasFailed }, now))
  })
}

/** Returns the last results of a session: its text after a halt, and the silence that it listened to. */
function lastOf(words: Words, isHalted: boolean, listenedTo: number | null) {
  const text = isHalted ? settle(words) : { words, results: [] }
  const silence = listenedTo === null ? { words: text.words, results: [] } : coverQuiet(text.words, listenedTo)
  return { words: silence.words, results: [...text.results, ...silence.results] }
}

function closeSpan(state: DeviceSpeechState, { take, from }: Session, words: Words | null): Transition {
  if (!words) return to(state)
  const before = coverageOf(state, take).spans
  const last = before.at(-1)
  const isLonger = words.covered > from
  // A session that continues where the one before ended continues its span.
  const isJoined = isLonger && last?.to === from
  const addition = isLonger ? [{ from: isJoined ? last.from : from, to: words.covered }] : []
  const spans = latest([...(isJoined ? before.slice(0, -1) : before), ...addition])
  const coverage = { ...state.coverage, [take]: { spans, end: words.covered } }
  return to({ ...state, coverage }, { type: 'spans', take, spans })
}

/** The next session waits after a failure, and after five quick ends in a row. */
function countEnd(state: DeviceSpeechState, end: { isQuick: boolean; hasFailed: boolean }, now: number): Transition {
  const quickEnds = end.isQuick ? state.quickEnds + 1 : 0
  const beyond = quickEnds - QUICK_ENDS
  const waits = Math.max(beyond, end.hasFailed ? state.failures - 1 : -1)
  if (waits < 0 || state.take === null) return to({ ...state, quickEnds })
  const wait = WAITS_MS[Math.min(waits, WAITS_MS.length - 1)] ?? 0
  const effects: DeviceSpeechEffect[] = beyond === 0 ? [{ type: 'fault', kind: 'restarting', forGood: false }] : []
  return to({ ...state, quickEnds, waitUntil: now + wait }, ...effects)
}

function onTick(state: DeviceSpeechState, session: Session, { at, now }: Moment): Transition {
  const renew = (next: DeviceSpeechState) => then(abort(next, now), (after) => proceed(after, now))
  const { words, abortAt } = session
  if (abortAt !== null) return now >= abortAt ? renew(state) : to(state)
  if (!words) {
    if (now - session.requestedAt < START_WITHIN_MS) return to(state)
    return then(fail(state, session, 'stalled', now), (next) => (next.session ? renew(next) : to(next)))
  }
  if (isStalled(words, at)) {
    return then(to(state, { type: 'fault', kind: 'stalled', forGood: false }), renew)
  }
  if (session.startedAt !== null && now - session.startedAt >= RENEW_AFTER_MS && isPause(words, at)) {
    const next = { ...session, abortAt: now + ABORT_AFTER_MS }
    return to({ ...state, session: next }, { type: 'stop', session: session.id })
  }
  return withWords(state, session, onQuiet(words, at), now)
}
