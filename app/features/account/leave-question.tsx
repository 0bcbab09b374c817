import { useLeaveBlocker } from '#app/lib/use-leaving.ts'
import { DiscardChanges } from '#app/ui/dialog.tsx'

/** Asks before leaving the page while it is mounted. */
export function LeaveQuestion() {
  const blocker = useLeaveBlocker(true, () => true)
  return (
    <DiscardChanges
      open={blocker.state === 'blocked'}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  )
}
