import { FileCheck2, FileDown, FilePlus2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useFormat } from '#app/lib/format.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Confirm, useLastShown } from '#app/ui/dialog.tsx'
import type { ExportDialog } from '#app/ui/export-dialog.ts'
import { takeLostFocus } from '#app/ui/focus.ts'
import { TextField } from '#app/ui/form.tsx'
import { later, openedLater } from '#app/ui/later.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import { cancelBody, type IssuedDocument } from '#domain/document/contract.ts'
import { type DocumentKind, documentKinds, documentNames } from '#domain/document/kind.ts'
import { type DocumentSignature, isChainVerified, timeSource } from '#domain/document/signature.ts'
import { type DocumentsWork, downloadPdf, downloadSigned, numbered } from './use-documents.ts'

const DocumentPanel = openedLater(
  later(() => import('./document-panel.tsx')),
  'DocumentPanel',
)

const SignDocument = openedLater(
  later(() => import('./sign-document.tsx')),
  'SignDocument',
)

const rowId = ({ id }: IssuedDocument) => `documento-${id}`
const inRow = (shown: IssuedDocument) => document.querySelector<HTMLElement>(`#${rowId(shown)} button`)
const cancelId = ({ id }: IssuedDocument) => `cancelar-${id}`

type Opened = { kind: DocumentKind; replaces: IssuedDocument | null }

type Props = { consultationId: string; work: DocumentsWork; exportDialog: ExportDialog }

/** 'Documentos' of a signed record: a button for each kind, and the issued ones. */
export function Documents({ consultationId, work, exportDialog }: Props) {
  const title = useId()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [cancelling, setCancelling] = useState<IssuedDocument | null>(null)
  const [signing, setSigning] = useState<IssuedDocument | null>(null)
  const [exporting, setExporting] = useState<IssuedDocument | null>(null)
  const exported = useLastShown(exporting)
  const changed = useRef<IssuedDocument>(null)
  changed.current = cancelling ?? signing ?? changed.current
  // The button that changed a document goes away once the list is read again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what changed.
  useEffect(() => takeLostFocus(changed.current && inRow(changed.current)), [work.documents])
  return (
    <Card role="region" aria-labelledby={title} className="mb-4 px-4 py-4 sm:px-5">
      <h2 id={title} className="font-strong">
        Documentos
      </h2>
      <p className="text-sm text-ink-2">
        Saem preenchidos com o que você assinou. Confira, emita e assine: à mão ou com certificado digital.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {documentKinds.map((kind) => (
          <Button key={kind} size="sm" icon={FilePlus2} onClick={() => setOpened({ kind, replaces: null })}>
            {documentNames[kind].short}
          </Button>
        ))}
      </div>
      {work.failure && work.documents === null && (
        <ErrorState className="mt-3" message={work.failure} onRetry={work.retry} />
      )}
      {work.documents !== null && work.documents.length > 0 && (
        <ul aria-label="Documentos emitidos" className="mt-3 divide-y divide-line border-t border-line">
          {work.documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              onAgain={() => setOpened({ kind: document.kind, replaces: document })}
              onCancel={() => setCancelling(document)}
              onSign={() => setSigning(document)}
              onExport={() => setExporting(document)}
            />
          ))}
        </ul>
      )}
      {opened && (
        <DocumentPanel
          key={`${opened.kind} ${opened.replaces?.id}`}
          open
          consultationId={consultationId}
          kind={opened.kind}
          replaces={opened.replaces}
          work={work}
          onClose={() => setOpened(null)}
        />
      )}
      {signing && (
        <SignDocument key={signing.id} open document={signing} work={work} onClose={() => setSigning(null)} />
      )}
      {exported &&
        exportDialog({
          id: exported.id,
          title: numbered(exported),
          open: exporting !== null,
          onClose: () => setExporting(null),
        })}
      <CancelDocument document={cancelling} work={work} onClose={() => setCancelling(null)} />
    </Card>
  )
}

type RowProps = Record<'onAgain' | 'onCancel' | 'onSign' | 'onExport', () => void> & { document: IssuedDocument }

