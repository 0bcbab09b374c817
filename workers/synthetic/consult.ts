import { type Database, openDatabase } from '#db/client.ts'
import { moveMark, readMark } from '#db/queries/service-mark.ts'
import { encodeFrame, FRAME_MS, FRAME_SAMPLES } from '#domain/consultation/frame.ts'
import {
  type ClientMessage,
  type ServerMessage,
  type ServerMessageOf,
  serverMessage,
} from '#domain/consultation/protocol.ts'
import type { SyntheticMessage } from '#domain/jobs.ts'
import { parseJson } from '#domain/json.ts'
import type { Env } from '../env.ts'
import { nameOf } from '../log/log.ts'
import { measure } from '../metrics/measure.ts'
import { roomRequest, SYNTHETIC, type Visitor } from '../room/door.ts'
import { syntheticSpeech } from './speech.ts'

const STEP_MS = 20_000
/** A queue, a model and the write of its result. */
const RECORD_MS = 45_000
const LOOK_EVERY_MS = 1_000
const SESSION_MS = 10 * 60_000

type Step = 'enter' | 'audio' | 'words' | 'end' | 'record'
/** `stepMs`: how long a step of the room may take. */
type How = { speech?: () => Int16Array; stepMs?: number }

/**
 * Plays a consultation that has the mark `id` in D1: a real room takes five seconds of speech, the engine answers words,
 * and the room ends and moves the mark. Then the worker of a queue writes the record of the demonstration. It has no
 * account, no row of a consultation and no job, and its room leaves no tombstone. Measures the whole time, or the step
 * that failed, and returns its fault; null if none did.
 */
export async function consultSynthetically(
  env: Env,
  id: string,
  { speech = syntheticSpeech, stepMs = STEP_MS }: How = {},
): Promise<string | null> {
  const db = openDatabase(env.DB)
  const startedAt = Date.now()
  let step: Step = 'enter'
  let socket: WebSocket | null = null
  let fault: string | null = null
  try {
    socket = await enter(env, id, startedAt)
    const screen = new Screen(socket, stepMs)
    screen.say({ type: 'hello', version: 1, since: 0, screen: SYNTHETIC, holds: [] })
    await screen.next('welcome')
    screen.say({ type: 'toggle_transcription', action: 'start' })
    const { take } = await screen.next('recorder', ({ recorder }) => recorder === 'you')
    step = 'audio'
    const samples = speech()
    for (let at = 0; at < samples.length; at += FRAME_SAMPLES) {
      socket.send(encodeFrame(Number(take), at, samples.subarray(at, at + FRAME_SAMPLES)))
      await scheduler.wait(FRAME_MS)
    }
    await screen.next('audio_ack', ({ stored }) => stored >= samples.length)
    step = 'words'
    await screen.next('transcription_update', ({ text }) => text.trim() !== '')
    step = 'end'
    const takes = [{ take: Number(take), samples: samples.length }]
    screen.say({ type: 'finish', takes, accept_gap: false })
    const { status } = await screen.next('consultation', (news) => news.status === 'completed' || news.ask_gap === true)
    // A syllable of the artificial voice without words is no fault.
    if (status !== 'completed') screen.say({ type: 'finish', takes, accept_gap: true })
    await screen.next('consultation', (news) => news.status === 'completed')
    step = 'record'
    await env.STRUCTURING_QUEUE.send({ v: 1, kind: 'synthetic', id } satisfies SyntheticMessage)
    await waitForRecord(db, id)
    measure({ metric: 'synthetic', value: Date.now() - startedAt })
  } catch (error) {
    fault = `${step}_${nameOf(error)}`
    measure({ metric: 'synthetic', failed: 1, fault })
  } finally {
    socket?.close(1000)
    await eraseRoom(env, id)
    // A run that dies leaves its mark unmoved: `consultIfDue` finds it.
    const end = fault === null ? 'ok' : 'failed'
    await moveMark(db, { name: 'synthetic', subject: id }, end).catch(() => undefined)
  }
  return fault
}

/** Resolves once the mark says that the record is written. Throws an error with the name of its fault. */
async function waitForRecord(db: Database, id: string): Promise<void> {
  const deadline = Date.now() + RECORD_MS
  for (;;) {
    const mark = await readMark(db, 'synthetic')
    if (mark?.subject !== id) throw errorNamed('RunReplaced')
    if (mark.state === 'recorded') return
    if (mark.state !== 'ended') throw errorNamed(mark.state === 'begun' ? 'NotStored' : mark.state)
    if (Date.now() >= deadline) throw errorNamed('TooSlow')
    await scheduler.wait(LOOK_EVERY_MS)
  }
}

const errorNamed = (name: string) => Object.assign(new Error(name), { name })

const ERASE_ATTEMPTS = 3
/** Erases what a run has left of its room; nothing is left after a good one. A release resets rooms and cuts the first call. */
export async function eraseRoom(env: Env, id: string): Promise<void> {
  for (let attempt = 1; attempt <= ERASE_ATTEMPTS; attempt++) {
    try {
      await env.ROOM.getByName(id).erase(false, true)
      return
    } catch {
      await scheduler.wait(attempt * 1_000)
    }
  }
}

async function enter(env: Env, id: string, now: number): Promise<WebSocket> {
  const request = new Request(`${env.APP_URL}/api/consultations/${id}/room`, { headers: { upgrade: 'websocket' } })
  const visitor: Visitor = {
    ...{
      consultationId: id,
      doctorId: SYNTHETIC,
      sessionId: SYNTHETIC,
      sessionEndsAt: now + SESSION_MS,
      startedAt: now,
    },
    status: 'active',
    consent: { state: 'accepted', at: now },
  }
  const { webSocket } = await env.ROOM.getByName(id).fetch(roomRequest(request, visitor))
  if (!webSocket) throw errorNamed('NoSocket')
  webSocket.accept()
  return webSocket
}

/** The page's end of the socket. */
class Screen {
  readonly #socket: WebSocket
  readonly #received: ServerMessage[] = []
  readonly #stepMs: number
  #wake = () => {}

  constructor(socket: WebSocket, stepMs: number) {
    this.#socket = socket
    this.#stepMs = stepMs
    socket.addEventListener('message', ({ data }) => {
      const message = serverMessage.safeParse(parseJson(data))
      if (message.success) this.#received.push(message.data)
      this.#wake()
    })
  }

  say(message: ClientMessage): void {
    this.#socket.send(JSON.stringify(message))
  }

  /** Returns the first message that fits, also of those received before. Throws 'TooSlow' after a step's time. */
  async next<T extends ServerMessage['type']>(
    type: T,
    fits: (message: ServerMessageOf<T>) => boolean = () => true,
  ): Promise<ServerMessageOf<T>> {
    const isFit = (message: ServerMessage): message is ServerMessageOf<T> =>
      message.type === type && fits(message as ServerMessageOf<T>)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      this.#wake()
    }, this.#stepMs)
    try {
      for (;;) {
        const found = this.#received.find(isFit)
        if (found) return found
        if (isLate) throw errorNamed('TooSlow')
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
    } finally {
      clearTimeout(timer)
    }
  }
}
