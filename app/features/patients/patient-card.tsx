import { ArchiveRestore, EllipsisVertical, FolderDown, History, Pencil, Stethoscope, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { plural, useFormat } from '#app/lib/format.tsx'
import { patientPath } from '#app/lib/patient-path.ts'
import { Button, buttonClass, IconButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Menu, MenuItem } from '#app/ui/menu.tsx'
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

export function PatientCard({ patient, onEdit, onDelete, onStart, onRestore, onExport, busy, far }: Props) {
  const format = useFormat()
  const { birth_date: birth, cpf_ending: cpfEnding, archived_at: archivedAt } = patient
  const archived = archivedAt !== null
  const created = format.date(patient.created_at)
  const updated = format.date(patient.updated_at)
  const age = birth && ageOn(birth, format.isoDate(Date.now()))
  return (
    <Card
      className={cx(
        'flex min-w-0 flex-col p-4',
        far && '[contain-intrinsic-block-size:auto_216px] [content-visibility:auto]',
      )}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-serif text-lg leading-snug font-semibold tracking-tight wrap-anywhere">
            <Link to={patientPath(patient.id)} className="rounded-s hover:underline">
              {patient.name}
            </Link>
          </h2>
          {/* The registration day is shown below; these distinguish two patients of one name better. */}
          {(birth || cpfEnding) && (
            <p className="text-sm text-ink-2">
              {distinguishingLabel(patient, format.date)}
              {age && ` (${age})`}
            </p>
          )}
        </div>
        <div className="-mt-1 -mr-1.5 flex shrink-0">
          {!archived && (
            <>
              <IconButton size="sm" label={`Editar ${patient.name}`} onClick={onEdit}>
                <Pencil aria-hidden className="size-4.25" />
              </IconButton>
              <IconButton size="sm" label={`Excluir ${patient.name}`} onClick={onDelete}>
                <Trash2 aria-hidden className="size-4.25" />
              </IconButton>
            </>
          )}
          <Menu
            trigger={
              <IconButton size="sm" label={`Mais ações para ${patient.name}`}>
                <EllipsisVertical aria-hidden className="size-4.25" />
              </IconButton>
            }
          >
            <MenuItem onClick={onExport}>
              <FolderDown aria-hidden className="size-4.25 text-ink-2" />
              Exportar dados do paciente
            </MenuItem>
          </Menu>
        </div>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-2">
        <span>{plural(patient.consultation_count, 'consulta', 'consultas')}</span>
        {patient.last_consultation !== null && <span>Última em {format.date(patient.last_consultation)}</span>}
      </p>
      <p className="mt-2 mb-3 line-clamp-2 text-ink-2 wrap-anywhere">
        {usableContext(patient.clinical_context) || <span className="text-ink-3">{NO_CONTEXT}</span>}
      </p>
      <p className="mt-auto flex flex-wrap gap-x-3 text-xs text-ink-3">
        <span>Criado em {created}</span>
        {updated !== created && <span>Atualizado em {updated}</span>}
        {archived && <span>Arquivado em {format.date(archivedAt)}</span>}
      </p>
      <div className="mt-3 flex flex-wrap gap-2 border-t border-line pt-3">
        {archived ? (
          <Button size="sm" busy={busy} onClick={onRestore} aria-label={`Restaurar ${patient.name}`}>
            {!busy && <ArchiveRestore aria-hidden className="size-4" />}
            Restaurar
          </Button>
        ) : (
          <Button icon={Stethoscope} size="sm" onClick={onStart} aria-label={`Iniciar consulta com ${patient.name}`}>
            Iniciar consulta
          </Button>
        )}
        {patient.consultation_count > 0 && (
          <Link
            to={`/app/history?paciente=${patient.id}`}
            aria-label={`Ver consultas de ${patient.name}`}
            className={buttonClass('quiet', 'sm')}
          >
            <History aria-hidden className="size-4" />
            Ver consultas
          </Link>
        )}
      </div>
    </Card>
  )
}
