// npm run fonts: the two families cut down to the letters, weights and features that the app's pages use, in app/styles/fonts.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subset from 'subset-font'
import { PORTUGUESE, REST, rangeOf } from './letters.ts'

const OUT = 'app/styles/fonts'
const FAMILIES = [
  { name: 'figtree', wght: { min: 400, max: 700 } },
  { name: 'newsreader', wght: { min: 400, max: 600 } },
]

/** No small capitals, no other shapes of figures: nothing here asks for them. */
const FEATURES = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'tnum']

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
