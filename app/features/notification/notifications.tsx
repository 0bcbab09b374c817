import { Bell } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api, read, whyOf } from '#app/lib/api.ts'
import { plural, useFormat } from '#app/lib/format.tsx'
import { listen } from '#app/lib/listeners.ts'
import { onSessionRenewed } from '#app/lib/session-events.ts'
import { useSettings } from '#app/lib/settings.ts'
import { IconButton } from '#app/ui/button.tsx'
import { later, useLater } from '#app/ui/later.tsx'
import { Popover } from '#app/ui/menu.tsx'
import { useBackOnline } from '#app/ui/online.ts'
import { toast } from '#app/ui/toast.tsx'
import { type NotificationFact, notificationsReply } from '#domain/notification/contract.ts'
import { news } from '#domain/notification/news.ts'
import { arrivals, entryIds, type Notification, notificationsOf } from '#domain/notification/notification.ts'
import { startOfDay } from '#domain/time.ts'
import { notificationPath } from './notification-path.ts'
import { markRead, useReadMarks } from './read-marks.ts'

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
    const isMail = kind === 'patient_mail_failed'
    if (!isMail && !settings.transcriptionComplete) return
    const path = notificationPath(kind, consultationId)
    if (path === null) return
    const action = { label: 'Abrir', onClick: () => onOpen(path) }
    if (kind === 'record_ready') toast.success('Registro estruturado pronto', { description: patientName, action })
    else if (isMail) toast.error('O email ao paciente não foi entregue', { description: patientName, action })
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
    // The page's list of links may be older than a failed mail.
    const isShown = ({ kind, consultationId }: Notification) =>
      consultationId === shown && kind !== 'patient_mail_failed'
    const seen = list.filter(isShown).map(({ id }) => id)
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

/** `known`: the version of the list on the screen. */
const getNotifications = (known: string | undefined) =>
  read(api.api.notifications.$get({ query: known === undefined ? {} : { known } }), notificationsReply)

const REFRESH_MS = 60_000
/** While a record is being made, the doctor waits for it: polls more often. */
const SOON_MS = 5_000

type Facts = {
  /** Null until the first answer. */
  facts: readonly NotificationFact[] | null
  failure: string | null
  /** The time of the last answer, for everything that depends on the time. */
  now: number
}

type Options = {
  /** A change of screen asks again. */
  place: string
  /** The consultation on the screen. */
  shown: string | null
  onArrival: (fact: NotificationFact) => void
}

/** Polls on every page: after a change of screen, when the page becomes visible, and each minute while it is. */
function useFacts({ place, ...options }: Options): Facts & { ask: () => void } {
  const [state, setState] = useState<Facts>({ facts: null, failure: null, now: 0 })
  const latest = useRef(options)
  latest.current = options
  const run = useRef({ turn: 0, at: 0, soon: false, version: undefined as string | undefined })
  const latestFacts = useRef<readonly NotificationFact[] | null>(null)

  const ask = useCallback(async () => {
    const turn = ++run.current.turn
    run.current.at = performance.now()
    try {
      const { version, facts, structuring } = await getNotifications(run.current.version)
      if (turn !== run.current.turn) return
      const before = latestFacts.current
      latestFacts.current = facts ?? before ?? []
      run.current.version = version
      run.current.soon = structuring
      setState({ facts: latestFacts.current, failure: null, now: Date.now() })
      if (!before || !facts) return
      for (const fact of arrivals(before, facts, latest.current.shown)) latest.current.onArrival(fact)
    } catch (error) {
      if (turn !== run.current.turn) return
      setState((last) => ({ ...last, failure: whyOf(error), now: Date.now() }))
    }
  }, [])

  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible' || !navigator.onLine) return
      if (performance.now() - run.current.at >= (run.current.soon ? SOON_MS : REFRESH_MS)) void ask()
    }
    const timer = setInterval(look, SOON_MS)
    const stopVisible = listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && void ask())
    const stop = onSessionRenewed(ask)
    return () => {
      // Drops later answers.
      run.current.turn++
      clearInterval(timer)
      stopVisible()
      stop()
    }
  }, [ask])

  useBackOnline(() => void ask())

  // biome-ignore lint/correctness/useExhaustiveDependencies: each place asks.
  useEffect(() => void ask(), [ask, place])

  return { ...state, ask }
}
