import { Pencil, Trash2 } from 'lucide-react'
import { plural } from '#app/lib/format.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { Patient } from '#domain/patient/contract.ts'

type Props = { patient: Patient; onEdit: () => void; onDelete: () => void }

export function PatientCard({ patient, onEdit, onDelete }: Props) {
  const format = useFormat()
  const created = format.date(patient.created_at)
  const updated = format.date(patient.updated_at)
  return (
    <Card className="flex min-w-0 flex-col p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-serif text-[19px] leading-snug font-semibold tracking-[-.01em] wrap-anywhere">
            {patient.name}
          </h2>
          <p className="text-[13.5px] text-ink-2">{plural(patient.consultation_count, 'consulta', 'consultas')}</p>
        </div>
        <div className="-mt-1 -mr-1.5 flex shrink-0">
          <IconButton size="sm" label={`Editar ${patient.name}`} onClick={onEdit}>
            <Pencil aria-hidden className="size-[17px]" />
          </IconButton>
          <IconButton size="sm" label={`Excluir ${patient.name}`} onClick={onDelete}>
            <Trash2 aria-hidden className="size-[17px]" />
          </IconButton>
        </div>
      </div>
      <p className="mt-2 mb-3 line-clamp-2 text-ink-2 wrap-anywhere">
        {patient.clinical_context || <span className="text-ink-3">Nenhum contexto clínico informado</span>}
      </p>
      <p className="mt-auto flex flex-wrap gap-x-3 text-[13px] text-ink-3">
        <span>Criado em {created}</span>
        {updated !== created && <span>Atualizado em {updated}</span>}
      </p>
    </Card>
  )
}
