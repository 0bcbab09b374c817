import { env } from 'cloudflare:workers'
import type { TestDoctor } from './doctor.ts'

const seconds = () => Math.floor(Date.now() / 1_000)
const DAY = 24 * 60 * 60

/** A subscription as a fetch would have written it. */
export async function subscribed(
  doctor: TestDoctor,
  change: Record<string, string | number | null> = {},
): Promise<void> {
  const row = {
    user_id: doctor.id,
    provider_subscription_id: `sub_${doctor.id}`,
    plan: 'pro',
    interval: 'month',
    amount: 197_00,
    status: 'active',
    current_period_start: seconds() - DAY,
    current_period_end: seconds() + 29 * DAY,
    trial_end: null,
    ends_at: null,
    cancel_at_period_end: 0,
    fetched_at: Date.now(),
    updated_at: Date.now(),
    ...change,
  }
  const names = Object.keys(row)
  await env.DB.prepare(
    `INSERT OR REPLACE INTO user_subscriptions (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
    .bind(...Object.values(row))
    .run()
}
