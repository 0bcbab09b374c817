import { useEffect, useState } from 'react'
import { careIfKept } from '#app/features/recording/device/anything-kept.ts'
import type { LeftAudio } from '#app/features/recording/uplink/background.ts'

export type { LeftAudio }

const LOOK_MS = 5_000

/** Sends what was left on this device, from any page, and says how it goes: of all consultations but the one here. */
export function useLeftovers(here: string | null): readonly LeftAudio[] {
  const [left, setLeft] = useState<readonly LeftAudio[]>([])
  useEffect(() => {
    let isUnmounted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop = () => {}
    async function look() {
      const care = await careIfKept().catch(() => null)
      if (isUnmounted) return
      if (care) {
        void care.sweep().catch(() => undefined)
        stop = care.watchLeftovers(here, setLeft)
      } else timer = setTimeout(look, LOOK_MS)
    }
    void look()
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      stop()
      setLeft([])
    }
  }, [here])
  return left
}
