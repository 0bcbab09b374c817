import { useMemo, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import type { z } from 'zod/mini'
import { LeaveQuestion } from '#app/features/account/leave-question.tsx'
import { PatientNotice } from '#app/features/consent/patient-notice.tsx'
import { ActivePatientCard } from '#app/features/consultation/active-patient-card.tsx'
import {
  type ContextEditor,
  isUnsaved,
  useContextEdit,
  useContextEditor,
} from '#app/features/consultation/context-edit.ts'
import { DiscardConsultation } from '#app/features/consultation/discard-consultation.tsx'
import { sealedDraftStore } from '#app/features/consultation/draft-store.ts'
import { FinishedBanner, UnsavedContext } from '#app/features/consultation/finished-banner.tsx'
import { MoveConsultation } from '#app/features/consultation/move-consultation.tsx'
import { NewConsultation } from '#app/features/consultation/new-consultation.tsx'
import { TodayConsultations } from '#app/features/consultation/today-consultations.tsx'
import { useMovedFocus } from '#app/features/consultation/use-moved-focus.ts'
import { Recall } from '#app/features/patients/recall.tsx'
import { RECORD_OPENER } from '#app/features/record/marks.ts'
import { StructureButton } from '#app/features/record/steps.tsx'
import { StructuringFlow } from '#app/features/record/structuring-flow.tsx'
import { finishingHere } from '#app/features/recording/device/kept-statements.ts'
import { deleteLocalRecording } from '#app/features/recording/device/local-store.ts'
import { pendingAudio } from '#app/features/recording/device/pending-audio.ts'
import { useRecordingSession } from '#app/features/recording/screen/session.ts'
import { canMove, isWordless, shownLines, shownView, useSnapshot } from '#app/features/recording/screen/snapshot.ts'
import { useFinishingHere } from '#app/features/recording/screen/use-finishing-here.ts'
import { DownloadAudio, useHearAgain } from '#app/features/recording/screen/use-hear-again.tsx'
import { useKeptCorrections } from '#app/features/recording/screen/use-kept-corrections.tsx'
import { ConsultationWorkspace } from '#app/features/recording/screen/workspace.tsx'
import { UpgradePrompt, UsagePanel } from '#app/features/subscription/usage-panel.tsx'
import { FinishedPanel } from '#app/features/transcript/finished-panel.tsx'
import { TranscriptPanel } from '#app/features/transcript/transcript-panel.tsx'
import { useCorrections } from '#app/features/transcript/use-corrections.tsx'
import { read } from '#app/lib/api.ts'
import { consultationPath } from '#app/lib/app-path.ts'
import { type Copied, copyAtOf, orCopy, useCopy } from '#app/lib/device/copies.ts'
import { useFormat } from '#app/lib/format.tsx'
import { apiOf } from '#app/lib/server-context.ts'
import { useTask } from '#app/lib/use-task.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { PageTitle } from '#app/ui/page-title.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import type { Consultation, ConsultationDetail, openConsultationsReply } from '#domain/consultation/contract.ts'
import { type Usage, usageReply } from '#domain/subscription/contract.ts'
import { type Loaded, loaded, sessionContext } from '../session.ts'
import type { Route } from './+types/dashboard'
import { consultationDetail, consultationLists } from './consultation-lists.ts'
import {
  AfterSignature,
  planGate,
  signerOf,
  specialtyWithoutChoice,
  useForgottenRecording,
  useRecordCopy,
  withMask,
} from './consultation-page.tsx'
import { formatGate } from './format-gate.tsx'
import { ShortcutsOverPage } from './shell/shortcuts-sheet.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Dashboard · Relato' }]

/** One page for both: `?consulta=` names the running consultation; without it a new one begins. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const id = url.searchParams.get('consulta')
  const { api } = apiOf(context, request)
  const [detail, lists, usage] = await Promise.all([
    id ? consultationDetail(context, request, id) : null,
    consultationLists(context, request),
    loaded(read(api.usage.$get(), usageReply)),
  ])
  return { detail, lists, usage, now: Date.now(), signer: signerOf(context.get(sessionContext)) }
}

/** Without a network a reloaded page takes the copy of its consultation. */
export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orCopy(copyName(new URL(request.url).searchParams.get('consulta')), serverLoader)

