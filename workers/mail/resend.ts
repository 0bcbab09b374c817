import { APIError } from 'better-auth/api'
import type { Database } from '#db/client.ts'
import type { FoundAccount } from '#db/queries/operator.ts'
import { findSubscription } from '#db/queries/subscription.ts'
import { AppError } from '#domain/errors.ts'
import type { ResentMail } from '#domain/operator/contract.ts'
import { entitlementOf, type Subscription } from '#domain/subscription/entitlement.ts'
import { authOf } from '../auth/auth.ts'
import type { Env } from '../env.ts'
import { subscriptionMail } from './messages.ts'
import { sendMail } from './send.ts'

/** The subscription that a mail may confirm; null without one that runs. */
async function running(db: Database, { id }: FoundAccount): Promise<Subscription | null> {
  const stored = await findSubscription(db, id)
  const { state } = entitlementOf(stored, Date.now())
  return state === 'trial' || state === 'active' ? stored : null
}

/** Returns whether the mail says something true of the account. */
export async function isDue(db: Database, account: FoundAccount, mail: ResentMail): Promise<boolean> {
  if (mail === 'verification') return account.is_verified === 0
  return mail === 'password_reset' || (await running(db, account)) !== null
}

/**
 * Sends a mail to a doctor again. It is made afresh, with a new link: no text of a sent mail is stored. Errors:
 * too_many_requests, because the limits of the sign-in page count these too.
 */
export async function resendMail(env: Env, db: Database, account: FoundAccount, mail: ResentMail): Promise<void> {
  const { id, email, name } = account
  if (mail === 'subscription') {
    const subscription = await running(db, account)
    if (subscription) await sendMail(env, db, id, subscriptionMail({ to: email, name }, env.APP_URL, subscription))
    return
  }
  const { api } = authOf(env)
  try {
    if (mail === 'verification')
      await api.sendVerificationEmail({ body: { email, callbackURL: '/login?verificado=1' } })
    else await api.requestPasswordReset({ body: { email, redirectTo: '/reset-password' } })
  } catch (error) {
    if (error instanceof APIError && error.statusCode === 429) throw new AppError('too_many_requests')
    throw error
  }
}
