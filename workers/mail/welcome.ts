import type { Database } from '#db/client.ts'
import type { Env } from '../env.ts'
import { welcomeMail } from './messages.ts'
import { sendMail } from './send.ts'

/** Greets a doctor whose address is proven now. One mail for each doctor, however often this is called. */
export const welcome = (
  env: Env,
  db: Database,
  { id, email, name }: { id: string; email: string; name: string },
): Promise<void> =>
  sendMail(env, db, id, welcomeMail({ to: email, name, appUrl: env.APP_URL }), { once: `welcome:${id}` })
