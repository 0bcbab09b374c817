import { useCallback, useRef, useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { plural } from '#app/lib/format.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { Combobox, type ComboboxItem } from '#app/ui/combobox.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { ListedPatient } from '#domain/patient/contract.ts'
import { distinguishingLabel, listedOf } from '#domain/patient/listed-patient.ts'
import { nameMatches, usableContext } from '#domain/patient/patient.ts'
import { createPatientHere, dropPatient, findPatients } from './calls.ts'
import { NamesakeNotice } from './namesake-notice.tsx'

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
      toast.success('Paciente criado com sucesso')
      setNamesakes(others.length > 0 ? { of: patient.id, others } : null)
      return toPicked(listedOf(patient))
    } catch (failure) {
      toast.error('Erro ao salvar paciente', failure instanceof ApiFailure ? { description: failure.message } : {})
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

  const pendingNamesakes = value && namesakes?.of === value.id ? namesakes : null
  return (
    <div className="flex flex-col gap-1.5">
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
      {value && (
        <p className="text-xs text-ink-3">
          {labelOf(value.patient)} · {plural(value.patient.consultation_count, 'consulta', 'consultas')}
        </p>
      )}
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
