import { EllipsisVertical, FolderDown, History, Pencil, RotateCcw, Stethoscope, Trash2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { patientPath } from '#app/lib/app-path.ts'
import { plural, useFormat } from '#app/lib/format.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Menu, MenuItem, MenuNote } from '#app/ui/menu.tsx'
import { ageOn } from '#domain/patient/birth-date.ts'
import type { ListedPatient } from '#domain/patient/contract.ts'
import { distinguishingLabel } from '#domain/patient/listed-patient.ts'
import { NO_CONTEXT, usableContext } from '#domain/patient/patient.ts'

type Props = {
  patient: ListedPatient
  onEdit: () => void
  onDelete: () => void
  onStart: () => void
  onRestore: () => void
  onExport: () => void
  /** True while it is being restored. */
  busy: boolean
  /** Far down a long list: rendered only when it comes into view. */
  far: boolean
}

/** The name leads to the page of the patient, a button starts a consultation, and everything else is in the menu. */
export function PatientRow({ patient, onEdit, onDelete, onStart, onRestore, onExport, busy, far }: Props) {
  const format = useFormat()
  const navigate = useNavigate()
  const { birth_date: birth, cpf_ending: cpfEnding, archived_at: archivedAt, last_consultation: last } = patient
  const archived = archivedAt !== null
  const created = format.date(patient.created_at)
  const updated = format.date(patient.updated_at)
  const age = birth && ageOn(birth, format.isoDate(Date.now()))
  return (
    <Card
      className={cx(
        'relative flex items-start',
        far && '[contain-intrinsic-block-size:auto_80px] [content-visibility:auto]',
      )}
    >
      <div className="relative flex min-w-0 flex-1 flex-col gap-x-6 gap-y-1 rounded-m p-4 lg:flex-row">
        <div className="min-w-0 flex-1">
          {/* On a phone the buttons are beside the name only. */}
          <div className="flex flex-wrap items-baseline gap-x-3 max-sm:min-h-9 max-sm:pr-22">
            <h2 className="text-md font-semibold wrap-anywhere">
              <Link
                to={patientPath(patient.id)}
                className="rounded-s after:absolute after:inset-0 after:rounded-m hover:after:bg-ink/5"
              >
                {patient.name}
              </Link>
            </h2>
            {age && <span className="text-ink-2">{age}</span>}
            {(birth || cpfEnding) && (
              <span className="text-sm text-ink-3">{distinguishingLabel(patient, format.date)}</span>
            )}
          </div>
          <p className="line-clamp-1 text-ink-2 wrap-anywhere">
            {patient.last_note ??
              (usableContext(patient.clinical_context) || <span className="text-ink-3">{NO_CONTEXT}</span>)}
          </p>
        </div>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-2 lg:w-52 lg:shrink-0 lg:flex-col">
          {last !== null && <span>Última em {format.date(last)}</span>}
          <span>{plural(patient.consultation_count, 'consulta', 'consultas')}</span>
          {archived && <span>Arquivado em {format.date(archivedAt)}</span>}
        </p>
      </div>
      <div className="m-2 flex shrink-0 items-center gap-1 max-sm:absolute max-sm:top-0 max-sm:right-0">
        {archived ? (
          <IconButton size="sm" busy={busy} onClick={onRestore} label={`Restaurar ${patient.name}`}>
            {!busy && <RotateCcw aria-hidden className="size-4.25" />}
          </IconButton>
        ) : (
          <Button size="sm" onClick={onStart} aria-label={`Iniciar consulta com ${patient.name}`}>
            <Stethoscope aria-hidden className="size-4.25" />
            <span className="max-sm:hidden">Iniciar consulta</span>
          </Button>
        )}
        <Menu
          trigger={
            <IconButton size="sm" label={`Mais ações para ${patient.name}`}>
              <EllipsisVertical aria-hidden className="size-4.25" />
            </IconButton>
          }
        >
          {!archived && (
            <MenuItem onClick={onEdit}>
              <Pencil aria-hidden className="size-4.25 text-ink-2" />
              Editar
            </MenuItem>
          )}
          {patient.consultation_count > 0 && (
            <MenuItem onClick={() => void navigate(`/app/history?paciente=${patient.id}`)}>
              <History aria-hidden className="size-4.25 text-ink-2" />
              Ver consultas
            </MenuItem>
          )}
          <MenuItem onClick={onExport}>
            <FolderDown aria-hidden className="size-4.25 text-ink-2" />
            Exportar dados do paciente
          </MenuItem>
          {!archived && (
            <MenuItem onClick={onDelete}>
              <Trash2 aria-hidden className="size-4.25 text-ink-2" />
              Excluir
            </MenuItem>
          )}
          <MenuNote>
            Criado em {created}
            {updated !== created && ` · Atualizado em ${updated}`}
          </MenuNote>
        </Menu>
      </div>
    </Card>
  )
}
