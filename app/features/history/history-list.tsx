import { History } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { formatNumber } from '#app/lib/format.ts'
import { usePagedList } from '#app/lib/use-paged-list.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { controlClass } from '#app/ui/input.tsx'
import { PageTitle } from '#app/ui/page-title.tsx'
import { SearchInput } from '#app/ui/search-input.tsx'
import { SkeletonRows } from '#app/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#app/ui/states.tsx'
import { type consultationsReply, consultationTypeLabels, consultationTypes } from '#domain/consultation/contract.ts'
import { searchConsultations, type TypeFilter } from './calls.ts'
import { HistoryRow } from './history-row.tsx'

type HistoryPage = z.output<typeof consultationsReply>
type Props = {
  initial: HistoryPage | null
  initialFailure: string | null
  /** Whose consultations alone are listed; null lists everybody's. */
  patient: { id: string; name: string } | null
}

const keyOf = (query: string, type: TypeFilter) => `${type} ${query}`

export function HistoryList({ initial, initialFailure, patient }: Props) {
  const [text, setText] = useState('')
  const [type, setType] = useState<TypeFilter>('all')
  const query = text.trim()
  const { page, status, failure, retry, more } = usePagedList<HistoryPage>({
    key: keyOf(query, type),
    load: (cursor) => searchConsultations(query, type, patient?.id ?? null, cursor),
    initialKey: keyOf('', 'all'),
    initial,
    initialFailure,
  })
  const filtered = query !== '' || type !== 'all'

  function body() {
    if (status === 'loading') return <SkeletonRows label="Carregando consultas..." />
    if (status === 'failed' || !page)
      return <ErrorState message={failure ?? 'Não foi possível carregar o histórico.'} onRetry={retry} />
    if (page.items.length === 0)
      return filtered ? (
        <EmptyState
          title="Nenhuma consulta encontrada"
          action={
            <Button
              onClick={() => {
                setText('')
                setType('all')
              }}
            >
              Limpar filtros
            </Button>
          }
        >
          Tente outro nome ou outro tipo de consulta.
        </EmptyState>
      ) : (
        <EmptyState
          icon={<History aria-hidden />}
          title="Nenhuma consulta registrada"
          action={
            <Link to="/app/dashboard" className={buttonClass('primary')}>
              Nova Consulta
            </Link>
          }
        >
          As consultas finalizadas aparecem aqui, com a transcrição e o registro.
        </EmptyState>
      )
    return (
      <>
        <ul className="flex flex-col gap-3">
          {page.items.map((item) => (
            <li key={item.id}>
              <HistoryRow item={item} />
            </li>
          ))}
        </ul>
        {page.next && (
          <div className="mt-5 flex justify-center">
            <Button onClick={more} busy={status === 'more'}>
              Carregar mais
            </Button>
          </div>
        )}
      </>
    )
  }

  return (
    <div className="mx-auto max-w-[1080px]">
      <PageTitle title="Histórico de Consultas">
        {patient && (
          <>
            Consultas de <strong className="font-semibold text-ink wrap-anywhere">{patient.name}</strong>{' '}
            <Link to="/app/history" className="ml-1 font-[550] text-accent hover:underline">
              Ver todas as consultas
            </Link>
          </>
        )}
      </PageTitle>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput
          label="Buscar por paciente ou contexto clínico"
          placeholder="Buscar por paciente ou contexto..."
          value={text}
          onChange={setText}
          className="w-full sm:max-w-[420px] sm:flex-1"
        />
        <select
          aria-label="Tipo de consulta"
          value={type}
          onChange={(event) => setType(event.target.value as TypeFilter)}
          className={cx(controlClass, 'h-10 pr-8 pointer-coarse:h-11')}
        >
          <option value="all">Todos os tipos</option>
          {consultationTypes.map((value) => (
            <option key={value} value={value}>
              {consultationTypeLabels[value].title}
            </option>
          ))}
        </select>
        {page && (
          <p role="status" className="text-ink-2 sm:ml-auto">
            {formatNumber(page.count)} de {formatNumber(page.total)} {page.total === 1 ? 'consulta' : 'consultas'}
          </p>
        )}
      </div>
      {body()}
    </div>
  )
}
