import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Section, StructuredRecord } from '#domain/record/record.ts'
import { keepEdits } from './kept-edits.ts'
import { noteShelf } from './note-shelf.ts'
import { type Draft, SectionDrafts } from './section-drafts.ts'

const closed = () => ''

/**
 * The sections being edited, and the facts about them that the whole record needs. Typing changes none of these facts.
 */
export function useSectionDrafts(record: Pick<StructuredRecord, 'consultation_id' | 'sections'>) {
  const [store] = useState(() => new SectionDrafts())
  const { consultation_id: id, sections } = record
  useLayoutEffect(() => store.setSaved(sections), [store, sections])
  useEffect(() => keepEdits(noteShelf(id), store), [store, id])

  const open = keysIn(useSyncExternalStore(store.subscribe, store.open, closed))
  const unsaved = keysIn(useSyncExternalStore(store.subscribe, store.unsaved, closed))
  const begunKeys = keysIn(useSyncExternalStore(store.subscribe, store.begun, closed))
  const editable = sections.filter((section) => section.editable)
  const firstOf = (keys: ReadonlySet<string>) => editable.find(({ key }) => keys.has(key)) ?? null
  return {
    store,
    isOpen: ({ key }: Pick<Section, 'key'>) => open.has(key),
    /** The first section whose draft differs from the server's text. */
    unsaved: firstOf(unsaved),
    /** The first section whose edit has not ended, saved or not. */
    begun: firstOf(begunKeys),
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
