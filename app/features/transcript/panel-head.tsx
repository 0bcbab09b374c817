import { ChevronDown, ChevronUp, Copy, Download, Search as SearchIcon } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { plural, useFormat } from '#app/lib/format.tsx'
import { isFreeCharacter, useKeys } from '#app/lib/keyboard.ts'
import { saveFile } from '#app/lib/save-file.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { copyAndTell } from '#app/ui/copy-text.ts'
import { cx } from '#app/ui/cx.ts'
import { closeOnEscape, giveFocus } from '#app/ui/focus.ts'
import { SearchInput } from '#app/ui/form.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Consent } from '#domain/consent/contract.ts'
import { consentStatement } from '#domain/consent/statement.ts'
import { type Consultation, consultationTypeLabels } from '#domain/consultation/contract.ts'
import type { Gap } from '#domain/consultation/gap.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { exportFileName, search, transcriptFile, transcriptText } from '#domain/transcript/transcript.ts'

export type Told = Pick<Consultation, 'patientName' | 'consultationType' | 'startTime'>

type Props = {
  consultation: Told
  entries: readonly TranscriptEntry[]
  gaps: readonly Gap[]
  /** The patient's answer, for the exported text. */
  consent: Consent | null
  search: Search
  /** The connection state, beside the title. */
  state?: ReactNode
}

/** The head of the transcript: its consultation, search and export. */
export function PanelHead({ consultation, entries, gaps, consent, search, state }: Props) {
  const format = useFormat()
  const { patientName, consultationType, startTime } = consultation
  const [searching, setSearching] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  function startSearch() {
    // The hidden field of a small screen cannot take the focus.
    flushSync(() => setSearching(true))
    field.current?.querySelector('input')?.focus()
  }
  const copyAll = () =>
    copyAndTell(transcriptText(entries, gaps), 'Toda a transcrição foi copiada', 'Erro ao copiar transcrição')
  function save() {
    saveFile(
      exportFileName(patientName, startTime, format.zone),
      transcriptFile(entries, gaps, consentStatement(consent, format.zone)),
    )
    toast.success('Transcrição exportada com sucesso')
  }
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 max-sm:gap-x-0">
      {/* A long name shrinks before the search and the buttons wrap. */}
      <div className="flex min-w-0 flex-1 basis-45 items-center gap-3 max-sm:basis-30">
        <div className="min-w-0">
          <h2 className="text-base leading-tight font-heavy">Transcrição</h2>
          <p className="truncate text-xs text-ink-2" title={patientName}>
            {patientName} · {consultationTypeLabels[consultationType].title}
          </p>
        </div>
        {state}
      </div>
      <div className="ml-auto flex min-w-0 items-center justify-end gap-1 max-sm:contents">
        <div
          ref={field}
          className={cx('max-sm:order-last max-sm:w-full', !searching && !search.text && 'max-sm:hidden')}
        >
          <SearchBox search={search} onStart={startSearch} onEnd={() => setSearching(false)} />
        </div>
        <IconButton label="Buscar" size="sm" className="sm:hidden" onClick={startSearch}>
          <SearchIcon aria-hidden className="size-4.5" />
        </IconButton>
        <Button icon={Copy} variant="quiet" size="sm" disabled={entries.length === 0} onClick={copyAll}>
          <span className="max-sm:sr-only">Copiar Tudo</span>
        </Button>
        <Button icon={Download} variant="quiet" size="sm" disabled={entries.length === 0} onClick={save}>
          <span className="max-sm:sr-only">Exportar</span>
        </Button>
      </div>
    </header>
  )
}

/**
 * '/' focuses it from anywhere, Enter goes to the next match, Shift+Enter to the previous one, Escape to the
 * transcript.
 */
function SearchBox({ search, onStart, onEnd }: { search: Search; onStart: () => void; onEnd: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const { text, found, place } = search

  useKeys((event) => {
    if (event.key !== '/' || !isFreeCharacter(event)) return
    event.preventDefault()
    onStart()
  })

  return (
    // Unfocused, it leaves more room for the patient's name.
    <div
      ref={box}
      className={cx(
        'relative transition-[width] duration-150 max-sm:w-full sm:focus-within:w-70',
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
            onEnd()
            giveFocus(line ?? transcriptOf(box) ?? box)
          })(event)
        }}
        className={cx(
          '[&_input::-webkit-search-cancel-button]:hidden',
          text.trim() && '[&_input]:pr-34.5 pointer-coarse:[&_input]:pr-43.5',
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

const lineOf = (id: string): HTMLElement | null => document.querySelector(`[data-entry="${CSS.escape(id)}"]`)