const copyName = (id: string | null): string => (id ? `consultation:${id}` : 'dashboard')

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { detail, lists, usage, now, signer } = loaderData
  const navigate = useNavigate()
  const format = useFormat()
  const [atLimit, setAtLimit] = useState(false)
  useCopy(detail ? null : copyName(null), loaderData)
  useMovedFocus(detail?.consultation ?? null)

  if (detail) {
    const parts = { detail, signer, usage }
    // Another patient: the recorder joins the room again, which then has that patient's words.
    const key = `${detail.consultation.id} ${detail.consultation.patientId}`
    return <Work key={key} {...parts} served={loaderData} />
  }
  return (
    <div className="mx-auto max-w-page">
      <PageTitle title="Dashboard">
        <span className="inline-block first-letter:uppercase">{format.day(now)}</span>
      </PageTitle>
      <div className="grid items-start gap-5 lg:grid-cols-main-aside">
        <div className="flex min-w-0 flex-col gap-4">
          <NewConsultation
            drafts={sealedDraftStore}
            unsentAudio={pendingAudio}
            finishing={finishingHere}
            onStarted={({ id }) => navigate(consultationPath(id))}
            onQuotaReached={() => setAtLimit(true)}
            recall={(id) => <Recall patientId={id} />}
          />
          <UpgradePrompt open={atLimit} unpaid={usage.data?.unpaid ?? false} onClose={() => setAtLimit(false)} />
          <TodayList lists={lists} now={now} />
        </div>
        <PlanUsage usage={usage} />
      </div>
    </div>
  )
}

type Served = Copied<Awaited<ReturnType<typeof loader>>>
type WorkProps = {
  detail: ConsultationDetail
  signer: ReturnType<typeof signerOf>
  usage: Loaded<Usage>
}

/** One editor for both, so that context typed during the consultation is still there after it finishes. */
function Work({ detail, signer, usage, served }: WorkProps & { served: Served }) {
  const { revalidate } = useRevalidator()
  const editor = useContextEditor(detail.consultation)
  const [opened] = useState(detail.consultation.status)
  if (detail.terms)
    return (
      <Active
        consultation={detail.consultation}
        terms={detail.terms}
        editor={editor}
        served={served}
        onCompleted={revalidate}
      />
    )
  return <Finished detail={detail} signer={signer} usage={usage} editor={editor} justFinished={opened === 'active'} />
}

type ActiveProps = {
  consultation: Consultation
  terms: NonNullable<ConsultationDetail['terms']>
  editor: ContextEditor
  served: Served
  onCompleted: () => void
}

/** Shares the patient's answer between the notice, which asks for it, and the transcript, which exports it. */
function Active({ consultation, terms, editor, served, onCompleted }: ActiveProps) {
  const [consent, setConsent] = useState(consultation.consent)
  const answering = useTask()
  const playback = useHearAgain(consultation.id)
  const isCopy = copyAtOf(served) !== null
  const session = useRecordingSession(consultation.id, terms, isCopy)
  useCopy(
    copyName(consultation.id),
    useMemo(() => withConsent(served, consent), [served, consent]),
  )
  const snapshot = useSnapshot(session?.store ?? null)
  const view = shownView(snapshot)
  const navigate = useNavigate()
  return (
    <ConsultationWorkspace
      consultation={consultation}
      session={session}
      snapshot={snapshot}
      isAnswering={answering.busy}
      patientCard={
        <>
          <ActivePatientCard
            consultation={consultation}
            status={view.status}
            editor={editor}
            recall={<Recall patientId={consultation.patientId} className="mt-3 border-t border-line pt-3" />}
          />
          {/* Keeps its place beside the recorder: pausing brings a button here, and must not move the round one. */}
          <div
            className={cx(
              'flex flex-wrap gap-2',
              consent?.state === 'accepted' ? 'max-lg:empty:hidden lg:min-h-8' : 'empty:hidden',
            )}
          >
            {canMove(snapshot) && (
              <MoveConsultation consultation={{ ...consultation, consent }} onMoved={onCompleted} />
            )}
            {isWordless(snapshot) && (
              <DiscardConsultation
                consultationId={consultation.id}
                hasSound={view.takes.some(({ stored }) => stored > 0)}
                onDiscarded={() => {
                  void deleteLocalRecording(consultation.id).catch(() => undefined)
                  void navigate('/app/dashboard')
                }}
              />
            )}
          </div>
        </>
      }
      notice={(record) => (
        <PatientNotice
          consultation={consultation}
          consent={consent}
          onConsent={setConsent}
          view={snapshot.view}
          record={record}
          revoke={() => void session?.revoke()}
          answering={answering}
        />
      )}
      transcript={(commands, canFinish) => (
        <TranscriptPanel
          view={view}
          commands={commands}
          canFinish={canFinish}
          isAnswering={answering.busy}
          pending={shownLines(snapshot)}
          consultation={consultation}
          consent={consent}
          playback={playback}
        />
      )}
      onCompleted={onCompleted}
    />
  )
}

