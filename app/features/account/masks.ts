export { maskPhone } from '#domain/phone.ts'

/** '123456sp' -> '123456/SP'. The slash comes with the first letter: Rio de Janeiro has numbers of up to ten digits. */
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
