import { expect, test } from 'vitest'
import { disk, FRAME, frameAt, turns, wire } from '#tests/testkit/recording/disk.ts'
import { DeviceQueue } from '../device/device-queue.ts'
import { KeptStatements } from '../device/kept-statements.ts'
import { Sender } from './sender.ts'
import { Withdrawal } from './withdrawal.ts'

const CONSULTATION = '00000000-0000-4000-8000-0000000000a3'

test('[R13] [R18] deletes audio that a late disk brings after the withdrawal, and reports it once', async () => {
  const { store, rows, lengths } = disk()
  lengths.set(1, 4 * FRAME)
  for (let i = 0; i < 4; i++) rows.set(`1 ${i * FRAME}`, frameAt(i))
  let hasKey = false
  const queue = new DeviceQueue(
    async () => (hasKey ? store : null),
    () => 0,
  )
  await queue.attached
  const sender = new Sender(queue, wire().socket, { now: () => 0 })
  const statements = new KeptStatements(CONSULTATION)
  let halts = 0
  const withdrawal = new Withdrawal({
    consultationId: CONSULTATION,
    kept: statements,
    recorder: { withdraw: async () => void halts++, lookForPermission: async () => undefined },
    uplink: { discard: () => sender.discard() },
  })
  await withdrawal.follow('revoked')
  expect([rows.size, statements.now.revocation, halts]).toEqual([4, null, 1])

  hasKey = true
  await queue.retry()
  await turns()
  expect(sender.waiting).toBe(4 * FRAME)
  await Promise.all([withdrawal.follow('revoked'), withdrawal.follow('revoked')])
  expect([rows.size, sender.waiting, halts]).toEqual([0, 0, 1])
  expect(statements.now.revocation).toMatchObject({ discarded: [{ take: 1, samples: 4 * FRAME }], report: true })
})
