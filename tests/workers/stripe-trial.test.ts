import { expect, test } from 'vitest'
import { control, openCheckout, refusal, sandbox, sdk, subscriptionOf } from './billing.ts'
import { jobsAreDone, mailsTo, newDoctor } from './doctor.ts'
import { countRows, selectValue } from './sql.ts'

const DAY = 24 * 60 * 60

test.skipIf(sandbox)(
  'a trial starts without a card and a page of Stripe, once, and ends without a charge',
  async () => {
    const doctor = await newDoctor()
    const start = (priceId = 'pro_year') => doctor.call('POST', '/api/stripe/start-trial', { priceId })
    for (const priceId of ['free_month', 'price_123', '', '__proto__'])
      expect(await refusal(await start(priceId))).toEqual([400, 'plan_not_found', 'Plano não encontrado'])
    const { sessionId } = await openCheckout(doctor, 'clinica_month')
    // Two clicks in parallel make one subscription.
    const answers = await Promise.all([start(), start()])
    const statuses = answers.map(({ status }) => status).sort()
    expect([statuses[0], [200, 409].includes(statuses[1] ?? 0)]).toEqual([200, true])
    const customer = await selectValue<string>(
      'SELECT customer_id FROM stripe_customers WHERE doctor_id = ?',
      doctor.id,
    )
    const listed = await sdk.subscriptions.list({ customer: String(customer), status: 'all' })
    expect(listed.data).toMatchObject([{ status: 'trialing', metadata: { key: 'pro_year', doctor_id: doctor.id } }])
    expect((await sdk.checkout.sessions.retrieve(sessionId)).status).toBe('expired')
    const { trialEnd, ...rest } = await subscriptionOf(doctor)
    expect(rest).toMatchObject({ plan: { id: 'pro' }, state: 'trial', trialAvailable: false, usage: { limit: null } })
    expect(Math.round(((trialEnd ?? 0) - Date.now()) / 1_000 / DAY)).toBe(14)
    expect(await countRows("audit_log WHERE doctor_id = ? AND action = 'trial_started'", doctor.id)).toBeGreaterThan(0)
    await jobsAreDone(doctor)
    expect((await mailsTo(doctor.email)).filter(({ kind }) => kind === 'subscription')).toHaveLength(1)

    expect((await refusal(await start())).slice(0, 2)).toEqual([409, 'subscription_exists'])
    await control.age(String(customer), 15 * DAY)
    await doctor.call('GET', `/api/stripe/subscription-status/${listed.data[0]?.id}`)
    expect(await subscriptionOf(doctor)).toMatchObject({ plan: { id: 'free' }, state: 'trial_expired' })
    expect(await refusal(await start('clinica_month'))).toEqual([
      409,
      'trial_used',
      'Você já usou o seu período de teste.',
    ])
  },
)
