import { expect, test } from 'vitest'
import { transition } from '#domain/consultation/consultation.ts'
import { openRoom, type RoomEvent, type RoomState } from '#domain/consultation/state.ts'
import { SpeechFeed } from '#workers/room/speech-feed.ts'
import type { SpeechEngine } from '#workers/speech/engine.ts'

const screen = { socket: 'socket', session: 'session', screen: 'screen' }

/** A room that one screen records, with a frame stored; its engine is the test's own. */
function stage(engine: SpeechEngine) {
  const now = 1_800_000_000_000
  let state: RoomState = openRoom(now, now, { state: 'accepted', at: now })
  const tell = (event: RoomEvent) => {
    state = transition(state, event, now).state
  }
  tell({ type: 'toggle_transcription', ...screen, action: 'start' })
  tell({ type: 'frame', ...screen, take: 1, at: 0, pcm: new Uint8Array(8_000) })
  const reports: [state: string, reason: string | undefined][] = []
  const feed = new SpeechFeed(
    engine,
    {
      now: () => now,
      after: () => () => {},
      room: {
        state: () => state,
        report: (report) => {
          if (report.type === 'engine') reports.push([report.view.state, report.reason])
        },
      },
      storage: {
        audio: (_, span) => new Uint8Array(Math.max(0, Math.min(span.to, 4_000) - span.from) * 2),
        written: () => [],
        nextSession: () => 1,
      },
    },
    '',
  )
  return { now, tell, reports, feed }
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

test('[C22] an engine that dies while it opens is lost, not listening, and is tried again', async () => {
  let opened = 0
  const { now, reports, feed } = stage({
    async open(_, events) {
      opened++
      // Its socket is down by the time the first audio goes out.
      const send = () => events.closed(1006)
      return { send, keepAlive() {}, finalize() {}, finish() {}, close() {} }
    },
    transcribe: () => new Promise(() => {}),
  })
  feed.pump()
  await turn()
  expect(reports).toEqual([
    ['connecting', undefined],
    ['lost', 'closed'],
  ])
  expect(feed.dueAt).toBe(now + 1_000)
  feed.pump(true)
  expect(opened).toBe(2)
  feed.stop()
})

test('[C24] consent taken back while an engine opens: it is closed, and was sent nothing', async () => {
  const done: string[] = []
  let handshake = () => {}
  const { now, tell, reports, feed } = stage({
    async open() {
      await new Promise<void>((resolve) => {
        handshake = resolve
      })
      const does = (what: string) => () => void done.push(what)
      return {
        send: does('audio'),
        keepAlive: does('keepAlive'),
        finalize: does('finalize'),
        finish: does('finish'),
        close: does('close'),
      }
    },
    transcribe: () => new Promise(() => {}),
  })
  feed.pump()
  tell({ type: 'consent', state: 'revoked', at: now, discarded: [] })
  feed.pump()
  handshake()
  await turn()
  expect(done[0]).toBe('close')
  expect(done).not.toContain('audio')
  expect(reports.map(([state]) => state)).toEqual(['connecting', 'idle'])
})
