import { consultationPath, recordPath } from '#app/lib/app-path.ts'
import type { NotificationKind } from '#domain/notification/notification.ts'

export const notificationPath = (kind: NotificationKind, id: string) =>
  kind === 'record_ready' ? recordPath(id) : consultationPath(id)
