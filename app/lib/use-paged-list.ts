import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiFailure } from './api.ts'

type Page = { items: unknown[]; next: string | null }
type Options<P extends Page> = {
  /** Names what is listed: a new key loads a new list. */
  key: string
  load: (cursor: string | null) => Promise<P>
  /** What the server already answered for `initialKey`. */
  initialKey: string
  initial: P | null
  initialFailure?: string | null
  /** Waits this long before a new key is asked for: typing. */
  wait?: number
}
type Status = 'ready' | 'loading' | 'more' | 'failed'

/** A keyset-paged list: first page from the server, then on demand. Late answers to an older key are dropped. */
export function usePagedList<P extends Page>({
  key,
  load,
  initialKey,
  initial,
  initialFailure = null,
  wait = 250,
}: Options<P>) {
  const [page, setPage] = useState(initial)
  const [status, setStatus] = useState<Status>(initial ? 'ready' : initialFailure ? 'failed' : 'loading')
  const [failure, setFailure] = useState(initialFailure)
  const shown = useRef(initial || initialFailure ? initialKey : null)
  const asked = useRef(0)
  const latest = useRef(load)
  latest.current = load

  const run = useCallback(
    async (kind: 'loading' | 'more' | 'quiet', cursor: string | null, merge: (answer: P) => P) => {
      const turn = ++asked.current
      if (kind !== 'quiet') setStatus(kind)
      try {
        const answer = await latest.current(cursor)
        if (turn !== asked.current) return
        setPage(merge(answer))
        setFailure(null)
        setStatus('ready')
      } catch (error) {
        if (turn !== asked.current) return
        setFailure(error instanceof ApiFailure ? error.message : 'Erro desconhecido')
        setStatus(kind === 'more' ? 'ready' : 'failed')
      }
    },
    [],
  )

  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    setStatus('loading')
    const timer = setTimeout(() => run('loading', null, (answer) => answer), wait)
    return () => clearTimeout(timer)
  }, [key, run, wait])

  return {
    page,
    status,
    failure,
    /** Asks again, showing that it does. */
    retry: () => run('loading', null, (answer) => answer),
    /** Asks again behind what is shown: after a change. */
    refresh: () => run('quiet', null, (answer) => answer),
    more: () =>
      page?.next && run('more', page.next, (answer) => ({ ...answer, items: [...page.items, ...answer.items] })),
  }
}
