import type { Refusal, ServerMessage } from './protocol.ts'
import type { Effect, RoomState, Step } from './state.ts'

export const send = (to: string, message: ServerMessage): Effect => ({ do: 'send', to, message })

export const refuse = (state: RoomState, to: string, code: Refusal): Step => ({
  state,
  effects: [send(to, { type: 'refused', code })],
})
