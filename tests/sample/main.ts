import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { renderRecord } from '#workers/pdf/render.ts'
import { sampleDocument } from '#workers/pdf/sample.ts'

/** The demonstration page's files; tests compare them with the output of the Worker's renderer. */
const FILE = 'public/demonstracao/registro-exemplo.pdf'
const font = (name: string) => new Uint8Array(readFileSync(`workers/pdf/fonts/${name}.ttf`))

const file = await renderRecord(sampleDocument(), {
  sans: font('figtree-400'),
  strong: font('figtree-600'),
  serif: font('newsreader-400'),
})
mkdirSync(dirname(FILE), { recursive: true })
writeFileSync(FILE, file)
console.log(`${FILE}: ${file.byteLength} bytes`)
