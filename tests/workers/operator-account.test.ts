import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import { logged } from '#tests/testkit/logged.ts'
import { auditRowsOf } from './audit-stage.ts'
import { customerOf, rowOf, sandbox, subscribe } from './billing.ts'
import { codeOf, jobsAreDone, linkTo, mailsTo, newDoctor, PASSWORD, post, visitor } from './doctor.ts'
import { ask, askFrom, OPERATOR_TOKEN, reason } from './operator-stage.ts'
import { enter } from './second-factor-stage.ts'
import { execute, selectValue } from './sql.ts'

afterEach(() => jobsAreDone())
const resend = (email: string, mail: string) => ask('mail-resend', { email, mail, reason })
const kinds = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind)

test('a mail is sent again with a new link, only where it says something true, and the doctor reads who did it', async () => {
  const email = `nova.${crypto.randomUUID().slice(0, 8)}@relato.example`
  await post('/api/auth/sign-up/email', { name: 'Dra. Nova', email, password: PASSWORD })
  const id = (await selectValue<string>('SELECT id FROM user WHERE email = ?', email)) ?? ''
  await jobsAreDone({ id })
  expect(await codeOf(await resend(`x${email}`, 'verification'))).toEqual([404, 'account_not_found'])
  expect(await codeOf(await resend(email, 'welcome'))).toEqual([400, 'invalid_body'])
  expect(await codeOf(await resend(email, 'subscription'))).toEqual([409, 'mail_not_due'])
  expect(await (await resend(email, 'verification')).json()).toEqual({ doctor_id: id, mail: 'verification' })
  await jobsAreDone({ id })
  expect(await kinds(email)).toEqual(['verification', 'verification'])
  await visitor()('GET', (await linkTo(email)).replace('http://localhost', ''))
  expect((await enter(email)).status).toBe(200)
  expect(await codeOf(await resend(email, 'verification'))).toEqual([409, 'mail_not_due'])

  const answer = await (await resend(email, 'password_reset')).text()
  await jobsAreDone({ id })
  const token = (await selectValue<string>(
    "SELECT substr(identifier, 16) FROM verification WHERE identifier LIKE 'reset-password:%' AND value = ?",
    id,
  )) as string
  expect((await mailsTo(email)).map(({ text }) => text).join()).toContain(`/reset-password?token=${token}`)
  expect(answer + JSON.stringify(logged())).not.toContain(token)

  await execute('UPDATE user SET disabled_at = 1 WHERE id = ?', id)
  expect((await resend(email, 'password_reset')).status).toBe(200)
  const rows = (await auditRowsOf(id)).filter(({ action }) => action === 'operator_mail_resent')
  expect(rows.map(({ device, network }) => [device, network])).toEqual(
    ['confirmação', 'nova senha', 'nova senha'].map((mail) => [
      'Suporte: desenvolvimento',
      `${reason} (email: ${mail})`,
    ]),
  )
})

test('a mail that a limit refuses leaves no row that says it was sent', async () => {
  const email = `nova.${crypto.randomUUID().slice(0, 8)}@relato.example`
  await post('/api/auth/sign-up/email', { name: 'Dra. Nova', email, password: PASSWORD })
  const id = (await selectValue<string>('SELECT id FROM user WHERE email = ?', email)) ?? ''
  const statuses: number[] = []
  while (statuses.length < 20 && statuses.at(-1) !== 429) statuses.push((await resend(email, 'verification')).status)
  expect(statuses).toEqual([...statuses.slice(0, -1).map(() => 200), 429])
  await jobsAreDone({ id })
  const rows = (await auditRowsOf(id)).filter(({ action }) => action === 'operator_mail_resent')
  expect(rows).toHaveLength(statuses.length - 1)
})

test.skipIf(sandbox)(
  'a subscription is shown beside Stripe’s with its differences, and nothing is changed',
  async () => {
    const [free, doctor] = [await newDoctor(), await newDoctor()]
    const read = async (email: string) => (await ask('subscription', { email, reason })).json<Record<string, unknown>>()
    expect(await read(free.email)).toEqual({
      ...{ doctor_id: free.id, customer_id: null, product: null, fetched_at: null, stripe: null, others: 0 },
      differences: [],
    })
    await subscribe(doctor, 'pro_month', 'none')
    const same = await read(doctor.email)
    expect(same).toMatchObject({ product: { plan: 'pro', status: 'trialing' }, others: 0, differences: [] })
    expect(same.stripe).toEqual(same.product)
    await jobsAreDone(doctor)
    expect((await resend(doctor.email, 'subscription')).status).toBe(200)
    await jobsAreDone(doctor)
    expect((await kinds(doctor.email)).filter((kind) => kind === 'subscription')).toHaveLength(2)

    await execute(
      "UPDATE user_subscriptions SET status = 'past_due', amount = 1, others = 2 WHERE user_id = ?",
      doctor.id,
    )
    const before = [await rowOf(doctor), await customerOf(doctor)]
    const apart = await read(doctor.email)
    expect(apart).toMatchObject({ product: { amount: 1 }, differences: ['amount', 'status', 'others'] })
    expect([await rowOf(doctor), await customerOf(doctor)]).toEqual(before)
    await execute('DELETE FROM user_subscriptions WHERE user_id = ?', doctor.id)
    expect(await read(doctor.email)).toMatchObject({ product: null, differences: ['subscription'] })

    const away = { ...env, OPERATOR_TOKEN, STRIPE_SECRET_KEY: '' }
    const answer = await askFrom(away, 'subscription', { email: doctor.email, reason })
    expect(await codeOf(answer)).toEqual([503, 'billing_unavailable'])
    expect((await auditRowsOf(doctor.id)).filter(({ action }) => action === 'operator_subscription_read')).toHaveLength(
      4,
    )
  },
)
