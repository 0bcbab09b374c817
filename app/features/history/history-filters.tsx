import { X } from 'lucide-react'
import { formatNumber } from '#app/lib/format.ts'
import { controlClass } from '#app/ui/control-class.ts'
import { cx } from '#app/ui/cx.ts'
import { SearchInput } from '#app/ui/search-input.tsx'
import { consultationTypeLabels, consultationTypes, historyStates } from '#domain/consultation/contract.ts'
import { NAME_MAX } from '#domain/text.ts'
import { type Filters, stateLabels } from './filters.ts'
import type { HistoryPage } from './list-memory.ts'

type Props = {
  text: string
  onText: (text: string) => void
  filters: Filters
  onFilters: (change: Partial<Filters>) => void
  patientName: string | null
  /** Null while no shown result matches the current filters. */
  counts: HistoryPage['counts']
}

const selectClass = cx(controlClass, 'h-10 text-ellipsis pr-8 pointer-coarse:h-11 max-sm:flex-1')

/** Filters of the list, with the number of results for each. */
export function HistoryFilters({ text, onText, filters, onFilters, patientName, counts }: Props) {
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchInput
          label="Buscar por paciente ou contexto clínico"
          placeholder="Buscar por paciente ou contexto..."
          value={text}
          maxLength={NAME_MAX}
          onChange={onText}
          className="w-full sm:max-w-form sm:flex-1"
        />
        <select
          aria-label="Tipo de consulta"
          value={filters.type}
          onChange={({ target }) => onFilters({ type: target.value as Filters['type'] })}
          className={selectClass}
        >
          <option value="all">Todos os tipos</option>
          {consultationTypes.map((type) => (
            <option key={type} value={type}>
              {consultationTypeLabels[type].title}
            </option>
          ))}
        </select>
        <select
          aria-label="Situação do registro"
          value={filters.state}
          onChange={({ target }) => onFilters({ state: target.value as Filters['state'] })}
          className={selectClass}
        >
          <option value="all">Toda situação</option>
          {historyStates.map((state) => (
            <option key={state} value={state}>
              {stateLabels[state]}
            </option>
          ))}
        </select>
      </div>
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2 text-ink-2">
        {filters.patientId && (
          <button
            type="button"
            onClick={() => onFilters({ patientId: null })}
            aria-label="Ver as consultas de todos os pacientes"
            className="inline-flex min-h-8 max-w-full items-center gap-2 rounded-full bg-accent-soft px-3 text-sm font-strong text-accent pointer-coarse:min-h-11"
          >
            <span className="truncate">{patientName ?? 'Um paciente'}</span>
            <X aria-hidden className="size-4 shrink-0" />
          </button>
        )}
        {counts && (
          <p role="status">
            {formatNumber(counts.matching)} de {formatNumber(counts.all)} {counts.all === 1 ? 'consulta' : 'consultas'}
          </p>
        )}
      </div>
    </>
  )
}
