import { ArrowLeftRight, X } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { whyOf } from '#app/lib/api.ts'
import { correctTranscript } from '#app/lib/correct-transcript.ts'
import { plural } from '#app/lib/format.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { toast } from '#app/ui/toast.tsx'
import type { ConsultationDetail } from '#domain/consultation/contract.ts'
import type { Rechecked } from '#domain/record/edit/recheck.ts'
import type { LineEdit } from '#domain/transcript/edit.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { copyEntry, type LineActions } from './transcript-line.tsx'

export const SWAPPED_ALL = 'Médico e paciente foram trocados em todas as falas'

type SwapProps = {
  entries: readonly Pick<TranscriptEntry, 'speaker'>[]
  /** Only its icon on a phone. */
  isCompact?: boolean
  onSwap: (() => void) | undefined
}

/** Exchanges the two speakers in all lines. Absent without a speaker, or once they can no longer change. */
export const SwapButton = ({ entries, isCompact = false, onSwap }: SwapProps) =>
  onSwap &&
  entries.some(({ speaker }) => speaker) && (
    <Button icon={ArrowLeftRight} variant="quiet" size="sm" title="Trocar médico e paciente" onClick={onSwap}>
      <span className={cx(isCompact && 'max-sm:sr-only')}>Trocar médico e paciente</span>
    </Button>
  )

export type Corrections = {
  /** Resolves to null once the correction is stored, else to the reason why not. */
  apply: (edit: LineEdit) => Promise<string | null>
  actions: LineActions
  /** Exchanges the two speakers; absent once the record is signed. */
  swap: (() => void) | undefined
  /** The sentences of the record that the last correction changed. */
  notice: ReactNode
}

/** Corrections of a finished transcript. `onChange` loads the consultation again. */
export function useCorrections(detail: ConsultationDetail, onChange: () => Promise<void>): Corrections {
  const { consultation, structuredData: record } = detail
  const { id } = consultation
  const isOpen = consultation.status === 'completed' && record?.signature == null
  const [rechecked, setRechecked] = useState<readonly Rechecked[] | null>(null)
  const load = useRef(onChange)
  load.current = onChange

  const { apply, actions } = useMemo(() => {
    async function apply(edit: LineEdit): Promise<string | null> {
      try {
        const answer = await correctTranscript(id, edit)
        setRechecked(answer.record && answer.rechecked)
        await load.current()
        return null
      } catch (error) {
        return whyOf(error)
      }
    }
    const actions: LineActions = {
      copy: copyEntry,
      ...(isOpen && {
        setSpeaker: async ({ id }, speaker) => tellFailure(await apply({ type: 'set_speaker', id, speaker })),
        edit: { save: ({ id }, text) => apply({ type: 'edit_entry', id, text }) },
      }),
    }
    return { apply, actions }
  }, [id, isOpen])

  async function swap() {
    if (!tellFailure(await apply({ type: 'flip_speakers' }))) toast.success(SWAPPED_ALL)
  }
  return {
    apply,
    actions,
    swap: isOpen ? () => void swap() : undefined,
    notice: <RecheckedNotice rechecked={isOpen ? rechecked : null} onClose={() => setRechecked(null)} />,
  }
}

function tellFailure(reason: string | null): boolean {
  if (reason !== null) toast.error(reason)
  return reason !== null
}

/** Names the sentences of the record that have other findings after a correction. */
function RecheckedNotice({ rechecked, onClose }: { rechecked: readonly Rechecked[] | null; onClose: () => void }) {
  return (
    <div role="status" className="empty:hidden">
      {rechecked && (
        <div className="flex gap-3 border-b border-line bg-warn-soft px-4 py-2.5 text-sm">
          <div className="min-w-0 flex-1">
            <b className="font-semibold">Registro verificado de novo</b>
            {rechecked.length === 0
              ? ': nenhuma frase mudou de situação.'
              : `: ${plural(rechecked.length, 'frase mudou', 'frases mudaram')} de situação.`}
            {rechecked.length > 0 && (
              <ul
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by keys, too.
                tabIndex={0}
                aria-label="Frases que mudaram"
                className="mt-1 flex max-h-40 flex-col gap-1.5 overflow-y-auto"
              >
                {rechecked.map(({ section, text, reasons }) => (
                  <li key={`${section} ${text}`} className="wrap-anywhere">
                    {section}: “{text}” <span className="text-ink-2">{reasons.join(' ') || 'Sem avisos agora.'}</span>
                  </li>
                ))}
              </ul>
            )}
          </div>
          <IconButton label="Fechar aviso" size="sm" className="-my-1" onClick={onClose}>
            <X aria-hidden className="size-4.5" />
          </IconButton>
        </div>
      )}
    </div>
  )
}
