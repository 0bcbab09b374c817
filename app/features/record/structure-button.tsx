import { Sparkles } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#app/ui/button.tsx'
import type { Consent } from '#domain/consent/contract.ts'
import { type ErrorCode, messageOf } from '#domain/errors.ts'
import { RECORD_OPENER } from './marks.ts'

type Props = { entries: number; consent: Consent | null; onClick: () => void }

/** Replaces the API's sentence, which suggests asking the patient: this consultation has ended. */
const NEVER_ASKED = 'O paciente não respondeu ao aviso: esta consulta não gera registro com IA.'

/** Returns the error code the API would answer. */
function refusalOf(entries: number, consent: Consent | null): ErrorCode | null {
  if (!consent) return 'consent_missing'
  if (consent.state !== 'accepted') return 'consent_refused'
  return entries === 0 ? 'no_transcript' : null
}

/** The button that opens structuring, or the reason why there is none. */
export function StructureButton({ entries, consent, onClick }: Props) {
  const id = useId()
  const refusal = refusalOf(entries, consent)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        id={RECORD_OPENER}
        variant="primary"
        disabled={refusal !== null}
        aria-describedby={refusal ? id : undefined}
        onClick={onClick}
      >
        <Sparkles aria-hidden className="size-4.5" />
        Estruturar
      </Button>
      {refusal && (
        <span id={id} className="text-sm text-ink-2">
          {refusal === 'consent_missing' ? NEVER_ASKED : messageOf(refusal)}
        </span>
      )}
    </span>
  )
}
