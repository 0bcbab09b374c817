import { writtenDate } from './birth-date.ts'
import type { ListedPatient, Patient } from './contract.ts'
import { cpfEnding } from './cpf.ts'

/** A patient for a list. The end of the CPF is included only without a birth date. */
export function listedOf(patient: Patient, lastNote: string | null = null): ListedPatient {
  const { id, name, clinical_context, created_at, updated_at, consultation_count, last_consultation, archived_at } =
    patient
  const { birth_date, cpf } = patient.identification
  return {
    id,
    name,
    clinical_context,
    created_at,
    updated_at,
    consultation_count,
    last_consultation,
    archived_at,
    birth_date,
    cpf_ending: !birth_date && cpf ? cpfEnding(cpf) : null,
    last_note: lastNote,
  }
}

type Distinguishing = Pick<ListedPatient, 'birth_date' | 'cpf_ending' | 'created_at'>

/** The label that distinguishes two patients of one name: birth date, else end of the CPF, else day of registration. */
export function distinguishingLabel(
  { birth_date, cpf_ending, created_at }: Distinguishing,
  date: (at: number) => string,
): string {
  if (birth_date) return `Nascimento ${writtenDate(birth_date)}`
  if (cpf_ending) return `CPF final ${cpf_ending}`
  return `Cadastrado em ${date(created_at)}`
}
