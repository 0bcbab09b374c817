import { type FocusEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { recordPath } from '#app/lib/app-path.ts'
import { useFormat } from '#app/lib/format.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { pageHeading, takeLostFocus } from '#app/ui/focus.ts'
import type { FactKind, FactSource, OfferedProposal } from '#domain/patient/fact.ts'
import { isInDoubt } from '#domain/patient/fact.ts'
import { ACCEPT_ALL, type MemoryWork, proposalKey, usePatientMemory } from './use-memory.ts'

/** Where accepted proposals are shown. */
export const FACT_LISTS = 'listas-do-paciente'

const labels: Record<FactKind, string> = { allergy: 'Alergia', medicine: 'Medicamento em uso', problem: 'Problema' }

/** Where a fact comes from; a record's sentence opens the record. */
export function SourceLine({ source }: { source: FactSource | null }) {
  const format = useFormat()
  if (!source) return <span>Digitado</span>
  const label = source.kind === 'record' ? `Registro de ${format.date(source.signed_at)}` : 'Contexto clínico'
  return (
    <span className="wrap-anywhere">
      {source.consultation_id === null ? (
        label
      ) : (
        <Link
          to={recordPath(source.consultation_id)}
          className="font-semibold text-accent underline underline-offset-2"
        >
          {label}
        </Link>
      )}
      : “{source.sentence}”
    </span>
  )
}

type Props = {
  work: MemoryWork
  /** Only the proposals of this consultation. */
  consultationId?: string
}

/** Offers facts of signed records and contexts that the lists lack. Only the doctor adds one. */
export function Proposals({ work, consultationId }: Props) {
  const all = work.memory?.proposals ?? []
  const shown = all.filter(({ source }) => !consultationId || source.consultation_id === consultationId)
  const next = useNextOffer(shown.length)
  if (shown.length === 0) return null
  return (
    <Card role="region" aria-label="Sugestões para as listas do paciente" className="p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-strong">Incluir nas listas do paciente?</h2>
        {shown.length > 1 && !shown.some(isInDoubt) && (
          <Button
            size="sm"
            busy={work.busy === ACCEPT_ALL}
            disabled={work.busy !== null}
            onClick={() => work.acceptAll(shown)}
          >
            Incluir todas
          </Button>
        )}
      </div>
      <ul {...next} className="mt-1 divide-y divide-line">
        {shown.map((proposal) => (
          <Offer key={`${proposal.kind} ${proposal.text}`} proposal={proposal} work={work} />
        ))}
      </ul>
    </Card>
  )
}

/** An answered offer goes with its buttons: the focus moves to the next one, after the last one to the lists. */
function useNextOffer(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const lastAt = useRef(0)
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current) {
      const offers = [...(list.current?.children ?? [])]
      const button = offers[Math.min(lastAt.current, offers.length - 1)]?.querySelector('button')
      takeLostFocus(
        button ?? document.getElementById(FACT_LISTS) ?? document.querySelector('[data-page]') ?? pageHeading(),
      )
    }
    before.current = count
  }, [count])
  return {
    ref: list,
    onFocus({ currentTarget, target }: FocusEvent) {
      lastAt.current = [...currentTarget.children].findIndex((offer) => offer.contains(target))
    },
  }
}

/** Beside a signed record: what it proposes for the lists. */
export function SignedProposals({ patientId, consultationId }: { patientId: string; consultationId: string }) {
  const work = usePatientMemory(patientId)
  return (
    <div className="mb-4 empty:hidden">
      <Proposals work={work} consultationId={consultationId} />
    </div>
  )
}

function Offer({ proposal, work }: { proposal: OfferedProposal; work: MemoryWork }) {
  const { kind, text, source, replaces } = proposal
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="wrap-anywhere">
          <span className="text-ink-2">{labels[kind]}:</span>{' '}
          {replaces.length > 0 && `${replaces.map((one) => one.text).join('; ')} → `}
          <b className="font-semibold">{text}</b>
        </p>
        <p className="text-xs text-ink-2">
          <SourceLine source={source} />
        </p>
      </div>
      <div className="flex gap-1.5">
        <Button
          size="sm"
          aria-label={`Incluir ${text}`}
          busy={work.busy === proposalKey(proposal, true)}
          disabled={work.busy !== null}
          onClick={() => work.answer(proposal, true)}
        >
          Incluir
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Dispensar ${text}`}
          busy={work.busy === proposalKey(proposal, false)}
          disabled={work.busy !== null}
          onClick={() => work.answer(proposal, false)}
        >
          Dispensar
        </Button>
      </div>
    </li>
  )
}
