import { Bell } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { plural } from '#app/lib/format.ts'
import { useSettings } from '#app/lib/settings.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { later } from '#app/ui/later.ts'
import { useLater } from '#app/ui/opened-later.tsx'
import { Popover } from '#app/ui/popover.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { NotificationFact } from '#domain/notification/contract.ts'
import { news } from '#domain/notification/news.ts'
import { entryIds, notificationsOf } from '#domain/notification/notification.ts'
import { startOfDay } from '#domain/time.ts'
import { notificationPath } from './notification-path.ts'
import { markRead, useReadMarks } from './read-marks.ts'
import { useFacts } from './use-facts.ts'

const panel = later(() => import('./notification-panel.tsx'))

type Props = {
  doctorId: string
  /** The screen the doctor is on. */
  place: string
  /** The consultation on the screen, open or finished: its notifications count as read. */
  shown: string | null
  onOpen: (path: string) => void
}

/** The bell with the number of unread entries, and the list below it. */
export function Notifications({ doctorId, place, shown, onOpen }: Props) {
  const { notifications: settings } = useSettings()
  const { zone } = useFormat()
  const [open, setOpen] = useState(false)
  const part = useLater(panel, open)

  function tell({ kind, consultationId, patientName }: NotificationFact) {
    if (!settings.transcriptionComplete) return
    const action = { label: 'Abrir', onClick: () => onOpen(notificationPath(kind, consultationId)) }
    if (kind === 'record_ready') toast.success('Registro estruturado pronto', { description: patientName, action })
    else toast.error('A estruturação não terminou', { description: patientName, action })
  }

  const { facts, failure, now, ask } = useFacts({ place, shown, onArrival: tell })
  const list = useMemo(
    () => facts && notificationsOf(facts, news, { settings, now, dayStart: startOfDay(now, zone), here: shown }),
    [facts, settings, now, shown, zone],
  )
  const marks = useReadMarks(doctorId)
  const unread = list?.filter(({ id }) => !marks.has(id)) ?? []

  const allIds = useMemo(() => facts && entryIds(facts, news), [facts])
  const read = (ids: string[]) => allIds && markRead(doctorId, ids, allIds)
  // Notifications on the screen are marked as read automatically.
  useEffect(() => {
    if (!list || !allIds || shown === null) return
    const seen = list.filter(({ consultationId }) => consultationId === shown).map(({ id }) => id)
    if (seen.length > 0) markRead(doctorId, seen, allIds)
  }, [doctorId, list, allIds, shown])

  function change(next: boolean) {
    // News are read in the list itself.
    if (!next) read(unread.filter(({ kind }) => kind === 'news').map(({ id }) => id))
    setOpen(next)
  }

  const label = unread.length === 0 ? 'Notificações' : `Notificações, ${plural(unread.length, 'não lida', 'não lidas')}`
  const trigger = (
    <IconButton label={label} className="relative">
      <Bell aria-hidden className="size-4.5" />
      {unread.length > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 right-0.5 grid h-4.25 min-w-4.25 place-items-center rounded-full bg-accent px-1 text-xs leading-none font-bold text-on-accent"
        >
          {unread.length > 9 ? '9+' : unread.length}
        </span>
      )}
    </IconButton>
  )
  return (
    <Popover trigger={trigger} title="Notificações" open={open} onOpenChange={change}>
      {part && (
        <part.NotificationPanel
          list={list}
          failure={failure}
          allOff={!Object.values(settings).some(Boolean)}
          isRead={(id) => marks.has(id)}
          unread={unread.length}
          onRead={(ids) => read(ids)}
          onRetry={ask}
          onClose={() => change(false)}
        />
      )}
    </Popover>
  )
}
