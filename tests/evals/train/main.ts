// npm run train -- FOLDER: trains the tagger on labelled consultations and writes domain/dialogue/tagger/weights.json.
// The same files give the same bytes.
import { writeFileSync } from 'node:fs'
import { readArguments } from '#local/input.ts'
import { readFolder } from '../corpus.ts'
import { trainModels } from './models.ts'

const [folder] = readArguments({}, ['FOLDER']).operands
const consultations = readFolder(folder)
const stored = trainModels(consultations)
const text = `${JSON.stringify(stored)}\n`
writeFileSync(new URL('../../../domain/dialogue/tagger/weights.json', import.meta.url), text)
console.log(`${consultations.length} consultations, ${Math.round(text.length / 1000)} kB of weights`)
