import { useEffect, useRef } from 'react'
import { isFreeKey } from '#app/lib/keyboard.ts'
import { SearchInput } from '#app/ui/search-input.tsx'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { search } from '#domain/transcript/transcript.ts'

type Props = { query: string; onQuery: (query: string) => void; entries: readonly TranscriptEntry[] }

/** Marks what matches; '/' goes there from anywhere, Enter to the next line that matches, Escape back. */
export function SearchBox({ query, onQuery, entries }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const at = useRef(-1)
  const found = query.trim() ? search(entries, query) : []

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isFreeKey(event)) return
      event.preventDefault()
      box.current?.querySelector('input')?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  function toNext() {
    if (found.length === 0) return
    at.current = (at.current + 1) % found.length
    const id = found[at.current]?.id
    document.querySelector(`[data-entry="${CSS.escape(id ?? '')}"]`)?.scrollIntoView({ block: 'center' })
  }

  return (
    <div ref={box} className="flex items-center gap-2">
      {query.trim() && (
        <span role="status" className="text-[13px] whitespace-nowrap text-ink-2">
          {found.length === 1 ? '1 fala' : `${found.length} falas`}
        </span>
      )}
      <SearchInput
        label="Buscar na transcrição"
        placeholder="Buscar..."
        value={query}
        onChange={(text) => {
          at.current = -1
          onQuery(text)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') toNext()
          if (event.key !== 'Escape') return
          onQuery('')
          event.currentTarget.blur()
        }}
        className="w-[190px]"
      />
    </div>
  )
}
