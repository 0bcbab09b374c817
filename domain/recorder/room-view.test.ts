import { expect, test } from 'vitest'
import { serverMessage } from '../consultation/protocol.ts'
import { applyMessage, emptyView, type RoomView, withConnection } from './room-view.ts'

const line = (id: string, start_ms: number, revision: number, text = id) => ({
  id,
  text,
  timestamp: 1_772_460_000_000 + start_ms,
  isPartial: false,
  start_ms,
  end_ms: start_ms + 900,
  revision,
})
const welcome = {
  type: 'welcome',
  version: 1,
  status: 'active',
  take: null,
  takes: [],
  recorder: 'none',
  entries: [line('a', 0, 1), line('b', 1_000, 2)],
  gaps: [],
  engine: { state: 'listening', name: 'test', demonstration: false },
  consent: 'accepted',
}
/** Feeds raw messages, parsed as the socket parses them. */
const run = (...raw: unknown[]): RoomView =>
  raw.reduce<RoomView>((view, one) => applyMessage(view, serverMessage.parse(one)), emptyView)
const update = (entry: object, is_final: boolean) => ({
  type: 'transcription_update',
  ...entry,
  isPartial: !is_final,
  is_final,
})
const texts = (view: RoomView) => view.entries.map((one) => one.text)

test('[V1] a reconnection adds changed lines once', () => {
  const view = run(welcome, update(line('c', 2_000, 3), true), update(line('c', 2_000, 3), true), {
    ...welcome,
    entries: [line('b', 1_000, 4, 'b corrected'), line('d', 3_000, 5)],
  })
  expect(texts(view)).toEqual(['a', 'b corrected', 'c', 'd'])
  expect(view.revision).toBe(5)
})

test('[V2] an older version of a line never replaces a newer one', () => {
  const view = run(
    welcome,
    { type: 'entry_changed', ...line('a', 0, 7, 'newer') },
    { type: 'entry_changed', ...line('a', 0, 3, 'older') },
  )
  expect(texts(view)).toEqual(['newer', 'b'])
})

test('[V3] a final line replaces its partial; no partial remains offline, without consent or at the end', () => {
  const spoken = run(welcome, update(line('p1', 2_000, 2), false), update(line('p2', 4_000, 2), false))
  const final = applyMessage(spoken, serverMessage.parse(update(line('c', 2_000, 3), true)))
  expect(final.partials.map((one) => one.id)).toEqual(['p2'])
  expect(texts(final)).toEqual(['a', 'b', 'c'])
  expect(withConnection(final, 'disconnected').partials).toEqual([])
  expect(applyMessage(final, { type: 'consent', state: 'revoked' }).partials).toEqual([])
  expect(applyMessage(final, { type: 'consultation', status: 'completed' }).partials).toEqual([])
})

test('[V4] a line of another take is inserted by its time, and the others keep their order', () => {
  expect(texts(run(welcome, update(line('late', 500, 3), true), update(line('tie', 1_000, 4), true)))).toEqual([
    'a',
    'late',
    'b',
    'tie',
  ])
})

test('[V1] a gap that is reported twice is one; a gap without length is not shown', () => {
  const gap = { type: 'gap', take: 1, start_ms: 500, end_ms: 1_500, reason: 'asleep' }
  const { type: _, ...shown } = gap
  expect(run(welcome, gap, gap, { ...gap, end_ms: 500 }).gaps).toEqual([shown])
})

test('[V5] finishing shows the missing audio and asks; completed does not ask', () => {
  const asking = run(welcome, {
    type: 'consultation',
    status: 'finishing',
    missing: [{ take: 1, samples: 8_000 }],
    ask_gap: true,
  })
  expect(asking).toMatchObject({ status: 'finishing', askGap: true, missing: [{ take: 1, samples: 8_000 }] })
  expect(applyMessage(asking, { type: 'consultation', status: 'completed' })).toMatchObject({
    status: 'completed',
    askGap: false,
    missing: [],
  })
})
