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
