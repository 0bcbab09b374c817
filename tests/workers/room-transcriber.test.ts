import { expect, test } from 'vitest'
import { transition } from '#domain/consultation/consultation.ts'
import { openRoom, type RoomEvent, type RoomState } from '#domain/consultation/state.ts'
import { Transcriber } from '#workers/room/transcriber.ts'
import type { SpeechEngine } from '#workers/speech/engine.ts'

const screen = { socket: 'socket', session: 'session', screen: 'screen' }

test('[C22] an engine that dies while it opens is lost, not listening, and is tried again', async () => {
  const now = 1_800_000_000_000
  let state: RoomState = openRoom(now, now, { state: 'accepted', at: now })
  const tell = (event: RoomEvent) => {
    state = transition(state, event, now).state
  }
  tell({ type: 'toggle_transcription', ...screen, action: 'start' })
  tell({ type: 'frame', ...screen, take: 1, at: 0, samples: 4_000 })
  let opened = 0
  const engine: SpeechEngine = {
    async open(_, events) {
      opened++
      // Its socket is down by the time the first audio goes out.
      const send = () => events.closed(1006)
      return { send, keepAlive() {}, finalize() {}, finish() {}, close() {} }
    },
    transcribe: () => new Promise(() => {}),
  }
  const told: [state: string, reason: string | undefined][] = []
  const transcriber = new Transcriber(
    engine,
    {
      now: () => now,
      after: () => () => {},
      state: () => state,
      audio: (_, span) => new Uint8Array(Math.max(0, Math.min(span.to, 4_000) - span.from) * 2),
      written: () => [],
      nextSession: () => 1,
      heard: () => {},
      partial: () => {},
      engine: (view, _, reason) => told.push([view.state, reason]),
      rearm: () => {},
    },
    '',
  )
  transcriber.pump()
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(told).toEqual([
    ['connecting', undefined],
    ['lost', 'closed'],
  ])
  expect(transcriber.dueAt).toBe(now + 1_000)
  transcriber.pump(true)
  expect(opened).toBe(2)
  transcriber.stop()
})
