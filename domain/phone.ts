import { z } from 'zod/mini'

export const phone = z
  .string()
  .check(z.trim(), z.regex(/^\(\d{2}\) \d{4,5}-\d{4}$/, 'Telefone deve estar no formato: (11) 99999-9999'))

/** '11987654321' -> '(11) 98765-4321' */
export function maskPhone(text: string): string {
  const all = text.replace(/\D/g, '')
  // More than 11 digits: 55 is the country code. A number that was complete and is typed on has 55 as its area code.
  const abroad = all.length > 11 && all.startsWith('55') && !text.startsWith('(55) 9')
  const digits = all.slice(abroad ? 2 : 0).slice(0, 11)
  if (digits.length < 3) return digits && `(${digits}`
  const [area, rest] = [digits.slice(0, 2), digits.slice(2)]
  const cut = rest.length > 8 ? 5 : 4
  return rest.length <= cut ? `(${area}) ${rest}` : `(${area}) ${rest.slice(0, cut)}-${rest.slice(cut)}`
}
