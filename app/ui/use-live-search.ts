import { useEffect, useRef, useState } from 'react'

type Options<T> = {
  query: string
  /** Asked only while it is looked at. */
  open: boolean
  search: (query: string, signal: AbortSignal) => Promise<T[]>
  /** Which of the items in hand answer a later text too: they stay in view until its own answer is there. */
  matches?: ((item: T, query: string) => boolean) | undefined
}

/**
 * The first letter asks at once; while an answer is awaited only the latest text is asked next. What is returned always
 * belongs to the text as it stands.
 */
export function useLiveSearch<T>({ query, open, search, matches }: Options<T>) {
  const [answer, setAnswer] = useState<{ query: string; items: T[] } | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const wanted = useRef(query)
  const running = useRef<AbortController | null>(null)
  const ask = useRef(search)
  ask.current = search

  useEffect(() => {
    if (!open) return
    return () => {
      running.current?.abort()
      running.current = null
      setAnswer(null)
      setFailed(null)
    }
  }, [open])

  useEffect(() => {
    wanted.current = query
    if (!open || running.current) return
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const run = async () => {
      let asked: string
      do {
        asked = wanted.current
        try {
          const items = await ask.current(asked, signal)
          if (signal.aborted) return
          setAnswer({ query: asked, items })
          setFailed(null)
        } catch {
          if (signal.aborted) return
          setFailed(asked)
        }
      } while (wanted.current !== asked)
      running.current = null
    }
    run()
  }, [open, query])

  const answered = answer?.query === query
  const known = matches ? (answer?.items.filter((item) => matches(item, query)) ?? []) : []
  const hasFailed = failed === query && !answered
  return {
    items: answered ? answer.items : hasFailed ? [] : known,
    state: answered ? ('idle' as const) : hasFailed ? ('failed' as const) : ('loading' as const),
  }
}
