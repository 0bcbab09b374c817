import { BookCheck, Copy, Download, Ellipsis, FileDown, History, PenLine, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiFailure, whyOf } from '#app/lib/api.ts'
import { followJob } from '#app/lib/follow-job.ts'
import { useFormat } from '#app/lib/format.tsx'
import { downloadFrom } from '#app/lib/save-file.ts'
import { Button, buttonClass, IconButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Alert } from '#app/ui/dialog.tsx'
import { Menu, MenuItem } from '#app/ui/menu.tsx'
import { Spinner } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { ServerMessage } from '#domain/consultation/protocol.ts'
import { messageOf } from '#domain/errors.ts'
import type { ExportStatus } from '#domain/record/contract.ts'
import { isBlank } from '#domain/record/signing/signing.ts'
import { pdfStatus, requestPdf } from './calls.ts'
import { CopyByFields } from './copy-by-fields.tsx'
import { ExportFormats, type FormatGate } from './export-formats.tsx'
import { missingLabel, TEXT_TO_CHECK, toCheck } from './marks.ts'
import type { Named, RecordTextState } from './record-text.tsx'
import { SignDialog, type Signer } from './sign-dialog.tsx'
import type { RecordWork } from './use-record.ts'
import { VersionsDialog } from './versions.tsx'

type Props = {
  work: RecordWork
  text: RecordTextState
  consultation: Named
  signer: Signer
  gate: FormatGate | undefined
  /** 'Nova Estruturação'; unset where nothing can be structured. */
  onNew?: (() => void) | undefined
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
        className="rounded-s text-left text-sm font-strong text-warn hover:underline pointer-coarse:py-3"
      >
        {missingLabel(unchecked.length, uncheckedInText.length)}
      </button>
    )
  return (
    record.saved_at !== null && <span className="text-sm text-ink-2">Salvo em {format.dateTime(record.saved_at)}</span>
  )
}

/** On a phone all actions of a signed record fit into one row. The turning circle of a running export stays. */
const TEXT_ONLY = 'not-aria-busy:max-sm:[&_svg]:hidden'

