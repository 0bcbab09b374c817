import { expect, test } from 'vitest'
import { actionsOf } from './audit-stage.ts'
import { codeOf, newDoctor, refusalOf } from './doctor.ts'
import { comeIn, person } from './google-stage.ts'
import { newReceiver, openIntegrationStage } from './integration-stage.ts'
import { ask, reason } from './operator-stage.ts'
import { enterRoom, FRAME, openStage, speak } from './room-stage.ts'
import { enter, firstStep, giveCode, guardedDoctor, isIn, sessionsOf } from './second-factor-stage.ts'
import { countRows, execute, selectAll } from './sql.ts'

const disable = (email: string) => ask('account-disable', { email, reason })
const enable = (email: string) => ask('account-enable', { email, reason })
const DISABLED = [403, 'account_disabled']

test('a disabled account is left at once, keeps its audio, and is whole again when it is enabled', async () => {
  const stage = await openStage()
  const { doctor, id } = stage
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, 2)
  const elsewhere = await doctor.again()

  expect(await codeOf(await disable(`nobody.${doctor.email}`))).toEqual([404, 'account_not_found'])
  expect(await codeOf(await enable(doctor.email))).toEqual([409, 'account_unchanged'])
  expect(await (await disable(doctor.email)).json()).toEqual({ doctor_id: doctor.id, account: 'disabled' })
  expect(await codeOf(await disable(doctor.email))).toEqual([409, 'account_unchanged'])
  expect(await client.closed).toBe(4002)
  expect([await isIn(doctor.cookie), await isIn(elsewhere.cookie), await sessionsOf(doctor.id)]).toEqual([
    false,
    false,
    0,
  ])
  // A wrong password tells nothing of the account.
  expect(await codeOf(await enter(doctor.email, 'errada12'))).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD'])
  expect(await refusalOf(await enter(doctor.email))).toEqual(DISABLED)
  expect(await sessionsOf(doctor.id)).toBe(0)
  expect((await stage.spool(take)).samples).toBe(2 * FRAME)
  expect((await stage.row())?.status).toBe('active')

  expect(await (await enable(doctor.email)).json()).toEqual({ doctor_id: doctor.id, account: 'enabled' })
  const back = await doctor.again()
  const again = await enterRoom(back, id, 'a', [{ take, samples: 2 * FRAME }])
  expect(again.welcome).toMatchObject({ recorder: 'you', take, takes: [{ stored: 2 * FRAME }] })
  const rows = await selectAll(
    "SELECT action, device, network FROM audit_log WHERE doctor_id = ? AND action LIKE 'operator_account_%' ORDER BY rowid",
    doctor.id,
  )
  const who = { device: 'Suporte: desenvolvimento', network: reason }
  expect(rows).toEqual([
    { action: 'operator_account_disabled', ...who },
    { action: 'operator_account_enabled', ...who },
  ])
})

test('no way in opens a disabled account: second step, Google, a session made meanwhile', async () => {
  const { doctor, email, app } = await guardedDoctor()
  const waiting = await firstStep(email)
  await disable(email)
  expect(await refusalOf(await enter(email))).toEqual(DISABLED)
  expect(await refusalOf(await giveCode(waiting, app(1)))).toEqual(DISABLED)
  expect(await sessionsOf(doctor.id)).toBe(0)

  const google = person('desativada')
  expect(await isIn((await comeIn(google)).cookie)).toBe(true)
  await disable(google.email)
  const refused = await comeIn(google)
  expect([refused.location, await isIn(refused.cookie)]).toEqual(['/login?google=erro&error=account_disabled', false])

  const late = await newDoctor()
  await execute('UPDATE user SET disabled_at = 1 WHERE id = ?', late.id)
  expect(await refusalOf(await late.call('GET', '/api/session'))).toEqual(DISABLED)
})

test('records wait while their account is disabled, and go out when it is enabled', async () => {
  const { doctor, calls, save, bells, attempt } = await openIntegrationStage()
  const hook = newReceiver()
  await save('webhook', { address: hook.address, events: ['record.signed'] })
  await calls.seeAll()
  await calls.signNow()
  await disable(doctor.email)
  expect(await attempt(...bells)).toEqual({ ended: 1, again: [] })
  expect([
    await hook.received(),
    await countRows("deliveries WHERE doctor_id = ? AND state = 'waiting'", doctor.id),
  ]).toEqual([[], 1])
  await enable(doctor.email)
  const jobs = await selectAll<{ id: string }>(
    "SELECT id FROM jobs WHERE doctor_id = ? AND kind = 'delivery' AND status <> 'completed'",
    doctor.id,
  )
  await attempt(...jobs.map(({ id }) => ({ v: 1, kind: 'delivery', id })))
  expect(await hook.received()).toHaveLength(1)
  expect(await actionsOf(doctor.id)).toContain('record_delivered')
})