function DocumentRow({ document, onAgain, onCancel, onSign, onExport }: RowProps) {
  const format = useFormat()
  const { state, replaces, replaced_by, cancel_reason, signatures } = document
  const name = numbered(document)
  return (
    <li id={rowId(document)} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {state === 'cancelled' && (
            <Badge tone="danger">{replaced_by === null ? 'Cancelado' : `Substituído pelo nº ${replaced_by}`}</Badge>
          )}
          {signatures &&
            (isChainVerified(signatures) ? (
              <Badge tone="ok">Assinado digitalmente</Badge>
            ) : (
              <Badge tone="warn">Assinado, cadeia não verificada</Badge>
            ))}
        </p>
        <p className="text-xs text-ink-2 wrap-anywhere">
          {format.dateTime(document.issued_at)}
          {replaces !== null && ` · substitui o nº ${replaces}`}
          {cancel_reason && ` · ${cancel_reason}`}
        </p>
        {signatures && <SignatureLines signatures={signatures} />}
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Button size="sm" icon={FileDown} aria-label={`Baixar PDF: ${name}`} onClick={() => downloadPdf(document)}>
          Baixar PDF
        </Button>
        {signatures && (
          <Button
            size="sm"
            icon={FileCheck2}
            aria-label={`PDF assinado: ${name}`}
            onClick={() => downloadSigned(document)}
          >
            PDF assinado
          </Button>
        )}
        {state === 'issued' && !signatures && (
          <Button size="sm" icon={FileCheck2} aria-label={`Assinar digitalmente: ${name}`} onClick={onSign}>
            Assinar digitalmente
          </Button>
        )}
        <Button size="sm" variant="quiet" aria-label={`Outros formatos: ${name}`} onClick={onExport}>
          Outros formatos
        </Button>
        {replaced_by === null && (
          <Button size="sm" variant="quiet" aria-label={`Emitir de novo: ${name}`} onClick={onAgain}>
            Emitir de novo
          </Button>
        )}
        {state === 'issued' && (
          <Button id={cancelId(document)} size="sm" variant="quiet" aria-label={`Cancelar: ${name}`} onClick={onCancel}>
            Cancelar
          </Button>
        )}
      </div>
    </li>
  )
}

/** The signer and the time, with the checks that were not made. */
function SignatureLines({ signatures }: { signatures: readonly DocumentSignature[] }) {
  const format = useFormat()
  return signatures.map(({ signer, at, time, chain }) => (
    <p key={`${signer} ${at}`} className="text-xs text-ink-2 wrap-anywhere">
      {`Assinado por ${signer} em ${format.dateTime(at)}, ${timeSource[time]} · revogação não verificada`}
      {chain === 'unverified' && ' · cadeia não verificada'}
    </p>
  ))
}

type CancelProps = { document: IssuedDocument | null; work: DocumentsWork; onClose: () => void }

/** Asks why; the paper's public page then says that it is cancelled. */
function CancelDocument({ document, work, onClose }: CancelProps) {
  const shown = useLastShown(document)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const close = () => {
    setReason('')
    setError(null)
    onClose()
  }
  async function confirm() {
    const parsed = cancelBody.safeParse({ reason })
    if (!parsed.success) return setError(parsed.error.issues[0]?.message ?? null)
    if (shown && (await work.cancel(shown, parsed.data.reason))) close()
  }
  return (
    <Confirm
      open={document !== null}
      onClose={close}
      onConfirm={confirm}
      focusAfter={() => shown && (globalThis.document.getElementById(cancelId(shown)) ?? inRow(shown))}
      busy={work.busy}
      tone="danger"
      title={shown ? `Cancelar ${numbered(shown)}?` : ''}
      confirmLabel="Cancelar documento"
      cancelLabel="Voltar"
    >
      <p>Quem conferir o código verá que o documento foi cancelado. Isso não pode ser desfeito.</p>
      <TextField
        label="Motivo"
        starred
        error={error}
        autoComplete="off"
        maxLength={300}
        value={reason}
        onChange={(event) => {
          setError(null)
          setReason(event.target.value)
        }}
      />
    </Confirm>
  )
}
