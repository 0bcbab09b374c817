import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { plural } from '#app/lib/format.ts'
import { usePagedList } from '#app/lib/use-paged-list.ts'
import { Button } from '#app/ui/button.tsx'
import { PageTitle } from '#app/ui/page-title.tsx'
import { SearchInput } from '#app/ui/search-input.tsx'
import { SkeletonRows } from '#app/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#app/ui/states.tsx'
import type { Patient, patientsReply } from '#domain/patient/contract.ts'
import { searchPatients } from './calls.ts'
import { DeletePatient } from './delete-patient.tsx'
import { PatientCard } from './patient-card.tsx'
import { type Editing, PatientDialog } from './patient-dialog.tsx'

type PatientsPage = z.output<typeof patientsReply>
type Props = { initial: PatientsPage | null; initialFailure: string | null }

export function PatientList({ initial, initialFailure }: Props) {
  const [text, setText] = useState('')
  const [editing, setEditing] = useState<Editing>(null)
  const [deleting, setDeleting] = useState<Patient | null>(null)
  const query = text.trim()
  const list = usePagedList<PatientsPage>({
    key: query,
    load: (cursor) => searchPatients(query, cursor),
    initialKey: '',
    initial,
    initialFailure,
  })
  const { page, status } = list

  return (
    <div>
      <PageTitle
        title="Pacientes"
        actions={
          <Button variant="primary" onClick={() => setEditing('new')}>
            <UserPlus aria-hidden className="size-[18px]" />
            Novo Paciente
          </Button>
        }
      >
        {page?.counts && `${plural(page.counts.active, 'paciente', 'pacientes')} no total`}
      </PageTitle>
      <SearchInput
        label="Buscar paciente"
        placeholder="Buscar paciente..."
        value={text}
        onChange={setText}
        className="mb-4 max-w-[420px]"
      />
      {body()}
      <PatientDialog editing={editing} onClose={() => setEditing(null)} onSaved={list.refresh} />
      <DeletePatient patient={deleting} onClose={() => setDeleting(null)} onDeleted={list.refresh} />
    </div>
  )

  function body() {
    if (status === 'loading')
      return (
        <>
          <p className="mb-3 text-ink-2">Carregando pacientes...</p>
          <SkeletonRows label="" rows={3} className="h-[132px]" />
        </>
      )
    if (status === 'failed' || !page)
      return (
        <ErrorState
          message={`Erro ao carregar pacientes: ${list.failure ?? 'Erro desconhecido'}`}
          onRetry={list.retry}
        />
      )
    if (page.items.length === 0)
      return query ? (
        <EmptyState title="Nenhum paciente encontrado">Confira a grafia ou cadastre um novo paciente.</EmptyState>
      ) : (
        <EmptyState
          icon={<Users aria-hidden />}
          title="Nenhum paciente cadastrado"
          action={
            <Button variant="primary" onClick={() => setEditing('new')}>
              Novo Paciente
            </Button>
          }
        >
          Cadastre o primeiro paciente aqui ou ao iniciar uma consulta.
        </EmptyState>
      )
    return (
      <>
        <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
          {page.items.map((patient) => (
            <li key={patient.id} className="grid">
              <PatientCard patient={patient} onEdit={() => setEditing(patient)} onDelete={() => setDeleting(patient)} />
            </li>
          ))}
        </ul>
        {page.next && (
          <div className="mt-5 flex justify-center">
            <Button onClick={list.more} busy={status === 'more'}>
              Carregar mais
            </Button>
          </div>
        )}
      </>
    )
  }
}
