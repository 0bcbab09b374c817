/**
 * '123456sp' -> '123456/SP'. The slash comes by itself before the first letter: after six digits would be too early for
 * Rio de Janeiro, whose numbers have up to ten.
 */
export function maskCrm(text: string): string {
  const clean = text.toUpperCase().replace(/[^0-9A-Z/]/g, '')
  const digits = clean.match(/^\d{0,10}/)?.[0] ?? ''
  const letters = clean
    .slice(digits.length)
    .replace(/[^A-Z]/g, '')
    .slice(0, 2)
  if (letters || clean[digits.length] === '/') return `${digits}/${letters}`
  return digits
}

/** '11987654321' -> '(11) 98765-4321' */
export function maskPhone(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 11)
  if (digits.length < 3) return digits && `(${digits}`
  const [area, rest] = [digits.slice(0, 2), digits.slice(2)]
  const cut = rest.length > 8 ? 5 : 4
  return rest.length <= cut ? `(${area}) ${rest}` : `(${area}) ${rest.slice(0, cut)}-${rest.slice(cut)}`
}
