import type { Consent } from '#domain/consent/contract.ts'
import { AppError } from '#domain/errors.ts'

/** [N10] Refuses AI without the patient's consent. Errors: consent_missing. */
export function requireConsent(consent: Consent | null): void {
  if (!consent) throw new AppError('consent_missing')
  if (consent.state !== 'accepted') throw new AppError('consent_refused')
}
