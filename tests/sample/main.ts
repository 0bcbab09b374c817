import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { renderRecord } from '#workers/pdf/render.ts'
import { sampleDocument } from '#workers/pdf/sample.ts'

/** What the demonstration page offers; tests hold it to what the Worker's renderer makes now. */
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
