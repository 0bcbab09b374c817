import { type ReactNode, useEffect, useRef } from 'react'
import { useFormat } from '#app/lib/format.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { takeLostFocus } from '#app/ui/focus.ts'
import { Textarea } from '#app/ui/form.tsx'
import { useBackOnline } from '#app/ui/online.ts'
import { type Consultation, consultationTypeLabels } from '#domain/consultation/contract.ts'
import { CONTEXT_MAX, shownContext } from '#domain/patient/patient.ts'
import { type ContextEditor, useContextEdit } from './context-edit.ts'

const titles = {
  active: 'Consulta em Andamento',
  finishing: 'Encerrando a consulta',
  completed: 'Consulta encerrada',
}

type Props = {
  consultation: Consultation
  /** The status in the room. */
  status: keyof typeof titles
  editor: ContextEditor
  /** 'Desde a última vez'. */
  recall?: ReactNode
}

/** Shows the current patient, the start time and the editable context of this consultation. */
export function ActivePatientCard({ consultation: given, status, editor, recall }: Props) {
  const format = useFormat()
  const { context, draft, busy, failure } = useContextEdit(editor)

  // The field disappears with its button: the focus returns here.
  const edit = useRef<HTMLButtonElement>(null)
  const writing = draft !== null
  const wrote = useRef(writing)
  useEffect(() => {
    if (wrote.current && !writing) takeLostFocus(edit.current)
    wrote.current = writing
  }, [writing])

  // When the consultation ends, this card closes: saves the draft while that is still possible.
  useEffect(() => {
    if (status !== 'active') void editor.save()
  }, [status, editor])
  useBackOnline(() => void editor.backOnline())

  return (
    <Card role="region" aria-label="Paciente em consulta" className="px-4 pt-4 pb-3">
      <p className="text-xs font-strong text-ink-3">{titles[status]}</p>
      <h1 className="font-serif text-xl leading-tight font-semibold tracking-tight wrap-anywhere">
        {given.patientName}
      </h1>
      <p className="mt-1.5 flex flex-wrap gap-x-3 text-sm text-ink-2">
        <span>{consultationTypeLabels[given.consultationType].title}</span>
        <span>Início {format.time(given.startTime)}</span>
      </p>
      {recall}
      <div className="mt-3 border-t border-line pt-3">
        <div className="mb-1 flex items-center justify-between">
          <span className="text-xs font-strong text-ink-3">Contexto desta consulta</span>
          {draft === null && (
            <Button ref={edit} variant="quiet" size="sm" className="-mr-2" onClick={editor.begin}>
              Editar
            </Button>
          )}
        </div>
        {draft === null ? (
          <p className="max-h-40 overflow-y-auto text-sm whitespace-pre-line text-ink-2 wrap-anywhere">
            {shownContext(context)}
          </p>
        ) : (
          <div className="flex flex-col gap-2">
            <Textarea
              aria-label="Contexto desta consulta"
              rows={4}
              maxLength={CONTEXT_MAX}
              autoFocus
              value={draft}
              onChange={(event) => editor.write(event.target.value)}
            />
            {failure && (
              <p role="alert" className="text-sm font-medium text-rec">
                Não foi possível salvar o contexto. {failure}
              </p>
            )}
            <div className="flex justify-end gap-2">
              <Button size="sm" onClick={editor.drop} disabled={busy}>
                Cancelar
              </Button>
              <Button size="sm" variant="primary" onClick={editor.save} busy={busy}>
                Salvar
              </Button>
            </div>
          </div>
        )}
      </div>
    </Card>
  )
}
