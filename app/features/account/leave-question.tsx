import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { isSigningOut } from '#app/lib/session-events.ts'
import { DiscardChanges } from '#app/ui/discard-changes.tsx'

/** Asks before leaving the page while it is mounted. A jump within the page does not count. */
export function LeaveQuestion() {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      !isSigningOut() && (from.pathname !== to.pathname || from.search !== to.search),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSigningOut()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return (
    <DiscardChanges
      open={blocker.state === 'blocked'}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  )
}
