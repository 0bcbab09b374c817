import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { saveFile } from '#app/lib/save-file.ts'
import { toast } from '#app/ui/toast.tsx'
import { placeOf } from '#domain/consultation/lines.ts'
import { lengthOf, type Segment, slicesOf } from '#domain/recorder/segments.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { useListening } from './listening.ts'
import { onLocalRecording, segmentsOf } from './local-store.ts'
import { type Playing, playLine, soundFileOf } from './playback.ts'

type Line = Pick<TranscriptEntry, 'id' | 'start_ms' | 'end_ms'>

export type HearAgain = {
  /** The line's sound was kept on this device. */
  canHear: (entry: Line) => boolean
  /** Plays it; the line that is being played stops. */
  hear: (entry: Line) => void
  stop: () => void
  /** The line that is being played. */
  hearing: string | null
  /** Everything that was kept, as one wav; null where there is nothing, or a recording still goes on. */
  download: ((fileName: string) => Promise<void>) | null
  lengthMs: number
}

/** New seconds of the running segment are counted so often; it is read from keys alone. */
const REFRESH_MS = 5_000

const unheard = 'Esta fala não está na gravação deste aparelho.'

/** What this device kept of the consultation's sound. */
export function useHearAgain(consultationId: string): HearAgain {
  const segments = useSegments(consultationId)
  const recording = useListening()
  const [hearing, setHearing] = useState<string | null>(null)
  const playing = useRef<Playing | null>(null)
  /** What was asked for last: an answer to an earlier wish is not played. */
  const wish = useRef(0)

  const stop = useCallback(() => {
    wish.current++
    playing.current?.stop()
    playing.current = null
    setHearing(null)
  }, [])
  // Leaving the screen, and going on with the recording: what sounds here would be heard by the microphone.
  useEffect(() => stop, [stop])
  useEffect(() => {
    if (recording) stop()
  }, [recording, stop])

  return useMemo(() => {
    const partOf = (entry: Line) => {
      const place = placeOf(entry.id)
      return place && { ...place, ms: entry.end_ms - entry.start_ms }
    }
    const canHear = (entry: Line) => {
      const part = partOf(entry)
      return part !== null && slicesOf(segments, part.take, part.at, part.ms).length > 0
    }
    const hear = async (entry: Line) => {
      const again = hearing === entry.id
      stop()
      if (again) return
      if (recording) return void toast('Pause a gravação para ouvir: o som entraria na consulta.')
      const own = wish.current
      const part = partOf(entry)
      setHearing(entry.id)
      const begun = part && (await playLine(consultationId, segments, part).catch(() => null))
      if (own !== wish.current) return begun?.stop()
      if (!begun) {
        stop()
        return void toast(unheard)
      }
      playing.current = begun
      await begun.ended
      if (own === wish.current) stop()
    }
    const download = async (fileName: string) => {
      const { wav, samples, unread } = await soundFileOf(consultationId, segments)
      if (samples === 0) return void toast.error('Não foi possível ler o áudio deste aparelho.')
      saveFile(fileName, wav)
      if (unread > 0) toast.warning('Uma parte do áudio não pôde ser lida e ficou fora do arquivo.')
    }
    return {
      canHear,
      hear: (entry) => void hear(entry),
      stop,
      hearing,
      download: segments.length > 0 && !recording ? download : null,
      lengthMs: lengthOf(segments),
    }
  }, [consultationId, segments, recording, hearing, stop])
}

const none: readonly Segment[] = []

function useSegments(consultationId: string): readonly Segment[] {
  const [segments, setSegments] = useState(none)
  const recording = useListening()
  useEffect(() => {
    let left = false
    // `recording` read here: what was kept until a recording ended is counted once more.
    const read = () =>
      void segmentsOf(consultationId).then(
        (found) => left || setSegments(found),
        () => left || setSegments(none),
      )
    read()
    const stop = onLocalRecording(read)
    const timer = recording ? setInterval(read, REFRESH_MS) : setTimeout(read, 1_500)
    return () => {
      left = true
      stop()
      clearInterval(timer)
    }
  }, [consultationId, recording])
  return segments
}
