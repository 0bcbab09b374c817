import { useEffect, useState } from 'react'
import { msOf } from '#domain/consultation/frame.ts'
import { unsentAudio } from './device/unsent.ts'

const LOOK_MS = 1_000
const LOOK_RARELY_MS = 5_000

/** Milliseconds of audio that wait on this device, by consultation. */
export type UnsentAudio = ReadonlyMap<string, number>
const nothing: UnsentAudio = new Map()

const unsentNow = async (): Promise<UnsentAudio> =>
  new Map((await unsentAudio()).map(({ consultationId, samples }) => [consultationId, msOf(samples)]))

/** Looked at again every second while something waits. `known` is false until the device has been asked. */
export function useUnsentAudio(): { unsent: UnsentAudio; known: boolean } {
  const [state, setState] = useState({ unsent: nothing, known: false })
  useEffect(() => {
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function look() {
      const unsent = await unsentNow()
      if (gone) return
      setState((before) => (before.known && same(before.unsent, unsent) ? before : { unsent, known: true }))
      timer = setTimeout(look, unsent.size > 0 ? LOOK_MS : LOOK_RARELY_MS)
    }
    void look()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [])
  return state
}

const same = (a: UnsentAudio, b: UnsentAudio): boolean =>
  a.size === b.size && [...a].every(([id, ms]) => b.get(id) === ms)
