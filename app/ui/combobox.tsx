import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, Plus, Search, X } from 'lucide-react'
import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { cx } from './cx.ts'
import { closeOnEscape } from './focus.ts'
import { controlClass, RequiredMark } from './form.tsx'
import { latest, stillTrue } from './latest.ts'

export type ComboboxItem = { id: string; label: string; detail?: ReactNode }
type Choice<T> = T | { id: '__create'; label: string; create: string }

type ComboboxProps<T extends ComboboxItem> = {
  label: string
  required?: boolean
  placeholder?: string
  value: T | null
  onChange: (value: T | null) => void
  /** Called with the typed text, and with '' when the list first opens. */
  search: (query: string, signal: AbortSignal) => Promise<T[]>
  /** Keeps the items that also match a longer text in view until its answer arrives. */
  matches?: (item: T, query: string) => boolean
  /** Adds a row that creates an item, under another label if one has that name. Resolves to null when it failed. */
  create?: { label: (text: string, taken: boolean) => string; run: (text: string) => Promise<T | null> }
  /** `unchosen`: the error for typed text without a choice, if only a choice counts. */
  texts: { loading: string; empty: string; failed: string; clear: string; unchosen?: string }
  /** Enter takes the first item, without an arrow key before. Only where a wrong one cannot be first. */
  takesFirst?: boolean
  error?: string | null
  disabled?: boolean
  /** For code that focuses the field. */
  inputRef?: Ref<HTMLInputElement>
}

/** The typed text, the matching items, and the handlers of a choice. */
function useChoices<T extends ComboboxItem>(props: ComboboxProps<T>) {
  const { value, onChange, search, matches, create, texts, error } = props
  const [text, setText] = useState(value?.label ?? '')
  const [creating, setCreating] = useState(false)
  const [open, setOpen] = useState(false)
  const [wasLeft, setWasLeft] = useState(false)
  const wrong = error ?? (wasLeft && !value && text.trim() !== '' ? texts.unchosen : undefined)
  const query = value && text === value.label ? '' : text.trim()
  const { items, state } = useLiveSearch({ query, open, search, matches })

  useEffect(() => setText(value?.label ?? ''), [value])

  const same = (item: { label: string }) =>
    item.label.trim().toLocaleLowerCase('pt-BR') === query.toLocaleLowerCase('pt-BR')
  const isTaken = items.some(same)
  const offersCreate = create && query !== '' && state === 'idle'
  const choices: Choice<T>[] = offersCreate ? [...items, { id: '__create', label: query, create: query }] : items

  async function choose(next: Choice<T> | null) {
    if (next && 'create' in next) {
      setCreating(true)
      const made = await create?.run(next.create)
      setCreating(false)
      if (made) onChange(made)
      return
    }
    onChange(next as T | null)
  }

  function enter() {
    // The new item will become the choice.
    if (creating) return
    setOpen(true)
    setWasLeft(false)
  }
  function leave() {
    setOpen(false)
    setWasLeft(true)
    if (value) setText(value.label)
  }

  const loading = creating || (state === 'loading' && items.length === 0)
  const emptyText = choices.length === 0 ? texts.empty : null
  const status = loading ? texts.loading : state === 'failed' ? texts.failed : emptyText
  return { text, setText, creating, open, query, choices, isTaken, choose, enter, leave, wrong, status }
}

