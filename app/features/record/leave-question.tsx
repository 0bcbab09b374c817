import { useEffect, useState } from 'react'
import { useUnsavedHere } from '#app/lib/recording-here.ts'
import { useLeaveBlocker } from '#app/lib/use-leaving.ts'
import { DiscardChanges } from '#app/ui/dialog.tsx'
import type { RecordTextState } from './record-text.tsx'
import type { RecordWork } from './use-record.ts'

/** The unsaved work that leaving the page would lose. */
export const leavingOf = (work: RecordWork, text: RecordTextState) => ({
  unsaved: work.drafts.unsaved !== null || text.unsaved,
  /** True if some words are neither on the server nor on this device. */
  onlyInPage: () => text.unsaved || work.drafts.store.onlyInPage() !== '',
  /** Resolves to true once all is saved. */
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
  const { unsaved, onlyInPage } = leaving
  // Work stored on this device survives a reload, so the browser asks only about the rest.
  const blocker = useLeaveBlocker(unsaved || beside, () => beside || onlyInPage(), true)
  const [asking, setAsking] = useState(false)
  const blocked = blocker.state === 'blocked'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it is blocked.
  useEffect(() => {
    if (!blocked) return setAsking(false)
    void leaving.settle().then((settled) => (settled && !beside ? blocker.proceed?.() : setAsking(true)))
  }, [blocked])
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
