import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiFailure } from './api.ts'

type Page = { items: unknown[]; next: string | null }
type Options<P extends Page> = {
  /** Names what is listed: a new key loads a new list. */
  key: string
  /** The signal says when nobody waits for the answer any more. */
  load: (cursor: string | null, signal: AbortSignal) => Promise<P>
  /** What is there already for `initialKey`: the server's answer, or what this screen showed before. */
  initialKey: string
  initial: P | null
  initialFailure?: string | null
}
type Status = 'ready' | 'loading' | 'more' | 'failed'

/** An answer that takes longer gives up what is still shown of an older key. */
const SLOW_MS = 400

const further = <P extends Page>(page: P, answer: P): P => ({
  ...page,
  next: answer.next,
  items: [...page.items, ...answer.items],
})

/**
 * A keyset-paged list: its first page from the server, then on demand. A new key is asked for at once, key by key as it
 * is typed; until the answer is there, what was shown stays. Late answers to an older key are dropped.
 */
export function usePagedList<P extends Page>({ key, load, initialKey, initial, initialFailure = null }: Options<P>) {
  const [page, setPage] = useState(initial)
  const [status, setStatus] = useState<Status>(initial ? 'ready' : initialFailure ? 'failed' : 'loading')
  const [failure, setFailure] = useState(initialFailure)
  const shown = useRef(initial || initialFailure ? initialKey : null)
  const under = useRef<AbortController | null>(null)
  const latest = useRef({ load, page })
  latest.current = { load, page }

  const run = useCallback(async (kind: Status | null, work: (signal: AbortSignal) => Promise<P>) => {
    under.current?.abort()
    const turn = new AbortController()
    under.current = turn
    if (kind) setStatus(kind)
    setFailure(null)
    const slow = kind ? undefined : setTimeout(() => setStatus('loading'), SLOW_MS)
    try {
      const answer = await work(turn.signal)
      if (under.current !== turn) return
      under.current = null
      setPage(answer)
      setStatus('ready')
    } catch (error) {
      if (under.current !== turn) return
      under.current = null
      setFailure(error instanceof ApiFailure ? error.message : 'Erro desconhecido')
      // What is shown is still true, or as good as it was.
      setStatus(kind === 'more' || kind === 'ready' ? 'ready' : 'failed')
    } finally {
      clearTimeout(slow)
    }
  }, [])

  const first = useCallback((signal: AbortSignal) => latest.current.load(null, signal), [])
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    void run(latest.current.page ? null : 'loading', first)
  }, [key, run, first])

  return {
    page,
    status,
    /** While the status is 'ready': why the next page, or what has changed, did not come. */
    failure,
    /** Asks again, showing that it does. */
    retry: () => run('loading', first),
    /** Asks again behind what is shown, as far as it goes: after a change. */
    refresh: () =>
      run('ready', async (signal) => {
        const many = latest.current.page?.items.length ?? 0
        let answer = await latest.current.load(null, signal)
        while (answer.next && answer.items.length < many)
          answer = further(answer, await latest.current.load(answer.next, signal))
        return answer
      }),
    more: () => {
      if (!page?.next || under.current) return
      const { next } = page
      void run('more', async (signal) => further(page, await latest.current.load(next, signal)))
    },
  }
}
