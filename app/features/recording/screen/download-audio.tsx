import { AudioLines } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#app/lib/zone.tsx'
import { Button } from '#app/ui/button.tsx'
import { lengthLabel } from '#domain/recorder/elapsed.ts'
import { fileNameOf } from '#domain/transcript/transcript.ts'
import type { HearAgain } from './use-hear-again.ts'

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
