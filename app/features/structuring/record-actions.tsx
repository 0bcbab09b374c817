import { BookCheck, Copy, Ellipsis, History, PenLine, RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormat } from '#app/lib/zone.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Menu, MenuItem } from '#app/ui/menu.tsx'
import { toast } from '#app/ui/toast.tsx'
import { missingLabel, TEXT_TO_CHECK } from './marks.ts'
import { PdfExport } from './pdf-export.tsx'
import type { RecordTextState } from './record-text.tsx'
import { SignDialog, type Signer } from './sign-dialog.tsx'
import type { RecordWork } from './use-record.ts'
import { VersionsDialog } from './versions.tsx'

type Props = {
  work: RecordWork
  text: RecordTextState
  patientName: string
  signer: Signer
  /** 'Nova Estruturação'; a signed record is not structured anew. */
  onNew?: () => void
}

/** What is done with the whole record. Saving and signing wait until every marked sentence was looked at. */
export function RecordActions({ work, text, patientName, signer, onNew }: Props) {
  const { record, left, leftInText, drafts, busy } = work
  const format = useFormat()
  const missing = useId()
  const [dialog, setDialog] = useState<'sign' | 'versions' | null>(null)
  const signed = record.signature !== null
  const waits = !signed && left.length + leftInText.length > 0

  /** What was written is kept first; then whatever still stands in the way is said and led to. */
  async function whenReady(goOn: () => void) {
    const open = drafts.first
    if (open) {
      toast.warning(`Salve ou cancele a edição de ${open.title} antes`)
      return work.goToSection(open)
    }
    const [first] = left
    if (first) return work.goTo(first.place, missingLabel(left.length))
    if (!(await text.flush())) return
    // What was written into the text last may be what has to be looked at.
    const ofText = work.leftInTextNow()
    if (ofText > 0) return work.show(TEXT_TO_CHECK, missingLabel(0, ofText))
    goOn()
  }

  return (
    <>
      {waits && (
        <button
          type="button"
          id={missing}
          onClick={() => (left[0] ? work.goTo(left[0].place) : work.show(TEXT_TO_CHECK))}
          className="rounded-s px-1 text-[14px] font-[550] text-warn hover:underline max-lg:w-full max-lg:text-left"
        >
          {missingLabel(left.length, leftInText.length)}
        </button>
      )}
      {record.saved_at !== null && !signed && (
        <span className="self-center text-[14px] text-ink-2">Salvo em {format.dateTime(record.saved_at)}</span>
      )}
      {onNew && !signed && (
        <Button variant="quiet" onClick={onNew} className="max-xl:hidden">
          <RotateCcw aria-hidden className="size-[18px]" />
          Nova Estruturação
        </Button>
      )}
      {/* The text's own box has it too. */}
      <Button onClick={text.copy} className="max-[1400px]:hidden">
        <Copy aria-hidden className="size-[18px]" />
        Copiar Texto
      </Button>
      <PdfExport consultationId={record.consultation_id} before={text.flush} />
      {record.saved_at === null && !signed && (
        <Button
          busy={busy === 'save'}
          aria-describedby={waits ? missing : undefined}
          onClick={() => whenReady(() => void work.save())}
        >
          <BookCheck aria-hidden className="size-[18px]" />
          Salvar no Histórico
        </Button>
      )}
      {!signed && (
        <Button
          variant="primary"
          aria-describedby={waits ? missing : undefined}
          onClick={() => whenReady(() => setDialog('sign'))}
        >
          <PenLine aria-hidden className="size-[18px]" />
          Revisar e assinar
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label="Mais ações">
            <Ellipsis aria-hidden className="size-5" />
          </IconButton>
        }
      >
        <MenuItem onClick={() => setDialog('versions')}>
          <History aria-hidden className="size-[18px]" />
          Versões
        </MenuItem>
        {onNew && !signed && (
          <MenuItem onClick={onNew} className="xl:hidden">
            <RotateCcw aria-hidden className="size-[18px]" />
            Nova Estruturação
          </MenuItem>
        )}
      </Menu>
      <SignDialog
        work={work}
        patientName={patientName}
        signer={signer}
        open={dialog === 'sign'}
        onClose={() => setDialog(null)}
      />
      <VersionsDialog
        consultationId={record.consultation_id}
        open={dialog === 'versions'}
        onClose={() => setDialog(null)}
      />
    </>
  )
}
