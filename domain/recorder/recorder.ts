/**
 * The recorder as the screen knows it. Pure: the host runs the effects and reports back with the token it was given, so
 * that an answer to an older start changes nothing. Rules [R1]... stand in the tests.
 */
import type { RecorderFault } from './microphone.ts'
import { recorderFaults } from './microphone.ts'

export type RecorderState =
  | { name: 'idle' }
  /** `goOn`: a recording broke off; it continues as soon as there is a microphone. */
  | { name: 'requesting_permission'; token: number; goOn: boolean }
  | { name: 'permission_denied'; fault: RecorderFault; goOn: boolean }
  | { name: 'ready'; fault: RecorderFault | null }
  | { name: 'connecting'; token: number; takeOver: boolean }
  | { name: 'recording'; take: number }
  | { name: 'paused'; take: number; fault: RecorderFault | null }
  /** `fault`: why it ends, when nobody here asked for it. */
  | { name: 'processing'; token: number; fault: RecorderFault | null }
  | { name: 'error'; fault: RecorderFault; goOn: boolean }

/** `allowed`: the patient has accepted that this is recorded. */
export type RoomSide = { connected: boolean; recorder: 'you' | 'other' | 'none'; open: boolean; allowed: boolean }

export type RecorderEvent =
  | { type: 'main_button'; token: number; room: RoomSide }
  | { type: 'take_over'; token: number; room: RoomSide }
  /** The browser says that permission was given on an earlier day. */
  | { type: 'permission_known' }
  | { type: 'granted'; token: number }
  | { type: 'refused'; token: number; fault: RecorderFault }
  /** The room gave us the lease, or a new take of it. */
  | { type: 'claimed'; take: number }
  | { type: 'claim_failed'; token: number }
  | { type: 'lease_lost' }
  | { type: 'microphone_failed'; fault: RecorderFault }
  | { type: 'stop'; token: number }
  /** The room says that the consultation is finishing, or over. */
  | { type: 'over'; token: number }
  | { type: 'flushed'; token: number }
  /** The patient does not want to be recorded, or not any more. */
  | { type: 'withdrawn' }
  | { type: 'leave' }

export type RecorderEffect =
  | { type: 'open_microphone'; token: number }
  | { type: 'close_microphone' }
  /** Ask the room for the lease; give up after a while with `claim_failed`. */
  | { type: 'claim'; token: number; takeOver: boolean }
  | { type: 'capture'; take: number }
  /** Stop taking samples; the short last frame still goes out. */
  | { type: 'halt' }
  | { type: 'flush'; token: number }
  | { type: 'say'; action: 'pause' | 'resume' | 'stop' }
  | { type: 'alert'; fault: RecorderFault }

export type Transition = { state: RecorderState; effects: RecorderEffect[] }

export const initialRecorder: RecorderState = { name: 'idle' }

const to = (state: RecorderState, ...effects: RecorderEffect[]): Transition => ({ state, effects })

export function transition(state: RecorderState, event: RecorderEvent): Transition {
  switch (event.type) {
    case 'main_button':
      return pressed(state, event.token, event.room)
    case 'take_over':
      return tookOver(state, event.token, event.room)
    case 'permission_known':
      return state.name === 'idle' ? to({ name: 'ready', fault: null }) : to(state)
    case 'granted':
      if (state.name !== 'requesting_permission' || state.token !== event.token) return to(state)
      if (!state.goOn) return to({ name: 'ready', fault: null })
      return claim(event.token)
    case 'refused':
      return refused(state, event.token, event.fault)
    case 'claimed':
      return claimed(state, event.take)
    case 'claim_failed':
      if (state.name !== 'connecting' || state.token !== event.token) return to(state)
      // The room may have given the lease all the same, or be about to.
      return to(
        { name: 'error', fault: recorderFaults.start, goOn: false },
        { type: 'say', action: 'stop' },
        { type: 'close_microphone' },
      )
    case 'lease_lost':
      return leaseLost(state)
    case 'microphone_failed':
      return microphoneFailed(state, event.fault)
    case 'stop':
      return stopped(state, event.token)
    case 'over':
      return over(state, event.token)
    case 'flushed':
      if (state.name !== 'processing' || state.token !== event.token) return to(state)
      return to({ name: 'ready', fault: state.fault }, { type: 'close_microphone' })
    case 'withdrawn':
      return ended(state)
    case 'leave':
      return ended(state)
    default:
      return never(event)
  }
}

