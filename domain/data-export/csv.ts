import { auditSentences } from '../audit/sentences.ts'
import { localDateTime } from '../local-time.ts'
import type { AccessRow } from './account-file.ts'

/** Quotes a cell, and keeps a spreadsheet from reading it as a formula. */
const cell = (value: string | number | null): string => {
  const text = String(value ?? '')
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
const line = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(';')}\r\n`

/** Begins with the byte order mark, by which spreadsheets recognise UTF-8. */
export const ACCESS_HEADER = `\uFEFF${line(['Número', 'Quando', 'O que foi feito', 'Paciente (código)', 'Aparelho', 'Rede'])}`

/** One row of acessos.csv with its line end. */
export const accessLine = ({ id, at, action, patient_id, device, network }: AccessRow, timeZone: string): string =>
  line([id, localDateTime(at, timeZone), auditSentences[action] ?? action, patient_id, device, network])
