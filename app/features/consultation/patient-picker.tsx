import { useCallback } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { Combobox, type ComboboxItem } from '#app/ui/combobox.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Patient } from '#domain/patient/contract.ts'
import { usableContext } from '#domain/patient/patient.ts'
import { createPatientHere, findPatients } from './calls.ts'

export type PickedPatient = ComboboxItem & { context: string }
export const toPicked = (patient: Patient): PickedPatient => {
  const context = usableContext(patient.clinical_context)
  return { id: patient.id, label: patient.name, context, detail: context || undefined }
}

const texts = {
  loading: 'Buscando pacientes...',
  empty: 'Nenhum paciente encontrado',
  failed: 'Não foi possível buscar. Verifique a conexão.',
  clear: 'Limpar paciente',
}

type Props = { value: PickedPatient | null; onChange: (patient: PickedPatient | null) => void; error: string | null }

export function PatientPicker({ value, onChange, error }: Props) {
  const search = useCallback(async (query: string) => (await findPatients(query)).map(toPicked), [])

  async function create(name: string) {
    try {
      const patient = toPicked(await createPatientHere(name))
      toast.success('Paciente criado com sucesso')
      return patient
    } catch (failure) {
      toast.error('Erro ao salvar paciente', failure instanceof ApiFailure ? { description: failure.message } : {})
      return null
    }
  }

  return (
    <Combobox
      label="Paciente"
      required
      placeholder="Buscar ou criar paciente"
      value={value}
      onChange={onChange}
      search={search}
      create={{ label: (text) => `Criar paciente "${text}"`, run: create }}
      texts={texts}
      error={error}
    />
  )
}
