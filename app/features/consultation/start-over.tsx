import { useState } from 'react'
import { Link } from 'react-router'
import { plural } from '#app/lib/format.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { Confirm } from '#app/ui/alert-dialog.tsx'
import type { Consultation } from '#domain/consultation/contract.ts'
import { lengthLabel } from '#domain/recorder/elapsed.ts'
import { consultationPath, leftOpenLabel, startOverWords } from './left-open.ts'

/** Unsent audio of a consultation on this device; `looseMs` of it exists only in this page's memory. */
export type UnsentAudio = ReadonlyMap<string, { ms: number; looseMs: number }>
/**
 * Open consultations when another one starts, newest first, with unsent audio on this device and those that are
 * finishing.
 */
export type LeftOpen = { open: Consultation[]; unsent: UnsentAudio; finishing: ReadonlySet<string> }

const NAMED = 3

type Props = { openNow: LeftOpen | null; busy: boolean; onClose: () => void; onConfirm: () => void }

/** Starting over deletes no data; the dialog says what remains open. */
export function StartOver({ openNow: requested, busy, onClose, onConfirm }: Props) {
  const format = useFormat()
  // Shows the same content while the dialog closes.
  const [shown, setShown] = useState(requested)
  if (requested && requested !== shown) setShown(requested)
  const open = shown?.open ?? []
  const labelOf = (id: string) => leftOpenLabel(id, shown?.finishing ?? new Set())
  const ending = open.filter(({ id }) => shown?.finishing.has(id)).length
  const words = startOverWords(open.length - ending, ending)
  const rest = open.length - NAMED
  const audioOf = (id: string) => shown?.unsent.get(id)
  const waits = open.some(({ id }) => audioOf(id))
  const looseMs = open.reduce((sum, { id }) => sum + (audioOf(id)?.looseMs ?? 0), 0)
  return (
    <Confirm
      open={requested !== null}
      onClose={onClose}
      onConfirm={onConfirm}
      busy={busy}
      title={words.title}
      confirmLabel="Iniciar outra consulta"
      cancelLabel="Voltar"
    >
      <ul className="flex flex-col gap-2">
        {open.slice(0, NAMED).map(({ id, patientName, startTime }) => (
          <li key={id} className="flex items-center gap-3 rounded-s border border-line px-3 py-2">
            <div className="min-w-0 flex-1">
              <b className="block font-semibold text-ink">{patientName}</b>
              <span className="text-sm">
                {shown?.finishing.has(id) && `${labelOf(id).state} · `}Início {format.dateTime(startTime)}
                {audioOf(id) && <> · {lengthLabel(audioOf(id)?.ms ?? 0)} de áudio ainda neste aparelho</>}
              </span>
            </div>
            <Link
              to={consultationPath(id)}
              onClick={onClose}
              aria-label={`${labelOf(id).open} a consulta de ${patientName}`}
              className="shrink-0 rounded-s py-1 font-semibold text-accent underline underline-offset-2"
            >
              {labelOf(id).open}
            </Link>
          </li>
        ))}
      </ul>
      {rest > 0 && <p>e mais {plural(rest, 'consulta', 'consultas')}.</p>}
      <p>
        Nada é apagado: {words.promise}
        {waits && ' O áudio que ainda está neste aparelho continua sendo enviado.'}
      </p>
      {looseMs > 0 && (
        <p className="font-medium text-rec">
          {lengthLabel(looseMs)} de áudio não puderam ser guardados no aparelho e só existem nesta página: se ela for
          fechada antes do envio, esse trecho se perde.
        </p>
      )}
    </Confirm>
  )
}
