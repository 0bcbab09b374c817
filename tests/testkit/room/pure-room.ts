import type { ConsentState } from '#domain/consent/consent.ts'
import { transition } from '#domain/consultation/consultation.ts'
import type { Work } from '#domain/consultation/feeding.ts'
import type { ServerMessage, TakeLength } from '#domain/consultation/protocol.ts'
import {
  type Active,
  type Effect,
  openRoom,
  type RoomEvent,
  type RoomState,
  recorderFor,
} from '#domain/consultation/state.ts'

export const START = 1_800_000_000_000
const ACCEPTED = { state: 'accepted', at: START } as const
export const from = (name: string, session = 'session') => ({ socket: `socket of ${name}`, session, screen: name })

/** A room that is spoken to in turn; `said` are the messages of the last step, `did` the other effects. */
export class Room {
  state: RoomState = openRoom(START, START, ACCEPTED)
  now = START
  said: ServerMessage[] = []
  did: Effect['do'][] = []
  /** The host's answer to a search for voice without words. */
  voice: Work[] = []
  tell(event: RoomEvent) {
    const { state, effects } = transition(this.state, event, this.now)
    this.state = state
    for (let i = 0; i < effects.length; i++) {
      if (effects[i]?.do !== 'check_voice') continue
      const answer = transition(this.state, { type: 'voice', spans: this.voice }, this.now)
      this.state = answer.state
      effects.splice(i, 1, ...answer.effects)
    }
    this.said = effects.flatMap((effect) => ('message' in effect ? [effect.message] : []))
    this.did = effects.map((effect) => effect.do)
    return this.said
  }
  hello = (name: string, session?: string, holds: TakeLength[] = []) =>
    this.tell({ type: 'hello', ...from(name, session), version: 1, since: 0, holds })
  toggle = (name: string, action: 'start' | 'pause' | 'resume' | 'stop', session?: string) =>
    this.tell({ type: 'toggle_transcription', ...from(name, session), action })
  frame = (name: string, take: number, at: number, samples = 4_000, session?: string) =>
    this.tell({ type: 'frame', ...from(name, session), take, at, pcm: new Uint8Array(samples * 2) })
  heard = (take: number, span: [number, number]) => this.tell({ type: 'heard', take, from: span[0], to: span[1] })
  finish = (takes: TakeLength[], accept_gap = false, name = 'a', session?: string) =>
    this.tell({ type: 'finish', ...from(name, session), takes, accept_gap })
  consent = (state: ConsentState, at = this.now, discarded: TakeLength[] = []) =>
    this.tell({ type: 'consent', state, at, discarded })
  /** The recorder of screen `name` with its first take. */
  recording(name = 'a') {
    this.hello(name)
    this.toggle(name, 'start')
    return this
  }
  /** The first take has this many frames of 4,000 samples; `isHeard`: all have their results. */
  filled(frames: number, isHeard = false) {
    for (let i = 0; i < frames; i++) this.frame('a', 1, i * 4_000)
    if (isHeard) this.heard(1, [0, frames * 4_000])
    return this
  }
  seen = (name: string) => recorderFor(this.state, `socket of ${name}`)
  take = (number: number) => (this.state as Active).takes.find((one) => one.take === number)
}
export const refused = (code: string) => [{ type: 'refused', code }]
export const ack = (take: number, stored: number, transcribed = 0) => ({ type: 'audio_ack', take, stored, transcribed })
