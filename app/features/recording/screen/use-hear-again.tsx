import { AudioLines } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFormat } from '#app/lib/format.tsx'
import { useListening } from '#app/lib/recording-here.ts'
import { saveFile } from '#app/lib/save-file.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { placeOf } from '#domain/consultation/lines.ts'
import { lengthLabel } from '#domain/recorder/elapsed.ts'
import { lengthOf, type Segment, slicesOf } from '#domain/recorder/segments.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { fileNameOf } from '#domain/transcript/transcript.ts'
import { onLocalRecording, segmentsOf } from '../device/local-store.ts'
import { type Playing, playLine, soundFileOf } from '../device/playback.ts'

type Line = Pick<TranscriptEntry, 'id' | 'start_ms' | 'end_ms'>

export type HearAgain = {
  /** Whether this device stored the line's sound. */
  canHear: (entry: Line) => boolean
  /** Plays the line; stops the one playing. */
  hear: (entry: Line) => void
  stop: () => void
  /** Id of the line being played. */
  hearing: string | null
  /** Downloads all stored sound as one WAV; null when there is none or a recording runs. */
  download: ((fileName: string) => Promise<void>) | null
  lengthMs: number
}

/** Interval of counting the new seconds of a running segment; reads keys only. */
const REFRESH_MS = 5_000

const unheard = 'Esta fala não está na gravação deste aparelho.'

/** Replays the consultation's local recording. */
export function useHearAgain(consultationId: string): HearAgain {
  const segments = useSegments(consultationId)
  const recording = useListening()
  const [hearing, setHearing] = useState<string | null>(null)
  const playing = useRef<Playing | null>(null)
  /** Number of the latest request: older results are not played. */
  const wish = useRef(0)

  const stop = useCallback(() => {
    wish.current++
    playing.current?.stop()
    playing.current = null
    setHearing(null)
  }, [])
  // Stop when the screen closes or recording resumes: the microphone would record the playback.
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
      const player = part && (await playLine(consultationId, segments, part).catch(() => null))
      if (own !== wish.current) return player?.stop()
      if (!player) {
        stop()
        return void toast(unheard)
      }
      playing.current = player
      await player.ended
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
    let isCancelled = false
    // Depends on `recording`: count once more when a recording ends.
    const read = () =>
      void segmentsOf(consultationId).then(
        (found) => isCancelled || setSegments(found),
        () => isCancelled || setSegments(none),
      )
    read()
    const stop = onLocalRecording(read)
    const timer = recording ? setInterval(read, REFRESH_MS) : setTimeout(read, 1_500)
    return () => {
      isCancelled = true
      stop()
      clearInterval(timer)
    }
  }, [consultationId, recording])
  return segments
}

type Props = { hearAgain: HearAgain; patientName: string; startTime: number }

/** Offers the local recording as a file; hidden when there is none. */
export function DownloadAudio({ hearAgain, patientName, startTime }: Props) {
  const format = useFormat()
  const [busy, setBusy] = useState(false)
  const { download, lengthMs } = hearAgain
  if (!download) return null
  async function start() {
    setBusy(true)
    await download?.(fileNameOf('consulta', patientName, format.isoDate(startTime), 'wav')).finally(() =>
      setBusy(false),
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button size="sm" busy={busy} onClick={() => void start()}>
        {!busy && <AudioLines aria-hidden className="size-4" />}
        Baixar áudio
      </Button>
      <p className="text-sm text-ink-2">
        {lengthLabel(lengthMs)} guardados neste aparelho, apagados após 7 dias ou na assinatura.
      </p>
    </div>
  )
}
