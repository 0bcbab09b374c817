import { ChevronDown, FileDown, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { recordPath } from '#app/lib/app-path.ts'
import { formatMinutes, formatNumber, formatPercent, useFormat } from '#app/lib/format.tsx'
import { consultationBadges, specialtyTitle } from '#app/lib/record-state.ts'
import { useLoaded } from '#app/lib/use-task.ts'
import { Badge, Badges, type Tone } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { ErrorState, Skeletons } from '#app/ui/states.tsx'
import { consentStatement } from '#domain/consent/statement.ts'
import { type ConsultationDetail, consultationTypeLabels } from '#domain/consultation/contract.ts'
import { shownContext } from '#domain/patient/patient.ts'
import { confidenceLabels, shownConfidence } from '#domain/record/proof/confidence.ts'
import { openWarnings } from '#domain/record/proof/warnings.ts'
import type { Confidence, Section, StructuredRecord } from '#domain/record/record.ts'
import { underHeadings } from '#domain/record/text/headed.ts'
import { entryCountLabel } from '#domain/transcript/transcript.ts'
import { readConsultation } from './calls.ts'
import { EntryLines } from './entry-lines.tsx'
import { exportTranscript } from './export-transcript.ts'
import { type Fact, Facts } from './facts.tsx'
import { fromList } from './history-row.tsx'

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
  // Shows the same consultation while the dialog closes.
  const { data: detail, failure, retry } = useLoaded(readConsultation, id)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="lg"
      title="Detalhes da Consulta"
      footer={
        detail && (
          <>
            <Button
              icon={FileDown}
              onClick={() => exportTranscript(detail, zone)}
              disabled={detail.transcriptions.length === 0}
            >
              Exportar
            </Button>
            <Link to={recordPath(detail.consultation.id)} state={fromList} className={buttonClass('primary')}>
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
        <Skeletons label="Carregando a consulta..." shapes={['h-7 w-3/5', 'h-14', 'h-40', 'h-24']} />
      )}
    </Dialog>
  )
}

const confidences: Record<Confidence, { word: string; tone: Tone }> = {
  high: { word: 'Alta', tone: 'ok' },
  medium: { word: 'Média', tone: 'warn' },
  low: { word: 'Baixa', tone: 'danger' },
}

function Details({ detail, openTranscript }: { detail: ConsultationDetail; openTranscript: boolean }) {
  const { consultation, structuredData: record } = detail
  const format = useFormat()
  const facts: Fact[] = [
    ['Tipo', consultationTypeLabels[consultation.consultationType].title],
    ['Data e hora', format.dateTime(consultation.startTime)],
    ['Duração', formatMinutes(consultation.duration ?? 0)],
  ]
  if (record)
    facts.push(
      ['Especialidade', specialtyTitle(record.specialty)],
      ['Registro criado em', format.dateTime(record.created_at)],
    )
  if (record?.structurer)
    facts.push(['Tempo de processamento', `${formatNumber(Math.round(record.processing_time_ms))} ms`])
  return (
    <div className="flex flex-col gap-5">
      <div>
        <p className="text-xs text-ink-3">Paciente</p>
        <p className="font-serif text-xl leading-tight font-semibold tracking-tight wrap-anywhere">
          {consultation.patientName}
        </p>
        <p className="mt-2 flex flex-wrap gap-2">
          <Badges of={consultationBadges(consultation)} />
        </p>
      </div>
      <Facts facts={facts} className="sm:grid-cols-3" />
      <Part title="Contexto clínico">
        <p className="whitespace-pre-line wrap-anywhere">{shownContext(consultation.clinicalContext)}</p>
      </Part>
      {record ? (
        <Structured record={record} />
      ) : (
        <Part title="Transcrição estruturada">
          <p className="text-ink-2">
            {detail.structuring?.error ?? 'Esta consulta ainda não tem registro por seções.'}
          </p>
        </Part>
      )}
      <RawTranscript detail={detail} startsOpen={openTranscript} />
      <Part title="Consentimento do paciente">
        <p className="wrap-anywhere">{consentStatement(consultation.consent, format.zone)}</p>
      </Part>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-line pt-4">
    <h3 className="mb-1 text-xs text-ink-3">{title}</h3>
    {children}
  </section>
)

function Structured({ record }: { record: StructuredRecord }) {
  const warnings = [...record.alerts.map(({ message }) => message), ...openWarnings(record)]
  return (
    <>
      {warnings.length > 0 && (
        <Part title="Avisos">
          <ul className="flex flex-col gap-1.5">
            {warnings.map((warning) => (
              <li key={warning} className="flex gap-2">
                <TriangleAlert aria-hidden className="mt-0.75 size-4 shrink-0 text-warn" />
                <span className="min-w-0 wrap-anywhere">{warning}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Transcrição estruturada">
        <div className="mt-2 flex flex-col gap-4">
          {underHeadings(record.sections).flatMap(({ title, content, sections }) => {
            const [section] = leastCertainFirst(sections)
            return section ? [<SectionText key={title} section={{ ...section, title, content }} />] : []
          })}
        </div>
      </Part>
    </>
  )
}

/** Sorts the sections under one heading: the least certain one that has text comes first. */
const leastCertainFirst = (sections: readonly Section[]) =>
  [...sections].sort(
    (a, b) => Number(a.content === '') - Number(b.content === '') || a.confidence_score - b.confidence_score,
  )

function SectionText({ section }: { section: Section }) {
  const empty = section.content.trim() === ''
  const level = shownConfidence(section)
  return (
    <div>
      <h4 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm font-heavy text-ink-2">
        {section.title}
        {level && (
          <span title={confidenceLabels[level].title} className="inline-flex items-center gap-1.5">
            <span className="sr-only">Confiança</span>
            <Badge tone={confidences[level].tone}>{confidences[level].word}</Badge>
            <span className="text-xs font-normal text-ink-3">{formatPercent(section.confidence_score)}</span>
          </span>
        )}
      </h4>
      {empty ? (
        <p className="mt-1 text-ink-3">Nenhum conteúdo estruturado encontrado para esta seção.</p>
      ) : (
        <p className="mt-1 font-serif text-md leading-relaxed whitespace-pre-line wrap-anywhere">{section.content}</p>
      )}
    </div>
  )
}

function RawTranscript({ detail, startsOpen }: { detail: ConsultationDetail; startsOpen: boolean }) {
  const { transcriptions: entries, gaps } = detail
  const [open, setOpen] = useState(startsOpen)
  const part = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => {
    if (startsOpen) part.current?.scrollIntoView({ block: 'start' })
  }, [startsOpen])
  return (
    <section ref={part} className="border-t border-line pt-4">
      <h3 className="text-xs text-ink-3">Transcrição original</h3>
      {entries.length + gaps.length === 0 ? (
        <p className="mt-1 text-ink-2">Esta consulta não tem transcrição.</p>
      ) : (
        <>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="mt-0.5 inline-flex min-h-8 items-center gap-1.5 rounded-s font-medium pointer-coarse:min-h-11"
          >
            {entryCountLabel(entries.length)}
            <ChevronDown aria-hidden className={cx('size-4.5 text-ink-3', open && 'rotate-180')} />
          </button>
          <div id={id} hidden={!open} className="mt-2">
            {open && <EntryLines entries={entries} gaps={gaps} />}
          </div>
        </>
      )}
    </section>
  )
}
