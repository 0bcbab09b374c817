import { useEffect, useState } from 'react'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'

/** The consultation's audio on this device, provided by the page. */
export type Playback = {
  canHear: (entry: TranscriptEntry) => boolean
  /** Plays the line; a second call stops it. */
  hear: (entry: TranscriptEntry) => void
  stop: () => void
  hearing: string | null
}

/** Plays lines one after the other. */
export function usePlayLines({ canHear, hear, stop, hearing }: Playback) {
  const [queue, setQueue] = useState<readonly TranscriptEntry[]>([])
  const [inTurn, setInTurn] = useState(false)

  useEffect(() => {
    const [next, ...rest] = queue
    if (!next || hearing !== null) return
    setQueue(rest)
    hear(next)
  }, [queue, hearing, hear])

  function stopAll() {
    setQueue([])
    setInTurn(false)
    stop()
  }
  return {
    canHear,
    hearing,
    /** True while lines play one after the other. */
    inTurn: inTurn && (hearing !== null || queue.length > 0),
    hear: (entry: TranscriptEntry) => {
      setQueue([])
      setInTurn(false)
      hear(entry)
    },
    hearAll: (entries: readonly TranscriptEntry[]) => {
      stop()
      setQueue(entries.filter(canHear))
      setInTurn(true)
    },
    stop: stopAll,
  }
}
export type Player = ReturnType<typeof usePlayLines>
