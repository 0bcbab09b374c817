import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { HistoryDetail } from '#app/features/history/history-detail.tsx'
import { RecordActions, RecordProgress } from '#app/features/record/record-actions.tsx'
import { useRecordText } from '#app/features/record/record-text.tsx'
import { RecordView } from '#app/features/record/record-view.tsx'
import type { Signer } from '#app/features/record/sign-dialog.tsx'
import { isUnderWay } from '#app/features/record/state.ts'
import { StructureButton } from '#app/features/record/steps.tsx'
import { StructuringFlow } from '#app/features/record/structuring-flow.tsx'
import { useRecord } from '#app/features/record/use-record.ts'
import { DownloadAudio, type HearAgain, useHearAgain } from '#app/features/recording/screen/use-hear-again.tsx'
import { useKeptCorrections } from '#app/features/recording/screen/use-kept-corrections.tsx'
import { TranscriptList } from '#app/features/transcript/transcript-list.tsx'
import { type Corrections, SwapButton, useCorrections } from '#app/features/transcript/use-corrections.tsx'
import { read } from '#app/lib/api.ts'
import { copyAtOf, orCopy } from '#app/lib/device/copies.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { EmptyState } from '#app/ui/states.tsx'
import type { ConsultationDetail } from '#domain/consultation/contract.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import { type Usage, usageReply } from '#domain/subscription/contract.ts'
import { type Loaded, loaded, sessionContext } from '../session.ts'
import type { Route } from './+types/history-detail'
import { consultationDetail } from './consultation-lists.ts'
import {
  AfterSignature,
  planGate,
  recordCopyName,
  signerOf,
  useForgottenRecording,
  useRecordCopy,
  withMask,
} from './consultation-page.tsx'
import { formatGate } from './format-gate.tsx'
import { ShortcutsOverPage } from './shell/shortcuts-sheet.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Detalhes da Consulta · Relato' }]

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const [detail, usage] = await Promise.all([
    consultationDetail(context, request, params.id),
    loaded(read(apiOf(context, request).api.usage.$get(), usageReply)),
  ])
  return { detail, usage, signer: signerOf(context.get(sessionContext)) }
}

/** Without a network, an unsigned record of the day is read from its copy. */
export const clientLoader = ({ params, serverLoader }: Route.ClientLoaderArgs) =>
  orCopy(recordCopyName(params.id), serverLoader)

export default function HistoryDetailPage({ loaderData }: Route.ComponentProps) {
  const { detail } = loaderData
  const [structuring, setStructuring] = useState(false)
  const { revalidate } = useRevalidator()
  const { consultation, transcriptions, structuredData: record } = detail
  const playback = useHearAgain(consultation.id)
  const corrections = useCorrections(detail, revalidate)
  const { notice } = useKeptCorrections(consultation.id, corrections.apply, detail.structuring?.status)
  const isCopy = copyAtOf(loaderData) !== null
  useRecordCopy(loaderData)
  const signer = withMask(loaderData.signer)
  useForgottenRecording(consultation.id, Boolean(record?.signature))
  const openFlow = () => setStructuring(true)

  return (
    <>
      <HistoryDetail
        detail={detail}
        record={
          record ? (
            // Rendered once: the full-screen flow shows the same record.
            !structuring && (
              <Record
                detail={detail}
                record={record}
                playback={playback}
                signer={signer}
                usage={loaderData.usage}
                isCopy={isCopy}
                onChange={revalidate}
              />
            )
          ) : (
            <EmptyState
              title={
                consultation.consent?.state === 'accepted'
                  ? consultation.recordState === 'refused'
                    ? 'Sem conteúdo clínico'
                    : 'Aguardando estruturação'
                  : 'Consulta sem IA'
              }
              action={
                consultation.status === 'completed' && (
                  <StructureButton entries={transcriptions.length} consent={consultation.consent} onClick={openFlow} />
                )
              }
            >
              {(consultation.recordState === 'refused' && detail.structuring?.error) ||
                (consultation.consent?.state === 'accepted' && transcriptions.length > 0
                  ? 'O registro por seções é feito a partir da transcrição desta consulta.'
                  : 'Você escreve o registro, nas seções da especialidade.')}
            </EmptyState>
          )
        }
        transcript={
          <>
            {notice}
            <HeardTranscript detail={detail} playback={playback} corrections={corrections} />
          </>
        }
      />
      {consultation.status === 'completed' && (
        <StructuringFlow
          detail={detail}
          playback={playback}
          signer={signer}
          gate={planGate(loaderData.usage)}
          proposals={
            <AfterSignature
              patientId={consultation.patientId}
              consultationId={consultation.id}
              gate={formatGate(loaderData.usage)}
            />
          }
          open={structuring}
          keys={<ShortcutsOverPage />}
          onClose={() => setStructuring(false)}
          onChange={revalidate}
        />
      )}
    </>
  )
}

type RecordProps = {
  detail: ConsultationDetail
  record: StructuredRecord
  playback: HearAgain
  signer: Signer
  usage: Loaded<Usage>
  /** Only to be read: there is no server to save to. */
  isCopy: boolean
  onChange: () => void
}

function Record({ detail, record, playback, signer, usage, isCopy, onChange }: RecordProps) {
  const { consultation } = detail
  const work = useRecord({ record, onChange, isLocked: isCopy || isUnderWay(detail.structuring) })
  const text = useRecordText(work, consultation)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2 sm:justify-end">
        <span className="max-sm:w-full sm:mr-2">
          <RecordProgress work={work} />
        </span>
        {!isCopy && (
          <RecordActions work={work} text={text} consultation={consultation} signer={signer} gate={formatGate(usage)} />
        )}
      </div>
      <RecordView
        work={work}
        patientName={consultation.patientName}
        entries={detail.transcriptions}
        playback={playback}
        text={text}
        proposals={
          <AfterSignature
            patientId={consultation.patientId}
            consultationId={consultation.id}
            gate={formatGate(usage)}
          />
        }
        isCopy={isCopy}
      />
      {text.alert}
    </>
  )
}

type Props = { detail: ConsultationDetail; playback: HearAgain; corrections: Corrections }

/** The transcript of a finished consultation, with playback and download if this device has the audio. */
function HeardTranscript({ detail, playback, corrections }: Props) {
  const { consultation, transcriptions, gaps } = detail
  return (
    <>
      <div className="mb-2 flex justify-end empty:hidden">
        <SwapButton entries={transcriptions} onSwap={corrections.swap} />
      </div>
      {corrections.notice}
      {transcriptions.length === 0 && <p className="text-ink-2">Esta consulta não tem transcrição.</p>}
      {transcriptions.length + gaps.length > 0 && (
        <TranscriptList entries={transcriptions} gaps={gaps} actions={corrections.actions} playback={playback} />
      )}
      <div className="mt-4">
        <DownloadAudio hearAgain={playback} patientName={consultation.patientName} startTime={consultation.startTime} />
      </div>
    </>
  )
}
