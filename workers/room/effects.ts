import { type AudioFrame, PROTOCOL_VERSION } from '#domain/consultation/frame.ts'
import type { Refusal, RoomEntry, ServerMessage, ServerMessageOf } from '#domain/consultation/protocol.ts'
import {
  consentOf,
  type Effect,
  gapsOf,
  type RoomState,
  recorderFor,
  statusOf,
  takesOf,
} from '#domain/consultation/state.ts'
import { progressOf } from '#domain/consultation/take.ts'
import type { Sockets } from './sockets.ts'
import type { RoomStorage } from './storage.ts'

/** Interface through which effects change the room. */
export type EffectHost = {
  storage: RoomStorage
  sockets: Sockets
  state(): RoomState
  entries(since: number): RoomEntry[]
  engine(): Omit<ServerMessageOf<'engine'>, 'type'>
  /** Acknowledges a frame. */
  acknowledge(to: string, message: ServerMessageOf<'audio_ack'>): void
  refuse(to: string, code: Refusal): void
  forward(frame: AudioFrame): void
  listen(frame?: AudioFrame): void
  remind(): void
  checkVoice(): void
  flush(): void
}

/**
 * Runs effects in order: a frame goes to the engine, is stored, then acknowledged. Messages after a write wait for
 * the disk.
 */
export function run(effects: readonly Effect[], host: EffectHost, frame?: AudioFrame): void {
  for (const effect of effects) runOne(effect, host, frame)
}

function runOne(effect: Effect, host: EffectHost, frame?: AudioFrame): void {
  const { storage, sockets } = host
  switch (effect.do) {
    case 'forward':
      if (frame) host.forward(frame)
      break
    case 'store':
      if (frame) storage.storeFrame(frame.take, frame.at + effect.skip, frame.pcm.subarray(effect.skip * 2))
      break
    case 'silence':
      storage.silence(effect.take)
      break
    case 'save':
      storage.saveState(host.state())
      break
    case 'send':
      if (effect.message.type === 'refused') host.refuse(effect.to, effect.message.code)
      else if (effect.message.type === 'audio_ack') host.acknowledge(effect.to, effect.message)
      else sockets.send(effect.to, effect.message)
      break
    case 'broadcast':
      sockets.broadcast(effect.message)
      break
    case 'welcome':
      sockets.welcome(effect.to, storage.revision, (sent) => welcome(host, effect.to, Math.max(effect.since, sent)))
      break
    case 'tell_recorder':
      sockets.broadcast((id) => ({ type: 'recorder', ...recorderFor(host.state(), id) }))
      break
    case 'listen':
      host.listen(frame)
      break
    case 'remind':
      host.remind()
      break
    case 'check_voice':
      host.checkVoice()
      break
    case 'flush':
      host.flush()
      break
    default:
      effect satisfies never
  }
}

function welcome(host: EffectHost, to: string, since: number): ServerMessage {
  const state = host.state()
  return {
    type: 'welcome',
    version: PROTOCOL_VERSION,
    status: statusOf(state),
    ...recorderFor(state, to),
    takes: takesOf(state).map(progressOf),
    entries: host.entries(since),
    gaps: [...gapsOf(state)],
    engine: host.engine(),
    consent: consentOf(state),
  }
}
