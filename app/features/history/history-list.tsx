import { History } from 'lucide-react'
import { Link } from 'react-router'
import { useLoadOn } from '#app/lib/use-load-on.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { later } from '#app/ui/later.ts'
import { openedLater } from '#app/ui/opened-later.tsx'
import { PageTitle } from '#app/ui/page-title.tsx'
import { SkeletonRows } from '#app/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#app/ui/states.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryRow } from './history-row.tsx'
import { useDetails } from './use-details.ts'
import { type HistoryStart, useHistory } from './use-history.ts'

const DetailsDialog = openedLater(
  later(() => import('./details-dialog.tsx')),
  ({ DetailsDialog }) => DetailsDialog,
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
      <ul className="flex flex-col gap-3">
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
        Tente outro nome, outro tipo ou outra situação.
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
