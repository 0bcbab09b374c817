// npm run fonts: the two families cut down to the letters, weights and features that the app's pages use, in app/styles/fonts.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subset from 'subset-font'

const OUT = 'app/styles/fonts'
const FAMILIES = [
  { name: 'figtree', wght: { min: 400, max: 700 } },
  { name: 'newsreader', wght: { min: 400, max: 600 } },
]

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
/** Latin-1, the marks of Portuguese as letters of their own (a decomposed ã), and what stands in prose and in doses. */
const LETTERS = String.fromCodePoint(
  ...from(0x20, 0x7e),
  ...from(0xa0, 0xff),
  ...[0x131, 0x152, 0x153, 0x300, 0x301, 0x302, 0x303, 0x308, 0x327],
  ...from(0x2013, 0x2014),
  ...from(0x2018, 0x201e),
  ...[
    0x2022, 0x2026, 0x2032, 0x2033, 0x2039, 0x203a, 0x20ac, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x2264,
    0x2265,
  ],
)
/** No small capitals, no other shapes of figures: nothing here asks for them. */
const FEATURES = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'tnum']

mkdirSync(OUT, { recursive: true })
for (const { name, wght } of FAMILIES) {
  const folder = `node_modules/@fontsource-variable/${name}`
  const whole = readFileSync(`${folder}/files/${name}-latin-wght-normal.woff2`)
  const cut = await subset(whole, LETTERS, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght },
    noHinting: true,
  })
  writeFileSync(`${OUT}/${name}.woff2`, cut)
  copyFileSync(`${folder}/LICENSE`, `${OUT}/${name}-OFL.txt`)
  console.log(`${name}: ${whole.length} → ${cut.length} bytes`)
}
