// npm run train -- FOLDER: trains the tagger, the choice of sentences and the doubt on labelled consultations
// and on the cases with facts, and writes their weights. The same files give the same bytes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '#local/input.ts'
import { readFactCases, readFolder } from '../corpus.ts'
import { trainChoice } from './choice.ts'
import { trainDoubt } from './doubts.ts'
import { trainModels } from './models.ts'

const [folder] = readArguments({}, ['FOLDER']).operands
const cases = join(import.meta.dirname, '../cases')
const consultations = [...readFolder(folder), ...readFactCases(cases)]
const choice = trainChoice(consultations)
const weights = trainModels(consultations)
// The tagger and the choice learn nothing from the calls: with them the notes aside were a little worse.
const calls = readFolder(join(import.meta.dirname, '../calls'))
const doubt = trainDoubt([...readFolder(folder), ...calls], weights)
let bytes = 0
for (const [path, stored] of [
  ['dialogue/tagger/weights.json', weights],
  ['record/note/choice.json', choice],
  ['record/doubt/trees.json', doubt],
] as const) {
  const text = `${JSON.stringify(stored)}\n`
  bytes += text.length
  writeFileSync(new URL(`../../../domain/${path}`, import.meta.url), text)
}
console.log(`${consultations.length} consultations, ${calls.length} calls, ${Math.round(bytes / 1000)} kB of weights`)
