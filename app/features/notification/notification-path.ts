import { consultationPath, recordPath } from '#app/lib/app-path.ts'
import type { NotificationKind } from '#domain/notification/notification.ts'

/** The page that a notification opens; null for news. */
export function notificationPath(kind: NotificationKind, id: string | null): string | null {
  if (kind === 'integration_paused') return '/app/settings#integracao'
  if (id === null) return null
  return kind === 'record_ready' || kind === 'patient_mail_failed' ? recordPath(id) : consultationPath(id)
}
