// npm run structure -- CASES_DIR OUT_DIR: structures consultation files without a server and writes <id>.json for each.
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { makeFolder, readArguments, writeText } from '../input.ts'
import { readConsultations, structured } from './consultation.ts'

const [casesDir, outDir] = readArguments({}, ['CASES_DIR', 'OUT_DIR']).operands
const files = readConsultations(casesDir)
makeFolder(outDir)
let failed = 0
for (const file of files) {
  const name = file.name.padEnd(24)
  if (!file.consultation) {
    failed += 1
    console.error(`${name} not a consultation file: ${file.wrong}`)
    continue
  }
  const { id, entries } = file.consultation
  const start = performance.now()
  const record = structured(file.consultation)
  const took = performance.now() - start
  writeText(join(outDir, `${id}.json`), `${JSON.stringify(record, null, 1)}\n`)
  const filled = record.sections.filter((section) => section.content !== '')
  const sentences = record.sections.reduce((sum, section) => sum + section.sentences.length, 0)
  console.log(
    record.refusal
      ? `${name} refused: ${record.refusal}`
      : `${name} ${String(entries.length).padStart(4)} lines  ${filled.length} sections  ${String(sentences).padStart(3)} sentences  ${record.warnings.length} warnings  ${took.toFixed(0).padStart(4)} ms`,
  )
}
process.exit(failed > 0 ? 1 : 0)