/** Actions on the whole record. Saving and signing wait until every flagged sentence was checked. */
export function RecordActions({ work, text, consultation, signer, gate, onNew }: Props) {
  const { record, unchecked, uncheckedInText, drafts, isLocked } = work
  const [dialog, setDialog] = useState<'sign' | 'versions' | 'formats' | 'copy' | null>(null)
  const saveAll = async () => (await endEdit()) && (await text.flush())
  const pdf = usePdfExport(record.consultation_id, saveAll)
  const signed = record.signature !== null
  const waits = !signed && unchecked.length + uncheckedInText.length > 0
  const saves = record.saved_at === null && !signed
  const again = signed || isLocked ? undefined : onNew

  /** Saves the edit that the click has left. Leads to one that cannot be saved. Returns true if none remains. */
  async function endEdit(): Promise<boolean> {
    await work.settle()
    const [key] = drafts.store.begun().split(' ')
    const open = work.sections.find((section) => section.key === key)
    if (open) work.goToSection(open, `Conclua a edição de ${open.title} antes`)
    return !open
  }

  /** Saves written text first, then leads to anything that still prevents the action. */
  async function whenReady(goOn: () => void) {
    if (!(await endEdit())) return
    const [section] = work.sections
    if (section && isBlank(work.recordNow())) return work.goToSection(section, messageOf('record_empty'))
    // The edit just saved may have brought new flags.
    const waiting = toCheck(work.recordNow())
    const [first] = waiting
    if (first) return work.goTo(first.place, missingLabel(waiting.length))
    if (!(await text.flush())) return
    // The text just saved may have brought new flags.
    const ofText = work.uncheckedInTextNow()
    if (ofText > 0) return work.show(TEXT_TO_CHECK, missingLabel(0, ofText))
    goOn()
  }

  return (
    <>
      {/* A draft is signed or copied, and a signed record goes on in three ways; the menu has the rest. */}
      <Button icon={Copy} onClick={text.copy} className={cx(signed && TEXT_ONLY)}>
        {signed ? 'Copiar' : 'Copiar Texto'}
      </Button>
      {signed && (
        <Button icon={Download} aria-label="Exportar PDF" busy={pdf.busy} onClick={pdf.start} className={TEXT_ONLY}>
          PDF
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
      {signed && (
        <Link to="/app/dashboard" className={buttonClass('primary')}>
          Próximo paciente
        </Link>
      )}
      <Menu
        trigger={
          <IconButton label="Mais ações" className="max-sm:ml-auto">
            <Ellipsis aria-hidden className="size-5" />
          </IconButton>
        }
      >
        {!signed && (
          <MenuItem icon={Download} onClick={() => !pdf.busy && void pdf.start()}>
            Exportar PDF
          </MenuItem>
        )}
        {saves && !isLocked && (
          <MenuItem icon={BookCheck} onClick={() => void whenReady(() => void work.save())}>
            Salvar no Histórico
          </MenuItem>
        )}
        <MenuItem icon={Copy} onClick={() => setDialog('copy')}>
          Copiar por campos
        </MenuItem>
        <MenuItem icon={FileDown} onClick={() => setDialog('formats')}>
          Outros formatos
        </MenuItem>
        <MenuItem icon={History} onClick={() => setDialog('versions')}>
          Versões
        </MenuItem>
        {again && (
          <MenuItem icon={RotateCcw} onClick={again}>
            Nova Estruturação
          </MenuItem>
        )}
      </Menu>
      {pdf.alert}
      <CopyByFields {...{ work, text, consultation }} open={dialog === 'copy'} onClose={() => setDialog(null)} />
      <ExportFormats
        subject="record"
        id={record.consultation_id}
        gate={gate}
        before={saveAll}
        open={dialog === 'formats'}
        onClose={() => setDialog(null)}
      />
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

type Work = { name: 'idle' } | { name: 'asking' } | { name: 'running'; id: string } | { name: 'ready'; url: string }
const isOver = ({ status }: ExportStatus) => status === 'completed' || status === 'failed'

/** The alert about the PDF is shown when it takes longer. */
const SOON_MS = 2_000

/** Requests the PDF and downloads it when ready. `before` saves unsaved words; if it returns false, nothing is printed. */
function usePdfExport(consultationId: string, before: () => Promise<boolean>) {
  const [work, setWork] = useState<Work>({ name: 'idle' })
  const [open, setOpen] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start() {
    if (!(await before())) return
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setWork({ name: 'asking' })
    const late = setTimeout(() => setOpen(true), SOON_MS)
    try {
      const id = await requestPdf(consultationId)
      setWork({ name: 'running', id })
      const isAbout = (message: ServerMessage) => message.type === 'export' && message.id === id
      const last = await followJob(consultationId, { isAbout, read: () => pdfStatus(id), isOver }, signal)
      if (!last) return
      if (last.status === 'failed' || !last.url)
        throw new ApiFailure('export_failed', 500, last.error ?? messageOf('export_failed'))
      setWork({ name: 'ready', url: last.url })
      downloadFrom(last.url)
    } catch (failure) {
      if (signal.aborted) return
      setWork({ name: 'idle' })
      setOpen(false)
      toast.error(`Erro ao exportar PDF: ${whyOf(failure)}`)
    } finally {
      clearTimeout(late)
    }
  }

  return {
    busy: work.name === 'asking' || work.name === 'running',
    start,
    alert: (
      <Alert open={open} onClose={() => setOpen(false)} title="Exportar PDF">
        {work.name === 'running' && <p>PDF em processamento. ID: {work.id}</p>}
        <div role="status" className={cx('min-h-9.5', work.name === 'running' && 'mt-3')}>
          {(work.name === 'asking' || work.name === 'running') && <Spinner label="Preparando o documento..." />}
          {work.name === 'ready' && (
            <>
              <p className="mb-3">O PDF foi baixado.</p>
              <a href={work.url} className={buttonClass('secondary')}>
                <Download aria-hidden className="size-4.5" />
                Baixar de novo
              </a>
            </>
          )}
        </div>
      </Alert>
    ),
  }
}
