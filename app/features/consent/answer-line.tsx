import { Keyboard, ShieldCheck } from 'lucide-react'
import { type Ref, useState } from 'react'
import { useFormat } from '#app/lib/zone.tsx'
import { Confirm } from '#app/ui/alert-dialog.tsx'
import type { ConsentState } from '#domain/consent/consent.ts'
import type { Consent } from '#domain/consent/contract.ts'

type Props = {
  ref: Ref<HTMLDivElement>
  state: ConsentState
  /** Null: only the room knows the answer so far. */
  consent: Consent | null
  startTime: number
  /** The consultation runs: answers can still change. */
  open: boolean
  onRevoke: () => void
  onAskAgain: () => void
}

const done: Record<ConsentState, string> = {
  unasked: 'O paciente não respondeu ao aviso',
  accepted: 'Paciente aceitou',
  refused: 'Paciente recusou',
  revoked: 'Paciente revogou',
}

/** Shows the patient's answer and lets the doctor change it. */
export function AnswerLine({ ref, state, consent, startTime, open, onRevoke, onAskAgain }: Props) {
  const format = useFormat()
  const [asking, setAsking] = useState(false)
  const at = consent && (consent.revoked_at ?? consent.answered_at)
  const when = (moment: number) =>
    format.date(moment) === format.date(startTime) ? `às ${format.time(moment)}` : `em ${format.dateTime(moment)}`
  const Icon = state === 'accepted' ? ShieldCheck : Keyboard
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className="flex items-start gap-2 rounded-s px-1 text-sm leading-snug text-ink-2 outline-none"
    >
      <Icon aria-hidden className="mt-px size-4 shrink-0 text-ink-3" />
      <p>
        {done[state]}
        {at ? ` ${when(at)}` : ''}
        {state !== 'accepted' && ': sem gravação e sem IA, as falas são digitadas'}
        {open && (
          <>
            {' · '}
            <button
              type="button"
              onClick={() => (state === 'accepted' ? setAsking(true) : onAskAgain())}
              className="relative rounded-s font-strong text-ink underline underline-offset-2 after:absolute after:-inset-x-1 after:-inset-y-2.5 after:content-[''] hover:text-accent"
            >
              {state === 'accepted' ? 'Revogar' : 'Perguntar de novo'}
            </button>
          </>
        )}
      </p>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onRevoke()
        }}
        title="Revogar o consentimento?"
        confirmLabel="Revogar e parar"
        tone="danger"
      >
        <p>
          A gravação e o reconhecimento param agora. O áudio ainda não enviado é descartado, e o descarte fica
          registrado.
        </p>
        <p>As falas já escritas ficam, e você pode continuar digitando. O registro por IA não será feito.</p>
      </Confirm>
    </div>
  )
}
