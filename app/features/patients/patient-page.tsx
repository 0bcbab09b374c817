import { ArchiveRestore, ArrowLeft, FileDown, Pencil, Stethoscope } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { plural, useFormat } from '#app/lib/format.tsx'
import { useTask } from '#app/lib/use-task.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { ExportDialog } from '#app/ui/export-dialog.ts'
import { ErrorState, SkeletonRows } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { ListedPatient, Patient } from '#domain/patient/contract.ts'
import { identificationFacts, knownIdentification } from '#domain/patient/identification.ts'
import { listedOf } from '#domain/patient/listed-patient.ts'
import { shownContext } from '#domain/patient/patient.ts'
import { restorePatient } from './calls.ts'
import { FactLists } from './fact-lists.tsx'
import { type Editing, PatientDialog } from './patient-dialog.tsx'
import { Proposals } from './proposals.tsx'
import { RecallLines } from './recall.tsx'
import { Timeline, type TimelinePage } from './timeline.tsx'
import { usePatientMemory } from './use-memory.ts'

type Props = {
  patient: Patient
  exportDialog: ExportDialog
  timeline: { data: TimelinePage | null; failure: string | null }
  /** Reads the patient again after a change. */
  onChange: () => void
  onStart: (patient: ListedPatient) => void
}

/** One patient: identification, the lists that live between visits, and the consultations. */
export function PatientPage({ patient, exportDialog, timeline, onChange, onStart }: Props) {
  const work = usePatientMemory(patient.id)
  const { memory, failure, retry } = work
  return (
    <div className="mx-auto flex max-w-screen flex-col gap-4">
      <Head patient={patient} exportDialog={exportDialog} onChange={onChange} onStart={onStart} />
      {failure ? (
        <ErrorState message={`Não foi possível ler as listas: ${failure}`} onRetry={retry} />
      ) : memory ? (
        <>
          {!patient.archived && <Proposals work={work} />}
          <FactLists work={work} facts={memory.facts} readOnly={patient.archived} />
          {memory.recall.some(({ consultation_id }) => consultation_id !== null) && (
            <Card className="p-4">
              <RecallLines memory={memory} patientId={null} />
            </Card>
          )}
        </>
      ) : (
        <SkeletonRows label="Carregando as listas..." rows={2} className="h-33" />
      )}
      <section aria-labelledby="consultas">
        <h2 id="consultas" className="mb-2 font-serif text-lg font-semibold tracking-tight">
          Consultas
        </h2>
        <Timeline patientId={patient.id} initial={timeline.data} failure={timeline.failure} />
      </section>
    </div>
  )
}

function Head({ patient, exportDialog, onChange, onStart }: Omit<Props, 'timeline'>) {
  const format = useFormat()
  const [editing, setEditing] = useState<Editing>(null)
  const [isExporting, setExporting] = useState(false)
  const { busy, run } = useTask()
  const { name, archived_at: archivedAt, identification } = patient
  const facts = identificationFacts(knownIdentification(identification) ?? {}, format.isoDate(Date.now()))
  const restore = () =>
    run(
      async () => {
        await restorePatient(patient.id)
        toast.success('Paciente restaurado com sucesso')
        onChange()
      },
      (description) => toast.error('Erro ao restaurar paciente', { description }),
    )
  return (
    <div>
      <Link
        to="/app/patients"
        className="mb-2 inline-flex items-center gap-1.5 rounded-s py-1 text-ink-2 hover:text-ink pointer-coarse:py-2.5"
      >
        <ArrowLeft aria-hidden className="size-4.25" />
        Pacientes
      </Link>
      <Card className="p-5">
        <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-75">
            <h1 className="font-serif text-xl leading-tight font-semibold tracking-tight wrap-anywhere">{name}</h1>
            <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
              {plural(patient.consultation_count, 'consulta', 'consultas')}
              {archivedAt !== null && <Badge tone="warn">Arquivado em {format.date(archivedAt)}</Badge>}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button icon={FileDown} onClick={() => setExporting(true)}>
              Exportar prontuário
            </Button>
            {archivedAt === null ? (
              <>
                <Button icon={Pencil} onClick={() => setEditing({ patient })}>
                  Editar
                </Button>
                <Button icon={Stethoscope} variant="primary" onClick={() => onStart(listedOf(patient))}>
                  Nova consulta
                </Button>
              </>
            ) : (
              <Button icon={ArchiveRestore} busy={busy} onClick={restore}>
                Restaurar
              </Button>
            )}
          </div>
        </div>
        {facts.length > 0 && (
          <dl className="mt-4 grid gap-x-6 gap-y-2 border-t border-line pt-4 sm:grid-cols-2 lg:grid-cols-3">
            {facts.map(({ label, value }) => (
              <div key={label} className="min-w-0 wrap-anywhere">
                <dt className="text-xs text-ink-2">{label}</dt>
                <dd className="font-medium">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <div className="mt-4 border-t border-line pt-4">
          <h2 className="text-xs text-ink-2">Contexto clínico</h2>
          <p className="max-w-measure-lg whitespace-pre-line wrap-anywhere">{shownContext(patient.clinical_context)}</p>
        </div>
      </Card>
      {exportDialog({
        id: patient.id,
        title: 'Exportar prontuário',
        open: isExporting,
        onClose: () => setExporting(false),
      })}
      <PatientDialog
        editing={editing}
        onClose={() => setEditing(null)}
        onSaved={onChange}
        onNamesakes={() => undefined}
      />
    </div>
  )
}
