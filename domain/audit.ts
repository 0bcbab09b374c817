/** What the audit log can say. Ids only; a doctor reads it in settings. */
export const auditActions = [
  'signed_in',
  'signed_up',
  'profile_updated',
  'patients_listed',
  'patient_read',
  'patient_created',
  'patient_updated',
  'patient_deleted',
  'patient_archived',
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
  'record_validated',
  'export_requested',
  'export_created',
  'export_read',
  'export_downloaded',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditSubjects = ['doctor', 'patient', 'consultation', 'record', 'section', 'export', 'job'] as const
export type AuditSubject = (typeof auditSubjects)[number]
