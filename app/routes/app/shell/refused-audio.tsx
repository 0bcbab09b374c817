import { useState } from 'react'
import { getConsultation } from '#app/features/consultation/calls.ts'
import { discardUnsent, downloadUnsent } from '#app/features/recording/device/pending-audio.ts'
import { useFormat } from '#app/lib/format.tsx'
import { saveFile } from '#app/lib/save-file.ts'
import { useLoaded } from '#app/lib/use-task.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { lengthLabel } from '#domain/recorder/elapsed.ts'
import { fileNameOf } from '#domain/transcript/transcript.ts'

type Props = { consultationId: string; ms: number; onGone: () => void }

/** Audio of a consultation that was finished without it. It stays until the doctor saves or discards it. */
export function RefusedAudio({ consultationId, ms, onGone }: Props) {
  const format = useFormat()
  const { data: consultation } = useLoaded(getConsultation, consultationId)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState<'download' | 'discard' | null>(null)

  const whose = consultation
    ? `da consulta de ${consultation.patientName} (${format.dateTime(consultation.startTime)})`
    : 'de uma consulta já finalizada'

  async function download() {
    setBusy('download')
    const sound = await downloadUnsent(consultationId).catch(() => null)
    setBusy(null)
    if (!sound) return void toast.error('Não foi possível abrir o áudio agora. Entre de novo e repita.')
    const date = format.isoDate(consultation?.startTime ?? Date.now())
    saveFile(fileNameOf('audio', consultation?.patientName ?? 'consulta', date, 'wav'), sound)
  }

  async function discard() {
    setBusy('discard')
    await discardUnsent(consultationId)
    setBusy(null)
    setAsking(false)
    onGone()
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <p className="min-w-0 flex-1 basis-60 leading-snug wrap-anywhere">
        <b className="font-semibold">{lengthLabel(ms)} de áudio adicional</b> {whose} não chegaram ao servidor, e ela já
        foi finalizada sem esse trecho.
      </p>
      <div className="flex gap-2 max-sm:w-full max-sm:justify-end">
        <Button size="sm" disabled={busy !== null} onClick={() => setAsking(true)}>
          Descartar
        </Button>
        <Button size="sm" variant="primary" busy={busy === 'download'} onClick={download}>
          Baixar áudio
        </Button>
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={discard}
        busy={busy === 'discard'}
        title="Descartar áudio adicional?"
        confirmLabel="Descartar"
        cancelLabel="Manter"
        tone="danger"
      >
        <p>
          {lengthLabel(ms)} de áudio {whose} serão apagados deste aparelho. Não há outra cópia desse trecho no servidor.
        </p>
      </Confirm>
    </div>
  )
}
