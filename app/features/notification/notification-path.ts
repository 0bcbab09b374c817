import type { NotificationKind } from '#domain/notification/notification.ts'

export const notificationPath = (kind: NotificationKind, id: string) =>
  kind === 'record_ready' ? `/app/history/${id}` : `/app/dashboard?consulta=${id}`
