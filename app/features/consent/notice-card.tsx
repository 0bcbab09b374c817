import { Check, Keyboard, X } from 'lucide-react'
import { useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { PATIENT_NOTICE } from '#app/lib/patient-notice.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { type ConsentItem, stateOfAnswers } from '#domain/consent/consent.ts'
import type { Consent } from '#domain/consent/contract.ts'
import { answersFor, currentNotice, itemsFor } from '#domain/consent/notice.ts'
import type { Consultation } from '#domain/consultation/contract.ts'
import { messageOf } from '#domain/errors.ts'
import { answerNotice } from './calls.ts'

type Props = {
  consultation: Consultation
  onAnswered: (consent: Consent) => void
  onCancel?: (() => void) | undefined
}

/** The notice the doctor reads aloud before the first frame is captured. One gesture accepts everything. */
export function NoticeCard({ consultation, onAnswered, onCancel }: Props) {
  const [refused, setRefused] = useState<ReadonlySet<ConsentItem>>(new Set())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const type = consultation.consultationType
  const answers = answersFor(type, refused)
  const typing = stateOfAnswers(answers) === 'refused'

  function toggle(item: ConsentItem) {
    const next = new Set(refused)
    if (!next.delete(item)) next.add(item)
    setRefused(next)
    setFailure(null)
  }

  async function answer() {
    setBusy(true)
    setFailure(null)
    try {
      onAnswered(await answerNotice(consultation.id, answers))
    } catch (error) {
      setFailure(error instanceof ApiFailure ? error.message : messageOf('internal'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card role="region" aria-labelledby={PATIENT_NOTICE} className="flex flex-col gap-3 border-accent/50 p-4">
      <div>
        <p className="text-xs font-strong text-ink-3">Aviso ao paciente · leia em voz alta</p>
        <h2
          id={PATIENT_NOTICE}
          tabIndex={-1}
          className="scroll-mt-24 font-serif text-lg leading-tight font-semibold tracking-tight wrap-anywhere"
        >
          Antes de gravar, {consultation.patientName}
        </h2>
      </div>
      <ul className="flex flex-col divide-y divide-line">
        {itemsFor(type).map((item) => (
          <Item key={item} item={item} refused={refused.has(item)} onToggle={() => toggle(item)} />
        ))}
      </ul>
      {typing && (
        <p role="status" className="text-sm leading-snug text-ink-2">
          Sem gravação e sem IA: você escreve as falas. O atendimento segue igual.
        </p>
      )}
      {refused.has('telemedicine') && (
        <p role="status" className="text-sm leading-snug text-warn">
          Sem este consentimento o atendimento a distância não deve seguir: combine uma consulta presencial.
        </p>
      )}
      {failure && (
        <p role="alert" className="text-sm leading-snug font-medium text-rec">
          {failure}
        </p>
      )}
      {/* Stays visible above the recorder while the doctor reads the notice. */}
      <div className="sticky bottom-[calc(44px+env(safe-area-inset-bottom))] -mx-4 -mb-4 flex flex-col gap-2 rounded-b-m bg-surface px-4 pt-1 pb-4 lg:bottom-13">
        <Button variant="primary" size="lg" busy={busy} onClick={answer} className="w-full">
          {!busy && <Icon typing={typing} />}
          {typing
            ? 'Continuar sem gravação'
            : refused.size > 0
              ? 'Registrar e permitir gravação'
              : 'Paciente aceita tudo'}
        </Button>
        {onCancel && (
          <Button variant="quiet" disabled={busy} onClick={onCancel}>
            Cancelar
          </Button>
        )}
      </div>
    </Card>
  )
}

const Icon = ({ typing }: { typing: boolean }) =>
  typing ? <Keyboard aria-hidden className="size-4.5" /> : <Check aria-hidden className="size-4.5" />

function Item({ item, refused, onToggle }: { item: ConsentItem; refused: boolean; onToggle: () => void }) {
  const { title, text } = currentNotice.items[item]
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm leading-snug font-heavy">{title}</h3>
        <button
          type="button"
          aria-pressed={refused}
          aria-label={`Paciente recusou: ${title}`}
          onClick={onToggle}
          className={cx(
            '-mt-1 inline-flex h-8 shrink-0 items-center gap-1 rounded-s border px-2.5 text-xs font-strong transition-colors duration-150 pointer-coarse:mt-0 pointer-coarse:h-11 pointer-coarse:px-3.5',
            refused
              ? 'border-warn bg-warn-soft text-warn'
              : 'border-line-strong text-ink-2 hover:border-ink-3 hover:text-ink',
          )}
        >
          {refused && <X aria-hidden className="size-3.75" />}
          Recusou
        </button>
      </div>
      <p className={cx('mt-1 font-serif text-md leading-normal', refused && 'text-ink-3')}>{text}</p>
    </li>
  )
}
