import { z } from 'zod/mini'
import { oneLine } from '../contract.ts'

const STATES = 'AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO'

export const specialtyNames = [
  'Cardiologia',
  'Dermatologia',
  'Endocrinologia',
  'Gastroenterologia',
  'Ginecologia',
  'Neurologia',
  'Oftalmologia',
  'Ortopedia',
  'Pediatria',
  'Pneumologia',
  'Psiquiatria',
  'Urologia',
  'Clínica Geral',
  'Cirurgia Geral',
  'Anestesiologia',
  'Radiologia',
  'Patologia',
  'Medicina de Família',
  'Geriatria',
  'Oncologia',
] as const
export const specialtyName = z.enum(specialtyNames, 'Escolha uma especialidade da lista')

/** 4-6 digits, slash, state; Rio de Janeiro alone has numbers of up to 10 digits. */
const crmPattern = new RegExp(`^(\\d{4,6}/(${STATES})|\\d{7,10}/RJ)$`)
export const crm = z.string().check(z.trim(), z.regex(crmPattern, 'CRM deve estar no formato: 123456/UF'))

/** Registro de Qualificação de Especialista: the number alone. */
export const rqe = z.string().check(z.trim(), z.regex(/^\d{1,8}$/, 'RQE deve ter só números'))

export const ADDRESS_MAX = 200
export const practiceAddress = oneLine.check(
  z.minLength(1, 'Escreva o endereço'),
  z.maxLength(ADDRESS_MAX, 'Endereço muito longo'),
)

/** Sign-up keeps the spec's minimum; the stricter rules of a change are in password.ts. */
export const SIGN_UP_PASSWORD_MIN = 6
