import { ArrowLeft, Check, Circle, FileText, FileX2, LoaderCircle, PenLine, Sparkles } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { formatNumber } from '#app/lib/format.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/choices.tsx'
import { cx } from '#app/ui/cx.ts'
import { ErrorState } from '#app/ui/states.tsx'
import type { Consent } from '#domain/consent/contract.ts'
import { type ErrorCode, messageOf } from '#domain/errors.ts'
import { structuringSteps } from '#domain/record/contract.ts'
import { type Specialty, specialties, specialtyLabels } from '#domain/record/specialty.ts'
import type { FormatGate } from './export-formats.tsx'
import { RECORD_OPENER } from './marks.ts'

const frame = 'mx-auto flex w-full flex-col gap-5 px-4 py-8 sm:py-14'
const heading = 'font-serif text-xl leading-tight font-medium tracking-tighter'

type IntroProps = {
  characters: number
  onStart: () => void
  /** Opens the existing record. */
  onShow: (() => void) | undefined
}

export function Intro({ characters, onStart, onShow }: IntroProps) {
  return (
    <div className={cx(frame, 'max-w-dialog')}>
      <FileText aria-hidden className="size-9 text-accent" />
      <h2 className={heading}>Da transcrição ao registro</h2>
      <p className="text-base text-ink-2">
        O Relato lê a transcrição e separa em seções o que foi dito, com as falas que sustentam cada frase. Nada é
        inventado: o que não foi dito não entra.
      </p>
      <p className="rounded-m bg-sunken px-4 py-3">
        Transcrição com <b className="font-semibold">{formatNumber(characters)} caracteres</b>
      </p>
      {onShow && (
        <p className="rounded-m bg-warn-soft px-4 py-3">
          O novo registro toma o lugar do atual. O que você editou e os códigos CID-10 ficam guardados em Versões; o
          novo começa sem eles, e ainda não salvo no histórico.
        </p>
      )}
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        <Button variant="primary" size="lg" onClick={onStart} disabled={characters === 0}>
          Iniciar Estruturação
        </Button>
        {onShow && (
          <Button size="lg" onClick={onShow}>
            Ver registro
          </Button>
        )}
      </div>
    </div>
  )
}

const options = specialties.map((value) => ({
  value,
  title: specialtyLabels[value].title,
  detail: specialtyLabels[value].description,
}))

/** Specialties closed to the doctor, their mark, and what replaces the confirm button. */
export type Gate = {
  closed: (specialty: Specialty) => boolean
  mark: string
  way: ReactNode
  /** The formats of an export that are closed too. */
  formats: FormatGate | undefined
}

type ChoiceProps = {
  /** Chosen when the step opens. */
  initial: Specialty
  confirmLabel: string
  onConfirm: (specialty: Specialty) => void | Promise<void>
  onBack: () => void
  gate: Gate | undefined
}

export function SpecialtyChoice({ initial, confirmLabel, onConfirm, onBack, gate }: ChoiceProps) {
  const [busy, setBusy] = useState(false)
  const [specialty, setSpecialty] = useState<Specialty>(initial)
  const closed = gate?.closed(specialty) ?? false
  return (
    <div className={cx(frame, 'max-w-panel')}>
      <h2 className={heading}>Qual é a especialidade desta consulta?</h2>
      <RadioGroup
        label="Especialidade"
        hideLabel
        options={options.map((option) =>
          gate?.closed(option.value) ? { ...option, icon: <Badge tone="accent">{gate.mark}</Badge> } : option,
        )}
        value={specialty}
        onChange={setSpecialty}
        columns={3}
      />
      {closed && gate?.way}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          size="lg"
          disabled={closed}
          busy={busy}
          onClick={async () => {
            setBusy(true)
            await onConfirm(specialty)
            setBusy(false)
          }}
        >
          {confirmLabel}
        </Button>
        <Button icon={ArrowLeft} variant="quiet" size="lg" onClick={onBack}>
          Voltar
        </Button>
      </div>
    </div>
  )
}

const stepLabels: Record<(typeof structuringSteps)[number], string> = {
  queued: 'Na fila',
  reading: 'Lendo a transcrição',
  structuring: 'Escrevendo as seções',
  checking: 'Conferindo cada frase com as falas',
  saving: 'Salvando o registro',
}

/** A second structuring would replace the first one's record, so the running one continues. */
export const otherUnderWay = (specialty: Specialty): string =>
  `Já havia uma estruturação em andamento, em ${specialtyLabels[specialty].title}: o registro é o dela.`

type ProcessingProps = {
  step: (typeof structuringSteps)[number] | null
  specialty: Specialty | null
  /** The chosen specialty, if another one is being made. */
  asked?: Specialty
}

