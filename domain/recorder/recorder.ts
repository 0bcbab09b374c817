/**
 * State machine of the recorder on one screen. The host runs the effects and reports back with their token, so that an
 * answer to an older start changes nothing. The tests carry the rule numbers of RULES.md.
 */
import { never } from '../never.ts'
import { type RecorderFault, recorderFaults } from './microphone.ts'

export type RecorderState =
  | { name: 'idle' }
  /** `goOn`: a recording was interrupted and continues as soon as there is a microphone. */
  | { name: 'requesting_permission'; token: number; goOn: boolean; reopened?: ReopenedTake | undefined }
  | { name: 'permission_denied'; fault: RecorderFault; goOn: boolean; reopened?: ReopenedTake | undefined }
  | { name: 'ready'; fault: RecorderFault | null }
  | { name: 'connecting'; token: number; takeOver: boolean }
  | { name: 'recording'; take: number }
  | { name: 'paused'; take: number; fault: RecorderFault | null }
  /** `fault`: why the recording ends, when another screen ended it. */
  | { name: 'processing'; token: number; fault: RecorderFault | null }
  /** `wasPaused`: only a press of the doctor continues. */
  | { name: 'error'; fault: RecorderFault; goOn: boolean; wasPaused?: true; reopened?: ReopenedTake | undefined }

/** A take that this page goes on with, because it was reloaded without a network. */
export type ReopenedTake = { take: number; paused: boolean }

/** The room as the recorder needs it. `open`: the consultation runs and no end was requested. `allowed`: the patient has accepted the recording. */
export type RoomSide = { connected: boolean; recorder: 'you' | 'other' | 'none'; open: boolean; allowed: boolean }

export type RecorderEvent =
  | { type: 'main_button'; token: number; room: RoomSide }
  | { type: 'take_over'; token: number; room: RoomSide }
  /** The browser remembers the permission of an earlier day. */
  | { type: 'permission_known' }
  | { type: 'granted'; token: number; room: RoomSide }
  /** [R22] The page was reloaded without a network in the middle of this take. */
  | { type: 'reopened'; token: number; reopened: ReopenedTake }
  | { type: 'refused'; token: number; fault: RecorderFault }
  /** The room assigned the lease, or a new take of it, to this screen. */
  | { type: 'claimed'; take: number }
  | { type: 'claim_failed'; token: number }
  | { type: 'lease_lost' }
  | { type: 'microphone_failed'; fault: RecorderFault }
  /** [R20] 'Finalizar' was pressed and can still be undone. */
  | { type: 'ending'; token: number }
  | { type: 'stop'; token: number }
  /** The consultation is finishing or completed. */
  | { type: 'over'; token: number }
  | { type: 'flushed'; token: number }
  /** The patient refuses the recording or withdraws consent. */
  | { type: 'withdrawn' }
  | { type: 'leave' }

export type RecorderEffect =
  | { type: 'open_microphone'; token: number }
  | { type: 'close_microphone' }
  /** Request the lease; report `claim_failed` after a timeout. */
  | { type: 'claim'; token: number; takeOver: boolean }
  | { type: 'capture'; take: number }
  /** Stop capture; the short last frame is still delivered. */
  | { type: 'halt' }
  | { type: 'flush'; token: number }
  | { type: 'say'; action: 'pause' | 'resume' | 'stop' }
  | { type: 'alert'; fault: RecorderFault }

export type Transition = { state: RecorderState; effects: RecorderEffect[] }

export const initialRecorder: RecorderState = { name: 'idle' }

const to = (state: RecorderState, ...effects: RecorderEffect[]): Transition => ({ state, effects })

