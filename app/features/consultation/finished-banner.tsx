import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatMinutes, formatNumber, formatPercent, plural, useFormat } from '#app/lib/format.tsx'
import { consultationBadges } from '#app/lib/record-state.ts'
import { Badges } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { takeLostFocus } from '#app/ui/focus.ts'
import { KeptWords } from '#app/ui/kept-words.tsx'
import { consentStatement } from '#domain/consent/statement.ts'
import { type Consultation, consultationTypeLabels } from '#domain/consultation/contract.ts'
import { highShare } from '#domain/record/proof/confidence.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import { type ContextEditor, isUnsaved, useContextEdit } from './context-edit.ts'

type Props = {
  consultation: Consultation
  record: StructuredRecord | null
  actions: ReactNode
  /** Corrects whose consultation it is. */
  move: ReactNode
  /** Replaces the running consultation and takes its focus. */
  justFinished: boolean
}

export function FinishedBanner({ consultation, record, actions, move, justFinished }: Props) {
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (justFinished) takeLostFocus(heading.current)
  }, [justFinished])
  const facts = [
    consultationTypeLabels[consultation.consultationType].title,
    `${format.date(consultation.startTime)}, ${format.time(consultation.startTime)}${consultation.endTime ? ` às ${format.time(consultation.endTime)}` : ''}`,
    ...(consultation.duration === null ? [] : [formatMinutes(consultation.duration)]),
    plural(consultation.entryCount, 'entrada de transcrição', 'entradas de transcrição'),
  ]
  return (
    <Card role="region" aria-label="Consulta finalizada" className="p-5">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-80">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="inline-flex items-center gap-1.5 font-semibold text-ok">
              <CircleCheck aria-hidden className="size-4.5" />
              Consulta Finalizada
            </span>
            <Badges of={consultationBadges(consultation)} />
          </div>
          <h1
            ref={heading}
            className="mt-1.5 font-serif text-xl leading-tight font-semibold tracking-tight wrap-anywhere"
          >
            {consultation.patientName}
          </h1>
          <p className="mt-1 flex flex-wrap gap-x-3 text-ink-2">
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
          <p className="mt-1 text-sm text-ink-2">{consentStatement(consultation.consent, format.zone)}</p>
          {move && <div className="mt-1 -ml-2.5">{move}</div>}
        </div>
        {/* On a small screen the next step stays in sight, above the tabs. */}
        <div
          data-next-steps
          className="flex flex-wrap gap-2 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-tabs max-lg:z-10 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:py-2"
        >
          {actions}
        </div>
      </div>
      {record?.structurer && <Summary record={record} />}
    </Card>
  )
}

function Summary({ record }: { record: StructuredRecord }) {
  const filled = record.sections.filter((section) => section.content.trim() !== '')
  const high = highShare(record.sections)
  const tone = high >= 0.8 ? 'text-ok' : high >= 0.6 ? 'text-warn' : 'text-ink'
  const facts = [
    ['seções criadas', formatNumber(filled.length), ''],
    ['de processamento', `${formatNumber(Math.round(record.processing_time_ms))} ms`, ''],
    ['das seções com alta confiança', formatPercent(high), tone],
  ] as const
  return (
    <details className="mt-4 border-t border-line pt-3">
      <summary className="cursor-pointer text-sm font-strong text-ink-2 pointer-coarse:py-3">Detalhes</summary>
      <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(([label, value, color]) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dd className={cx('order-first text-md font-semibold', color)}>{value}</dd>
            <dt className="text-sm text-ink-2">{label}</dt>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Shows the words of a context that was not saved before the consultation ended. */
export function UnsavedContext({ editor }: { editor: ContextEditor }) {
  const edit = useContextEdit(editor)
  const { draft, busy, failure } = edit
  if (draft === null || busy || !isUnsaved(edit)) return null
  return (
    <section aria-label="Contexto não salvo" className="rounded-m bg-warn-soft px-4 py-3.5 sm:px-5">
      <p role="alert">
        <b className="block font-semibold">O contexto desta consulta não foi salvo</b>
        {failure ?? 'Ela foi finalizada antes.'} O que foi escrito continua aqui.
      </p>
      <KeptWords text={draft} copyLabel="Copiar o que escrevi">
        <Button size="sm" variant="quiet" onClick={editor.drop}>
          Descartar
        </Button>
      </KeptWords>
    </section>
  )
}
