import { Building2, ChevronDown, FileDown, Video } from 'lucide-react'
import { memo, useId } from 'react'
import { Link } from 'react-router'
import { formatMinutes, plural, useFormat } from '#app/lib/format.tsx'
import { consultationBadges } from '#app/lib/record-state.ts'
import { useTask } from '#app/lib/use-task.ts'
import { Badges } from '#app/ui/badge.tsx'
import { Button, type ButtonProps, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { later } from '#app/ui/later.tsx'
import { toast } from '#app/ui/toast.tsx'
import { consultationTypeLabels, type HistoryItem } from '#domain/consultation/contract.ts'
import { usableContext } from '#domain/patient/patient.ts'
import { entryCountLabel } from '#domain/transcript/transcript.ts'
import { readConsultation } from './calls.ts'
import { EntryLines } from './entry-lines.tsx'

const icons = { presencial: Building2, telemedicina: Video }
export const historyPath = (id: string) => `/app/history/${id}`
/** Navigation state for the opened page: the list is one step back. */
export const fromList = { fromList: true }

type Props = {
  item: HistoryItem
  open: boolean
  onOpen: (id: string, open: boolean) => void
  /** Opens the details, at the transcript if `transcript` is true. */
  onDetails: (id: string, transcript: boolean) => void
}

export const HistoryRow = memo(function HistoryRow({ item, open, onOpen, onDetails }: Props) {
  const format = useFormat()
  const id = useId()
  const Icon = icons[item.consultationType]
  const context = usableContext(item.clinicalContext)
  const which = `${item.patientName}, ${format.dateTime(item.startTime)}`
  return (
    <Card data-consultation={item.id}>
      <div className="flex items-stretch">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => onOpen(item.id, !open)}
          className="flex min-w-0 flex-1 items-start gap-3 rounded-m p-4 text-left"
        >
          <ChevronDown
            aria-hidden
            className={cx('mt-1 size-4.5 shrink-0 text-ink-3 transition-transform duration-150', !open && '-rotate-90')}
          />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-serif text-lg leading-snug font-semibold tracking-tight wrap-anywhere">
                {item.patientName}
              </span>
              <Badges of={consultationBadges(item)} />
            </span>
            <span className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
              <span>{format.dateTime(item.startTime)}</span>
              <span className="inline-flex items-center gap-1.5">
                <Icon aria-hidden className="size-4 text-ink-3" />
                {consultationTypeLabels[item.consultationType].title}
              </span>
              {item.duration !== null && <span>{formatMinutes(item.duration)}</span>}
              <span>{entryCountLabel(item.entryCount)}</span>
            </span>
            {context && <span className="mt-1 line-clamp-1 text-sm text-ink-2">{context}</span>}
          </span>
        </button>
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Detalhes da consulta de ${which}`}
          onClick={() => onDetails(item.id, false)}
          className="m-3 self-center max-sm:hidden"
        >
          Detalhes
        </Button>
      </div>
      <div id={id} hidden={!open} className="border-t border-line px-4 py-4 sm:pl-11.5">
        {open && (
          <>
            {item.preview.length === 0 ? (
              <p className="text-ink-2">Esta consulta não tem transcrição.</p>
            ) : (
              <EntryLines entries={item.preview} />
            )}
            {item.entryCount > item.preview.length && (
              <button
                type="button"
                onClick={() => onDetails(item.id, true)}
                className="mt-3 block rounded-s py-1 font-semibold text-accent underline underline-offset-2"
              >
                Ver todas as {plural(item.entryCount, 'entrada', 'entradas')}
              </button>
            )}
            <div className="mt-4 flex flex-wrap gap-2">
              <Link to={historyPath(item.id)} state={fromList} className={buttonClass('secondary', 'sm')}>
                {item.specialty ? 'Abrir registro' : 'Abrir consulta'}
              </Link>
              <Button size="sm" onClick={() => onDetails(item.id, false)}>
                Detalhes da Consulta
              </Button>
              <ExportButton item={item} size="sm" aria-label={`Exportar a transcrição da consulta de ${which}`} />
            </div>
          </>
        )}
      </div>
    </Card>
  )
})

const exporting = later(() => import('./export-transcript.ts'))

/** If only the first entries are loaded, it loads the others first. */
function ExportButton({ item, ...props }: ButtonProps & { item: HistoryItem }) {
  const { zone } = useFormat()
  const { busy, run } = useTask()
  async function save() {
    const [{ exportTranscript }, detail] = await Promise.all([exporting.come(), readConsultation(item.id)])
    exportTranscript(detail, zone)
  }
  const start = () => run(save, (description) => toast.error('Erro ao exportar transcrição', { description }))
  return (
    <Button {...props} disabled={item.entryCount === 0} busy={busy} onClick={start}>
      {!busy && <FileDown aria-hidden className="size-4.25" />}
      Exportar
    </Button>
  )
}