/** Returns the next state, and the effects that the host runs in order. */
export function transition(state: RecorderState, event: RecorderEvent): Transition {
  switch (event.type) {
    case 'main_button':
      return onMainButton(state, event.token, event.room)
    case 'take_over':
      return onTakeOver(state, event.token, event.room)
    case 'permission_known':
      return state.name === 'idle' ? to({ name: 'ready', fault: null }) : to(state)
    case 'reopened':
      return state.name === 'idle' || state.name === 'ready' ? ask(event.token, true, event.reopened) : to(state)
    case 'granted':
      if (state.name !== 'requesting_permission' || state.token !== event.token) return to(state)
      if (state.reopened) return reopen(state.reopened)
      if (!state.goOn) return onMainButton({ name: 'ready', fault: null }, event.token, event.room)
      return claim(event.token)
    case 'refused':
      return onRefused(state, event.token, event.fault)
    case 'claimed':
      return onClaimed(state, event.take)
    case 'claim_failed':
      if (state.name !== 'connecting' || state.token !== event.token) return to(state)
      // The room may have assigned the lease anyway, or may do so later.
      return to(
        { name: 'error', fault: recorderFaults.start, goOn: false },
        { type: 'say', action: 'stop' },
        { type: 'close_microphone' },
      )
    case 'lease_lost':
      return onLeaseLost(state)
    case 'microphone_failed':
      return onMicrophoneFailed(state, event.fault)
    case 'ending':
      return onEnding(state, event.token)
    case 'stop':
      return stop(state, event.token)
    case 'over':
      return onOver(state, event.token)
    case 'flushed':
      if (state.name !== 'processing' || state.token !== event.token) return to(state)
      return to({ name: 'ready', fault: state.fault }, { type: 'close_microphone' })
    case 'withdrawn':
      return end(state)
    case 'leave':
      return end(state)
    default:
      return never(event)
  }
}

const ask = (token: number, goOn: boolean, reopened?: ReopenedTake): Transition =>
  to({ name: 'requesting_permission', token, goOn, reopened }, { type: 'open_microphone', token })

const reopen = ({ take, paused }: ReopenedTake): Transition =>
  paused
    ? to({ name: 'paused', take, fault: null })
    : to({ name: 'recording', take }, { type: 'capture', take }, { type: 'say', action: 'resume' })

const claim = (token: number): Transition =>
  to({ name: 'connecting', token, takeOver: false }, { type: 'claim', token, takeOver: false })

