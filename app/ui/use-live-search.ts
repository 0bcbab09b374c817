import { useEffect, useRef, useState } from 'react'
import { latest, stillTrue } from './latest.ts'

type Options<T> = {
  query: string
  /** Searches only while it is open. */
  open: boolean
  search: (query: string, signal: AbortSignal) => Promise<T[]>
  /** Items in hand that match a later text stay in view until its answer arrives. */
  matches?: ((item: T, query: string) => boolean) | undefined
}

/** Searches at every key. Returned items always match the current text. */
export function useLiveSearch<T>({ query, open, search, matches }: Options<T>) {
  const [answer, setAnswer] = useState<{ query: string; items: T[] } | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [asking] = useState(latest)
  const ask = useRef(search)
  ask.current = search

  useEffect(() => {
    if (!open) return
    return () => {
      asking.stop()
      setAnswer(null)
      setFailed(null)
    }
  }, [open, asking])

  useEffect(() => {
    if (!open) return
    const run = async () => {
      const outcome = await asking.ask((signal) => ask.current(query, signal))
      if (!outcome) return
      if ('answer' in outcome) setAnswer({ query, items: outcome.answer })
      setFailed('answer' in outcome ? null : query)
    }
    void run()
  }, [open, query, asking])

  const answered = answer?.query === query
  const hasFailed = failed === query && !answered
  const stillMatches = matches && ((item: T) => matches(item, query))
  return {
    items: answered ? answer.items : hasFailed ? [] : stillTrue(answer?.items ?? [], stillMatches),
    state: answered ? ('idle' as const) : hasFailed ? ('failed' as const) : ('loading' as const),
  }
}
