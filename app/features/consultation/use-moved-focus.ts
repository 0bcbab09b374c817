import { useEffect, useRef } from 'react'
import { pageHeading, takeLostFocus } from '#app/ui/focus.ts'
import type { Consultation } from '#domain/consultation/contract.ts'

/** A consultation that moved to another patient is another page: the focus goes to that patient's name. */
export function useMovedFocus(shown: Consultation | null) {
  const before = useRef(shown)
  useEffect(() => {
    const { id, patientId } = before.current ?? {}
    before.current = shown
    if (shown?.id === id && shown?.patientId !== patientId) takeLostFocus(pageHeading())
  }, [shown])
}
