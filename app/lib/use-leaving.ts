import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState } from 'react'
import { useBlocker } from 'react-router'
import { listen } from './listeners.ts'
import { isSigningOut } from './session-events.ts'

/** Busy until another site's page has loaded; free again when the browser restores this page from its cache. */
export function useLeaving(): [boolean, Dispatch<SetStateAction<boolean>>] {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => listen(window, 'pageshow', ({ persisted }) => persisted && setLeaving(false)), [])
  return [leaving, setLeaving]
}

/**
 * Blocks leaving the page while `holds`; a jump within it is not leaving. `asks` tells whether the browser asks before
 * the page closes. Signing out has a question of its own, which `always` ignores.
 */
export function useLeaveBlocker(holds: boolean, asks: () => boolean, always = false) {
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (asks() && (always || !isSigningOut())) event.preventDefault()
  })
  useEffect(() => (holds ? listen(window, 'beforeunload', (event) => ask(event)) : undefined), [holds])
  return useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      holds && (always || !isSigningOut()) && (from.pathname !== to.pathname || from.search !== to.search),
  )
}
