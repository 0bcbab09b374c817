import type { Database } from '#db/client.ts'
import type { ChosenPlan } from '#domain/subscription/chosen-plan.ts'
import type { Env } from '../env.ts'
import { welcomeMail } from './messages.ts'
import { sendMail } from './send.ts'

/** Welcomes a doctor with a verified address and a possibly chosen plan. Safe to repeat: one mail per doctor. */
export const welcome = (
  env: Env,
  db: Database,
  { id, email, name }: { id: string; email: string; name: string },
  chosen: ChosenPlan | null = null,
): Promise<void> =>
  sendMail(env, db, id, welcomeMail({ to: email, name }, env.APP_URL, chosen), { once: `welcome:${id}` })
