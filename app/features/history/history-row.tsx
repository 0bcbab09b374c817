import { Building2, EllipsisVertical, FileDown, FileText, MessagesSquare, Video } from 'lucide-react'
import { memo, useId } from 'react'
import { Link } from 'react-router'
import { consultationPath, recordPath } from '#app/lib/app-path.ts'
import { formatMinutes, plural, useFormat } from '#app/lib/format.tsx'
import { consultationBadges } from '#app/lib/record-state.ts'
import { useTask } from '#app/lib/use-task.ts'
import { Badges } from '#app/ui/badge.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { later } from '#app/ui/later.tsx'
import { Menu, MenuItem } from '#app/ui/menu.tsx'
import { toast } from '#app/ui/toast.tsx'
import { consultationTypeLabels, type HistoryItem } from '#domain/consultation/contract.ts'
import { usableContext } from '#domain/patient/patient.ts'
import { readConsultation } from './calls.ts'
import { EntryLines } from './entry-lines.tsx'

const icons = { presencial: Building2, telemedicina: Video }
/** Navigation state for the opened page: the list is one step back. */
export const fromList = { fromList: true }

type Props = {
  item: HistoryItem
  open: boolean
  onOpen: (id: string, open: boolean) => void
  /** Opens the details, at the transcript if `transcript` is true. */
  onDetails: (id: string, transcript: boolean) => void
}

/** The row is the link to its record; everything else is in its menu. */
export const HistoryRow = memo(function HistoryRow({ item, open, onOpen, onDetails }: Props) {
  const format = useFormat()
  const id = useId()
  const { busy, save } = useExport(item)
  const Icon = icons[item.consultationType]
  const lead = item.complaint || usableContext(item.clinicalContext)
  const which = `${item.patientName}, ${format.dateTime(item.startTime)}`
  const running = item.status === 'active'
  return (
    <Card data-consultation={item.id}>
      <div className="flex items-start">
        <Link
          to={running ? consultationPath(item.id) : recordPath(item.id)}
          state={fromList}
          className="flex min-w-0 flex-1 flex-col gap-x-6 gap-y-1 rounded-m p-4 hover:bg-sunken lg:flex-row"
        >
          <span className="min-w-0 flex-1">
            <span className="line-clamp-2 text-md font-semibold wrap-anywhere">
              {lead || <span className="font-normal text-ink-3">Sem queixa registrada</span>}
            </span>
            {item.hypothesis && <span className="line-clamp-1 text-ink-2 wrap-anywhere">{item.hypothesis}</span>}
            <span className="mt-1 flex flex-wrap gap-2">
              <Badges of={consultationBadges(item)} />
            </span>
          </span>
          <span className="min-w-0 text-sm text-ink-2 lg:w-80 lg:shrink-0">
            <span className="block text-base font-medium text-ink wrap-anywhere">{item.patientName}</span>
            <span className="flex flex-wrap items-center gap-x-3">
              <span>{format.dateTime(item.startTime)}</span>
              <span className="inline-flex items-center gap-1.5">
                <Icon aria-hidden className="size-4 text-ink-3" />
                {consultationTypeLabels[item.consultationType].title}
              </span>
              {item.duration !== null && <span>{formatMinutes(item.duration)}</span>}
            </span>
          </span>
        </Link>
        <div className="m-2 shrink-0">
          <Menu
            trigger={
              <IconButton size="sm" label={`Mais ações da consulta de ${which}`} busy={busy}>
                {!busy && <EllipsisVertical aria-hidden className="size-4.25" />}
              </IconButton>
            }
          >
            <MenuItem onClick={() => onDetails(item.id, false)}>
              <FileText aria-hidden className="size-4.25 text-ink-2" />
              Detalhes da Consulta
            </MenuItem>
            <MenuItem onClick={() => onOpen(item.id, !open)}>
              <MessagesSquare aria-hidden className="size-4.25 text-ink-2" />
              {open ? 'Fechar as primeiras falas' : 'Ver as primeiras falas'}
            </MenuItem>
            {item.entryCount > 0 && (
              <MenuItem onClick={() => void save()}>
                <FileDown aria-hidden className="size-4.25 text-ink-2" />
                Exportar a transcrição
              </MenuItem>
            )}
          </Menu>
        </div>
      </div>
      <div id={id} hidden={!open} className="border-t border-line p-4">
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
          </>
        )}
      </div>
    </Card>
  )
})

const exporting = later(() => import('./export-transcript.ts'))

/** Loads the lines that the row does not have, and saves them as a file. */
function useExport(item: HistoryItem) {
  const { zone } = useFormat()
  const { busy, run } = useTask()
  async function load() {
    const [{ exportTranscript }, detail] = await Promise.all([exporting.come(), readConsultation(item.id)])
    exportTranscript(detail, zone)
  }
  const save = () => run(load, (description) => toast.error('Erro ao exportar transcrição', { description }))
  return { busy, save }
}
