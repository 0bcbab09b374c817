import { refuse, send } from './answers.ts'
import { consentTold, refusesRecording } from './consent.ts'
import { onGap } from './device-gaps.ts'
import { ended, finish, heardAgain, heldBack, settled, tell, ticked, voiceFound } from './finishing.ts'
import { OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION } from './frame.ts'
import { MOST_TAKES_OF_SCREENS } from './limits.ts'
import { MOST_TAKES, type Refusal } from './protocol.ts'
import { withSpan } from './spans.ts'
import {
  type Active,
  type Effect,
  type From,
  flushPause,
  type Lease,
  missingOf,
  type RoomEvent,
  type RoomState,
  recorderFor,
  type Step,
  withTake,
} from './state.ts'
import {
  afterPause,
  closed,
  disowned,
  grown,
  leftTo,
  newTake,
  progressOf,
  reopened,
  type Take,
  withGuesses,
} from './take.ts'
import { allDoubtful, withDoubt } from './voice.ts'

type EventOf<T extends RoomEvent['type']> = Extract<RoomEvent, { type: T }>

/** The rules of RULES.md. Pure: the host stores, sends and asks again when it is due. */
export function transition(state: RoomState, event: RoomEvent, now: number): Step {
  switch (event.type) {
    case 'hello':
      return greeted(state, event)
    case 'closed':
      return left(state, event, now)
    case 'frame':
      return framed(state, event, now)
    case 'toggle_transcription':
      return toggled(state, event, now)
    case 'take_over':
      return takenOver(state, event, now)
    case 'gap':
      return onGap(state, event, now)
    case 'finish':
      return finish(state, event, now)
    case 'heard':
      return heard(state, event, now)
    case 'consent':
      return consentTold(state, event, now)
    case 'voice':
      return voiceFound(state, event.spans, now)
    case 'retranscribe':
      return retranscribed(state, event, now)
    case 'flushed':
      if (state.phase !== 'flushing') return stay(state)
      return {
        state: { phase: 'completed' },
        effects: [{ do: 'broadcast', message: { type: 'consultation', status: 'completed' } }],
      }
    case 'flush_failed': {
      if (state.phase !== 'flushing') return stay(state)
      const attempts = state.attempts + 1
      return { state: { ...state, attempts, retryAt: now + flushPause(attempts) }, effects: [{ do: 'save' }] }
    }
    case 'tick':
      return ticked(state, event.screens, now)
    case 'end':
      return ended(state, event.last, now)
    default:
      return never(event)
  }
}

const stay = (state: RoomState): Step => ({ state, effects: [] })
const phaseRefusal = (state: RoomState): Refusal => (state.phase === 'completed' ? 'completed' : 'finishing')

function greeted(state: RoomState, event: EventOf<'hello'>): Step {
  const welcome: Effect = { do: 'welcome', to: event.socket, since: event.since }
  if (event.version < OLDEST_PROTOCOL_VERSION || event.version > PROTOCOL_VERSION) {
    return refuse(state, event.socket, 'version_unsupported')
  }
  if (state.phase === 'completed' || state.phase === 'flushing') return { state, effects: [welcome] }
  const attended = { ...state, aloneSince: null, reminded: false }
  if (attended.phase === 'finishing') {
    const next = heldBack(attended, event)
    return settled(next, [{ do: 'save' }, welcome, tell(next)])
  }
  const all = event.partial ? null : (event.holds ?? null)
  const lease = attended.recorder
  const takes = attended.takes.map((take) => {
    const held = event.holds?.find((one) => one.take === take.take)
    const recorder = take.take === lease?.take ? lease : null
    // [C31] It records on, whatever another page took it for.
    if (recorder?.screen === event.screen) return { ...take, length: null }
    if (held) return leftTo(take, event.screen, held)
    // Who is connected may yet begin.
    return recorder?.socket ? take : disowned(take, event.session, all)
  })
  // [C10] The old connection of this screen may still look alive: the new one counts.
  if (lease?.screen !== event.screen) {
    return { state: { ...attended, takes }, effects: [{ do: 'save' }, welcome] }
  }
  const recorder = { ...lease, socket: event.socket, session: event.session }
  return { state: { ...attended, takes, recorder }, effects: [{ do: 'save' }, welcome, { do: 'tell_recorder' }] }
}

