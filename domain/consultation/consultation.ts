import { never } from '../never.ts'
import { refuse, send } from './answers.ts'
import { onConsent, refusesRecording } from './consent.ts'
import { onGap } from './device-gaps.ts'
import { newlyForgotten } from './device-spans.ts'
import { onDeviceSpeech } from './device-speech.ts'
import { checkIfComplete, deferFinish, finish, onEnd, onTick, onVoice, tell, transcribeAgain } from './finishing.ts'
import { type AudioFrame, frameFrom, OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION, samplesIn } from './frame.ts'
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
  assignTake,
  closeTake,
  extendTake,
  newTake,
  progressOf,
  releaseTake,
  reopenTake,
  type Take,
  withGuesses,
} from './take.ts'
import { allDoubtful, withDoubt } from './voice.ts'

type EventOf<T extends RoomEvent['type']> = Extract<RoomEvent, { type: T }>

/** Applies the rules of RULES.md. Pure: the host stores, sends, and sends a `tick` when one is due. */
export function transition(state: RoomState, event: RoomEvent, now: number): Step {
  switch (event.type) {
    case 'hello':
      return onHello(state, event)
    case 'closed':
      return onDisconnect(state, event, now)
    case 'frame':
      return onFrame(state, event, now)
    case 'toggle_transcription':
      return onToggle(state, event, now)
    case 'take_over':
      return onTakeOver(state, event, now)
    case 'gap':
      return onGap(state, event, now)
    case 'finish':
      return finish(state, event, now)
    case 'device_speech':
      return onDeviceSpeech(state, event, now)
    case 'heard':
      return onResults(state, event, now)
    case 'consent':
      return onConsent(state, event, now)
    case 'voice':
      return onVoice(state, event.spans, now)
    case 'retranscribe':
      return onRetranscribe(state, event, now)
    case 'flushed':
      if (state.phase !== 'flushing') return stay(state)
      return step({ phase: 'completed' }, { do: 'broadcast', message: { type: 'consultation', status: 'completed' } })
    case 'flush_failed': {
      if (state.phase !== 'flushing') return stay(state)
      const attempts = state.attempts + 1
      return step({ ...state, attempts, retryAt: now + flushPause(attempts) }, SAVE)
    }
    case 'tick':
      return onTick(state, event.screens, now)
    case 'end':
      return onEnd(state, event.last, now)
    default:
      return never(event)
  }
}

const SAVE: Effect = { do: 'save' }
const TELL_RECORDER: Effect = { do: 'tell_recorder' }
const LISTEN: Effect = { do: 'listen' }
const step = (state: RoomState, ...effects: Effect[]): Step => ({ state, effects })
const stay = (state: RoomState): Step => step(state)
const phaseRefusal = (state: RoomState): Refusal => (state.phase === 'completed' ? 'completed' : 'finishing')

function onHello(state: RoomState, event: EventOf<'hello'>): Step {
  const welcome: Effect = { do: 'welcome', to: event.socket, since: event.since }
  if (event.version < OLDEST_PROTOCOL_VERSION || event.version > PROTOCOL_VERSION) {
    return refuse(state, event.socket, 'version_unsupported')
  }
  if (state.phase === 'completed' || state.phase === 'flushing') return { state, effects: [welcome] }
  const attended = { ...state, aloneSince: null, reminded: false }
  if (attended.phase === 'finishing') {
    const next = deferFinish(attended, event)
    return checkIfComplete(next, [SAVE, welcome, tell(next)])
  }
  const all = event.partial ? null : (event.holds ?? null)
  const lease = attended.recorder
  const takes = attended.takes.map((take) => {
    const reported = event.holds?.find((one) => one.take === take.take)
    const recorder = take.take === lease?.take ? lease : null
    // [C31] The recorder itself is back, so the take continues.
    if (recorder?.screen === event.screen) return { ...take, length: null }
    if (reported) return assignTake(take, event.screen, reported)
    // A connected recorder may still send its first frame.
    return recorder?.socket ? take : releaseTake(take, event.session, all)
  })
  // [C10] The old connection of this screen may still look open: use the new one.
  if (lease?.screen !== event.screen) {
    return step({ ...attended, takes }, SAVE, welcome)
  }
  const recorder = { ...lease, socket: event.socket, session: event.session }
  return step({ ...attended, takes, recorder }, SAVE, welcome, TELL_RECORDER)
}

