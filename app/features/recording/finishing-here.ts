import { useEffect, useState } from 'react'
import { onUnlocked } from '#app/lib/device/vault.ts'
import { KeptStatements } from './kept-statements.ts'

const none: ReadonlySet<string> = new Set()

/** Of these, the consultations whose end was confirmed on this device and has still to come. To the API they are active. */
export async function finishingHere(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = ids.map(async (id) => {
    const { finish } = await KeptStatements.look(id)
    return finish === null ? [] : [id]
  })
  return new Set((await Promise.all(asked)).flat())
}

/** The same, while they stand on the screen. */
export function useFinishingHere(ids: readonly string[]): ReadonlySet<string> {
  const [finishing, setFinishing] = useState(none)
  const named = ids.join(' ')
  useEffect(() => {
    let gone = false
    let looks = 0
    async function look() {
      const own = ++looks
      const found = await finishingHere(named.split(' ').filter(Boolean))
      if (!gone && own === looks) setFinishing(found)
    }
    void look()
    const notUnlocked = onUnlocked(() => void look())
    return () => {
      gone = true
      notUnlocked()
    }
  }, [named])
  return finishing
}
