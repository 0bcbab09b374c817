import { FileDown, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTask } from '#app/lib/use-task.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FailureLine } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type IssuedDocument, SIGNED_FILE_TYPE } from '#domain/document/contract.ts'
import { SIGNED_FILE_MAX } from '#domain/document/signature.ts'
import { messageOf } from '#domain/errors.ts'
import { type DocumentsWork, downloadPrepared, numbered } from './use-documents.ts'

type Props = { document: IssuedDocument; open: boolean; work: DocumentsWork; onClose: () => void }

/** The way of a document to a signing program and back, in three steps. */
export function SignDocument({ document, open, work, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isPrepared, setIsPrepared] = useState(document.prepared_at !== null)
  const [tooLarge, setTooLarge] = useState(false)
  const { busy, failure, run, forgive } = useTask()
  const name = numbered(document)

  async function bring(file: File | undefined) {
    if (!file) return
    forgive()
    setTooLarge(file.size > SIGNED_FILE_MAX)
    if (file.size > SIGNED_FILE_MAX || !(await run(() => work.bringSigned(document, file)))) return
    toast.success(`${name}: assinatura conferida e PDF guardado`)
    onClose()
  }

  const refusal = tooLarge ? messageOf('body_too_large') : failure
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !busy && onClose()}
      title="Assinar digitalmente"
      description={`${name}. Com certificado ICP-Brasil, no programa em que você já assina.`}
      footer={
        <Button onClick={onClose} disabled={busy}>
          Fechar
        </Button>
      }
    >
      <ol className="flex list-decimal flex-col gap-5 pl-5">
        <li>
          <p className="font-medium">Baixe o PDF para assinar</p>
          <Button
            size="sm"
            icon={FileDown}
            className="mt-2"
            onClick={() => {
              downloadPrepared(document)
              setIsPrepared(true)
            }}
          >
            Baixar para assinar
          </Button>
        </li>
        <li>
          <p className="font-medium">Assine este mesmo arquivo</p>
          <p className="text-sm text-ink-2">
            Sem imprimir, converter nem salvar como outro PDF. Se o programa perguntar o formato, escolha PAdES.
          </p>
        </li>
        <li>
          <p className="font-medium">Traga o arquivo assinado</p>
          <p className="text-sm text-ink-2">
            O Relato confere se nada mudou, o certificado e as datas. Com o CPF no seu perfil, confere também se o
            certificado é seu. Revogação não é verificada.
          </p>
          <Button
            size="sm"
            variant="primary"
            icon={FileUp}
            className="mt-2"
            busy={busy}
            disabled={!isPrepared}
            onClick={() => input.current?.click()}
          >
            Trazer assinado
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="PDF assinado"
            accept={SIGNED_FILE_TYPE}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              // The same file may be chosen again after it was signed again.
              target.value = ''
              bring(file)
            }}
          />
        </li>
      </ol>
      <div role="status" className="mt-4">
        {refusal && <FailureLine>{refusal}</FailureLine>}
      </div>
    </Dialog>
  )
}
