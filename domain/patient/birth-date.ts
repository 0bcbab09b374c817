import { z } from 'zod/mini'

/** A day as it is stored and compared: aaaa-mm-dd. People write and read dd/mm/aaaa. */
export type Day = string

/** '12031980' -> '12/03/1980' */
export function maskDate(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/')
}
/** dd/mm/aaaa */
export const writtenDate = (day: Day): string => day.split('-').reverse().join('/')
/** The day written as dd/mm/aaaa; null for anything else. */
export const dayOfWritten = (text: string): Day | null =>
  /^\d{2}\/\d{2}\/\d{4}$/.test(text) ? text.split('/').reverse().join('-') : null

/** The day as typed without a mask ('5/3/1970', '05031970') or filled in by a browser ('1970-03-05'); null for others. */
export function dayOfTyped(text: string): Day | null {
  const typed = text.trim()
  if (/^\d{4}-\d{2}-\d{2}$/.test(typed)) return typed
  const parts = /^(\d{1,2})\D(\d{1,2})\D(\d{4})$/.exec(typed)?.slice(1)
  if (parts) return dayOfWritten(parts.map((part) => part.padStart(2, '0')).join('/'))
  return /^\d{8}$/.test(typed) ? dayOfWritten(maskDate(typed)) : null
}

function isReal(day: Day): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day
}

/** Every living patient was born later. */
const EARLIEST = '1900-01-01'
const BIRTH_DATE_FUTURE = 'Data de nascimento não pode estar no futuro'

export const birthDate = z.string().check(
  z.trim(),
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Data de nascimento deve estar no formato: dd/mm/aaaa'),
  z.refine(isReal, 'Data de nascimento inválida'),
  z.refine((day) => day >= EARLIEST, 'Confira o ano da data de nascimento'),
)

/** The message for a birth date after `today`, which the contract does not know; null if it is valid. */
export const futureProblem = (birth: Day | null | undefined, today: Day): string | null =>
  birth && birth > today ? BIRTH_DATE_FUTURE : null

const DAY_MS = 86_400_000
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The age on a day in years, months or days, as people say it at that age. Null before birth. */
export function ageOn(birth: Day, day: Day): string | null {
  if (day < birth) return null
  const [y = 0, m = 0, d = 0] = birth.split('-').map(Number)
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const months = (year - y) * 12 + month - m - (date < d ? 1 : 0)
  if (months >= 24) return counted(Math.floor(months / 12), 'ano', 'anos')
  if (months >= 1) return counted(months, 'mês', 'meses')
  return counted(Math.round((Date.parse(day) - Date.parse(birth)) / DAY_MS), 'dia', 'dias')
}
