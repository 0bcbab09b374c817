import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ApiFailure } from '#app/lib/api.ts'
import { useOwnWriting } from '#app/lib/own-writing.ts'
import { toast } from '#app/ui/toast.tsx'
import { freeText } from '#domain/contract.ts'
import type { SectionReply } from '#domain/record/contract.ts'
import type { Section, StructuredRecord } from '#domain/record/record.ts'
import { textBase } from '#domain/record/text/text-base.ts'
import { withOwnNames } from '#domain/record/writing/arrange.ts'
import { keepEdits, noteShelf } from './kept-edits.ts'
import { type Place, sectionAnchor, sentenceId, toCheck, toCheckInText } from './marks.ts'
import { offerWords } from './offer-words.ts'
import {
  checkChanges,
  type FocusTarget,
  failureOf,
  outdated,
  type RecordPage,
  recordChanges,
  sectionChanges,
} from './record-changes.ts'
import { type Draft, SectionDrafts } from './section-drafts.ts'

type Options = {
  /** The record that the page loaded. */
  record: StructuredRecord
  /** The record changed: the page loads it again. */
  onChange: () => void
  /** Another structuring is under way: the record is read-only until it ends. */
  isLocked: boolean
}

const HELD = 'structuring'

/** The latest record, which may be ahead of the loaded one. */
function useLatestRecord(loaded: StructuredRecord, onChange: () => void) {
  const [changed, setChanged] = useState<{ from: StructuredRecord; to: StructuredRecord } | null>(null)
  const ahead = changed && isAhead(changed, loaded) ? changed.to : null
  const record = ahead ?? loaded
  const latest = useRef(record)
  latest.current = record
  const base = useRef(loaded)
  base.current = loaded

  /** Reloads the page's consultation data, but not at every autosave. */
  const owed = useRef(false)
  const reload = useRef(onChange)
  reload.current = onChange
  function tell(ongoing = false) {
    owed.current = ongoing
    if (!ongoing) reload.current()
  }
  useEffect(() => () => void (owed.current && reload.current()), [])

  /** Ignores an answer that a later one has overtaken. */
  function accept(next: StructuredRecord, ongoing = false) {
    if (next.revision < latest.current.revision) return
    latest.current = next
    setChanged({ from: base.current, to: next })
    tell(ongoing)
  }
  function acceptSection({ section, ...change }: SectionReply, ongoing = false) {
    const { sections } = latest.current
    accept(
      {
        ...latest.current,
        ...change,
        sections: sections.map((other) => (other.id === section.id ? section : other)),
      },
      ongoing,
    )
  }

  return { record, latest, accept, acceptSection }
}

/** Moves the focus, and on request the view, to an element by its id. */
function useFocusTarget(): (target: FocusTarget) => void {
  const [target, setTarget] = useState<FocusTarget | null>(null)

  // Waits for the render: the element may not exist before.
  useEffect(() => {
    if (target === null) return
    const element = document.getElementById(target.id)
    if (target.scroll) element?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    element?.focus({ preventScroll: true })
    // If the pressed button is gone, the dialog takes the focus one frame later.
    requestAnimationFrame(() => element?.focus({ preventScroll: true }))
    setTarget(null)
  }, [target])

  return setTarget
}

/** Runs changes one after the other; `busy` names the running one. */
function useChangeQueue(onChange: () => void) {
  const [busy, setBusy] = useState<string | null>(null)

  /** Runs one change at a time: each begins with the answer to the last. */
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = queue.current.then(work)
    queue.current = done.catch(() => undefined)
    return done
  }
  /** Runs one change. Shows a failure, and reloads a record that changed elsewhere. */
  async function run(what: string, failed: string, work: () => Promise<void>): Promise<ApiFailure | null> {
    setBusy(what)
    try {
      await inTurn(work)
      return null
    } catch (error) {
      const failure = failureOf(error)
      if (failure.code === 'crm_missing' || failure.code === 'allergy_listed') return failure
      toast.error(`${failed}: ${failure.message}`)
      if (outdated.has(failure.code)) onChange()
      return failure
    } finally {
      setBusy(null)
    }
  }

  return { busy, inTurn, run }
}

