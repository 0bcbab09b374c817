import { PROTOCOL_VERSION } from './frame.ts'
import type { Refusal, RoomEntry, ServerMessage, ServerMessageOf } from './protocol.ts'
import { consentOf, type Effect, gapsOf, type RoomState, recorderFor, type Step, statusOf, takesOf } from './state.ts'
import { progressOf } from './take.ts'

export const send = (to: string, message: ServerMessage): Effect => ({ do: 'send', to, message })

export const refuse = (state: RoomState, to: string, code: Refusal): Step => ({
  state,
  effects: [send(to, { type: 'refused', code })],
})

type WelcomeParts = {
  entries: RoomEntry[]
  engine: ServerMessageOf<'welcome'>['engine']
  /** The operator's setting `DEVICE_SPEECH`. */
  deviceSpeech: 'first' | 'last' | ''
}

/** Returns the full state, as the screen behind socket `to` sees it. */
export const welcome = (state: RoomState, to: string, parts: WelcomeParts): ServerMessage => ({
  type: 'welcome',
  version: PROTOCOL_VERSION,
  status: statusOf(state),
  ...recorderFor(state, to),
  takes: takesOf(state).map(progressOf),
  entries: parts.entries,
  gaps: [...gapsOf(state)],
  engine: parts.engine,
  consent: consentOf(state),
  ...(parts.deviceSpeech && { device_speech: parts.deviceSpeech }),
})
