import { writtenDate } from './birth-date.ts'
import type { ListedPatient, Patient } from './contract.ts'
import { cpfEnding } from './cpf.ts'

/** A patient as it stands in a list: the end of the CPF goes along only where no birth date tells it apart. */
export function listedOf(patient: Patient): ListedPatient {
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
  }
}

type Told = Pick<ListedPatient, 'birth_date' | 'cpf_ending' | 'created_at'>

/** What tells two patients of one name apart, wherever one of them is chosen: the best of what is known. */
export function toldApart({ birth_date, cpf_ending, created_at }: Told, date: (at: number) => string): string {
  if (birth_date) return `Nascimento ${writtenDate(birth_date)}`
  if (cpf_ending) return `CPF final ${cpf_ending}`
  return `Cadastrado em ${date(created_at)}`
}
