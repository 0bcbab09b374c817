import { useCallback, useEffect, useRef, useState } from 'react'
import { latest, stillTrue } from './latest.ts'

type Page = { items: unknown[]; next: string | null }
type Item<P extends Page> = P['items'][number]
type Options<P extends Page> = {
  /** The key of the list: a new key loads a new list. */
  key: string
  /** The signal aborts when the answer is no longer needed. */
  load: (cursor: string | null, signal: AbortSignal) => Promise<P>
  /** Returns the message for a person when `load` throws. */
  why: (error: unknown) => string
  /** Items in hand that match the current key stay in view until its answer arrives. */
  matches?: (item: Item<P>) => boolean
  /** The key of the first page, from the server or from an earlier visit. */
  initialKey: string
  initial: P | null
  initialFailure?: string | null
}
type Kind = 'key' | 'retry' | 'refresh' | 'more'
type State = { status: 'ready' | 'loading' | 'more' | 'failed'; failure: string | null; failed: Kind | null }

/** After this time, rows of an older key disappear, in ms. */
const SLOW_MS = 400

const further = <P extends Page>(page: P, answer: P): P => ({
  ...page,
  next: answer.next,
  items: [...page.items, ...answer.items],
})

/**
 * A keyset-paged list: the first page from the server, the others on demand. A new key loads at once; earlier rows stay
 * until its answer. Late answers to an older key are dropped.
 */
export function usePagedList<P extends Page>(options: Options<P>) {
  const { key, load, why, matches, initialKey, initial, initialFailure = null } = options
  const [shown, setShown] = useState(initial && { key: initialKey, page: initial })
  const [state, setState] = useState<State>({
    status: initial ? 'ready' : initialFailure ? 'failed' : 'loading',
    failure: initialFailure,
    failed: null,
  })
  const requestedKey = useRef(initial || initialFailure ? initialKey : null)
  const [asking] = useState(latest)
  const now = useRef({ key, load, why, shown })
  now.current = { key, load, why, shown }
  const page = shown?.page ?? null
  const answered = shown?.key === key

  const run = useCallback(
    async (kind: Kind, work: (signal: AbortSignal) => Promise<P>) => {
      const { key, shown, why } = now.current
      setState(({ status }) => ({ status: nextStatus(kind, status, shown !== null), failure: null, failed: null }))
      const slow =
        kind === 'key' ? setTimeout(() => setState((last) => ({ ...last, status: 'loading' })), SLOW_MS) : undefined
      const outcome = await asking.ask(work)
      clearTimeout(slow)
      if (!outcome) return
      if ('answer' in outcome) {
        setShown({ key, page: outcome.answer })
        setState({ status: 'ready', failure: null, failed: null })
      } else {
        // A failure to load more or to refresh leaves the shown rows.
        const status = kind === 'more' || kind === 'refresh' ? 'ready' : 'failed'
        setState({ status, failure: why(outcome.error), failed: kind })
      }
    },
    [asking],
  )

  const first = useCallback((signal: AbortSignal) => now.current.load(null, signal), [])
  useEffect(() => {
    if (requestedKey.current === key) return
    requestedKey.current = key
    void run('key', first)
  }, [key, run, first])

  const retry = () => run('retry', first)
  const refresh = () => {
    if (now.current.shown?.key !== now.current.key) return retry()
    return run('refresh', async (signal) => {
      const many = now.current.shown?.page.items.length ?? 0
      let answer = await now.current.load(null, signal)
      while (answer.next && answer.items.length < many)
        answer = further(answer, await now.current.load(answer.next, signal))
      return answer
    })
  }
  const outdated = state.failed === 'refresh'
  const more = () => {
    if (!answered || !page?.next || outdated || asking.isAsking()) return
    const { next } = page
    void run('more', async (signal) => further(page, await now.current.load(next, signal)))
  }

  return {
    page,
    /** The key of the shown page. */
    pageKey: shown?.key ?? null,
    /** Whether the page answers the current key. */
    answered,
    items: (answered && page ? page.items : stillTrue<Item<P>>(page?.items ?? [], matches)) as Item<P>[],
    status: state.status,
    /** While the status is 'ready': why the next page or the refresh failed. */
    failure: state.failure,
    /** A reload failed: the shown rows may be out of date. */
    outdated,
    /** Loads again, and shows that it does. */
    retry,
    /** Loads the shown rows again in the background, after a change. */
    refresh,
    more,
  }
}

/** Shown rows stay visible, also after a failure. An empty list shows loading if it was slow already. */
function nextStatus(kind: Kind, status: State['status'], shows: boolean): State['status'] {
  if (kind === 'retry') return 'loading'
  if (kind === 'more') return 'more'
  if (kind === 'refresh') return 'ready'
  return status === 'loading' || !shows ? 'loading' : 'ready'
}
