import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { plural } from '#app/lib/format.ts'
import { isFreeCharacter } from '#app/lib/keyboard.ts'
import { IconButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { closeOnEscape } from '#app/ui/escape.ts'
import { giveFocus } from '#app/ui/lost-focus.ts'
import { SearchInput } from '#app/ui/search-input.tsx'
import { lineOf, type Search } from './use-search.ts'

/**
 * '/' focuses it from anywhere, Enter goes to the next match, Shift+Enter to the previous one, Escape to the
 * transcript.
 */
export function SearchBox({ search }: { search: Search }) {
  const box = useRef<HTMLDivElement>(null)
  const { text, found, place } = search

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isFreeCharacter(event)) return
      event.preventDefault()
      box.current?.querySelector('input')?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return (
    // Unfocused, it leaves more room for the patient's name.
    <div
      ref={box}
      className={cx(
        'relative transition-[width] duration-150 focus-within:w-70 max-sm:w-full',
        text ? 'w-70' : 'w-42.5',
      )}
    >
      <SearchInput
        label="Buscar na transcrição"
        placeholder="Buscar..."
        value={text}
        onChange={search.write}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) search.step(event.shiftKey ? -1 : 1)
          const box = event.currentTarget
          closeOnEscape(true, () => {
            const line = search.current === null ? null : lineOf(search.current)
            search.write('')
            giveFocus(line ?? transcriptOf(box) ?? box)
          })(event)
        }}
        className={cx(
          '[&_input::-webkit-search-cancel-button]:hidden',
          text.trim() && '[&_input]:pr-34.5 pointer-coarse:[&_input]:pr-37.5',
        )}
      />
      {text.trim() && (
        <div className="absolute inset-y-0 right-1 flex items-center">
          <span role="status" className="px-1 text-xs whitespace-nowrap text-ink-2">
            {place > 0 ? `${place} de ${found.size}` : plural(found.size, 'fala', 'falas')}
          </span>
          <IconButton label="Fala anterior" size="sm" disabled={found.size === 0} onClick={() => search.step(-1)}>
            <ChevronUp aria-hidden className="size-4.5" />
          </IconButton>
          <IconButton label="Próxima fala" size="sm" disabled={found.size === 0} onClick={() => search.step(1)}>
            <ChevronDown aria-hidden className="size-4.5" />
          </IconButton>
        </div>
      )}
    </div>
  )
}

/** The transcript: focusing it makes Tab reach a line and frees the keys for shortcuts. */
const transcriptOf = (box: HTMLElement): HTMLElement | null =>
  box.closest('[role=region]')?.querySelector<HTMLElement>('[role=log], [role=list]') ?? null
