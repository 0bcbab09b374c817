import { expect, test } from 'vitest'
import { type ListenServerMessage, listenServerMessage, parseListenQuery } from '#domain/speech/listen.ts'
import { demonstrationRecogniser } from '#local/speech/demonstration.ts'
import { bytesFromSamples } from '#local/speech/pcm.ts'
import type { Recogniser, StreamOptions } from '#local/speech/recogniser.ts'
import { ListenSession } from '#local/speech/session.ts'
import { ROOM_QUERY } from '#tests/testkit/speech/listen-client.ts'
import { manualClock } from '#tests/testkit/speech/manual-clock.ts'

const second = bytesFromSamples(new Int16Array(16_000))

function openSession({ recogniser = demonstrationRecogniser(), enforceRate = true } = {}) {
  const query = parseListenQuery(new URLSearchParams(ROOM_QUERY))
  if (!query.success) throw query.error
  const sent: ListenServerMessage[] = []
  const closes: string[] = []
  const clock = manualClock()
  const session = new ListenSession({
    recogniser,
    query: query.data,
    requestId: 'test',
    clock,
    enforceRate,
    send: (message) => sent.push(listenServerMessage.parse(message)),
    close: (code, reason) => closes.push(`${code} ${reason}`),
  })
  return { session, sent, closes, clock }
}

test('ten seconds without audio or KeepAlive close the socket', () => {
  const { session, closes, clock } = openSession()
  session.audio(second)
  clock.advance(9_999)
  session.text('{"type":"KeepAlive"}')
  clock.advance(9_999)
  session.audio(second)
  clock.advance(9_999)
  expect(closes).toEqual([])
  clock.advance(1)
  expect(closes).toEqual([expect.stringMatching(/^1011 NET-0001/)])
  session.audio(second)
  clock.advance(60_000)
  expect(closes).toHaveLength(1)
})

test('a live socket takes 1.25 x real time and a burst of five seconds, no more', () => {
  const { session, closes, clock } = openSession()
  for (let i = 0; i < 5; i++) session.audio(second)
  // At the allowed pace it can go on for as long as it likes.
  for (let i = 0; i < 100; i++) {
    clock.advance(800)
    session.audio(second)
  }
  expect(closes).toEqual([])
  clock.advance(700)
  session.audio(second)
  expect(closes).toEqual([expect.stringMatching(/^1011 RATE-0001/)])

  const free = openSession({ enforceRate: false })
  for (let i = 0; i < 60; i++) free.session.audio(second)
  expect(free.closes).toEqual([])
})

test('what cannot be linear16 or a message of the protocol is refused with 1008', () => {
  const refused: [string, (session: ListenSession) => void][] = [
    ['empty', (session) => session.audio(new Uint8Array(0))],
    ['half a', (session) => session.audio(new Uint8Array(7))],
    ['webm', (session) => session.audio(Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, 0, 0]))],
    ['wav', (session) => session.audio(new TextEncoder().encode('RIFF....WAVEfmt '))],
    ['text', (session) => session.text('{"type":"Stop"}')],
    ['text', (session) => session.text('not json')],
  ]
  for (const [word, act] of refused) {
    const { session, closes } = openSession()
    act(session)
    expect(closes).toEqual([expect.stringMatching(new RegExp(`^1008 DATA-0000 .*${word}`))])
  }
})

test('pieces, utterance end, configure, finalize and a failing recogniser', async () => {
  let stream: StreamOptions | undefined
  const calls: string[] = []
  const scripted: Recogniser = {
    name: 'scripted',
    demonstration: false,
    open(options) {
      stream = options
      return {
        accept: () => {},
        flush: () => options.onEvent({ kind: 'final', end: 9, words: [], endOfSpeech: true }),
        close: async () => {},
        abort: () => calls.push('abort'),
      }
    },
  }
  const { session, sent, closes } = openSession({ recogniser: scripted })
  const word = (text: string, start: number) => ({ text, start, end: start + 0.4 })
  stream?.onEvent({ kind: 'partial', until: 1, words: [word('Dor,', 0.5)] })
  stream?.onEvent({ kind: 'final', end: 1, words: [word('Dor,', 0.5)], endOfSpeech: false })
  stream?.onEvent({ kind: 'final', end: 2, words: [word('febre.', 1.2)], endOfSpeech: true })
  stream?.onEvent({ kind: 'quiet', until: 2.5 })
  stream?.onEvent({ kind: 'quiet', until: 2.7 })
  stream?.onEvent({ kind: 'quiet', until: 5.7 })
  const seen = sent.map((message) =>
    message.type === 'Results'
      ? [
          message.start,
          message.duration,
          message.is_final,
          message.speech_final,
          message.channel.alternatives[0]?.transcript,
        ]
      : message.type,
  )
  expect(seen).toEqual([
    [0, 1, false, false, 'Dor,'],
    [0, 1, true, false, 'Dor,'],
    [1, 1, true, true, 'febre.'],
    'UtteranceEnd',
    // Silence has no words and still moves time on.
    [2, 3.7, true, false, ''],
  ])
  expect(sent[1]).toMatchObject({ channel: { alternatives: [{ words: [{ word: 'dor', punctuated_word: 'Dor,' }] }] } })

  session.text('{"type":"Configure","keyterms":["losartana","asma"]}')
  session.text('{"type":"Finalize"}')
  expect([calls, closes]).toEqual([[], []])
  expect(sent.at(-1)).toMatchObject({ from_finalize: true, duration: 3.3 })

  stream?.onFailure(new Error('model gone'))
  expect(closes).toEqual(['1011 NET-0000 model gone'])
  expect(calls.at(-1)).toBe('abort')
  const count = sent.length
  stream?.onEvent({ kind: 'quiet', until: 60 })
  session.text('{"type":"CloseStream"}')
  expect(sent).toHaveLength(count)
})