const ask = (token: number, goOn: boolean): Transition =>
  to({ name: 'requesting_permission', token, goOn }, { type: 'open_microphone', token })

const claim = (token: number): Transition =>
  to({ name: 'connecting', token, takeOver: false }, { type: 'claim', token, takeOver: false })

/** Permission needed: ask. Recording: pause. Paused: resume. Otherwise start, which needs a connection. */
function pressed(state: RecorderState, token: number, room: RoomSide): Transition {
  // Without the patient's yes no microphone is opened; what the yes began may always be paused.
  if (!room.allowed && state.name !== 'recording') return to(state)
  switch (state.name) {
    case 'idle':
      return ask(token, false)
    case 'permission_denied':
    case 'error':
      return ask(token, state.goOn)
    case 'recording':
      return to({ name: 'paused', take: state.take, fault: null }, { type: 'halt' }, { type: 'say', action: 'pause' })
    case 'paused':
      if (room.recorder === 'other') return to({ ...state, fault: recorderFaults.busy })
      // Offline it goes on in its take; a room that gave the lease up meanwhile hands out another.
      if (room.connected && room.recorder === 'none') return claim(token)
      return to(
        { name: 'recording', take: state.take },
        { type: 'capture', take: state.take },
        { type: 'say', action: 'resume' },
      )
    case 'ready':
      if (!room.connected || !room.open || !room.allowed) return to(state)
      if (room.recorder === 'other') return to({ name: 'ready', fault: recorderFaults.busy })
      return claim(token)
    case 'requesting_permission':
    case 'connecting':
    case 'processing':
      return to(state)
    default:
      return never(state)
  }
}

/** Also from a pause that another screen caused: what was recorded here stays in its own take. */
function tookOver(state: RecorderState, token: number, room: RoomSide): Transition {
  if (!room.allowed) return to(state)
  if (state.name === 'idle' || state.name === 'permission_denied') return ask(token, false)
  if ((state.name !== 'ready' && state.name !== 'paused') || !room.connected || !room.open) return to(state)
  return to({ name: 'connecting', token, takeOver: true }, { type: 'claim', token, takeOver: true })
}

function refused(state: RecorderState, token: number, fault: RecorderFault): Transition {
  if (state.name === 'requesting_permission' && state.token === token) {
    const { goOn } = state
    return to(fault.denied ? { name: 'permission_denied', fault, goOn } : { name: 'error', fault, goOn })
  }
  // The microphone is opened anew when a start finds none: that start has failed.
  if (state.name === 'connecting' && state.token === token) {
    return to(
      fault.denied ? { name: 'permission_denied', fault, goOn: false } : { name: 'error', fault, goOn: false },
      { type: 'say', action: 'stop' },
    )
  }
  return to(state)
}

function claimed(state: RecorderState, take: number): Transition {
  if (state.name === 'connecting') return to({ name: 'recording', take }, { type: 'capture', take })
  if (state.name === 'recording' && state.take !== take)
    return to({ name: 'recording', take }, { type: 'capture', take })
  if (state.name === 'paused' && state.take !== take) return to({ ...state, take })
  // A lease that nobody waits for any more is given back: it would keep every other screen from recording.
  const unwanted =
    state.name === 'ready' || state.name === 'idle' || state.name === 'permission_denied' || state.name === 'error'
  if (unwanted && !('goOn' in state && state.goOn)) return to(state, { type: 'say', action: 'stop' })
  return to(state)
}

