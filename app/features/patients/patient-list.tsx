import { Archive, UserPlus, Users } from 'lucide-react'
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { z } from 'zod/mini'
import { whyOf } from '#app/lib/api.ts'
import { formatNumber, plural } from '#app/lib/format.tsx'
import { useLoadOn } from '#app/lib/use-load-on.ts'
import { Button } from '#app/ui/button.tsx'
import { pageHeading, takeLostFocus } from '#app/ui/focus.ts'
import { SearchInput } from '#app/ui/form.tsx'
import { PageTitle } from '#app/ui/page-title.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#app/ui/states.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { toast } from '#app/ui/toast.tsx'
import { usePagedList } from '#app/ui/use-paged-list.ts'
import type { ListedPatient, patientsReply } from '#domain/patient/contract.ts'
import { nameMatches } from '#domain/patient/patient.ts'
import { type PatientsAsked, restorePatient, searchPatients } from './calls.ts'
import { type Editing, PatientDialog } from './patient-dialog.tsx'
import { DeletePatient, type Namesakes, NamesakesDialog } from './patient-questions.tsx'
import { PatientRow } from './patient-row.tsx'

/** Rows after this many are rendered only when they come into view. */
const FAR = 30

type Props = {
  initial: PatientsPage | null
  initialFailure: string | null
  /** Starts a consultation; the page provides it. */
  onStart: (patient: ListedPatient) => void
  /** Exports the patient's data; the page provides it. */
  onExport: (patient: ListedPatient) => void
}

export function PatientList({ initial, initialFailure, onStart, onExport }: Props) {
  const [editing, setEditing] = useState<Editing>(null)
  const [deleting, setDeleting] = useState<ListedPatient | null>(null)
  const [namesakes, setNamesakes] = useState<Namesakes | null>(null)
  const list = usePatients(initial, initialFailure)
  const { counts, archived } = list
  const { restoring, restore } = useRestore(list.refresh)
  const cards = useNextCard(list.items)
  const create = () => setEditing({ patient: null })

  const tab = (value: string, title: string, count: number | undefined) => ({
    value,
    label: count === undefined ? title : `${title} (${formatNumber(count)})`,
    content: (
      <Results list={list} cards={cards} onCreate={create}>
        {(patient, far) => (
          <PatientRow
            patient={patient}
            onEdit={() => setEditing({ id: patient.id })}
            onDelete={() => setDeleting(patient)}
            onStart={() => onStart(patient)}
            onRestore={() => restore(patient)}
            onExport={() => onExport(patient)}
            busy={restoring === patient.id}
            far={far}
          />
        )}
      </Results>
    ),
  })
  return (
    <div data-list-head>
      <PageTitle
        title="Pacientes"
        actions={
          <Button icon={UserPlus} variant="primary" onClick={create}>
            Novo Paciente
          </Button>
        }
      >
        {counts && `${plural(counts.active, 'paciente', 'pacientes')} no total`}
      </PageTitle>
      <SearchInput
        label="Buscar paciente"
        placeholder="Buscar paciente..."
        value={list.text}
        onChange={list.setText}
        className="mb-3 max-w-form"
      />
      <Tabs
        label="Quais pacientes"
        value={archived ? 'archived' : 'active'}
        onChange={(value) => list.setArchived(value === 'archived')}
        tabs={[tab('active', 'Ativos', counts?.active), tab('archived', 'Arquivados', counts?.archived)]}
      />
      <PatientDialog
        editing={editing}
        onClose={() => setEditing(null)}
        onSaved={list.refresh}
        onNamesakes={setNamesakes}
      />
      <NamesakesDialog
        found={namesakes}
        onClose={() => setNamesakes(null)}
        onUsed={(other, made) => {
          list.refresh()
          setEditing({ patient: other, typed: made })
        }}
      />
      <DeletePatient
        patient={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={list.refresh}
        focusAfter={cards.next}
      />
    </div>
  )
}

/** Restores an archived patient; `restoring` is the id of the one being restored. */
function useRestore(refresh: () => unknown) {
  const [restoring, setRestoring] = useState<string | null>(null)

  async function restore({ id }: ListedPatient) {
    setRestoring(id)
    try {
      await restorePatient(id)
      toast.success('Paciente restaurado com sucesso')
      await refresh()
    } catch (failure) {
      toast.error('Erro ao restaurar paciente', { description: whyOf(failure) })
    }
    setRestoring(null)
  }

  return { restoring, restore }
}

type Patients = ReturnType<typeof usePatients>

type ResultsProps = {
  list: Patients
  cards: ReturnType<typeof useNextCard>
  onCreate: () => void
  children: (patient: ListedPatient, far: boolean) => ReactNode
}

function Results(props: ResultsProps) {
  const { list } = props
  const { items, status } = list
  if (status === 'failed')
    return (
      <ErrorState message={`Erro ao carregar pacientes: ${list.failure ?? 'Erro desconhecido'}`} onRetry={list.retry} />
    )
  if (status === 'loading' && items.length === 0)
    return (
      <>
        <p className="mb-3 text-ink-2">Carregando pacientes...</p>
        <SkeletonRows label="" rows={3} className="h-20" />
      </>
    )
  return (
    <>
      {list.outdated && (
        <ErrorState
          message={`Erro ao carregar pacientes: ${list.failure}`}
          onRetry={list.refresh}
          className="mb-3 py-5"
        />
      )}
      <FoundPatients {...props} />
    </>
  )
}

function FoundPatients({ list, cards, onCreate, children }: ResultsProps) {
  const { items, status } = list
  const end = useLoadOn(list.more, items)
  // While a new query is pending, show neither results nor 'no results'.
  if (items.length === 0)
    return list.answered && !list.outdated ? (
      <NoPatients list={list} onCreate={onCreate} />
    ) : (
      <div className="min-h-20" />
    )
  return (
    <>
      <ul ref={cards.list} onFocus={cards.onFocus} className="flex flex-col gap-2" aria-busy={!list.answered}>
        {items.map((patient, index) => (
          <li key={patient.id} data-patient={patient.id}>
            {children(patient, index >= FAR)}
          </li>
        ))}
      </ul>
      <div ref={end} />
      {list.hasMore && !list.outdated && (
        <div className="mt-5 flex flex-col items-center gap-2">
          {list.failure && <p className="text-ink-2">{`Erro ao carregar pacientes: ${list.failure}`}</p>}
          <Button onClick={list.more} busy={status === 'more'}>
            Carregar mais
          </Button>
        </div>
      )}
    </>
  )
}

function NoPatients({ list, onCreate }: { list: Patients; onCreate: () => void }) {
  const { archived } = list
  if (list.text.trim())
    return (
      <EmptyState title="Nenhum paciente encontrado">
        {archived ? 'Confira a grafia ou busque entre os ativos.' : 'Confira a grafia ou cadastre um novo paciente.'}
      </EmptyState>
    )
  if (archived)
    return (
      <EmptyState icon={<Archive aria-hidden />} title="Nenhum paciente arquivado">
        Quem já teve consulta é arquivado ao ser excluído: o prontuário fica guardado por 20 anos.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<Users aria-hidden />}
      title="Nenhum paciente cadastrado"
      action={
        <Button variant="primary" onClick={onCreate}>
          Novo Paciente
        </Button>
      }
    >
      Cadastre o primeiro paciente aqui ou ao iniciar uma consulta.
    </EmptyState>
  )
}

