import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

/** Busy until another site's page has loaded; free again when the browser restores this page from its cache. */
export function useLeaving(): [boolean, Dispatch<SetStateAction<boolean>>] {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const shownAgain = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false)
    addEventListener('pageshow', shownAgain)
    return () => removeEventListener('pageshow', shownAgain)
  }, [])
  return [leaving, setLeaving]
}
