import { expect, test } from 'vitest'
import { ack, from, Room, refused } from '#tests/testkit/room/pure-room.ts'
import { ASK_WITHOUT_ENGINE_MS, dueAt, type Flushing, restored, saved, takesOf } from './state.ts'
import { undoneIn } from './take.ts'

test('[C27] transcribes wordless voice once more, then asks, then writes a gap', () => {
  const finishing = () => {
    const room = new Room().recording().filled(20, true)
    room.voice = [{ take: 1, from: 16_000, to: 64_000 }]
    room.now += 5_000
    room.finish([{ take: 1, samples: 80_000 }])
    return room
  }
  const room = finishing()
  // The span is a hole again, so an engine transcribes it like any other.
  expect(room.state).toMatchObject({ phase: 'finishing', asked: false })
  expect(room.said).toContainEqual(ack(1, 80_000, 16_000))
  expect([room.did.includes('listen'), dueAt(room.state)]).toEqual([true, room.now + ASK_WITHOUT_ENGINE_MS])
  // The engine finds some words; the room asks about the rest at once.
  room.voice = [{ take: 1, from: 17_600, to: 64_000 }]
  room.heard(1, [16_000, 64_000])
  const question = { type: 'consultation', status: 'finishing', missing: [], ask_gap: true, wordless_ms: 2_900 }
  expect(room.said.at(-1)).toEqual(question)
  // The question survives an eviction, and every new screen gets it.
  room.state = restored(saved(room.state), () => 80_000, [], room.now)
  expect(room.hello('b').at(-1)).toEqual(question)
  // 'Transcrever de novo' works any number of times; without an engine the other question follows.
  room.tell({ type: 'retranscribe', ...from('b'), spans: room.voice })
  expect([room.said[0], room.said.at(-1)]).toMatchObject([ack(1, 80_000, 17_600), { ask_gap: false }])
  room.heard(1, [17_600, 64_000])
  expect(room.said.at(-1)).toEqual(question)
  room.finish([{ take: 1, samples: 80_000 }], true)
  expect((room.state as Flushing).gaps).toEqual([{ take: 1, start_ms: 1_100, end_ms: 4_000, reason: 'no_words' }])

  const found = finishing()
  found.voice = []
  found.heard(1, [16_000, 64_000])
  expect(found.state).toMatchObject({ phase: 'flushing', gaps: [] })

  // Without an engine the room looks for voice before it asks about the gap.
  const away = new Room().recording().filled(20)
  away.heard(1, [0, 64_000])
  away.finish([{ take: 1, samples: 80_000 }])
  away.voice = [{ take: 1, from: 0, to: 48_000 }]
  away.now += ASK_WITHOUT_ENGINE_MS
  expect(away.tell({ type: 'tick', screens: 1 }).at(-1)).toMatchObject({ ask_gap: true, wordless_ms: 3_000 })
  away.finish([], true)
  expect((away.state as Flushing).gaps.map((gap) => gap.reason)).toEqual(['no_words', 'not_transcribed'])
})

test('[C29] transcribes doubtful voice once more and never asks about a cough', () => {
  const room = new Room().recording().filled(20)
  const cough = { from: 12_000, to: 16_000 }
  const word = { from: 40_000, to: 46_000 }
  room.tell({ type: 'heard', take: 1, from: 0, to: 80_000, doubtful: [cough, word] })
  room.state = restored(saved(room.state), () => 80_000, ['socket of a'], room.now)
  room.finish([{ take: 1, samples: 80_000 }])
  expect(room.state.phase).toBe('finishing')
  expect(room.said).toContainEqual(ack(1, 80_000, 12_000))
  // One span brings words; the other is silent again and stays so.
  room.tell({ type: 'heard', take: 1, ...word, doubtful: [] })
  expect(room.state.phase).toBe('finishing')
  room.tell({ type: 'heard', take: 1, ...cough, doubtful: [cough] })
  expect(room.state).toMatchObject({ phase: 'flushing', gaps: [] })
  // The next session's lead-in finds some words: only the rest is transcribed again.
  const some = new Room().recording().filled(20)
  some.tell({ type: 'heard', take: 1, from: 0, to: 40_000, doubtful: [{ from: 20_000, to: 40_000 }] })
  some.tell({ type: 'heard', take: 1, from: 40_000, to: 80_000, words: [{ from: 24_000, to: 38_000 }] })
  some.finish([{ take: 1, samples: 80_000 }])
  expect(takesOf(some.state).flatMap(undoneIn)).toEqual([{ from: 20_000, to: 24_000 }])
  // After a revocation no engine tries the span again: it becomes a gap.
  const revoked = new Room().recording().filled(20)
  revoked.tell({ type: 'heard', take: 1, from: 0, to: 80_000, doubtful: [{ from: 16_000, to: 32_000 }] })
  expect(revoked.consent('revoked')).toContainEqual({
    type: 'gap',
    take: 1,
    start_ms: 1_000,
    end_ms: 2_000,
    reason: 'discarded',
  })
  // By hand, as often as anybody wants; and a noisy room is not heard twice from end to end.
  const noisy = new Room().recording().filled(80)
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
  const tired = new Room().recording().filled(80)
  tired.tell({ type: 'heard', take: 1, from: 0, to: 320_000, doubtful })
  tired.finish([{ take: 1, samples: 320_000 }])
  expect(
    takesOf(tired.state)
      .flatMap(undoneIn)
      .map(({ from }) => from / 8_000),
  ).toEqual(Array.from({ length: 30 }, (_, i) => i + 10))
})

test('[C27] during a consultation repeats voice only on request, and not without consent', () => {
  const room = new Room().recording().filled(20, true)
  const spans = [{ take: 1, from: 16_000, to: 64_000 }]
  expect(room.tell({ type: 'retranscribe', ...from('a'), spans })).toEqual([ack(1, 80_000, 16_000)])
  room.heard(1, [16_000, 64_000])
  expect(room.tell({ type: 'retranscribe', ...from('a'), spans: [] })).toEqual([])
  room.consent('revoked')
  expect(room.tell({ type: 'retranscribe', ...from('a'), spans })).toEqual(refused('consent_refused'))
})
