// Prints every shape, one after the other, and says what each took: a JSON line per shape.
import { readFileSync } from 'node:fs'
import { renderRecord } from '#workers/pdf/render.ts'
import { sampleDocument } from '#workers/pdf/sample.ts'
import { shapes } from './shapes.ts'

const font = (name: string) => new Uint8Array(readFileSync(`workers/pdf/fonts/${name}.ttf`))
const fonts = { sans: font('figtree-400'), strong: font('figtree-600'), serif: font('newsreader-400') }
/** Prints until the engine has compiled what runs often. */
const WARM_UP = 10

for (let count = 0; count < WARM_UP; count++) await renderRecord(sampleDocument(), fonts)

for (const [name, shape] of Object.entries(shapes)) {
  const document = shape()
  const cpu = process.threadCpuUsage()
  const file = await renderRecord(document, fonts)
  const { user, system } = process.threadCpuUsage(cpu)
  const pages =
    Buffer.from(file)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length ?? 0
  console.log(JSON.stringify({ name, pages, ms: (user + system) / 1_000 }))
}
