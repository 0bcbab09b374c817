import { useEffect, useState } from 'react'
import { onUnlocked } from '#app/lib/device/vault.ts'
import { careIfKept } from '../device/anything-kept.ts'

const none: ReadonlySet<string> = new Set()

/** Returns the listed ids whose end was confirmed on this device but not yet on the server. */
export function useFinishingHere(ids: readonly string[]): ReadonlySet<string> {
  const [finishing, setFinishing] = useState(none)
  const named = ids.join(' ')
  useEffect(() => {
    let isCancelled = false
    let looks = 0
    async function look() {
      const own = ++looks
      const requested = named.split(' ').filter(Boolean)
      const care = requested.length > 0 ? await careIfKept() : null
      const found = care ? await care.finishingHere(requested) : none
      if (!isCancelled && own === looks) setFinishing(found)
    }
    const lookNow = () => void look().catch(() => undefined)
    lookNow()
    const notUnlocked = onUnlocked(lookNow)
    return () => {
      isCancelled = true
      notUnlocked()
    }
  }, [named])
  return finishing
}
