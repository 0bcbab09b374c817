import { expect, test } from 'vitest'
import type { ClientMessage } from '#domain/consultation/protocol.ts'
import { disk, doors, FRAME, frameAt, queueOn, turns, wire } from '#tests/testkit/recording/disk.ts'
import { type KeptResult, KeptStatements } from '../device/kept-statements.ts'
import { Sender } from './sender.ts'
import { Statements } from './statements.ts'

const resultAt = (id: string, from: number, to: number, take = 1): KeptResult => ({
  id,
  take,
  from: from * FRAME,
  to: to * FRAME,
  at: from * FRAME,
  text: 'Tosse seca.',
  wall: 0,
})

test('[DS15] sends the last words of a page that died with their last frame', async () => {
  const { store, rows, lengths } = disk()
  lengths.set(1, 6 * FRAME)
  for (const i of [4, 5]) rows.set(`1 ${i * FRAME}`, frameAt(i))
  const { locks, open } = doors()
  const sender = new Sender(await queueOn(store), wire().socket, { now: () => 0, locks })
  const kept = new KeptStatements(crypto.randomUUID())
  const results = [resultAt('whole', 2, 3), resultAt('cut', 5, 6.5), resultAt('beyond', 6.5, 6.8)]
  await kept.change({ results: [...results, resultAt('own', 0, 0.5, 2)] })
  let stored = 4 * FRAME
  const messages: ClientMessage[] = []
  const lengthsOf = {
    recorded: (take: number) => sender.end(take),
    stored: (take: number) => (take === 1 ? stored : 0),
    endOfLeft: (take: number) => sender.endOfLeft(take),
  }
  const statements = new Statements(kept, (message) => messages.push(message) > 0, lengthsOf)
  const sentResults = () =>
    messages.flatMap((one) => (one.type === 'device_result' ? [[one.id, one.from / FRAME, one.to / FRAME]] : []))

  // This page records take 2; another one still has take 1.
  sender.claimed(2)
  open(2)
  await sender.restore()
  await sender.connected([{ take: 1, stored, transcribed: 0 }])
  statements.sendResults()
  expect(sentResults()).toEqual([['whole', 2, 3]])
  // It is gone. The end of its take counts once the room has all of it.
  open(1)
  await turns()
  statements.sendResults()
  expect(sentResults()).toHaveLength(1)
  stored = 6 * FRAME
  await sender.acknowledged({ take: 1, stored, transcribed: 0 })
  statements.sendResults()
  statements.sendResults()
  expect(sentResults()).toEqual([
    ['whole', 2, 3],
    ['cut', 5, 6],
    ['beyond', 6, 6],
  ])
  // Withdrawn words are not sent again.
  await sender.discard(1)
  expect([sender.endOfLeft(1), sender.endOfLeft(2)]).toEqual([null, null])
})

test('[C59] a correction waits on the device until the room has its text, is refused, or the consultation is over', async () => {
  const kept = new KeptStatements(crypto.randomUUID())
  const sent: string[] = []
  let isOpen = false
  const send = (message: ClientMessage) => {
    if (isOpen && message.type === 'edit_entry') sent.push(`${message.id} ${message.text}`)
    return isOpen
  }
  const statements = new Statements(kept, send, { recorded: () => 0, stored: () => 0, endOfLeft: () => null })
  void statements.edit({ id: 'a', text: 'Tosse.' })
  const corrected = statements.edit({ id: 'a', text: 'Tosse seca.' })
  const refused = statements.edit({ id: 'b', text: 'Febre alta.' })
  const late = statements.edit({ id: 'c', text: 'Dor.' })
  expect(sent).toEqual([])
  isOpen = true
  statements.sendKept()
  statements.sendKept()
  expect(sent).toEqual(['a Tosse seca.', 'b Febre alta.', 'c Dor.'])
  // Other words of the line are no answer; a new connection repeats what has none.
  statements.onEdits([{ id: 'a', text: 'Tosse.' }])
  statements.disconnected()
  statements.sendKept()
  expect(sent.slice(3)).toEqual(['a Tosse seca.', 'b Febre alta.', 'c Dor.'])
  statements.onEdits([{ id: 'a', text: 'Tosse seca.' }])
  expect(statements.refuseEdit('b', 'room_full')).toBe(true)
  expect([await corrected, await refused]).toEqual([null, expect.stringContaining('máximo')])
  expect(statements.refuseEdit('x', 'room_full')).toBe(false)
  // The end came first: the correction stays on the device for the finished transcript.
  expect(statements.refuseEdit('c', 'finishing')).toBe(false)
  statements.end()
  expect(kept.now.edits).toEqual([{ id: 'c', text: 'Dor.' }])
  statements.dropEdit('c')
  expect([await late, kept.now.edits]).toEqual([null, []])
})

test('[C45] results whose audio never reached the room stay as lines when the consultation ends without them', () => {
  const kept = new KeptStatements(crypto.randomUUID())
  const statements = new Statements(kept, () => false, {
    recorded: () => 48_000,
    stored: () => 16_000,
    endOfLeft: () => null,
  })
  const result = { take: 1, at: 0, wall: 1_000 }
  statements.result({ ...result, id: 'stored', from: 0, to: 16_000, text: 'tosse' })
  statements.result({ ...result, id: 'lost', from: 16_000, to: 32_000, text: 'febre há dois dias' })
  statements.result({ ...result, id: 'silence', from: 32_000, to: 48_000, text: '' })
  statements.end()
  expect(kept.now.results).toEqual([])
  expect(kept.now.lines).toEqual([{ id: 'lost', text: 'febre há dois dias', speaker: null, at: 1_000 }])
})