function left(state: RoomState, event: EventOf<'closed'>, now: number): Step {
  if (state.phase === 'completed' || state.phase === 'flushing') return stay(state)
  const aloneSince = event.screens > 0 ? null : (state.aloneSince ?? now)
  if (state.phase === 'finishing') return { state: { ...state, aloneSince }, effects: [{ do: 'save' }] }
  if (state.recorder?.socket !== event.socket) return { state: { ...state, aloneSince }, effects: [{ do: 'save' }] }
  const recorder = { ...state.recorder, socket: null }
  return { state: { ...state, aloneSince, recorder }, effects: [{ do: 'save' }, { do: 'tell_recorder' }] }
}

/** [C3] to [C8] */
function framed(state: RoomState, event: EventOf<'frame'>, now: number): Step {
  if (state.phase === 'completed') return refuse(state, event.socket, 'completed')
  const take = state.takes.find((one) => one.take === event.take)
  if (!take) return refuse(state, event.socket, 'unknown_take')
  if (state.phase !== 'flushing' && (take.withdrawn || refusesRecording(state.consent.state)))
    return refuse(state, event.socket, 'consent_refused')
  const end = event.at + event.samples
  const isNew = event.at <= take.stored && end > take.stored
  if (!isNew) return { state, effects: [send(event.socket, { type: 'audio_ack', ...progressOf(take) })] }
  if (state.phase === 'flushing') return refuse(state, event.socket, 'completed')
  const longer = state.phase === 'active' ? grown(take, end) : { ...take, stored: end }
  const effects: Effect[] = [
    { do: 'forward' },
    { do: 'store', skip: take.stored - event.at },
    send(event.socket, { type: 'audio_ack', ...progressOf(longer) }),
    { do: 'listen' },
  ]
  if (longer.length !== take.length) effects.push({ do: 'save' })
  const next = withTake(state, longer)
  if (next.phase === 'finishing') {
    // The engine is given its time from the moment it has something to hear.
    const arrived = { ...next, heardAt: now }
    const all = missingOf(arrived).length === 0
    return settled(arrived, all ? [...effects, { do: 'save' }, tell(arrived)] : effects)
  }
  return { state: next, effects }
}

function toggled(state: RoomState, event: EventOf<'toggle_transcription'>, now: number): Step {
  if (state.phase !== 'active') return refuse(state, event.socket, phaseRefusal(state))
  const begins = event.action === 'start' || event.action === 'resume'
  const forbidden = begins ? refusesRecording(state.consent.state) : null
  if (forbidden) return refuse(state, event.socket, forbidden)
  const lease = state.recorder
  const mine = lease?.socket === event.socket
  if (event.action === 'stop') return stopped(state, event, mine)
  if (lease?.socket && !mine) return refuse(state, event.socket, 'not_recorder')
  switch (event.action) {
    case 'start':
    case 'resume':
      return lease && mine ? goOn(state, lease, event.guess_speakers, now) : lend(state, event, now)
    case 'pause':
      if (!lease || !mine) return refuse(state, event.socket, 'not_recorder')
      return { state: { ...state, recorder: { ...lease, paused: true } }, effects: [{ do: 'save' }, { do: 'listen' }] }
    default:
      return never(event.action)
  }
}

/** [C11], [C16] It is said when all the screen has recorded is stored, by one whose recording was taken over too. */
function stopped(state: Active, event: EventOf<'toggle_transcription'>, mine: boolean): Step {
  const lease = state.recorder
  const others = mine ? null : lease?.take
  const own = (take: Take) =>
    (mine && take.take === lease?.take) ||
    (take.take !== others && take.holders.includes(event.screen) && (!event.takes || event.takes.includes(take.take)))
  if (!state.takes.some(own)) return refuse(state, event.socket, 'not_recorder')
  const takes = state.takes.map((take) => (own(take) ? closed(take, take.stored) : take))
  if (!mine) return { state: { ...state, takes }, effects: [{ do: 'save' }] }
  return {
    state: { ...state, takes, recorder: null },
    effects: [{ do: 'save' }, { do: 'tell_recorder' }, { do: 'listen' }],
  }
}

