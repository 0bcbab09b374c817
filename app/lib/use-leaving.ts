import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

/** Busy until another site's page has come; free again when the browser's way back shows this one as it was left. */
export function useLeaving(): [boolean, Dispatch<SetStateAction<boolean>>] {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const shownAgain = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false)
    addEventListener('pageshow', shownAgain)
    return () => removeEventListener('pageshow', shownAgain)
  }, [])
  return [leaving, setLeaving]
}
