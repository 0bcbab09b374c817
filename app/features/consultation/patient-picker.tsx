import { useCallback, useEffect, useRef, useState } from 'react'
import { whyOf } from '#app/lib/api.ts'
import { plural, useFormat } from '#app/lib/format.tsx'
import { Button } from '#app/ui/button.tsx'
import { Combobox, type ComboboxItem } from '#app/ui/combobox.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { ListedPatient } from '#domain/patient/contract.ts'
import { distinguishingLabel, listedOf } from '#domain/patient/listed-patient.ts'
import { nameMatches, usableContext } from '#domain/patient/patient.ts'
import { createPatientHere, dropPatient, findPatients } from './calls.ts'

export type PickedPatient = ComboboxItem & { context: string; patient: ListedPatient }
export const toPicked = (patient: ListedPatient): PickedPatient => ({
  id: patient.id,
  label: patient.name,
  context: usableContext(patient.clinical_context),
  patient,
})

const texts = {
  loading: 'Buscando pacientes...',
  empty: 'Nenhum paciente encontrado',
  failed: 'Não foi possível buscar. Verifique a conexão.',
  clear: 'Limpar paciente',
}
const matches = (item: PickedPatient, query: string) => nameMatches(item.label, query)

type Props = {
  value: PickedPatient | null
  onChange: (patient: PickedPatient | null) => void
  /** The chosen person is the same as this earlier registration. */
  onSamePerson: (patient: PickedPatient) => void
  error: string | null
}

export function PatientPicker({ value, onChange, onSamePerson, error }: Props) {
  const format = useFormat()
  const field = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [created, setCreated] = useState<string | null>(null)
  const [namesakes, setNamesakes] = useState<{ of: string; others: ListedPatient[] } | null>(null)
  const labelOf = useCallback((patient: ListedPatient) => distinguishingLabel(patient, format.date), [format])
  const search = useCallback(
    async (query: string, signal: AbortSignal) =>
      (await findPatients(query, signal)).map((patient): PickedPatient => {
        const picked = toPicked(patient)
        return { ...picked, detail: [labelOf(patient), picked.context].filter(Boolean).join(' · ') }
      }),
    [labelOf],
  )

  async function create(name: string) {
    try {
      const { patient, namesakes: others } = await createPatientHere(name)
      setCreated(patient.id)
      setNamesakes(others.length > 0 ? { of: patient.id, others } : null)
      return toPicked(listedOf(patient))
    } catch (failure) {
      toast.error('Erro ao salvar paciente', { description: whyOf(failure) })
      return null
    }
  }

  /** Closes the notice and moves the focus to the choice. */
  function answer() {
    setNamesakes(null)
    field.current?.focus()
  }

  async function takeOther(other: ListedPatient, made: string) {
    onSamePerson(toPicked(other))
    answer()
    // Deletes the empty new registration. If that fails it stays, with a label that distinguishes it.
    await dropPatient(made).catch(() => undefined)
  }

  // A choice brings the next step to the end of the screen: whom it is for stays in sight above it.
  const chosen = value?.id
  useEffect(() => {
    if (chosen) box.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const pendingNamesakes = value && namesakes?.of === value.id ? namesakes : null
  return (
    <div ref={box} className="flex scroll-mt-20 scroll-mb-36 flex-col gap-1.5">
      <Combobox
        label="Paciente"
        inputRef={field}
        required
        placeholder="Buscar ou criar paciente"
        value={value}
        onChange={onChange}
        search={search}
        matches={matches}
        create={{
          label: (text, taken) => (taken ? `Criar outro paciente "${text}"` : `Criar paciente "${text}"`),
          run: create,
        }}
        texts={texts}
        error={error}
      />
      {/* A toast would cover the next step on a small screen. */}
      <p role="status" className="text-xs text-ink-3 empty:-mt-1.5">
        {value &&
          (value.id === created
            ? 'Paciente criado com sucesso'
            : `${labelOf(value.patient)} · ${plural(value.patient.consultation_count, 'consulta', 'consultas')}`)}
      </p>
      {pendingNamesakes && (
        <NamesakeNotice
          others={pendingNamesakes.others}
          labelOf={labelOf}
          onUse={(other) => takeOther(other, pendingNamesakes.of)}
          onKeep={answer}
        />
      )}
    </div>
  )
}

type NamesakeNoticeProps = {
  others: readonly ListedPatient[]
  labelOf: (patient: ListedPatient) => string
  onUse: (other: ListedPatient) => void
  onKeep: () => void
}

/** Asks whether a patient just created is the same person as another of that name. */
function NamesakeNotice({ others, labelOf, onUse, onKeep }: NamesakeNoticeProps) {
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