function onDisconnect(state: RoomState, event: EventOf<'closed'>, now: number): Step {
  if (state.phase === 'completed' || state.phase === 'flushing') return stay(state)
  const aloneSince = event.screens > 0 ? null : (state.aloneSince ?? now)
  if (state.phase === 'finishing') return step({ ...state, aloneSince }, SAVE)
  if (state.recorder?.socket !== event.socket) return step({ ...state, aloneSince }, SAVE)
  const recorder = { ...state.recorder, socket: null }
  return step({ ...state, aloneSince, recorder }, SAVE, TELL_RECORDER)
}

/** [C3] to [C8]. Errors: completed, unknown_take, consent_refused, consent_missing. */
function onFrame(state: RoomState, event: EventOf<'frame'>, now: number): Step {
  if (state.phase === 'completed') return refuse(state, event.socket, 'completed')
  const take = state.takes.find((one) => one.take === event.take)
  if (!take) return refuse(state, event.socket, 'unknown_take')
  if (state.phase !== 'flushing' && (take.withdrawn || refusesRecording(state.consent.state)))
    return refuse(state, event.socket, 'consent_refused')
  const frame: AudioFrame = { take: event.take, at: event.at, pcm: event.pcm }
  const end = frame.at + samplesIn(frame)
  const isNew = event.at <= take.stored && end > take.stored
  if (!isNew) return { state, effects: [send(event.socket, { type: 'audio_ack', ...progressOf(take) })] }
  if (state.phase === 'flushing') return refuse(state, event.socket, 'completed')
  const longer = state.phase === 'active' ? extendTake(take, end) : { ...take, stored: end }
  const effects: Effect[] = [
    { do: 'forward', frame },
    { do: 'store', frame: frameFrom(frame, take.stored) },
    send(event.socket, { type: 'audio_ack', ...progressOf(longer) }),
    { do: 'listen', take: take.take },
  ]
  if (longer.length !== take.length) effects.push(SAVE)
  const next = withTake(state, longer)
  if (next.phase === 'finishing') {
    // Restart the engine's time limit: it has new audio.
    const arrived = { ...next, heardAt: now }
    const all = missingOf(arrived).length === 0
    return checkIfComplete(arrived, all ? [...effects, SAVE, tell(arrived)] : effects)
  }
  return { state: next, effects }
}

function onToggle(state: RoomState, event: EventOf<'toggle_transcription'>, now: number): Step {
  if (state.phase !== 'active') return refuse(state, event.socket, phaseRefusal(state))
  const begins = event.action === 'start' || event.action === 'resume'
  const forbidden = begins ? refusesRecording(state.consent.state) : null
  if (forbidden) return refuse(state, event.socket, forbidden)
  const lease = state.recorder
  const isRecorder = lease?.socket === event.socket
  if (event.action === 'stop') return stop(state, event, isRecorder)
  if (lease?.socket && !isRecorder) return refuse(state, event.socket, 'not_recorder')
  switch (event.action) {
    case 'start':
    case 'resume':
      return lease && isRecorder ? resume(state, lease, event.guess_speakers, now) : startTake(state, event, now)
    case 'pause':
      if (!lease || !isRecorder) return refuse(state, event.socket, 'not_recorder')
      return step({ ...state, recorder: { ...lease, paused: true } }, SAVE, LISTEN)
    default:
      return never(event.action)
  }
}

/** [C11], [C16] A screen stops once all its audio is stored, even if another screen took over. */
function stop(state: Active, event: EventOf<'toggle_transcription'>, isRecorder: boolean): Step {
  const lease = state.recorder
  const others = isRecorder ? null : lease?.take
  const own = (take: Take) =>
    (isRecorder && take.take === lease?.take) ||
    (take.take !== others && take.holders.includes(event.screen) && (!event.takes || event.takes.includes(take.take)))
  if (!state.takes.some(own)) return refuse(state, event.socket, 'not_recorder')
  const takes = state.takes.map((take) => (own(take) ? closeTake(take, take.stored) : take))
  if (!isRecorder) return step({ ...state, takes }, SAVE)
  return step({ ...state, takes, recorder: null }, SAVE, TELL_RECORDER, LISTEN)
}