export function Processing({ step, specialty, asked }: ProcessingProps) {
  const current = step ? structuringSteps.indexOf(step) : 0
  return (
    <div className={cx(frame, 'max-w-form')}>
      <div>
        <h2 className={heading}>Estruturando a consulta</h2>
        {specialty && <p className="mt-1 text-base text-ink-2">{specialtyLabels[specialty].title}</p>}
      </div>
      {asked && specialty && (
        <p role="status" className="rounded-m bg-warn-soft px-4 py-3">
          {otherUnderWay(specialty)} Quando ficar pronto, use “Nova Estruturação” para fazer o de{' '}
          {specialtyLabels[asked].title}.
        </p>
      )}
      <ol className="flex flex-col gap-3 text-base">
        {structuringSteps.map((name, index) => (
          <li
            key={name}
            aria-current={index === current ? 'step' : undefined}
            className={cx(
              'flex items-center gap-3',
              index > current ? 'text-ink-3' : 'text-ink',
              index === current && 'font-semibold',
            )}
          >
            {index < current ? (
              <Check aria-hidden className="size-5 text-ok" />
            ) : index === current ? (
              <LoaderCircle aria-hidden className="size-5 animate-spin text-accent" />
            ) : (
              <Circle aria-hidden className="size-5 text-line-strong" />
            )}
            {stepLabels[name]}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {stepLabels[structuringSteps[current] ?? 'queued']}
      </p>
      <p className="text-ink-2">
        Você pode fechar esta tela: o trabalho continua, e o registro aparece na consulta quando estiver pronto.
      </p>
    </div>
  )
}

/** A refusal, such as too little speech, is no technical failure: nothing is invented to fill a record. */
const isRefusal = (message: string): boolean =>
  message === messageOf('too_little_speech') || message === messageOf('no_clinical_content')

export function StructuringError({
  message,
  technical,
  onRetry,
  onWrite,
  onShow,
  onClose,
}: {
  message: string
  technical?: string | undefined
  onRetry: () => void
  /** Opens the record that the doctor writes. */
  onWrite: () => void
  onShow?: (() => void) | undefined
  onClose: () => void
}) {
  // The same lines would be refused again, so the way on is back to them.
  const refused = isRefusal(message)
  return (
    <div className={cx(frame, 'max-w-dialog')}>
      {refused ? (
        <div role="alert" className="flex flex-col items-center gap-2 rounded-m bg-warn-soft px-6 py-10 text-center">
          <FileX2 aria-hidden className="size-7 text-warn" />
          <h2 className="font-serif text-xl leading-tight font-semibold">Esta consulta não gerou registro</h2>
          <p className="max-w-measure font-medium">{message}</p>
          <p className="max-w-measure text-ink-2">
            O Relato não inventa o que não foi dito. Confira a transcrição, ou escreva o registro você mesmo.
          </p>
        </div>
      ) : (
        <>
          <ErrorState message={message} technical={technical} />
          <p className="text-center text-ink-2">A transcrição continua guardada: nada do que foi dito se perdeu.</p>
        </>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant={refused ? 'secondary' : 'primary'} onClick={onRetry}>
          Tentar Novamente
        </Button>
        {onShow ? (
          <Button onClick={onShow}>Ver registro</Button>
        ) : (
          <Button variant={refused ? 'primary' : 'secondary'} onClick={onWrite}>
            Escrever registro
          </Button>
        )}
        <Button onClick={onClose}>Fechar</Button>
      </div>
    </div>
  )
}

type Props = { entries: number; consent: Consent | null; onClick: () => void }

/** Replaces the API's sentence, which suggests asking the patient: this consultation has ended. */
const NEVER_ASKED = 'O paciente não respondeu ao aviso: o registro é escrito sem IA.'

/** The error code that structuring would answer; null if the consultation can be structured. */
export function refusalOf(entries: number, consent: Consent | null): ErrorCode | null {
  if (!consent) return 'consent_missing'
  if (consent.state !== 'accepted') return 'consent_refused'
  return entries === 0 ? 'no_transcript' : null
}

/** Opens structuring; where nothing can be structured, opens a record to write and says why. */
export function StructureButton({ entries, consent, onClick }: Props) {
  const id = useId()
  const refusal = refusalOf(entries, consent)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        icon={refusal ? PenLine : Sparkles}
        id={RECORD_OPENER}
        variant="primary"
        aria-describedby={refusal ? id : undefined}
        onClick={onClick}
      >
        {refusal ? 'Escrever registro' : 'Estruturar'}
      </Button>
      {refusal && (
        <span id={id} className="text-sm text-ink-2">
          {refusal === 'consent_missing' ? NEVER_ASKED : messageOf(refusal)}
        </span>
      )}
    </span>
  )
}
