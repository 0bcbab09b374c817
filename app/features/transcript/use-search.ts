import { useDeferredValue, useMemo, useState } from 'react'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { search } from '#domain/transcript/transcript.ts'

export type Search = {
  /** The text in the search box. */
  text: string
  write: (text: string) => void
  /**
   * The text to highlight. It follows the box with a delay, so that a keystroke does not wait for two thousand lines.
   */
  query: string
  found: ReadonlySet<string>
  /** The current match, and its number from 1; 0: none yet. */
  current: string | null
  place: number
  /** Goes to the next (1) or previous (-1) match, around the ends. */
  step: (by: 1 | -1) => void
}

export function useSearch(entries: readonly TranscriptEntry[]): Search {
  const [text, setText] = useState('')
  const [current, setCurrent] = useState<string | null>(null)
  const query = useDeferredValue(text.trim())
  const found = useMemo(() => search(entries, query), [entries, query])
  const set = useMemo(() => new Set(found), [found])
  const place = current === null ? 0 : found.indexOf(current) + 1

  function step(by: 1 | -1) {
    // Searches the current text: Enter may come before the highlights.
    const now = text.trim() === query ? found : search(entries, text)
    if (now.length === 0) return
    const currentIndex = current === null ? -1 : now.indexOf(current)
    const from = currentIndex < 0 && by < 0 ? 0 : currentIndex
    const id = now[(from + by + now.length) % now.length] as string
    setCurrent(id)
    lineOf(id)?.scrollIntoView({ block: 'center' })
  }
  return {
    text,
    write: (next) => {
      setText(next)
      setCurrent(null)
    },
    query,
    found: set,
    current: place > 0 ? current : null,
    place,
    step,
  }
}

export const lineOf = (id: string): HTMLElement | null => document.querySelector(`[data-entry="${CSS.escape(id)}"]`)
