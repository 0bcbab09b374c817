import type { Database } from '#db/client.ts'
import { findConsultation } from '#db/queries/consultation.ts'
import type { LeftOpen } from '#db/queries/retention.ts'
import { consentNow } from '#domain/consent/consent.ts'
import { expiryCutoff } from '#domain/retention/rules.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Env } from '../env.ts'

/** [C34] Ends a consultation that was open too long, even if no one entered its room. */
export async function endRoom(
  env: Env,
  db: Database,
  { id, doctorId, startedAt }: LeftOpen,
  now: number,
): Promise<void> {
  const consultation = await findConsultation(db, doctorId, id)
  if (consultation?.status !== 'active') return
  const { consent } = consultation
  const last = startedAt <= expiryCutoff('audio', now) - DAY_MS
  await env.ROOM.getByName(id).end({ consultationId: id, doctorId, startedAt, consent: consentNow(consent) }, last)
}
