import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { followJob } from '#app/lib/follow-job.ts'
import { Alert } from '#app/ui/alert-dialog.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { ServerMessage } from '#domain/consultation/protocol.ts'
import { messageOf } from '#domain/errors.ts'
import type { ExportStatus } from '#domain/record/contract.ts'
import { pdfStatus, requestPdf } from './calls.ts'

type Work = { name: 'idle' } | { name: 'asking' } | { name: 'running'; id: string } | { name: 'ready'; url: string }
const isOver = ({ status }: ExportStatus) => status === 'completed' || status === 'failed'

/**
 * Requests the PDF, announces it, and shows the link in the same alert when it is ready. `before` saves unsaved words;
 * if it returns false, nothing is printed.
 */
export function usePdfExport(consultationId: string, before: () => Promise<boolean>) {
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
    try {
      const id = await requestPdf(consultationId)
      setWork({ name: 'running', id })
      setOpen(true)
      const isAbout = (message: ServerMessage) => message.type === 'export' && message.id === id
      const last = await followJob(consultationId, { isAbout, read: () => pdfStatus(id), isOver }, signal)
      if (!last) return
      if (last.status === 'failed' || !last.url)
        throw new ApiFailure('export_failed', 500, last.error ?? messageOf('export_failed'))
      setWork({ name: 'ready', url: last.url })
      setOpen(true)
    } catch (failure) {
      if (signal.aborted) return
      setWork({ name: 'idle' })
      setOpen(false)
      toast.error(`Erro ao exportar PDF: ${failure instanceof ApiFailure ? failure.message : 'Erro desconhecido'}`)
    }
  }

  return {
    busy: work.name === 'asking' || work.name === 'running',
    start,
    alert: (
      <Alert open={open} onClose={() => setOpen(false)} title="Exportar PDF">
        {work.name === 'running' && <p>PDF em processamento. ID: {work.id}</p>}
        <div role="status" className={cx('min-h-9.5', work.name === 'running' && 'mt-3')}>
          {work.name === 'running' && <Spinner label="Preparando o documento..." />}
          {work.name === 'ready' && (
            <>
              <p className="mb-3">O PDF está pronto.</p>
              <a href={work.url} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
                <Download aria-hidden className="size-4.5" />
                Baixar o PDF
              </a>
            </>
          )}
        </div>
      </Alert>
    ),
  }
}
