// npm run fonts: the two families cut down to the letters, weights and features that the app's pages use, in app/styles/fonts.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subset from 'subset-font'

const OUT = 'app/styles/fonts'
const FAMILIES = [
  { name: 'figtree', wght: { min: 400, max: 700 } },
  { name: 'newsreader', wght: { min: 400, max: 600 } },
]

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
const pointsOf = (letters: string) => [...letters].map((letter) => letter.codePointAt(0) as number)
/** What Portuguese is written in, with its marks as letters of their own (a decomposed ã): preloaded. */
const PORTUGUESE = new Set([
  ...from(0x20, 0x7e),
  0xa0,
  ...pointsOf('ªº°·§²³×−“”‘’–—…•'),
  ...pointsOf('àáâãçéêíóôõúüÀÁÂÃÇÉÊÍÓÔÕÚÜ'),
  ...[0x300, 0x301, 0x302, 0x303, 0x308, 0x327],
])
/** Names from elsewhere, and what stands in doses: fetched by the page that has one. */
const REST = [
  ...from(0xa1, 0xff),
  ...[0x131, 0x152, 0x153],
  ...from(0x2018, 0x201e),
  ...[0x2032, 0x2033, 0x2039, 0x203a, 0x20ac, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193, 0x2264, 0x2265],
].filter((point) => !PORTUGUESE.has(point))
/** No small capitals, no other shapes of figures: nothing here asks for them. */
const FEATURES = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'tnum']

/** 'U+20-7E, U+A0', as a style sheet names letters. */
function rangeOf(points: Iterable<number>): string {
  const runs: [number, number][] = []
  for (const point of [...points].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && point === last[1] + 1) last[1] = point
    else runs.push([point, point])
  }
  const hex = (point: number) => point.toString(16).toUpperCase()
  return runs.map(([a, b]) => `U+${hex(a)}${a === b ? '' : `-${hex(b)}`}`).join(', ')
}

mkdirSync(OUT, { recursive: true })
for (const { name, wght } of FAMILIES) {
  const folder = `node_modules/@fontsource-variable/${name}`
  const whole = readFileSync(`${folder}/files/${name}-latin-wght-normal.woff2`)
  const options = { targetFormat: 'woff2', keepFeatures: FEATURES, variationAxes: { wght }, noHinting: true } as const
  const parts = [
    ['', PORTUGUESE],
    ['-rest', REST],
  ] as const
  for (const [suffix, points] of parts) {
    const cut = await subset(whole, String.fromCodePoint(...points), options)
    writeFileSync(`${OUT}/${name}${suffix}.woff2`, cut)
    console.log(`${name}${suffix}: ${whole.length} → ${cut.length} bytes`)
  }
  copyFileSync(`${folder}/LICENSE`, `${OUT}/${name}-OFL.txt`)
}
console.log(`\nunicode-range of app/styles/fonts.css\n  first: ${rangeOf(PORTUGUESE)}\n  rest:  ${rangeOf(REST)}`)
