import { z } from 'zod/mini'
import { oneLine } from '../contract.ts'
import { phone } from '../phone.ts'
import { ageOn, birthDate, type Day, writtenDate } from './birth-date.ts'
import { cpf } from './cpf.ts'

export const sexes = ['feminino', 'masculino', 'intersexo'] as const
const sex = z.enum(sexes, 'Escolha uma opção da lista')
export type Sex = z.infer<typeof sex>
export const sexLabels: Record<Sex, string> = { feminino: 'Feminino', masculino: 'Masculino', intersexo: 'Intersexo' }

export const MOTHER_NAME_MAX = 160
export const BIRTHPLACE_MAX = 120
export const ADDRESS_MAX = 300

/** CFM 1.638/2002. All fields are optional: null is unknown. */
export const identification = z.object({
  birth_date: z.nullable(z.string()),
  sex: z.nullable(sex),
  mother_name: z.nullable(z.string()),
  birthplace: z.nullable(z.string()),
  address: z.nullable(z.string()),
  cpf: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})
export type Identification = z.infer<typeof identification>

export const noIdentification: Identification = {
  birth_date: null,
  sex: null,
  mother_name: null,
  birthplace: null,
  address: null,
  cpf: null,
  phone: null,
}

/** Trimmed; an empty line becomes null. */
const line = (max: number, tooLong: string) =>
  z.nullable(
    z.pipe(
      oneLine.check(z.maxLength(max, tooLong)),
      z.transform((text) => text || null),
    ),
  )

/** A change: only the fields present change, and null clears one. */
export const identificationBody = z.partial(
  z.strictObject({
    birth_date: z.nullable(birthDate),
    sex: z.nullable(sex),
    mother_name: line(MOTHER_NAME_MAX, 'Nome da mãe muito longo'),
    birthplace: line(BIRTHPLACE_MAX, 'Naturalidade muito longa'),
    address: line(ADDRESS_MAX, 'Endereço muito longo'),
    cpf: z.nullable(cpf),
    phone: z.nullable(phone),
  }),
)
export type IdentificationChange = z.output<typeof identificationBody>

/** The known fields, or null when there are none. Signing, printing and redaction use this function. */
export function knownIdentification(of: Identification): Partial<Identification> | null {
  const fields = Object.entries(of).filter(([, value]) => value !== null)
  return fields.length > 0 ? Object.fromEntries(fields) : null
}

/** Labels and values in the order of a record's head; the age is the one on `day`. */
export function identificationFacts(of: Partial<Identification>, day: Day): { label: string; value: string }[] {
  const age = of.birth_date ? ageOn(of.birth_date, day) : null
  const born = of.birth_date && `${writtenDate(of.birth_date)}${age ? ` (${age})` : ''}`
  const facts: [string, string | null | undefined][] = [
    ['Nascimento', born],
    ['Sexo', of.sex && sexLabels[of.sex]],
    ['CPF', of.cpf],
    ['Telefone', of.phone],
    ['Nome da mãe', of.mother_name],
    ['Naturalidade', of.birthplace],
    ['Endereço', of.address],
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