/** Starts, pauses or resumes; asks for permission first where it is missing. A start needs a connection. */
function onMainButton(state: RecorderState, token: number, room: RoomSide): Transition {
  // Without consent, and after 'Finalizar', no microphone is opened. A running recording can always be paused.
  if (!(room.allowed && room.open) && state.name !== 'recording') return to(state)
  switch (state.name) {
    case 'idle':
      return ask(token, false)
    case 'permission_denied':
    case 'error':
      return ask(token, state.goOn, state.reopened)
    case 'recording':
      return to({ name: 'paused', take: state.take, fault: null }, { type: 'halt' }, { type: 'say', action: 'pause' })
    case 'paused':
      if (room.recorder === 'other') return to({ ...state, fault: recorderFaults.busy })
      // Offline it continues in its take. A room that released the lease assigns a new take.
      if (room.connected && room.recorder === 'none') return claim(token)
      return to(
        { name: 'recording', take: state.take },
        { type: 'capture', take: state.take },
        { type: 'say', action: 'resume' },
      )
    case 'ready':
      if (!room.connected) return to(state)
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

/** Starts here while another screen records; audio recorded here before stays in its own take. */
function onTakeOver(state: RecorderState, token: number, room: RoomSide): Transition {
  if (!room.allowed) return to(state)
  if (state.name === 'idle' || state.name === 'permission_denied') return ask(token, false)
  if ((state.name !== 'ready' && state.name !== 'paused') || !room.connected || !room.open) return to(state)
  return to({ name: 'connecting', token, takeOver: true }, { type: 'claim', token, takeOver: true })
}

function onRefused(state: RecorderState, token: number, fault: RecorderFault): Transition {
  if (state.name === 'requesting_permission' && state.token === token) {
    const { goOn, reopened } = state
    const name = fault.denied ? 'permission_denied' : 'error'
    return to({ name, fault, goOn, reopened })
  }
  // A start opens the microphone again when it finds none: that start has failed.
  if (state.name === 'connecting' && state.token === token) {
    return to(
      fault.denied ? { name: 'permission_denied', fault, goOn: false } : { name: 'error', fault, goOn: false },
      { type: 'say', action: 'stop' },
    )
  }
  return to(state)
}

function onClaimed(state: RecorderState, take: number): Transition {
  if (state.name === 'connecting') return to({ name: 'recording', take }, { type: 'capture', take })
  if (state.name === 'recording' && state.take !== take)
    return to({ name: 'recording', take }, { type: 'capture', take })
  if (state.name === 'paused' && state.take !== take) return to({ ...state, take })
  // Returns a lease that no start waits for: it would block every other screen.
  const unwanted =
    state.name === 'ready' || state.name === 'idle' || state.name === 'permission_denied' || state.name === 'error'
  if (unwanted && !('goOn' in state && state.goOn)) return to(state, { type: 'say', action: 'stop' })
  return to(state)
}

function onLeaseLost(state: RecorderState): Transition {
  const fault = recorderFaults.takenOver
  if (state.name === 'recording')
    return to({ name: 'paused', take: state.take, fault }, { type: 'halt' }, { type: 'alert', fault })
  if (state.name === 'connecting') return to({ name: 'ready', fault: recorderFaults.busy })
  return to(state)
}

function onMicrophoneFailed(state: RecorderState, fault: RecorderFault): Transition {
  if (state.name === 'recording') {
    const effects: RecorderEffect[] = [
      { type: 'halt' },
      { type: 'say', action: 'pause' },
      { type: 'close_microphone' },
      { type: 'alert', fault },
    ]
    return to({ name: 'error', fault, goOn: true }, ...effects)
  }
  if (state.name === 'paused')
    return to({ name: 'error', fault, goOn: true, wasPaused: true }, { type: 'close_microphone' })
  if (state.name === 'connecting')
    return to({ name: 'error', fault, goOn: false }, { type: 'say', action: 'stop' }, { type: 'close_microphone' })
  if (state.name === 'ready') return to({ name: 'error', fault, goOn: false }, { type: 'close_microphone' })
  return to(state)
}

/** Ends capture at once. The take stays open: the doctor may undo, and then resumes as after a pause. */
function onEnding(state: RecorderState, token: number): Transition {
  if (state.name === 'recording')
    return to({ name: 'paused', take: state.take, fault: null }, { type: 'halt' }, { type: 'say', action: 'pause' })
  return state.name === 'requesting_permission' || state.name === 'connecting' ? stop(state, token) : to(state)
}

function stop(state: RecorderState, token: number, fault: RecorderFault | null = null): Transition {
  if (state.name === 'recording' || state.name === 'paused') {
    return to(
      { name: 'processing', token, fault },
      { type: 'halt' },
      { type: 'flush', token },
      { type: 'say', action: 'stop' },
    )
  }
  if (state.name === 'processing') return to(state)
  // No capture runs: the flush ends at once, and a pending start loses its token.
  const commands: RecorderEffect[] = state.name === 'connecting' ? [{ type: 'say', action: 'stop' }] : []
  return to({ name: 'processing', token, fault }, { type: 'flush', token }, ...commands)
}

/** Another screen finished: stops here too; the host then reports the lengths of this device's takes. */
function onOver(state: RecorderState, token: number): Transition {
  switch (state.name) {
    case 'recording':
    case 'paused': {
      const fault = recorderFaults.finished
      const { state: next, effects } = stop(state, token, fault)
      return to(next, ...effects, { type: 'alert', fault })
    }
    case 'connecting':
      return stop(state, token, recorderFaults.finished)
    case 'requesting_permission':
      return stop(state, token)
    case 'error':
    case 'permission_denied':
      return state.goOn ? stop(state, token, recorderFaults.finished) : to(state)
    case 'processing':
    case 'idle':
    case 'ready':
      return to(state)
    default:
      return never(state)
  }
}

/** Stops capture and closes the microphone at once, from every state. */
function end(state: RecorderState): Transition {
  const active = state.name === 'recording' || state.name === 'paused' || state.name === 'connecting'
  const commands: RecorderEffect[] = active ? [{ type: 'halt' }, { type: 'say', action: 'stop' }] : []
  return to({ name: 'idle' }, ...commands, { type: 'close_microphone' })
}

/** Returns the commands to send after a reconnection: those given while offline were dropped. */
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

/** Returns whether the recorder records, starts, or waits for a microphone to go on. */
export function isMeantToRecord(state: RecorderState): boolean {
  if (state.name === 'error') return state.goOn && !state.wasPaused
  return ['recording', 'connecting', 'requesting_permission'].includes(state.name)
}

/** Returns the fault that the state carries, or null. */
export const faultOf = (state: RecorderState): RecorderFault | null => ('fault' in state ? state.fault : null)
