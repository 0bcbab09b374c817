import {
  CircleAlert,
  FileCheck2,
  type LucideIcon,
  MailX,
  MessageSquareText,
  Sparkles,
  Timer,
  Unplug,
} from 'lucide-react'
import { Link } from 'react-router'
import { useFormat } from '#app/lib/format.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ErrorState, SkeletonRows } from '#app/ui/states.tsx'
import type { Notification, NotificationKind } from '#domain/notification/notification.ts'
import { notificationPath } from './notification-path.ts'

type Props = {
  /** Null until the first answer. */
  list: readonly Notification[] | null
  failure: string | null
  allOff: boolean
  isRead: (id: string) => boolean
  unread: number
  onRead: (ids: string[]) => void
  onRetry: () => void
  onClose: () => void
}

export function NotificationPanel({ list, failure, allOff, isRead, unread, onRead, onRetry, onClose }: Props) {
  return (
    <>
      <div className="flex min-h-12 items-center justify-between gap-2 border-b border-line py-1.5 pr-2 pl-4">
        <p aria-hidden className="font-heavy">
          Notificações
        </p>
        {unread > 0 && (
          <Button variant="quiet" size="sm" onClick={() => onRead((list ?? []).map(({ id }) => id))}>
            Marcar todas como lidas
          </Button>
        )}
      </div>
      <div className="min-h-0 overflow-y-auto">
        {list === null && failure === null && (
          <div className="p-3">
            <SkeletonRows label="Carregando notificações..." rows={3} className="h-14" />
          </div>
        )}
        {list === null && failure !== null && (
          <ErrorState message={failure} onRetry={onRetry} className="m-3 px-4 py-6" />
        )}
        {list?.length === 0 && (
          <div className="px-6 py-9 text-center">
            <p className="font-semibold">Nenhuma notificação.</p>
            <p className="mt-1 text-sm text-ink-2">
              {allOff
                ? 'Todas estão desligadas nas configurações.'
                : 'Registros prontos e consultas deixadas em aberto aparecem aqui.'}
            </p>
          </div>
        )}
        {list && list.length > 0 && (
          <ul className="divide-y divide-line">
            {list.map((one) => (
              <li key={one.id}>
                <Entry
                  notification={one}
                  unread={!isRead(one.id)}
                  onOpen={() => {
                    onRead([one.id])
                    onClose()
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {list && failure && (
        <p role="status" className="flex items-center gap-2 border-t border-line px-4 py-2 text-sm text-ink-2">
          <span className="min-w-0 flex-1">Não foi possível atualizar a lista.</span>
          <Button variant="quiet" size="sm" onClick={onRetry}>
            Tentar novamente
          </Button>
        </p>
      )}
      <Link
        to="/app/settings"
        onClick={onClose}
        className="border-t border-line px-4 py-2.5 text-sm text-ink-2 hover:bg-sunken hover:text-ink"
      >
        Escolher o que aparece aqui
      </Link>
    </>
  )
}

const looks: Record<NotificationKind, { Icon: LucideIcon; tone: string }> = {
  record_ready: { Icon: FileCheck2, tone: 'bg-ok-soft text-ok' },
  structuring_failed: { Icon: CircleAlert, tone: 'bg-rec-soft text-rec' },
  transcript_ready: { Icon: MessageSquareText, tone: 'bg-accent-soft text-accent' },
  consultation_open: { Icon: Timer, tone: 'bg-warn-soft text-warn' },
  patient_mail_failed: { Icon: MailX, tone: 'bg-rec-soft text-rec' },
  integration_paused: { Icon: Unplug, tone: 'bg-rec-soft text-rec' },
  news: { Icon: Sparkles, tone: 'bg-sunken text-ink-2' },
}

type EntryProps = { notification: Notification; unread: boolean; onOpen: () => void }

function Entry({ notification: { kind, title, text, consultationId, at }, unread, onOpen }: EntryProps) {
  const format = useFormat()
  const { Icon, tone } = looks[kind]
  const when = kind === 'news' ? format.date(at) : format.dateTime(at)
  const content = (
    <>
      <span className={cx('mt-0.5 grid size-8 shrink-0 place-items-center rounded-full', tone)}>
        <Icon aria-hidden className="size-4.25" />
      </span>
      <span className="min-w-0 flex-1 leading-snug">
        <span className={cx('block', unread ? 'font-heavy' : 'text-ink-2')}>{title}</span>
        <span className={cx('block wrap-anywhere', consultationId === null && 'text-sm text-ink-2')}>{text}</span>
        <span className="mt-0.5 block text-xs text-ink-3">
          {kind === 'consultation_open' ? `Aberta desde ${when}` : when}
        </span>
      </span>
      {unread && (
        <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
          <span className="sr-only">Não lida</span>
        </span>
      )}
    </>
  )
  const path = notificationPath(kind, consultationId)
  if (path === null) return <div className="flex gap-3 px-4 py-3">{content}</div>
  return (
    <Link to={path} onClick={onOpen} className="flex gap-3 px-4 py-3 -outline-offset-2 hover:bg-sunken">
      {content}
    </Link>
  )
}
