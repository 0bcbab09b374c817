import { useEffect, useState } from 'react'
import { careIfKept } from '#app/features/recording/device/anything-kept.ts'
import type { LeftAudio } from '#app/features/recording/uplink/background.ts'

export type { LeftAudio }

const LOOK_MS = 5_000

/** Sends audio left on this device, from any page, and returns its progress: for all consultations but the open one. */
export function useLeftovers(here: string | null): readonly LeftAudio[] {
  const [leftovers, setLeftovers] = useState<readonly LeftAudio[]>([])
  useEffect(() => {
    let isUnmounted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop = () => {}
    async function look() {
      const care = await careIfKept().catch(() => null)
      if (isUnmounted) return
      if (care) {
        void care.sweep().catch(() => undefined)
        stop = care.watchLeftovers(here, setLeftovers)
      } else timer = setTimeout(look, LOOK_MS)
    }
    void look()
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      stop()
      setLeftovers([])
    }
  }, [here])
  return leftovers
}
