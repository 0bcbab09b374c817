const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
const pointsOf = (letters: string) => [...letters].map((letter) => letter.codePointAt(0) as number)
/** The letters of Portuguese, with combining marks (a decomposed ã): preloaded. */
export const PORTUGUESE = new Set([
  ...from(0x20, 0x7e),
  0xa0,
  ...pointsOf('ªº°·§²³×−“”‘’–—…•'),
  ...pointsOf('àáâãçéêíóôõúüÀÁÂÃÇÉÊÍÓÔÕÚÜ'),
  ...[0x300, 0x301, 0x302, 0x303, 0x308, 0x327],
])
/** Foreign names and the symbols of doses: fetched by a page that contains one. */
export const REST = [
  ...from(0xa1, 0xff),
  ...[0x131, 0x152, 0x153],
  ...from(0x2018, 0x201e),
  ...[0x2032, 0x2033, 0x2039, 0x203a, 0x20ac, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193, 0x2264, 0x2265],
].filter((point) => !PORTUGUESE.has(point))
/** 'U+20-7E, U+A0', as a style sheet names letters. */
export function rangeOf(points: Iterable<number>): string {
  const runs: [number, number][] = []
  for (const point of [...points].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && point === last[1] + 1) last[1] = point
    else runs.push([point, point])
  }
  const hex = (point: number) => point.toString(16).toUpperCase()
  return runs.map(([a, b]) => `U+${hex(a)}${a === b ? '' : `-${hex(b)}`}`).join(', ')
}
