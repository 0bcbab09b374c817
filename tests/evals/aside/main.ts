// npm run eval:aside [-- --calibrate | --pack FOLDER]: the figures of consultations that nobody tunes on; or writes how
// probable it is that a sentence is right; or packs a folder of consultations.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { listFiles, readArguments, readText } from '#local/input.ts'
import { structured } from '#local/structure/consultation.ts'
import { asCase, readLabelled } from '../corpus.ts'
import { figuresOf, goldCase, scoreRecord } from '../score.ts'
import { calibrationOf, checkCalibration, rowsOf } from './calibrate.ts'
import { noteOf } from './note.ts'

const file = new URL('./cases.pack', import.meta.url)
const packed = z.record(z.string(), z.string())
const { pack, calibrate } = readArguments({ pack: { type: 'string' }, calibrate: { type: 'boolean' } }, []).values

if (pack) {
  const names = listFiles(pack, '.txt')
  const texts = Object.fromEntries(names.map((name) => [name.slice(0, -4), readText(join(pack, name))]))
  writeFileSync(
    file,
    `${gzipSync(JSON.stringify(texts))
      .toString('base64')
      .replace(/.{120}/g, '$&\n')}\n`,
  )
  console.log(`${names.length} consultations packed`)
} else {
  const texts = packed.parse(JSON.parse(gunzipSync(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toString()))
  const consultations = Object.entries(texts).map(([id, text]) => readLabelled(id, text))
  const rows = consultations.map((labelled) => {
    const record = structured(asCase(labelled))
    return { facts: scoreRecord(goldCase.parse(asCase(labelled)), record), note: noteOf(labelled, record) }
  })
  const { recall, critical, placed, false: wrong } = figuresOf(rows.map(({ facts }) => facts))
  const sum = (of: (note: (typeof rows)[number]['note']) => number) => rows.reduce((all, { note }) => all + of(note), 0)
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(0)}%`
  console.log(
    `${rows.length} consultations: facts found ${recall.toFixed(0)}%, critical ${critical.toFixed(0)}%, placed ${placed.toFixed(0)}%, false ${wrong}`,
  )
  console.log(
    `ideal sentences written ${share(
      sum((note) => note.written),
      sum((note) => note.ideal),
    )}, sentences right ${share(
      sum((note) => note.right),
      sum((note) => note.sentences),
    )}, length ${(sum((note) => note.words) / sum((note) => note.idealWords)).toFixed(2)} of the ideal`,
  )
  const judged = rowsOf(consultations)
  for (const { level, sentences, right } of checkCalibration(judged))
    console.log(
      `${level} confidence: ${sentences} of ${judged.length} sentences, ${share(right, sentences)} in the ideal note`,
    )
  if (calibrate)
    writeFileSync(
      new URL('../../../domain/record/note/calibration.json', import.meta.url),
      `${JSON.stringify(calibrationOf(judged), null, 2)}\n`,
    )
}
