import { useCallback, useEffect, useRef, useState } from 'react'
import { api, read, whyOf } from '#app/lib/api.ts'
import { onSessionRenewed } from '#app/lib/session-events.ts'
import { useBackOnline } from '#app/ui/online.ts'
import { type NotificationFact, notificationsReply } from '#domain/notification/contract.ts'
import { arrivals } from '#domain/notification/notification.ts'

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
export function useFacts({ place, ...options }: Options): Facts & { ask: () => void } {
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
    const becameVisible = () => document.visibilityState === 'visible' && void ask()
    const timer = setInterval(look, SOON_MS)
    document.addEventListener('visibilitychange', becameVisible)
    const stop = onSessionRenewed(ask)
    return () => {
      // Drops later answers.
      run.current.turn++
      clearInterval(timer)
      document.removeEventListener('visibilitychange', becameVisible)
      stop()
    }
  }, [ask])

  useBackOnline(() => void ask())

  // biome-ignore lint/correctness/useExhaustiveDependencies: each place asks.
  useEffect(() => void ask(), [ask, place])

  return { ...state, ask }
}