function onTakeOver(state: RoomState, event: EventOf<'take_over'>, now: number): Step {
  if (state.phase !== 'active') return refuse(state, event.socket, phaseRefusal(state))
  const forbidden = refusesRecording(state.consent.state)
  if (forbidden) return refuse(state, event.socket, forbidden)
  if (recorderFor(state, event.socket).recorder === 'you') return { state, effects: [TELL_RECORDER] }
  return startTake(state, event, now)
}

function resume(state: Active, lease: Lease, guess: boolean | undefined, now: number): Step {
  const take = state.takes.find((one) => one.take === lease.take)
  // [C2] The pause moved the wall clock, not the audio clock.
  const moved = lease.paused && take ? afterPause(take, now) : take
  const next = moved ? withTake(state, withGuesses(moved, guess)) : state
  return step({ ...next, recorder: { ...lease, paused: false } }, SAVE, TELL_RECORDER, LISTEN)
}

type Request = From & { guess_speakers?: boolean | undefined }

/** [C9] Gives the lease and a new take; [C37] with many takes, the last one that this screen recorded. */
function startTake(state: Active, { socket, session, screen, guess_speakers }: Request, now: number): Step {
  const own = state.takes.findLast((take) => take.holders[0] === screen && !take.withdrawn)
  const last = own && state.takes.length >= MOST_TAKES_OF_SCREENS ? own : null
  if (!last && state.takes.length >= MOST_TAKES) return refuse(state, socket, 'room_full')
  const number = last?.take ?? Math.max(0, ...state.takes.map((one) => one.take)) + 1
  const recorder: Lease = { take: number, screen, session, socket, paused: false }
  // [C1] The audio clock begins with the first take, as the timer on the screen does.
  const startedAt = state.takes.length === 0 ? now : state.startedAt
  // A connected recorder learns of it now. A disconnected one may still be recording.
  const before = state.recorder
  const until = before?.paused ? 0 : before?.socket ? now : null
  const others = state.takes
    .filter((take) => take !== last)
    .map((take) => (take.take === before?.take && until !== null ? { ...take, until } : take))
  const granted = withGuesses(last ? reopenTake(last, now) : newTake(number, now, { screen, session }), guess_speakers)
  const takes = [...others, granted].sort((a, b) => a.take - b.take)
  return step({ ...state, startedAt, recorder, takes }, SAVE, TELL_RECORDER, LISTEN)
}

/** [C27] Transcribes wordless and doubtful voice again, as often as the doctor asks. */
function onRetranscribe(state: RoomState, event: EventOf<'retranscribe'>, now: number): Step {
  if (state.phase !== 'active' && state.phase !== 'finishing') return refuse(state, event.socket, phaseRefusal(state))
  const forbidden = refusesRecording(state.consent.state)
  if (forbidden) return refuse(state, event.socket, forbidden)
  const spans = [...event.spans, ...allDoubtful(state.takes)]
  return spans.length > 0 ? transcribeAgain(state, spans, now) : stay(state)
}

/** [C12] Marks a span as done once its final results are stored. */
function onResults(state: RoomState, event: EventOf<'heard'>, now: number): Step {
  if (state.phase !== 'active' && state.phase !== 'finishing') return stay(state)
  const take = state.takes.find((one) => one.take === event.take)
  if (!take) return stay(state)
  const to = Math.min(event.to, take.stored)
  if (to <= event.from) return stay(state)
  const span = { from: event.from, to }
  const { doubtful = [], words = [] } = event
  const done = { ...take, done: withSpan(take.done, span), ...(event.device && { deviceAt: now }) }
  const marked = withDoubt(done, span, doubtful, words)
  const moved = progressOf(marked).transcribed > progressOf(take).transcribed
  // Sound that an engine of the room has heard stays to the end, as without a device.
  const needless = event.device ? newlyForgotten(take, marked) : []
  const forgotten = needless.map((one): Effect => ({ do: 'silence', take: take.take, span: one }))
  const effects: Effect[] = [SAVE, ...forgotten]
  if (moved) effects.push({ do: 'broadcast', message: { type: 'audio_ack', ...progressOf(marked) } })
  const next = withTake(state, marked)
  return next.phase === 'finishing' ? checkIfComplete({ ...next, heardAt: now }, effects) : { state: next, effects }
}