/** The patient's answer may be newer than the served page. */
const withConsent = (served: Served, consent: Consultation['consent']): Served =>
  served.detail
    ? { ...served, detail: { ...served.detail, consultation: { ...served.detail.consultation, consent } } }
    : served

type FinishedProps = WorkProps & { editor: ContextEditor; justFinished: boolean }

function Finished({ detail, signer, usage, editor, justFinished }: FinishedProps) {
  const { consultation, transcriptions, gaps, structuredData: record } = detail
  const { revalidate } = useRevalidator()
  const unsaved = isUnsaved(useContextEdit(editor))
  // Decided once, when the consultation ends on this screen.
  const [byItself] = useState(() =>
    justFinished && !unsaved ? specialtyWithoutChoice(detail, signer.specialty, usage) : null,
  )
  const playback = useHearAgain(consultation.id)
  const corrections = useCorrections(detail, revalidate)
  const { notice, isSettled } = useKeptCorrections(consultation.id, corrections.apply, detail.structuring?.status)
  // The words that are structured are the corrected ones.
  const begins = isSettled ? byItself : null
  const [opened, setStructuring] = useState<boolean | null>(null)
  const structuring = opened ?? begins !== null
  useForgottenRecording(consultation.id, Boolean(record?.signature))
  // The recording is over, and the record has a page of its own: this page's copy goes.
  useCopy(copyName(consultation.id), null)
  useRecordCopy(useMemo(() => ({ detail, usage, signer }), [detail, usage, signer]))
  return (
    <div className="mx-auto flex max-w-page flex-col gap-4 max-lg:pb-16 lg:min-h-workspace lg:[@media(min-height:760px)]:h-workspace">
      <FinishedBanner
        justFinished={justFinished}
        consultation={consultation}
        record={record}
        move={!record?.signature && <MoveConsultation consultation={consultation} onMoved={revalidate} />}
        actions={
          <>
            {record ? (
              <Button id={RECORD_OPENER} variant="primary" onClick={() => setStructuring(true)}>
                Ver registro
              </Button>
            ) : (
              <StructureButton
                entries={transcriptions.length}
                consent={consultation.consent}
                onClick={() => setStructuring(true)}
              />
            )}
            <Link to="/app/dashboard" className={buttonClass()}>
              Nova Consulta
            </Link>
          </>
        }
      />
      <UnsavedContext editor={editor} />
      {notice}
      <FinishedPanel
        consultation={consultation}
        entries={transcriptions}
        gaps={gaps}
        playback={playback}
        corrections={corrections}
        audio={
          <DownloadAudio
            hearAgain={playback}
            patientName={consultation.patientName}
            startTime={consultation.startTime}
          />
        }
      />
      <StructuringFlow
        detail={detail}
        playback={playback}
        signer={withMask(signer)}
        gate={planGate(usage)}
        byItself={begins}
        proposals={
          <AfterSignature
            patientId={consultation.patientId}
            consultationId={consultation.id}
            gate={formatGate(usage)}
          />
        }
        open={structuring}
        keys={<ShortcutsOverPage />}
        onClose={() => setStructuring(false)}
        onChange={revalidate}
      />
      {/* An open record asks about both. */}
      {unsaved && !(structuring && record) && <LeaveQuestion />}
    </div>
  )
}

type ListProps = { lists: Loaded<z.infer<typeof openConsultationsReply>>; now: number }

/** Open consultations and today's, or why they could not be read. */
function TodayList({ lists: { data, failure }, now }: ListProps) {
  const { revalidate, state } = useRevalidator()
  const open = data?.open ?? []
  const finishing = useFinishingHere(open.map(({ id }) => id))
  if (!data) return <ErrorState message={failure} onRetry={revalidate} busy={state === 'loading'} />
  return <TodayConsultations open={open} today={data.today} finishing={finishing} now={now} />
}

function PlanUsage({ usage }: { usage: Loaded<Usage> }) {
  const { revalidate, state } = useRevalidator()
  if (usage.data) return <UsagePanel usage={usage.data} />
  return <ErrorState message={usage.failure} className="py-6" onRetry={revalidate} busy={state === 'loading'} />
}
