import { useEffect, useState } from 'react'
import { msOf } from '#domain/consultation/frame.ts'
import { audioToSend } from './audio-here.ts'

const LOOK_MS = 1_000
const LOOK_RARELY_MS = 5_000

/** Milliseconds of audio that wait on this device or in this page, by consultation. */
export type UnsentAudio = ReadonlyMap<string, number>
const nothing: UnsentAudio = new Map()

/** Of all consultations but the one on the screen, which tells its own. Looked at every second while something waits. */
export function useUnsentAudio(except: string | null): UnsentAudio {
  const [unsent, setUnsent] = useState(nothing)
  useEffect(() => {
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function look() {
      const found = (await audioToSend()).filter(({ consultationId }) => consultationId !== except)
      if (gone) return
      const now = new Map(found.map(({ consultationId, samples }) => [consultationId, msOf(samples)]))
      setUnsent((before) => (same(before, now) ? before : now))
      timer = setTimeout(look, now.size > 0 ? LOOK_MS : LOOK_RARELY_MS)
    }
    void look()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [except])
  return unsent
}

const same = (a: UnsentAudio, b: UnsentAudio): boolean =>
  a.size === b.size && [...a].every(([id, ms]) => b.get(id) === ms)
