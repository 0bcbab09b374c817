// Gender of a clinical name, by its first word.

/** Whether the name is feminine in Portuguese. */
export function isFeminine(name: string): boolean {
  const first = name.split(/[\s,]/)[0] ?? ''
  if (/(grama|ema|oma|trauma)s?$|^MAPA$/.test(first)) return false
  return /(a|as|ção|ções|são|ite|ose|dade|gem|gravidez|síndrome)$/i.test(first)
}
