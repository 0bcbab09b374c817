import { plural } from '#app/lib/format.ts'
import { Button } from '#app/ui/button.tsx'
import type { ListedPatient } from '#domain/patient/contract.ts'

type Props = {
  others: readonly ListedPatient[]
  labelOf: (patient: ListedPatient) => string
  onUse: (other: ListedPatient) => void
  onKeep: () => void
}

/** Asks whether a patient just created is the same person as another of that name. */
export function NamesakeNotice({ others, labelOf, onUse, onKeep }: Props) {
  return (
    <div role="status" className="mt-1 rounded-m border border-line bg-warn-soft p-3">
      <p className="font-semibold text-warn">Já existe um paciente com este nome</p>
      <ul className="mt-1.5 flex flex-col gap-2">
        {others.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
            <span className="min-w-0 text-sm text-ink-2">
              {labelOf(other)} · {plural(other.consultation_count, 'consulta', 'consultas')}
            </span>
            <Button size="sm" onClick={() => onUse(other)}>
              Usar este cadastro
            </Button>
          </li>
        ))}
      </ul>
      <Button size="sm" variant="quiet" className="mt-1.5 -ml-2" onClick={onKeep}>
        É outra pessoa
      </Button>
    </div>
  )
}
