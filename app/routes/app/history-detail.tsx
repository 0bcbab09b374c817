import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { HistoryDetail } from '#app/features/history/history-detail.tsx'
import { PdfExport } from '#app/features/structuring/pdf-export.tsx'
import { useRecordText } from '#app/features/structuring/record-text.tsx'
import { RecordView } from '#app/features/structuring/record-view.tsx'
import { StructureButton } from '#app/features/structuring/structure-button.tsx'
import { StructuringFlow } from '#app/features/structuring/structuring-flow.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import type { ConsultationDetail } from '#domain/consultation/contract.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import type { Route } from './+types/history-detail'
import { consultationDetail } from './consultation-detail.ts'
import { HeardTranscript } from './heard-transcript.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Detalhes da Consulta · Relato' }]

export const loader = ({ context, request, params }: Route.LoaderArgs) =>
  consultationDetail(context, request, params.id)

export default function HistoryDetailPage({ loaderData: detail }: Route.ComponentProps) {
  const [structuring, setStructuring] = useState(false)
  const { revalidate } = useRevalidator()
  const { consultation, transcriptions, structuredData: record } = detail
  const openFlow = () => setStructuring(true)

  return (
    <>
      <HistoryDetail
        detail={detail}
        actions={record && <PdfExport consultationId={consultation.id} variant="primary" />}
        record={
          record ? (
            <Record detail={detail} record={record} onChange={revalidate} />
          ) : (
            <EmptyState
              title={consultation.consent?.state === 'accepted' ? 'Aguardando estruturação' : 'Consulta sem IA'}
              action={
                consultation.status === 'completed' && (
                  <StructureButton entries={transcriptions.length} consent={consultation.consent} onClick={openFlow} />
                )
              }
            >
              O registro por seções é feito a partir da transcrição desta consulta.
            </EmptyState>
          )
        }
        transcript={<HeardTranscript detail={detail} empty="Esta consulta não tem transcrição." />}
      />
      {consultation.status === 'completed' && (
        <StructuringFlow
          detail={detail}
          open={structuring}
          onClose={() => setStructuring(false)}
          onRecord={revalidate}
        />
      )}
    </>
  )
}

type RecordProps = { detail: ConsultationDetail; record: StructuredRecord; onChange: () => void }

function Record({ detail, record, onChange }: RecordProps) {
  const text = useRecordText(record, detail.consultation.patientName)
  return (
    <>
      <RecordView record={record} entries={detail.transcriptions} text={text} onChange={onChange} />
      {text.alert}
    </>
  )
}
