import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { useUnsavedHere } from '#app/lib/recording-here.ts'
import { DiscardChanges } from '#app/ui/discard-changes.tsx'
import type { RecordWork } from './use-record.ts'
import type { RecordTextState } from './use-record-text.tsx'

/** The unsaved work that leaving the page would lose. */
export const leavingOf = (work: RecordWork, text: RecordTextState) => ({
  unsaved: work.drafts.unsaved !== null || text.unsaved,
  /** True if some words are neither on the server nor on this device. */
  onlyInPage: () => text.unsaved || work.drafts.store.onlyInPage() !== '',
  /** Resolves to true once all is saved. Saves sections only if autosave is on. */
  settle: async () => {
    // Text first, while its base is valid: saving a section changes the base.
    const isTextSaved = await text.flush()
    return (await work.settle()) && isTextSaved
  },
  /** Discards the unsaved words. */
  drop: () => {
    work.drafts.store.clear()
    text.drop()
  },
})
export type Leaving = ReturnType<typeof leavingOf>

/**
 * Leaving the page saves what it can, and asks about the rest. A jump within the page is not leaving. Stays mounted
 * with the record, because the page must stay blocked until everything is saved.
 */
export function LeaveQuestion({ leaving }: { leaving: Leaving }) {
  // The context of a consultation that ended too early may be unsaved too.
  const beside = useUnsavedHere()
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      (leaving.unsaved || beside) && (from.pathname !== to.pathname || from.search !== to.search),
  )
  const [asking, setAsking] = useState(false)
  const blocked = blocker.state === 'blocked'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it is blocked.
  useEffect(() => {
    if (!blocked) return setAsking(false)
    void leaving.settle().then((settled) => (settled && !beside ? blocker.proceed?.() : setAsking(true)))
  }, [blocked])
  // Work stored on this device survives a reload, so no question is needed. `onlyInPage` changes every few keys and is read
  // only here.
  const { unsaved, onlyInPage } = leaving
  const alone = useRef(onlyInPage)
  alone.current = onlyInPage
  useEffect(() => {
    if (!unsaved && !beside) return
    const ask = (event: BeforeUnloadEvent) => (beside || alone.current()) && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved, beside])
  return (
    <DiscardChanges
      open={asking}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => {
        leaving.drop()
        blocker.proceed?.()
      }}
    />
  )
}
