import { expect, test } from 'vitest'
import { ack, from, Room, refused } from '#tests/testkit/room/pure-room.ts'
import { ASK_WITHOUT_ENGINE_MS, dueAt, type Flushing, restored, saved, takesOf } from './state.ts'
import { undoneIn } from './take.ts'

test('[C27] voice without words is heard once more by itself, then asked about, then a gap', () => {
  const finishing = () => {
    const room = new Room().recording()
    for (let i = 0; i < 20; i++) room.frame('a', 1, i * 4_000)
    room.heard(1, [0, 80_000])
    room.voice = [{ take: 1, from: 16_000, to: 64_000 }]
    room.now += 5_000
    room.finish([{ take: 1, samples: 80_000 }])
    return room
  }
  const room = finishing()
  // It is a hole again, and heard like any other.
  expect(room.state).toMatchObject({ phase: 'finishing', asked: false })
  expect(room.said).toContainEqual(ack(1, 80_000, 16_000))
  expect([room.did.includes('listen'), dueAt(room.state)]).toEqual([true, room.now + ASK_WITHOUT_ENGINE_MS])
  // Some words were found; the rest is asked about at once.
  room.voice = [{ take: 1, from: 17_600, to: 64_000 }]
  room.heard(1, [16_000, 64_000])
  const asked = { type: 'consultation', status: 'finishing', missing: [], ask_gap: true, wordless_ms: 2_900 }
  expect(room.said.at(-1)).toEqual(asked)
  // It survives everything, and every screen that comes is asked too.
  room.state = restored(saved(room.state), () => 80_000, [], room.now)
  expect(room.hello('b').at(-1)).toEqual(asked)
  // 'Transcrever de novo': as often as one wants; an engine that is away ends in the other question.
  room.tell({ type: 'retranscribe', ...from('b'), spans: room.voice })
  expect([room.said[0], room.said.at(-1)]).toMatchObject([ack(1, 80_000, 17_600), { ask_gap: false }])
  room.heard(1, [17_600, 64_000])
  expect(room.said.at(-1)).toEqual(asked)
  room.finish([{ take: 1, samples: 80_000 }], true)
  expect((room.state as Flushing).gaps).toEqual([{ take: 1, start_ms: 1_100, end_ms: 4_000, reason: 'no_words' }])

  const found = finishing()
  found.voice = []
  found.heard(1, [16_000, 64_000])
  expect(found.state).toMatchObject({ phase: 'flushing', gaps: [] })

  // The engine is away: what is let go is looked at before it is asked about.
  const away = new Room().recording()
  for (let i = 0; i < 20; i++) away.frame('a', 1, i * 4_000)
  away.heard(1, [0, 64_000])
  away.finish([{ take: 1, samples: 80_000 }])
  away.voice = [{ take: 1, from: 0, to: 48_000 }]
  away.now += ASK_WITHOUT_ENGINE_MS
  expect(away.tell({ type: 'tick', screens: 1 }).at(-1)).toMatchObject({ ask_gap: true, wordless_ms: 3_000 })
  away.finish([], true)
  expect((away.state as Flushing).gaps.map((gap) => gap.reason)).toEqual(['no_words', 'not_transcribed'])
})

test('[C29] an answer without a word over a voice is heard once more, and nobody is asked about a cough', () => {
  const room = new Room().recording()
  for (let i = 0; i < 20; i++) room.frame('a', 1, i * 4_000)
  const cough = { from: 12_000, to: 16_000 }
  const word = { from: 40_000, to: 46_000 }
  room.tell({ type: 'heard', take: 1, from: 0, to: 80_000, doubtful: [cough, word] })
  room.state = restored(saved(room.state), () => 80_000, ['socket of a'], room.now)
  room.finish([{ take: 1, samples: 80_000 }])
  expect(room.state.phase).toBe('finishing')
  expect(room.said).toContainEqual(ack(1, 80_000, 12_000))
  // One brings words, the other is silent again: then that is what it is.
  room.tell({ type: 'heard', take: 1, ...word, doubtful: [] })
  expect(room.state.phase).toBe('finishing')
  room.tell({ type: 'heard', take: 1, ...cough, doubtful: [cough] })
  expect(room.state).toMatchObject({ phase: 'flushing', gaps: [] })
  // The next session's second before its hole found some words of it: only the rest is heard again.
  const some = new Room().recording()
  for (let i = 0; i < 20; i++) some.frame('a', 1, i * 4_000)
  some.tell({ type: 'heard', take: 1, from: 0, to: 40_000, doubtful: [{ from: 20_000, to: 40_000 }] })
  some.tell({ type: 'heard', take: 1, from: 40_000, to: 80_000, words: [{ from: 24_000, to: 38_000 }] })
  some.finish([{ take: 1, samples: 80_000 }])
  expect(takesOf(some.state).flatMap(undoneIn)).toEqual([{ from: 20_000, to: 24_000 }])
  // Consent is taken back: nobody will hear it again, and that is said.
  const revoked = new Room().recording()
  for (let i = 0; i < 20; i++) revoked.frame('a', 1, i * 4_000)
  revoked.tell({ type: 'heard', take: 1, from: 0, to: 80_000, doubtful: [{ from: 16_000, to: 32_000 }] })
  expect(revoked.consent('revoked')).toContainEqual({
    type: 'gap',
    take: 1,
    start_ms: 1_000,
    end_ms: 2_000,
    reason: 'discarded',
  })
  // By hand, as often as anybody wants; and a noisy room is not heard twice from end to end.
  const noisy = new Room().recording()
  for (let i = 0; i < 80; i++) noisy.frame('a', 1, i * 4_000)
  const doubtful = Array.from({ length: 40 }, (_, i) => ({ from: i * 8_000, to: i * 8_000 + 3_200 + i }))
  noisy.tell({ type: 'heard', take: 1, from: 0, to: 320_000, doubtful })
  const hear = () => {
    const holes = takesOf(noisy.state).flatMap(undoneIn)
    for (const hole of holes) noisy.tell({ type: 'heard', take: 1, ...hole, doubtful: [hole] })
    return holes.length
  }
  noisy.tell({ type: 'retranscribe', ...from('a'), spans: [] })
  expect([hear(), noisy.state.phase]).toEqual([40, 'active'])
  noisy.finish([{ take: 1, samples: 320_000 }])
  expect(noisy.state.phase).toBe('flushing')
  const tired = new Room().recording()
  for (let i = 0; i < 80; i++) tired.frame('a', 1, i * 4_000)
  tired.tell({ type: 'heard', take: 1, from: 0, to: 320_000, doubtful })
  tired.finish([{ take: 1, samples: 320_000 }])
  expect(
    takesOf(tired.state)
      .flatMap(undoneIn)
      .map(({ from }) => from / 8_000),
  ).toEqual(Array.from({ length: 30 }, (_, i) => i + 10))
})

test('[C27] while it goes on voice is heard again by hand only, and not without consent', () => {
  const room = new Room().recording()
  for (let i = 0; i < 20; i++) room.frame('a', 1, i * 4_000)
  room.heard(1, [0, 80_000])
  const spans = [{ take: 1, from: 16_000, to: 64_000 }]
  expect(room.tell({ type: 'retranscribe', ...from('a'), spans })).toEqual([ack(1, 80_000, 16_000)])
  room.heard(1, [16_000, 64_000])
  expect(room.tell({ type: 'retranscribe', ...from('a'), spans: [] })).toEqual([])
  room.consent('revoked')
  expect(room.tell({ type: 'retranscribe', ...from('a'), spans })).toEqual(refused('consent_refused'))
})
