import { FileDown } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ApiFailure } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import type { ConsultationDetail } from '#domain/consultation/contract.ts'
import { readConsultation } from './calls.ts'
import { Details } from './details.tsx'
import { exportTranscript } from './export-transcript.ts'
import { fromList, historyPath } from './history-row.tsx'

type Props = {
  open: boolean
  /** The shown consultation; null: none. */
  id: string | null
  /** Opens at the whole transcript. */
  transcript: boolean
  onClose: () => void
}

/** One consultation over the list: to read, or to open for work. */
export function DetailsDialog({ open, id, transcript, onClose }: Props) {
  const { zone } = useFormat()
  const { detail, failure, retry } = useDetail(id)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="lg"
      title="Detalhes da Consulta"
      footer={
        detail && (
          <>
            <Button onClick={() => exportTranscript(detail, zone)} disabled={detail.transcriptions.length === 0}>
              <FileDown aria-hidden className="size-4.5" />
              Exportar
            </Button>
            <Link to={historyPath(detail.consultation.id)} state={fromList} className={buttonClass('primary')}>
              {detail.structuredData ? 'Abrir registro' : 'Abrir consulta'}
            </Link>
          </>
        )
      }
    >
      {detail ? (
        <Details detail={detail} openTranscript={transcript} />
      ) : failure ? (
        <ErrorState message={failure} onRetry={retry} />
      ) : (
        <div role="status" className="flex flex-col gap-4">
          <span className="sr-only">Carregando a consulta...</span>
          <Skeleton className="h-7 w-3/5" />
          <Skeleton className="h-14" />
          <Skeleton className="h-40" />
          <Skeleton className="h-24" />
        </div>
      )}
    </Dialog>
  )
}

/** Shows the same consultation while the dialog closes. */
function useDetail(id: string | null) {
  const [read, setRead] = useState<{ id: string; detail: ConsultationDetail | null; failure: string | null }>()
  const load = useCallback(async (id: string) => {
    setRead({ id, detail: null, failure: null })
    const done = await readConsultation(id).then(
      (detail) => ({ id, detail, failure: null }),
      (error) => ({ id, detail: null, failure: error instanceof ApiFailure ? error.message : 'Erro desconhecido' }),
    )
    // Another consultation may be open by now.
    setRead((now) => (now?.id === id ? done : now))
  }, [])
  useEffect(() => {
    if (id) void load(id)
  }, [id, load])
  const shown = id === null || read?.id === id ? read : undefined
  return { detail: shown?.detail ?? null, failure: shown?.failure ?? null, retry: () => id && void load(id) }
}