function takenOver(state: RoomState, event: EventOf<'take_over'>, now: number): Step {
  if (state.phase !== 'active') return refuse(state, event.socket, phaseRefusal(state))
  const forbidden = refusesRecording(state.consent.state)
  if (forbidden) return refuse(state, event.socket, forbidden)
  if (recorderFor(state, event.socket).recorder === 'you') return { state, effects: [{ do: 'tell_recorder' }] }
  return lend(state, event, now)
}

function goOn(state: Active, lease: Lease, guess: boolean | undefined, now: number): Step {
  const take = state.takes.find((one) => one.take === lease.take)
  // [C2] The pause moved the wall clock, not the audio clock.
  const moved = lease.paused && take ? afterPause(take, now) : take
  const next = moved ? withTake(state, withGuesses(moved, guess)) : state
  return {
    state: { ...next, recorder: { ...lease, paused: false } },
    effects: [{ do: 'save' }, { do: 'tell_recorder' }, { do: 'listen' }],
  }
}

type Asked = From & { guess_speakers?: boolean | undefined }

/** [C9] A lease brings a take of its own; [C37] of many takes, the last one that this screen recorded. */
function lend(state: Active, { socket, session, screen, guess_speakers }: Asked, now: number): Step {
  const own = state.takes.findLast((take) => take.holders[0] === screen && !take.withdrawn)
  const last = own && state.takes.length >= MOST_TAKES_OF_SCREENS ? own : null
  if (!last && state.takes.length >= MOST_TAKES) return refuse(state, socket, 'room_full')
  const number = last?.take ?? Math.max(0, ...state.takes.map((one) => one.take)) + 1
  const recorder: Lease = { take: number, screen, session, socket, paused: false }
  // [C1] The audio clock begins with the first take, as the timer on the screen does.
  const startedAt = state.takes.length === 0 ? now : state.startedAt
  // Who is connected is told at once; who is not may record on.
  const before = state.recorder
  const until = before?.paused ? 0 : before?.socket ? now : null
  const others = state.takes
    .filter((take) => take !== last)
    .map((take) => (take.take === before?.take && until !== null ? { ...take, until } : take))
  const lent = withGuesses(last ? reopened(last, now) : newTake(number, now, { screen, session }), guess_speakers)
  const takes = [...others, lent].sort((a, b) => a.take - b.take)
  return {
    state: { ...state, startedAt, recorder, takes },
    effects: [{ do: 'save' }, { do: 'tell_recorder' }, { do: 'listen' }],
  }
}

/** [C27] By hand, as often as anybody wants. */
function retranscribed(state: RoomState, event: EventOf<'retranscribe'>, now: number): Step {
  if (state.phase !== 'active' && state.phase !== 'finishing') return refuse(state, event.socket, phaseRefusal(state))
  const forbidden = refusesRecording(state.consent.state)
  if (forbidden) return refuse(state, event.socket, forbidden)
  const spans = [...event.spans, ...allDoubtful(state.takes)]
  return spans.length > 0 ? heardAgain(state, spans, now) : stay(state)
}

/** [C12] */
function heard(state: RoomState, event: EventOf<'heard'>, now: number): Step {
  if (state.phase !== 'active' && state.phase !== 'finishing') return stay(state)
  const take = state.takes.find((one) => one.take === event.take)
  if (!take) return stay(state)
  const to = Math.min(event.to, take.stored)
  if (to <= event.from) return stay(state)
  const span = { from: event.from, to }
  const { doubtful = [], words = [] } = event
  const known = withDoubt({ ...take, done: withSpan(take.done, span) }, span, doubtful, words)
  const moved = progressOf(known).transcribed > progressOf(take).transcribed
  const effects: Effect[] = [{ do: 'save' }]
  if (moved) effects.push({ do: 'broadcast', message: { type: 'audio_ack', ...progressOf(known) } })
  const next = withTake(state, known)
  return next.phase === 'finishing' ? settled({ ...next, heardAt: now }, effects) : { state: next, effects }
}

function never(value: never): never {
  throw new Error(`unhandled ${JSON.stringify(value)}`)
}
