import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isFreeKey } from '#app/lib/keyboard.ts'
import { IconButton } from '#app/ui/button.tsx'
import { SearchInput } from '#app/ui/search-input.tsx'
import type { Search } from './use-search.ts'

/** '/' goes there from anywhere, Enter to the next line that matches, Shift+Enter to the one before, Escape back. */
export function SearchBox({ search }: { search: Search }) {
  const box = useRef<HTMLDivElement>(null)
  const { text, found, place } = search

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isFreeKey(event)) return
      event.preventDefault()
      box.current?.querySelector('input')?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return (
    <div ref={box} className="flex min-w-0 items-center gap-1 max-sm:w-full">
      <SearchInput
        label="Buscar na transcrição"
        placeholder="Buscar..."
        value={text}
        onChange={search.write}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) search.step(event.shiftKey ? -1 : 1)
          if (event.key !== 'Escape') return
          search.write('')
          event.currentTarget.blur()
        }}
        className="w-[190px] max-sm:w-auto max-sm:flex-1"
      />
      {text.trim() && (
        <>
          <span role="status" className="min-w-[52px] px-1 text-center text-[13px] whitespace-nowrap text-ink-2">
            {place > 0 ? `${place} de ${found.size}` : found.size === 1 ? '1 fala' : `${found.size} falas`}
          </span>
          <IconButton label="Fala anterior" size="sm" disabled={found.size === 0} onClick={() => search.step(-1)}>
            <ChevronUp aria-hidden className="size-[18px]" />
          </IconButton>
          <IconButton label="Próxima fala" size="sm" disabled={found.size === 0} onClick={() => search.step(1)}>
            <ChevronDown aria-hidden className="size-[18px]" />
          </IconButton>
        </>
      )}
    </div>
  )
}
