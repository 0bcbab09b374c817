import { useEffect, useState } from 'react'
import { onUnlocked } from '#app/lib/device/vault.ts'
import { careIfKept } from './anything-kept.ts'

const none: ReadonlySet<string> = new Set()

/** Of these, while they stand on the screen, the consultations whose end was confirmed on this device and has still to come. */
export function useFinishingHere(ids: readonly string[]): ReadonlySet<string> {
  const [finishing, setFinishing] = useState(none)
  const named = ids.join(' ')
  useEffect(() => {
    let gone = false
    let looks = 0
    async function look() {
      const own = ++looks
      const asked = named.split(' ').filter(Boolean)
      const care = asked.length > 0 ? await careIfKept() : null
      const found = care ? await care.finishingHere(asked) : none
      if (!gone && own === looks) setFinishing(found)
    }
    const lookNow = () => void look().catch(() => undefined)
    lookNow()
    const notUnlocked = onUnlocked(lookNow)
    return () => {
      gone = true
      notUnlocked()
    }
  }, [named])
  return finishing
}
