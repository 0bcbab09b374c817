import { ArrowLeft, ChevronDown, FileDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { patientPath } from '#app/lib/app-path.ts'
import { formatMinutes, formatNumber, useFormat } from '#app/lib/format.tsx'
import { consultationBadges, specialtyTitle } from '#app/lib/record-state.ts'
import { Badges } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Tabs } from '#app/ui/tabs.tsx'
import { consentStatement } from '#domain/consent/statement.ts'
import { type ConsultationDetail, consultationTypeLabels } from '#domain/consultation/contract.ts'
import { shownContext } from '#domain/patient/patient.ts'
import { entryCountLabel } from '#domain/transcript/transcript.ts'
import { exportTranscript } from './export-transcript.ts'
import { type Fact, Facts } from './facts.tsx'

type Props = {
  detail: ConsultationDetail
  /** The structured record, or the way to make one. */
  record: ReactNode
  transcript: ReactNode
}

export function HistoryDetail({ detail, record, transcript }: Props) {
  const { consultation, transcriptions, structuredData } = detail
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const id = useId()
  const statement = consentStatement(consultation.consent, format.zone)
  const { state } = useLocation()
  const navigate = useNavigate()

  const facts: Fact[] = [
    ['Tipo', consultationTypeLabels[consultation.consultationType].title],
    ['Data e hora', format.dateTime(consultation.startTime)],
    ['Duração', consultation.duration === null ? 'Em andamento' : formatMinutes(consultation.duration)],
    ['Transcrição', entryCountLabel(consultation.entryCount)],
  ]
  if (structuredData)
    facts.push(
      ['Especialidade', specialtyTitle(structuredData.specialty)],
      ['Registro criado em', format.dateTime(structuredData.created_at)],
    )
  if (structuredData?.structurer)
    facts.push(['Processamento', `${formatNumber(Math.round(structuredData.processing_time_ms))} ms`])

  return (
    <div className="mx-auto max-w-screen">
      <Link
        to="/app/history"
        onClick={(event) => {
          // Back to the same place of the list.
          if (!state?.fromList || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          void navigate(-1)
        }}
        className="mb-2 inline-flex items-center gap-1.5 rounded-s py-1 text-ink-2 hover:text-ink pointer-coarse:py-2.5"
      >
        <ArrowLeft aria-hidden className="size-4.25" />
        Histórico de Consultas
      </Link>
      <Card className="mb-5 p-5">
        <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-75">
            <p className="text-sm font-strong text-ink-3">Detalhes da Consulta</p>
            <h1 className="font-serif text-xl leading-tight font-semibold tracking-tight wrap-anywhere">
              <Link to={patientPath(consultation.patientId)} className="rounded-s hover:underline">
                {consultation.patientName}
              </Link>
            </h1>
            <p className="mt-1 text-ink-2 sm:hidden">{format.dateTime(consultation.startTime)}</p>
            <p className="mt-2 flex flex-wrap gap-2">
              <Badges of={consultationBadges(consultation)} />
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              icon={FileDown}
              onClick={() => exportTranscript(detail, format.zone)}
              disabled={transcriptions.length === 0}
            >
              Exportar
            </Button>
            {/* On a phone the record comes first and the facts open on demand. */}
            <Button
              variant="quiet"
              className="sm:hidden"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              Dados da consulta
              <ChevronDown aria-hidden className={cx('size-4.5', open && 'rotate-180')} />
            </Button>
          </div>
        </div>
        <div id={id} className={cx(!open && 'max-sm:hidden')}>
          <Facts facts={facts} className="mt-4 border-t border-line pt-4 sm:flex sm:flex-wrap sm:gap-x-10" />
          <div className="mt-4 border-t border-line pt-4">
            <h2 className="text-xs text-ink-3">Consentimento do paciente</h2>
            <p className="max-w-measure-lg wrap-anywhere">{statement}</p>
          </div>
          <div className="mt-4 border-t border-line pt-4">
            <h2 className="text-xs text-ink-3">Contexto clínico</h2>
            <p className="max-w-measure-lg whitespace-pre-line wrap-anywhere">
              {shownContext(consultation.clinicalContext)}
            </p>
          </div>
        </div>
      </Card>
      <Tabs
        label="Conteúdo da consulta"
        tabs={[
          { value: 'record', label: 'Registro', content: record, keep: true },
          { value: 'transcript', label: 'Transcrição', content: <Card className="p-4 sm:p-6">{transcript}</Card> },
        ]}
      />
    </div>
  )
}
