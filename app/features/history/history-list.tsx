import { History, X } from 'lucide-react'
import { useCallback } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { formatNumber } from '#app/lib/format.tsx'
import { useLoadOn } from '#app/lib/use-load-on.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { controlClass, SearchInput } from '#app/ui/form.tsx'
import { later, openedLater } from '#app/ui/later.tsx'
import { PageTitle } from '#app/ui/page-title.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#app/ui/states.tsx'
import { consultationTypeLabels } from '#domain/consultation/contract.ts'
import { NAME_MAX } from '#domain/text.ts'
import { HistoryRow } from './history-row.tsx'
import {
  type Filters,
  type HistoryPage,
  type HistoryStart,
  stateLabels,
  timeLabels,
  useHistory,
} from './use-history.ts'

const DetailsDialog = openedLater(
  later(() => import('./details-dialog.tsx')),
  'DetailsDialog',
)

type HistoryOfDoctor = ReturnType<typeof useHistory>
type Open = ReturnType<typeof useDetails>['open']

export function HistoryList(start: HistoryStart) {
  const history = useHistory(start)
  const { list, text, setText, filters, setFilters } = history
  const details = useDetails()
  return (
    <div className="mx-auto max-w-wide">
      <PageTitle title="Histórico de Consultas" />
      <HistoryFilters
        text={text}
        onText={setText}
        filters={filters}
        onFilters={setFilters}
        patientName={list.page?.patientName ?? null}
        counts={list.status === 'failed' || list.status === 'loading' ? null : (list.page?.counts ?? null)}
      />
      <Found history={history} onDetails={details.open} />
      <DetailsDialog
        open={details.id !== null}
        id={details.id}
        transcript={details.transcript}
        onClose={details.close}
      />
    </div>
  )
}

function Found({ history, onDetails }: { history: HistoryOfDoctor; onDetails: Open }) {
  const { page, status, failure, retry } = history.list
  if (status === 'loading') return <SkeletonRows label="Carregando consultas..." rows={6} />
  if (status === 'failed' || !page)
    return <ErrorState message={failure ?? 'Não foi possível carregar o histórico.'} onRetry={retry} />
  if (page.items.length === 0) return <NothingFound history={history} />
  return (
    <>
      <ul className="flex flex-col gap-2">
        {page.items.map((item) => (
          <li key={item.id}>
            <HistoryRow item={item} open={history.opened.has(item.id)} onOpen={history.setOpen} onDetails={onDetails} />
          </li>
        ))}
      </ul>
      <Further list={history.list} />
    </>
  )
}

/** Loads the next page when its place comes near; shows a button if that failed. */
function Further({ list: { page, status, failure, outdated, more, refresh } }: { list: HistoryOfDoctor['list'] }) {
  const end = useLoadOn(() => !failure && more(), page?.items.length)
  if (failure)
    return (
      <ErrorState
        message={failure}
        onRetry={outdated ? refresh : more}
        busy={status === 'more'}
        className="mt-4 py-5"
      />
    )
  if (!page?.next) return null
  return (
    <div ref={end} className="mt-3">
      {status === 'more' ? (
        <SkeletonRows label="Carregando mais consultas..." rows={2} />
      ) : (
        <div className="flex justify-center">
          <Button onClick={more}>Carregar mais</Button>
        </div>
      )}
    </div>
  )
}

function NothingFound({ history: { narrowed, clear, filters } }: { history: HistoryOfDoctor }) {
  if (narrowed)
    return (
      <EmptyState title="Nenhuma consulta encontrada" action={<Button onClick={clear}>Limpar filtros</Button>}>
        Tente outra palavra, outro tipo, outra situação ou outra data.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<History aria-hidden />}
      title="Nenhuma consulta registrada"
      action={
        <Link to="/app/dashboard" className={buttonClass('primary')}>
          Nova Consulta
        </Link>
      }
    >
      {filters.patientId
        ? 'As consultas finalizadas deste paciente aparecem aqui, com a transcrição e o registro.'
        : 'As consultas finalizadas aparecem aqui, com a transcrição e o registro.'}
    </EmptyState>
  )
}

type Props = {
  text: string
  onText: (text: string) => void
  filters: Filters
  onFilters: (change: Partial<Filters>) => void
  patientName: string | null
  /** Null while no shown result matches the current filters. */
  counts: HistoryPage['counts']
}

const { presencial, telemedicina } = consultationTypeLabels
const types = { all: 'Todos os tipos', presencial: presencial.title, telemedicina: telemedicina.title }
const states = { all: 'Todas as situações', ...stateLabels }

type ChoiceProps<T extends string> = {
  label: string
  value: T
  options: Record<T, string>
  onChange: (value: T) => void
}

const Choice = <T extends string>({ label, value, options, onChange }: ChoiceProps<T>) => (
  <select
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value as T)}
    className={cx(controlClass, 'h-10 text-ellipsis pr-8 pointer-coarse:h-11 max-sm:grow max-sm:basis-2/5 max-sm:pr-1')}
  >
    {Object.entries<string>(options).map(([option, name]) => (
      <option key={option} value={option}>
        {name}
      </option>
    ))}
  </select>
)

function HistoryFilters({ text, onText, filters, onFilters, patientName, counts }: Props) {
  return (
    <>
      <div data-list-head className="mb-3 flex flex-wrap items-center gap-3">
        <SearchInput
          label="Buscar por paciente, diagnóstico ou palavra do registro"
          placeholder="Paciente, diagnóstico ou palavra do registro..."
          value={text}
          maxLength={NAME_MAX}
          onChange={onText}
          className="w-full lg:max-w-form lg:flex-1"
        />
        <Choice
          label="Tipo de consulta"
          value={filters.type}
          options={types}
          onChange={(type) => onFilters({ type })}
        />
        <Choice label="Data" value={filters.when} options={timeLabels} onChange={(when) => onFilters({ when })} />
        {/* The longest one last: it has its own row on a phone. */}
        <Choice
          label="Situação do registro"
          value={filters.state}
          options={states}
          onChange={(state) => onFilters({ state })}
        />
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
            {counts.isMore && 'Mais de '}
            {formatNumber(counts.matching)} de {formatNumber(counts.all)} {counts.all === 1 ? 'consulta' : 'consultas'}
          </p>
        )}
      </div>
    </>
  )
}

const WHICH = 'detalhes'
const PART = 'parte'
const TRANSCRIPT = 'transcricao'
/** Navigation state: the details were opened from the list, so closing goes one step back. */
const overList = { overList: true }

/** The address names the open details, so that the back button closes them, also on a phone. */
function useDetails() {
  const [address, setAddress] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const open = useCallback(
    (id: string, transcript: boolean) => {
      const search = new URLSearchParams(window.location.search)
      search.set(WHICH, id)
      if (transcript) search.set(PART, TRANSCRIPT)
      else search.delete(PART)
      void navigate({ search: search.toString() }, { preventScrollReset: true, state: overList })
    },
    [navigate],
  )
  function close() {
    if (state?.overList) return void navigate(-1)
    const rest = new URLSearchParams(address)
    rest.delete(WHICH)
    rest.delete(PART)
    setAddress(rest, { replace: true, preventScrollReset: true })
  }
  return { id: address.get(WHICH), transcript: address.get(PART) === TRANSCRIPT, open, close }
}
