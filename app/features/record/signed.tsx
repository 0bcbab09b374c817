import { Copy, FilePlus2, ShieldCheck } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useFormat } from '#app/lib/format.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { copyAndTell } from '#app/ui/copy-text.ts'
import { Dialog, useDiscardQuestion } from '#app/ui/dialog.tsx'
import { Field, Textarea } from '#app/ui/form.tsx'
import { messageOf } from '#domain/errors.ts'
import { addendumBody } from '#domain/record/contract.ts'
import type { Addendum, Signature } from '#domain/record/record.ts'
import { SIGNED_BANNER } from './marks.ts'
import type { RecordWork } from './use-record.ts'

/** Shows the signer, the time and the hash of the signed version. */
export function SignedBanner({ signature, onAdd }: { signature: Signature; onAdd: () => void }) {
  const format = useFormat()
  const copy = () => copyAndTell(signature.sha256, 'Código copiado para a área de transferência')
  return (
    <Card
      id={SIGNED_BANNER}
      tabIndex={-1}
      className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-3 px-4 py-3.5 outline-none sm:px-5"
    >
      <ShieldCheck aria-hidden className="size-6 shrink-0 text-ok" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold text-ok">Registro assinado</p>
        <p className="wrap-anywhere">
          {signature.doctor_name}, CRM {signature.crm}, em {format.dateTime(signature.signed_at)}
        </p>
        {signature.allergy_override && (
          <p className="text-sm text-warn wrap-anywhere">
            {signature.allergy_override.prescriptions.join(' ')} Motivo: {signature.allergy_override.reason}
          </p>
        )}
        <p className="flex items-center gap-1 text-xs text-ink-2">
          <span>
            Assinatura eletrônica simples · <span className="whitespace-nowrap">SHA-256</span>{' '}
            <code title={signature.sha256} className="font-mono text-xs">
              {signature.sha256.slice(0, 8)}…{signature.sha256.slice(-8)}
            </code>
          </span>
          <IconButton label="Copiar o SHA-256 completo" size="sm" onClick={copy}>
            <Copy aria-hidden className="size-4" />
          </IconButton>
        </p>
      </div>
      <Button icon={FilePlus2} onClick={onAdd}>
        Adicionar adendo
      </Button>
    </Card>
  )
}

/** The addenda below the record, as printed. */
export function Addenda({ addenda }: { addenda: readonly Addendum[] }) {
  const format = useFormat()
  if (addenda.length === 0) return null
  return (
    <section aria-labelledby="adendos" className="border-t border-line py-4">
      <h2 id="adendos" className="mb-2 text-sm font-heavy text-ink-2">
        Adendos
      </h2>
      <ol className="flex flex-col gap-4">
        {addenda.map(({ id, text, doctor_name, crm, created_at }) => (
          <li key={id}>
            <p className="max-w-measure-lg font-serif text-lg leading-relaxed whitespace-pre-line wrap-anywhere">
              {text}
            </p>
            <p className="mt-1 text-xs text-ink-3">
              {doctor_name}, CRM {crm}, em {format.dateTime(created_at)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

type DialogProps = { work: RecordWork; open: boolean; onClose: () => void }

export function AddendumDialog({ work, open, onClose }: DialogProps) {
  const form = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const textInput = useRef<HTMLTextAreaElement>(null)
  // One id per addendum: a retry after a lost answer adds no duplicate.
  const id = useRef<string>(undefined)
  const busy = work.busy === 'addendum'
  const discard = useDiscardQuestion(text.trim() !== '')
  const close = () => {
    id.current = undefined
    setText('')
    setError(null)
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const parsed = addendumBody.safeParse({ text })
    if (!parsed.success) return setError(parsed.error.issues[0]?.message ?? null)
    id.current ??= crypto.randomUUID()
    const failure = await work.addAddendum(id.current, parsed.data.text)
    // The addendum was added. If the record changed instead, further text is a new addendum.
    if (failure === null || failure.code === 'record_changed') id.current = undefined
    if (failure === null) close()
    else if (failure.code === 'crm_missing') setError(messageOf('crm_missing'))
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !busy && discard.ask(close)}
      dismissible={false}
      title="Adicionar adendo"
      initialFocus={textInput}
      description="O adendo entra no fim do registro, com seu nome, CRM, data e hora."
      footer={
        <>
          <Button onClick={() => discard.ask(close)} disabled={busy}>
            Cancelar
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            Confirmar adendo
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-3">
        <Field label="Texto do adendo" required error={error}>
          <Textarea
            ref={textInput}
            rows={6}
            required
            // A confirmed addendum never changes.
            readOnly={busy}
            maxLength={20_000}
            className="font-serif text-lg leading-relaxed"
            value={text}
            onChange={(event) => {
              setError(null)
              setText(event.target.value)
            }}
          />
        </Field>
        <p className="rounded-m bg-warn-soft px-4 py-3 text-sm">
          Depois de confirmado, o adendo não pode ser alterado nem removido.
        </p>
      </form>
      {discard.question}
    </Dialog>
  )
}