/** Search as you type over items on the server. */
export function Combobox<T extends ComboboxItem>(props: ComboboxProps<T>) {
  const { label, required, placeholder, value, create, texts, takesFirst, disabled, inputRef } = props
  const { text, setText, creating, open, query, choices, isTaken, choose, enter, leave, wrong, status } =
    useChoices(props)
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  return (
    <Base.Root<Choice<T>>
      items={choices}
      filter={null}
      autoHighlight={takesFirst ?? false}
      value={value}
      onValueChange={choose}
      inputValue={text}
      onInputValueChange={(next, { reason }) => {
        // Choosing the 'create' row must not write its label before the item exists.
        if (reason !== 'item-press' || next !== query) setText(next)
      }}
      open={open}
      onOpenChange={(next) => (next ? enter() : leave())}
      itemToStringLabel={(item) => item.label}
      isItemEqualToValue={(item, chosen) => item.id === chosen.id}
      disabled={disabled}
      // A disabled input would lose the focus.
      readOnly={creating}
    >
      <div className="flex flex-col gap-1.5">
        <label id={`${id}-nome`} htmlFor={id} className="text-sm font-strong">
          {label}
          {required && <RequiredMark />}
        </label>
        {/* Hides the library's own close button, which has no Portuguese label: Escape and Tab close the list. */}
        <div ref={field} className="relative [&>span[role=button]]:hidden">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-ink-3"
          />
          <SearchField
            ref={inputRef}
            id={id}
            placeholder={placeholder}
            required={required}
            aria-busy={creating || undefined}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${id}-erro` : undefined}
            open={open}
            list={list}
            onLeave={leave}
          />
          {value && (
            <Base.Clear
              aria-label={texts.clear}
              title={texts.clear}
              className="absolute inset-y-0 right-0 grid w-11 place-items-center text-ink-3 hover:text-ink"
            >
              <X aria-hidden className="size-4.5" />
            </Base.Clear>
          )}
        </div>
        {wrong && (
          <p id={`${id}-erro`} role="alert" className="text-sm font-medium text-rec">
            {wrong}
          </p>
        )}
      </div>
      {open && (
        <ChoiceList
          field={field}
          list={list}
          labelId={`${id}-nome`}
          status={status}
          createLabel={(name) => create?.label(name, isTaken)}
        />
      )}
    </Base.Root>
  )
}

type ChoiceListProps = {
  field: RefObject<HTMLDivElement | null>
  list: RefObject<HTMLDivElement | null>
  labelId: string
  status: string | null
  createLabel: (text: string) => ReactNode
}

/** The open list: a portal inside the main region, because at the end of the document it would be in no landmark. */
function ChoiceList({ field, list, labelId, status, createLabel }: ChoiceListProps) {
  return (
    <Base.Portal container={field.current?.closest<HTMLElement>('[role=dialog], main') ?? null}>
      <Base.Positioner sideOffset={6} className="z-50 outline-none">
        {/* Base.Popup hides the rest of the page from assistive technology while the list is open. */}
        <div
          ref={list}
          className="max-h-[min(var(--available-height),340px)] w-(--anchor-width) max-w-(--available-width) overflow-y-auto overscroll-contain rounded-m border border-line bg-surface p-1.5 text-ink shadow-raised"
        >
          <Base.Status>{status && <div className="px-2.5 py-2 text-sm text-ink-2">{status}</div>}</Base.Status>
          <Base.List aria-labelledby={labelId}>
            {(item: Choice<ComboboxItem>) => (
              <Base.Item
                key={item.id}
                value={item}
                className="flex min-h-10 cursor-default items-center gap-2.5 rounded-s px-2.5 py-2 outline-none select-none data-highlighted:bg-accent-soft pointer-coarse:min-h-11"
              >
                {'create' in item ? (
                  <>
                    <Plus aria-hidden className="size-4.5 shrink-0 text-accent" />
                    <span className="font-strong wrap-anywhere text-accent">{createLabel(item.create)}</span>
                  </>
                ) : (
                  <>
                    <span className="min-w-0 flex-1">
                      <span className="block wrap-anywhere">{item.label}</span>
                      {item.detail && <span className="line-clamp-1 text-xs text-ink-2">{item.detail}</span>}
                    </span>
                    <Base.ItemIndicator>
                      <Check aria-hidden className="size-4.5 text-accent" />
                    </Base.ItemIndicator>
                  </>
                )}
              </Base.Item>
            )}
          </Base.List>
        </div>
      </Base.Positioner>
    </Base.Portal>
  )
}

type SearchFieldProps = Omit<ComponentProps<typeof Base.Input>, 'list'> & {
  open: boolean
  list: RefObject<HTMLDivElement | null>
  onLeave: () => void
}

function SearchField({ open, list, onLeave, ...input }: SearchFieldProps) {
  return (
    <Base.Input
      {...input}
      onBlur={({ relatedTarget }) => {
        // Closes when the keyboard leaves: the list never has the focus itself.
        if (relatedTarget && !list.current?.contains(relatedTarget)) onLeave()
      }}
      onKeyDown={(event) => {
        closeOnEscape(open, onLeave)(event)
        // The library would close the surrounding dialog if the list is empty.
        if (event.isPropagationStopped()) return event.preventBaseUIHandler()
        // Enter without a highlighted item would close the list and submit the form; also while the new item is being
        // created.
        const goesOn = !open || event.currentTarget.hasAttribute('aria-activedescendant')
        if (event.key !== 'Enter' || (goesOn && !input['aria-busy'])) return
        event.preventDefault()
        event.preventBaseUIHandler()
      }}
      className={cx(controlClass, 'h-11 w-full px-10', input['aria-invalid'] && 'border-rec')}
    />
  )
}

type Options<T> = {
  query: string
  /** Searches only while it is open. */
  open: boolean
  search: (query: string, signal: AbortSignal) => Promise<T[]>
  /** Items in hand that match a later text stay in view until its answer arrives. */
  matches?: ((item: T, query: string) => boolean) | undefined
}

/** Searches at every key. Returned items always match the current text. */
function useLiveSearch<T>({ query, open, search, matches }: Options<T>) {
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
