/** What the audit log can say. Ids only; a doctor reads it in settings. */
export const auditActions = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'signed_up',
  'profile_updated',
  'password_changed',
  'password_refused',
  'recovery_requested',
  'google_linked',
  'sessions_ended',
  'checkout_opened',
  'portal_opened',
  'subscription_cancelled',
  'patients_listed',
  'patient_read',
  'patient_created',
  'patient_updated',
  'patient_deleted',
  'patient_archived',
  'patient_restored',
  'consultations_listed',
  'consultation_started',
  'consultation_read',
  'consultation_updated',
  'consultation_completed',
  'consent_answered',
  'consent_revoked',
  'room_joined',
  'structuring_requested',
  'record_created',
  'record_read',
  'section_updated',
  'sentences_seen',
  'omission_inserted',
  'record_text_updated',
  'diagnoses_updated',
  'record_saved',
  'record_signed',
  'addendum_created',
  'versions_listed',
  'version_read',
  'record_validated',
  'export_requested',
  'export_created',
  'export_read',
  'export_downloaded',
  'access_log_read',
  'access_log_trimmed',
] as const
export type AuditAction = (typeof auditActions)[number]

/** A search lists at every keystroke: of one doctor's lists of a kind, one row stands for all of this time. */
export const LISTED_MS = 60_000
export const listings: readonly AuditAction[] = ['patients_listed', 'consultations_listed', 'access_log_read']

export const auditSubjects = ['doctor', 'patient', 'consultation', 'record', 'section', 'export', 'job'] as const
export type AuditSubject = (typeof auditSubjects)[number]
