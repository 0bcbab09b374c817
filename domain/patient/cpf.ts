import { z } from 'zod/mini'

/** '52998224725' -> '529.982.247-25' */
export function maskCpf(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 11)
  const [head, check] = [digits.slice(0, 9), digits.slice(9)]
  const grouped = head.replace(/(\d{3})(?=\d)/g, '$1.')
  return check ? `${grouped}-${check}` : grouped
}

/** Checks the last two digits against the others. Eleven equal digits would pass but belong to no person. */
export function isCpf(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (digits.length !== 11 || /^(\d)\1+$/.test(digits)) return false
  return [9, 10].every((length) => checkDigit(digits.slice(0, length)) === Number(digits[length]))
}

function checkDigit(digits: string): number {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (digits.length + 1 - index), 0)
  return ((sum * 10) % 11) % 10
}

export const cpf = z
  .string()
  .check(
    z.trim(),
    z.regex(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/, 'CPF deve estar no formato: 000.000.000-00'),
    z.refine(isCpf, 'CPF inválido'),
  )

/** The last five digits distinguish two people without showing the number. */
export const cpfEnding = (written: string): string => written.slice(-6)
