import { writtenDate } from './birth-date.ts'
import type { Patient } from './contract.ts'
import { cpfEnding } from './cpf.ts'

type Told = Pick<Patient, 'identification' | 'created_at'>

/** What tells two patients of one name apart, wherever one of them is chosen: the best of what is known. */
export function toldApart({ identification, created_at }: Told, date: (at: number) => string): string {
  if (identification.birth_date) return `Nascimento ${writtenDate(identification.birth_date)}`
  if (identification.cpf) return `CPF final ${cpfEnding(identification.cpf)}`
  return `Cadastrado em ${date(created_at)}`
}
