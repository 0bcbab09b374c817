import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { Button, type ButtonProps } from '#app/ui/button.tsx'
import { later } from '#app/ui/later.ts'
import { toast } from '#app/ui/toast.tsx'
import type { HistoryItem } from '#domain/consultation/contract.ts'
import { readConsultation } from './calls.ts'

const exporting = later(() => import('./export-transcript.ts'))

/** If only the first entries are loaded, it loads the others first. */
export function ExportButton({ item, ...props }: ButtonProps & { item: HistoryItem }) {
  const { zone } = useFormat()
  const [busy, setBusy] = useState(false)
  async function run() {
    setBusy(true)
    try {
      const [{ exportTranscript }, detail] = await Promise.all([exporting.come(), readConsultation(item.id)])
      exportTranscript(detail, zone)
    } catch (error) {
      const description = error instanceof ApiFailure ? error.message : 'Erro desconhecido'
      toast.error('Erro ao exportar transcrição', { description })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button {...props} disabled={item.entryCount === 0} busy={busy} onClick={run}>
      {!busy && <FileDown aria-hidden className="size-4.25" />}
      Exportar
    </Button>
  )
}