type PatientsPage = z.output<typeof patientsReply>

const keyOf = ({ query, archived }: PatientsAsked) => `${archived ? 'archived' : 'active'} ${query}`

/** The doctor's patients for a search. The shown items always match the current text. */
function usePatients(initial: PatientsPage | null, initialFailure: string | null) {
  const [text, setText] = useState('')
  const [archived, setArchived] = useState(false)
  const [counts, setCounts] = useState(initial?.counts ?? null)
  // Typing does not change the totals, so they are counted once.
  const mustCount = useRef(counts === null)
  const request = { query: text.trim(), archived }
  const { page, refresh, ...list } = usePagedList<PatientsPage>({
    key: keyOf(request),
    load: async (cursor, signal) => {
      const answer = await searchPatients(request, { cursor, counts: mustCount.current && cursor === null }, signal)
      if (answer.counts) {
        mustCount.current = false
        setCounts(answer.counts)
      }
      return answer
    },
    why: whyOf,
    matches: (patient) => (patient.archived_at !== null) === archived && nameMatches(patient.name, request.query),
    initialKey: keyOf({ query: '', archived: false }),
    initial,
    initialFailure,
  })
  return {
    ...list,
    /** Reloads after a change. */
    refresh: () => {
      mustCount.current = true
      return refresh()
    },
    text,
    setText,
    archived,
    setArchived,
    counts,
    hasMore: list.answered && page !== null && page.next !== null,
  }
}

/** When a card disappears, archived or restored, the focus moves to the next card, or to the page's heading. */
function useNextCard(items: readonly { id: string }[]) {
  const list = useRef<HTMLUListElement>(null)
  const lastFocus = useRef<{ id: string; at: number } | null>(null)

  /** Null while the last focused card exists. */
  function next(): HTMLElement | null {
    const cards = [...(list.current?.children ?? [])] as HTMLElement[]
    if (!lastFocus.current || cards.some((card) => card.dataset.patient === lastFocus.current?.id)) return null
    const card = cards[Math.min(lastFocus.current.at, cards.length - 1)]
    return card?.querySelector<HTMLElement>('h2 a') ?? pageHeading()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what changed.
  useEffect(() => takeLostFocus(next()), [items])

  return {
    list,
    next,
    onFocus({ target }: FocusEvent) {
      const card = target.closest<HTMLElement>('[data-patient]')
      const id = card?.dataset.patient
      if (card?.parentElement && id) lastFocus.current = { id, at: [...card.parentElement.children].indexOf(card) }
    },
  }
}
