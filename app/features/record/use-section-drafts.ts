import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Section, StructuredRecord } from '#domain/record/record.ts'
import { keepEdits } from './kept-edits.ts'
import { noteShelf } from './note-shelf.ts'
import { type Draft, SectionDrafts } from './section-drafts.ts'

const closed = () => ''

/** The sections being edited, and what of them the record as a whole has to know: none of it changes while one is typed in. */
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
    /** The first one that reads otherwise than what is kept by the server. */
    unsaved: firstOf(unsaved),
    /** The first one whose edit is not over, saved on the way or not. */
    begun: firstOf(begunKeys),
    /** Written in what is no section of this record, or can no longer be changed: the keys. */
    leftBehind: [...unsaved].filter((key) => !editable.some((section) => section.key === key)),
  }
}

/** The draft of one section: the only state that a key changes. */
export const useDraft = (store: SectionDrafts, key: string): Draft | null =>
  useSyncExternalStore(
    store.subscribe,
    () => store.get(key),
    () => null,
  )

const keysIn = (keys: string): ReadonlySet<string> => new Set(keys === '' ? [] : keys.split(' '))
