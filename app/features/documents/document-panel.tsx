import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { patientPath } from '#app/lib/app-path.ts'
import { useLoaded } from '#app/lib/use-task.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog, useDiscardQuestion } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/form.tsx'
import { ErrorState, FailureLine, SkeletonRows } from '#app/ui/states.tsx'
import type { DocumentDraft, IssuedDocument } from '#domain/document/contract.ts'
import { type DocumentKind, documentNames } from '#domain/document/kind.ts'
import { DocumentFields, MedicineFields } from './document-fields.tsx'
import { usePanelState } from './panel-state.ts'
import { type DocumentsWork, draftDocument, numbered } from './use-documents.ts'

type Props = {
  open: boolean
  consultationId: string
  kind: DocumentKind
  /** The document that this one takes the place of. */
  replaces: IssuedDocument | null
  work: DocumentsWork
  onClose: () => void
}

/** A document filled from the signed record, to be checked, edited and issued. */
export function DocumentPanel(props: Props) {
  const { consultationId, kind, onClose } = props
  const { data, failure, retry } = useLoaded((id) => draftDocument(id, kind), consultationId)
  if (data) return <OpenPanel {...props} draft={data} />
  return (
    <Dialog open onOpenChange={(next) => !next && onClose()} size="lg" title={documentNames[kind].title}>
      {failure ? (
        <ErrorState message={failure} onRetry={retry} />
      ) : (
        <SkeletonRows label="Preenchendo o documento" rows={3} />
      )}
    </Dialog>
  )
}

function OpenPanel({ kind, replaces, work, onClose, draft }: Props & { draft: DocumentDraft }) {
  const form = useId()
  const element = useRef<HTMLFormElement>(null)
  const state = usePanelState(kind, draft, replaces)
  const [first] = useState(state.content)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // One id per document: a retry after a lost answer issues no second one.
  const [id] = useState(() => crypto.randomUUID())
  const discard = useDiscardQuestion(state.content !== first)
  const needsReason = state.allergies.length > 0 && reason.trim() === ''

  /** Focuses the first field that stops issuing. */
  const focusProblem = () =>
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

  async function submit(event: FormEvent) {
    event.preventDefault()
    // Profile and patient may have been completed in the other tab: the server looks again.
    if (needsReason || state.findings.some(({ blocks, field }) => blocks && !isHead(field))) {
      setFailure('Falta algo para emitir. Confira os campos destacados.')
      return focusProblem()
    }
    setBusy(true)
    setFailure(null)
    try {
      await work.issue(state.body(id, reason))
      onClose()
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      state.refuse(error.code ?? '', error.fields)
      setFailure(error.message)
      focusProblem()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !busy && discard.ask(onClose)}
      dismissible={false}
      size="lg"
      title={documentNames[kind].title}
      description={
        replaces
          ? `Sai com um número novo; ${numbered(replaces)} fica cancelado e diz por qual foi substituído.`
          : `Para ${draft.head.patient.name}. O que veio do registro traz a frase de onde veio.`
      }
      footer={
        <>
          <Button onClick={() => discard.ask(onClose)} disabled={busy}>
            Fechar
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            Emitir e baixar PDF
          </Button>
        </>
      }
    >
      <form id={form} ref={element} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <HeadFindings findings={state.findings} patientId={draft.head.patient.id} />
        {state.allergies.length > 0 && (
          <section role="alert" className="flex flex-col gap-3 rounded-m bg-rec-soft px-4 py-3">
            <div>
              <h3 className="font-semibold">O paciente tem alergia a um medicamento desta receita</h3>
              {state.allergies.map((message) => (
                <p key={message} className="text-sm wrap-anywhere">
                  {message}
                </p>
              ))}
            </div>
            <TextField
              label="Motivo para prescrever assim mesmo"
              starred
              hint="Fica gravado e sai impresso na receita."
              error={failure && needsReason ? 'Escreva o motivo' : null}
              autoComplete="off"
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </section>
        )}
        {kind === 'prescription' && <MedicineFields state={state} />}
        <DocumentFields kind={kind} state={state} />
        <p className="rounded-m bg-sunken px-4 py-3 text-sm">
          O PDF sai com número e código de conferência. Sem assinatura qualificada, imprima e assine à mão. Depois de
          emitido, o documento não muda: pode ser cancelado ou emitido de novo.
        </p>
        <div role="status">{failure && <FailureLine>{failure}</FailureLine>}</div>
      </form>
      {discard.question}
    </Dialog>
  )
}

const isHead = (field: string): boolean => /^(doctor|patient)\./.test(field)

type HeadProps = { findings: readonly { field: string; message: string; blocks: boolean }[]; patientId: string }

/** Findings about doctor and patient, with the way to where they are filled in: a tab of its own keeps the texts here. */
function HeadFindings({ findings, patientId }: HeadProps) {
  const found = findings.filter(({ field }) => isHead(field) || field === 'medicines')
  if (found.length === 0) return null
  return (
    <ul
      aria-label="Dados de médico e paciente"
      className="flex flex-col gap-1 rounded-m bg-warn-soft px-4 py-3 text-sm"
    >
      {found.map(({ field, message, blocks }) => (
        <li key={field} className={blocks ? 'font-medium text-rec' : undefined}>
          {message}.{' '}
          {isHead(field) && (
            <a
              href={field.startsWith('doctor') ? '/app/settings' : patientPath(patientId)}
              target="_blank"
              rel="noopener"
              className="inline-block underline underline-offset-4 pointer-coarse:py-2.5"
            >
              {field.startsWith('doctor') ? 'Abrir o perfil' : 'Abrir o cadastro'} em outra aba
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