/** One record and its actions. Shows each change before the page has loaded it again. */
export function useRecord({ record: loaded, onChange, isLocked: underWay }: Options) {
  const { record, latest, accept, acceptSection } = useLatestRecord(loaded, onChange)
  const isHeld = underWay && record.signature === null
  const [selected, setSelected] = useState<Place | null>(null)
  const [announcement, say] = useState('')
  const drafts = useSectionDrafts(record)
  const setTarget = useFocusTarget()
  const { busy, inTurn, run } = useChangeQueue(onChange)
  const ownWriting = useOwnWriting()
  const textFirst = useRef<() => Promise<void>>(async () => {})

  function goTo(place: Place, why = '') {
    say(why)
    setSelected(place)
    setTarget({ id: sentenceId(place), scroll: true })
  }

  const page: RecordPage = {
    latest,
    accept,
    acceptSection,
    inTurn,
    run,
    textFirst,
    store: drafts.store,
    onChange,
    goTo,
    setSelected,
    setTarget,
    say,
  }
  const sectionWork = sectionChanges(page)
  return {
    record,
    /** For the screen; the texts of the record have the titles of `record`. */
    sections: withOwnNames(record.specialty, record.sections),
    drafts,
    /** The doctor's shortcuts and fixed texts. */
    writing: ownWriting.writing,
    /** Counts the words that an edit replaced, and offers a pair as a preference the third time. */
    countWords: (before: string, after: string) => offerWords(ownWriting, before, after),
    /** Sentences to check before saving or signing. */
    unchecked: toCheck(record),
    /** Flags in 'Texto para Prontuário' to check; `uncheckedInTextNow` includes a save that is not rendered yet. */
    uncheckedInText: toCheckInText(record),
    uncheckedInTextNow: () => toCheckInText(latest.current).length,
    /** Leads to a part of the page by its id, and says why. */
    show: (place: string, why = '') => {
      say(why)
      setTarget({ id: place, scroll: true })
    },
    selected,
    select: setSelected,
    goTo,
    goToSection: (section: Section, why = '') => {
      if (why) toast.warning(why)
      setTarget({ id: sectionAnchor(section), scroll: true })
    },
    /** The running action; no other may start meanwhile. */
    busy: busy ?? (isHeld ? HELD : null),
    isLocked: isHeld,
    /** The last action, for screen readers. */
    announcement,
    ...checkChanges(page, sectionWork.settle),
    ...sectionWork,
    ...recordChanges(page),
    textFirst,
    recordNow: () => latest.current,
    /** The base of the current record with `text` as just saved. */
    baseOfText: (text: string) => textBase({ ...latest.current, unified_text: freeText.parse(text) }),
  }
}
export type RecordWork = ReturnType<typeof useRecord>

/** True until the page has reloaded, or if it loaded a revision from before the change. */
const isAhead = ({ from, to }: { from: StructuredRecord; to: StructuredRecord }, loaded: StructuredRecord): boolean =>
  from === loaded || (to.created_at === loaded.created_at && to.revision > loaded.revision)

const closed = () => ''

/**
 * The sections being edited, and the facts about them that the whole record needs. Typing changes none of these facts.
 */
function useSectionDrafts(record: Pick<StructuredRecord, 'consultation_id' | 'sections'>) {
  const [store] = useState(() => new SectionDrafts())
  const { consultation_id: id, sections } = record
  useLayoutEffect(() => store.setSaved(sections), [store, sections])
  useEffect(() => keepEdits(noteShelf(id), store), [store, id])

  const open = keysIn(useSyncExternalStore(store.subscribe, store.open, closed))
  const unsaved = keysIn(useSyncExternalStore(store.subscribe, store.unsaved, closed))
  const editable = sections.filter((section) => section.editable)
  const firstOf = (keys: ReadonlySet<string>) => editable.find(({ key }) => keys.has(key)) ?? null
  return {
    store,
    isOpen: ({ key }: Pick<Section, 'key'>) => open.has(key),
    /** The first section whose draft differs from the server's text. */
    unsaved: firstOf(unsaved),
    /** Keys of unsaved drafts whose section is gone or read-only. */
    leftBehind: [...unsaved].filter((key) => !editable.some((section) => section.key === key)),
  }
}

/** The draft of one section: a keystroke changes only this state. */
export const useDraft = (store: SectionDrafts, key: string): Draft | null =>
  useSyncExternalStore(
    store.subscribe,
    () => store.get(key),
    () => null,
  )

const keysIn = (keys: string): ReadonlySet<string> => new Set(keys === '' ? [] : keys.split(' '))