function leaseLost(state: RecorderState): Transition {
  const fault = recorderFaults.takenOver
  if (state.name === 'recording')
    return to({ name: 'paused', take: state.take, fault }, { type: 'halt' }, { type: 'alert', fault })
  if (state.name === 'connecting') return to({ name: 'ready', fault: recorderFaults.busy })
  return to(state)
}

function microphoneFailed(state: RecorderState, fault: RecorderFault): Transition {
  if (state.name === 'recording') {
    const effects: RecorderEffect[] = [
      { type: 'halt' },
      { type: 'say', action: 'pause' },
      { type: 'close_microphone' },
      { type: 'alert', fault },
    ]
    return to({ name: 'error', fault, goOn: true }, ...effects)
  }
  if (state.name === 'paused') return to({ name: 'error', fault, goOn: true }, { type: 'close_microphone' })
  if (state.name === 'connecting')
    return to({ name: 'error', fault, goOn: false }, { type: 'say', action: 'stop' }, { type: 'close_microphone' })
  if (state.name === 'ready') return to({ name: 'error', fault, goOn: false }, { type: 'close_microphone' })
  return to(state)
}

function stopped(state: RecorderState, token: number, fault: RecorderFault | null = null): Transition {
  if (state.name === 'recording' || state.name === 'paused') {
    return to(
      { name: 'processing', token, fault },
      { type: 'halt' },
      { type: 'flush', token },
      { type: 'say', action: 'stop' },
    )
  }
  if (state.name === 'processing') return to(state)
  // Nothing is being captured: the microphone is let go at once, and a start under way loses its token.
  const said: RecorderEffect[] = state.name === 'connecting' ? [{ type: 'say', action: 'stop' }] : []
  return to({ name: 'processing', token, fault }, { type: 'flush', token }, ...said)
}

/** Somebody else finished: whatever is under way here ends; the host then announces what was recorded. */
function over(state: RecorderState, token: number): Transition {
  switch (state.name) {
    case 'recording':
    case 'paused': {
      const fault = recorderFaults.finished
      const { state: next, effects } = stopped(state, token, fault)
      return to(next, ...effects, { type: 'alert', fault })
    }
    case 'connecting':
      return stopped(state, token, recorderFaults.finished)
    case 'requesting_permission':
      return stopped(state, token)
    case 'error':
    case 'permission_denied':
      return state.goOn ? stopped(state, token, recorderFaults.finished) : to(state)
    case 'processing':
    case 'idle':
    case 'ready':
      return to(state)
    default:
      return never(state)
  }
}

/** At once, whatever the state: nothing more is captured, and the microphone is let go. */
function ended(state: RecorderState): Transition {
  const active = state.name === 'recording' || state.name === 'paused' || state.name === 'connecting'
  const said: RecorderEffect[] = active ? [{ type: 'halt' }, { type: 'say', action: 'stop' }] : []
  return to({ name: 'idle' }, ...said, { type: 'close_microphone' })
}

/** What the room must hear after a reconnection, when no control command could be sent meanwhile. */
export function restatement(
  state: RecorderState,
  recorder: RoomSide['recorder'],
): ('start' | 'resume' | 'pause' | 'stop')[] {
  if (recorder === 'other') return []
  if (state.name === 'recording') return recorder === 'you' ? ['resume'] : ['start']
  if (state.name === 'paused') return recorder === 'you' ? ['pause'] : []
  if (state.name === 'error' && state.goOn) return recorder === 'you' ? ['pause'] : []
  return recorder === 'you' && state.name !== 'connecting' ? ['stop'] : []
}

export const faultOf = (state: RecorderState): RecorderFault | null => ('fault' in state ? state.fault : null)

function never(value: never): never {
  throw new Error(`unhandled ${JSON.stringify(value)}`)
}
