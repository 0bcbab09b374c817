import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { DiscardChanges } from '#app/ui/discard-changes.tsx'
import type { RecordTextState } from './record-text.tsx'
import type { RecordWork } from './use-record.ts'

/** What going away would leave unsaved. */
export const leavingOf = (work: RecordWork, text: RecordTextState) => ({
  unsaved: work.drafts.unsaved !== null || text.unsaved,
  /** True once all of it is saved; the sections only where they save themselves. */
  settle: async () => (await work.settle()) && (await text.flush()),
  /** The words are given up. */
  drop: () => work.drafts.store.clear(),
})
export type Leaving = ReturnType<typeof leavingOf>

/** While it is mounted, leaving the page saves what it can, and asks about the rest. A jump within the page is not leaving. */
export function LeaveQuestion({ leaving, unkept }: { leaving: Leaving; unkept: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => from.pathname !== to.pathname || from.search !== to.search,
  )
  const [asking, setAsking] = useState(false)
  const blocked = blocker.state === 'blocked'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it is blocked.
  useEffect(() => {
    if (!blocked) return setAsking(false)
    void leaving.settle().then((settled) => (settled ? blocker.proceed?.() : setAsking(true)))
  }, [blocked])
  // What this device keeps is there again after a reload: nothing has to be asked.
  useEffect(() => {
    if (!unkept) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unkept])
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
