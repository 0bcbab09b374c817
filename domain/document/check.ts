import type { DocumentHead, Finding } from './contract.ts'
import { type DocumentKind, documentFields, type MedicinePart, medicineParts } from './kind.ts'

type Texts = {
  fields: Readonly<Record<string, { text: string }>>
  medicines: readonly Readonly<Record<MedicinePart, string>>[]
  cid_authorised: boolean
}

/**
 * [DC3] [DC4] What is missing or malformed in the texts, without reading the medicines' names: a screen runs it at each
 * key. Medicines have their own check (medicine-check.ts).
 */
export function checkTexts(kind: DocumentKind, content: Texts): Finding[] {
  const { fields, medicines } = content
  const text = (name: string) => fields[name]?.text.trim() ?? ''
  const missing = documentFields[kind].flatMap(({ name, need, missing: message }): Finding[] =>
    message && text(name) === '' ? [{ field: name, message, blocks: need === 'required' }] : [],
  )
  const long = documentFields[kind].flatMap(({ name, max }): Finding[] =>
    text(name).length > max ? [fault(name, `Escreva no máximo ${max} letras`)] : [],
  )
  const own = [...missing, ...long]
  if (kind === 'prescription') return [...own, ...prescriptionGaps(medicines)]
  if (kind === 'sick_note') return [...own, ...sickNoteFaults(text, content.cid_authorised)]
  if (kind === 'attendance') return [...own, ...attendanceFaults(text)]
  return own
}

const required = new Set<MedicinePart>(['name', 'dose', 'route', 'frequency', 'duration'])
function prescriptionGaps(medicines: Texts['medicines']): Finding[] {
  if (medicines.length === 0)
    return [{ field: 'medicines', message: 'Faltam os medicamentos: o registro não prescreve nenhum', blocks: true }]
  return medicines.flatMap((medicine, index) =>
    medicineParts.flatMap(({ name, missing }): Finding[] => {
      const field = `medicines.${index}.${name}`
      if (required.has(name) && medicine[name].trim() === '') return [{ field, message: missing, blocks: true }]
      const isBare = name === 'dose' && /^[\d.,\s]+$/.test(medicine.dose) && medicine.dose.trim() !== ''
      return isBare ? [{ field, message: 'Falta a unidade da dose', blocks: true }] : []
    }),
  )
}

const DAYS_MAX = 365
const date = /^(\d{2})\/(\d{2})\/(\d{4})$/
function isDate(text: string): boolean {
  const [, day, month, year] = date.exec(text) ?? []
  if (!day || !month || !year) return false
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return at.getUTCDate() === Number(day) && at.getUTCMonth() === Number(month) - 1
}
const fault = (field: string, message: string): Finding => ({ field, message, blocks: true })

function sickNoteFaults(text: (name: string) => string, authorised: boolean): Finding[] {
  const [days, start, cid] = [text('days'), text('start'), text('cid')]
  return [
    ...(days && !(/^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= DAYS_MAX)
      ? [fault('days', `Escreva um número de dias, de 1 a ${DAYS_MAX}`)]
      : []),
    ...(start && !isDate(start) ? [fault('start', 'Escreva a data como dd/mm/aaaa')] : []),
    ...(authorised && !cid ? [fault('cid', 'O paciente autorizou o CID, e falta o código')] : []),
    ...(authorised && cid && !/^[A-Z]\d{2}(\.?\d)?$/.test(cid)
      ? [fault('cid', 'Escreva o código como A00 ou A00.0')]
      : []),
  ]
}

const time = /^([01]\d|2[0-3]):[0-5]\d$/
function attendanceFaults(text: (name: string) => string): Finding[] {
  const [from, to] = [text('from'), text('to')]
  const malformed = (name: string) => text(name) !== '' && !time.test(text(name))
  return [
    ...(text('date') && !isDate(text('date')) ? [fault('date', 'Escreva a data como dd/mm/aaaa')] : []),
    ...['from', 'to'].filter(malformed).map((name) => fault(name, 'Escreva o horário como hh:mm')),
    ...(time.test(from) && time.test(to) && to < from ? [fault('to', 'A saída é antes da chegada')] : []),
  ]
}

/** [DC5] What CFM 2.381/2024 asks of every document about doctor and patient. */
export function checkHead(
  kind: DocumentKind,
  { doctor, patient }: Pick<DocumentHead, 'doctor' | 'patient'>,
): Finding[] {
  const findings: (Finding | false)[] = [
    !doctor.crm && { field: 'doctor.crm', message: 'Falta o seu CRM', blocks: true },
    doctor.specialty !== null &&
      !doctor.rqe && {
        field: 'doctor.rqe',
        message: 'Sem RQE no perfil, a especialidade não sai no documento',
        blocks: false,
      },
    !doctor.address && {
      field: 'doctor.address',
      message: 'Falta o endereço profissional no perfil: o espaço sai em branco para preencher à mão',
      blocks: false,
    },
    !patient.cpf && { field: 'patient.cpf', message: 'Paciente sem CPF no cadastro', blocks: false },
    kind === 'prescription' &&
      !patient.address && {
        field: 'patient.address',
        message: 'Paciente sem endereço no cadastro: o espaço sai em branco para preencher à mão',
        blocks: false,
      },
  ]
  return findings.filter((one) => one !== false)
}

/** The findings that stop issuing, by field, as the API answers them. */
export const blockingFields = (findings: readonly Finding[]): Record<string, string> =>
  Object.fromEntries(findings.filter(({ blocks }) => blocks).map(({ field, message }) => [field || '_', message]))
