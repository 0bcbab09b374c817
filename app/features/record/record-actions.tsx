import { BookCheck, Copy, Download, Ellipsis, History, PenLine, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#app/lib/zone.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Menu, MenuItem } from '#app/ui/menu.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Section } from '#domain/record/record.ts'
import { missingLabel, TEXT_TO_CHECK } from './marks.ts'
import { usePdfExport } from './pdf-export.tsx'
import { SignDialog, type Signer } from './sign-dialog.tsx'
import type { RecordWork } from './use-record.ts'
import type { Named, RecordTextState } from './use-record-text.tsx'
import { VersionsDialog } from './versions.tsx'

type Props = {
  work: RecordWork
  text: RecordTextState
  consultation: Named
  signer: Signer
  /** 'Nova Estruturação'; unset for a signed record. */
  onNew?: () => void
}

const WAITING = 'falta-conferir'

/** The progress of the record: a link to the first item to see, else the time of the last save. */
export function RecordProgress({ work }: { work: RecordWork }) {
  const { record, unchecked, uncheckedInText } = work
  const format = useFormat()
  if (record.signature !== null) return null
  if (unchecked.length + uncheckedInText.length > 0)
    return (
      <button
        type="button"
        id={WAITING}
        onClick={() => (unchecked[0] ? work.goTo(unchecked[0].place) : work.show(TEXT_TO_CHECK))}
        className="rounded-s text-left text-sm font-strong text-warn hover:underline pointer-coarse:py-1.5"
      >
        {missingLabel(unchecked.length, uncheckedInText.length)}
      </button>
    )
  return (
    record.saved_at !== null && <span className="text-sm text-ink-2">Salvo em {format.dateTime(record.saved_at)}</span>
  )
}

/** Actions on the whole record. Saving and signing wait until every flagged sentence was checked. */
export function RecordActions({ work, text, consultation, signer, onNew }: Props) {
  const { record, unchecked, uncheckedInText, drafts, busy, isLocked } = work
  const [dialog, setDialog] = useState<'sign' | 'versions' | null>(null)
  const pdf = usePdfExport(record.consultation_id, async () => nothingOpen(drafts.unsaved) && (await text.flush()))
  const signed = record.signature !== null
  const waits = !signed && unchecked.length + uncheckedInText.length > 0
  const saves = record.saved_at === null && !signed
  const again = signed || isLocked ? undefined : onNew

  /**
   * A section being edited would be exported without its last words: lead the doctor to it. Returns true if none is
   * open.
   */
  function nothingOpen(open: Section | null): boolean {
    if (!open) return true
    toast.warning(`Salve ou cancele a edição de ${open.title} antes`)
    work.goToSection(open)
    return false
  }

  /** Saves written text first, then leads to anything that still prevents the action. */
  async function whenReady(goOn: () => void) {
    if (!nothingOpen(drafts.begun)) return
    const [first] = unchecked
    if (first) return work.goTo(first.place, missingLabel(unchecked.length))
    if (!(await text.flush())) return
    // The text just saved may have brought new flags.
    const ofText = work.uncheckedInTextNow()
    if (ofText > 0) return work.show(TEXT_TO_CHECK, missingLabel(0, ofText))
    goOn()
  }

  return (
    <>
      {again && (
        <Button variant="quiet" onClick={again} className="max-xl:hidden">
          <RotateCcw aria-hidden className="size-4.5" />
          Nova Estruturação
        </Button>
      )}
      {/* The box of the text has this button too. */}
      <Button onClick={text.copy} className="max-[1400px]:hidden">
        <Copy aria-hidden className="size-4.5" />
        Copiar Texto
      </Button>
      {/* A phone has one row for the most frequent actions; the menu has the rest. */}
      <Button busy={pdf.busy} onClick={pdf.start} className={saves ? 'max-sm:hidden' : ''}>
        <Download aria-hidden className="size-4.5" />
        Exportar PDF
      </Button>
      {saves && (
        <Button
          busy={busy === 'save'}
          disabled={isLocked}
          aria-describedby={waits ? WAITING : undefined}
          onClick={() => whenReady(() => void work.save())}
        >
          <BookCheck aria-hidden className="size-4.5 max-sm:hidden" />
          Salvar no Histórico
        </Button>
      )}
      {!signed && (
        <Button
          variant="primary"
          disabled={isLocked}
          aria-describedby={waits ? WAITING : undefined}
          onClick={() => whenReady(() => setDialog('sign'))}
        >
          <PenLine aria-hidden className="size-4.5 max-sm:hidden" />
          Revisar e assinar
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label="Mais ações" className="max-sm:ml-auto">
            <Ellipsis aria-hidden className="size-5" />
          </IconButton>
        }
      >
        <MenuItem onClick={() => setDialog('versions')}>
          <History aria-hidden className="size-4.5" />
          Versões
        </MenuItem>
        {saves && (
          <MenuItem onClick={() => !pdf.busy && void pdf.start()} className="sm:hidden">
            <Download aria-hidden className="size-4.5" />
            Exportar PDF
          </MenuItem>
        )}
        {again && (
          <MenuItem onClick={again} className="xl:hidden">
            <RotateCcw aria-hidden className="size-4.5" />
            Nova Estruturação
          </MenuItem>
        )}
      </Menu>
      {pdf.alert}
      <SignDialog
        work={work}
        consultation={consultation}
        signer={signer}
        open={dialog === 'sign'}
        onClose={() => setDialog(null)}
      />
      <VersionsDialog work={work} author={signer.name} open={dialog === 'versions'} onClose={() => setDialog(null)} />
    </>
  )
}
