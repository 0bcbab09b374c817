// npm run eval:aside prints the figures of the consultations kept aside. Its options write something instead:
//   --sheets FOLDER     the notes, for readers in the role of a physician
//   --verdicts FOLDER   reads their verdicts (FOLDER/01.verdicts and so on) into judged.pack
//   --calibrate         how probable it is that a sentence is right, from the judged ones
//   --pack FOLDER       packs a folder of consultations
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { listFiles, readArguments, readText } from '#local/input.ts'
import { structured } from '#local/structure/consultation.ts'
import { asCase, readLabelled } from '../corpus.ts'
import { figuresOf, goldCase, scoreRecord } from '../score.ts'
import { calibrationOf, checkCalibration, rowsOf } from './calibrate.ts'
import { checkedOf } from './checks.ts'
import { addVerdicts, readJudged, readPack, writePack, writeSheets } from './judged.ts'
import { noteOf } from './note.ts'

const { pack, calibrate, sheets, verdicts } = readArguments(
  {
    pack: { type: 'string' },
    calibrate: { type: 'boolean' },
    sheets: { type: 'string' },
    verdicts: { type: 'string' },
  },
  [],
).values

if (pack) {
  const names = listFiles(pack, '.txt')
  const texts = Object.fromEntries(names.map((name) => [name.slice(0, -4), readText(join(pack, name))]))
  writePack('./cases.pack', texts)
  console.log(`${names.length} consultations packed`)
} else {
  const texts = readPack('./cases.pack', z.record(z.string(), z.string()))
  const consultations = Object.entries(texts).map(([id, text]) => readLabelled(id, text))
  const notes = () =>
    consultations.map((one) => ({
      one,
      note: structured(asCase(one)).sections.flatMap(({ title, sentences }) =>
        sentences.map(({ text, evidence }) => ({ title, text, evidence })),
      ),
    }))
  if (sheets) writeSheets(sheets, notes())
  if (verdicts) writePack('./judged.pack', addVerdicts(verdicts, notes(), readJudged()))
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
  const { caught, wrong: errors, alarms, ideal } = checkedOf(consultations)
  console.log(
    `checks: ${share(caught, errors)} of ${errors} subtle errors caught, ${share(alarms, ideal)} of ${ideal} ideal sentences doubted`,
  )
  const { judged, count } = rowsOf(consultations, readJudged())
  const right = judged.filter((one) => one.right).length
  console.log(`judged: ${judged.length} of ${count} sentences, ${share(right, judged.length)} right`)
  for (const { level, sentences, right } of checkCalibration(judged))
    console.log(
      `${level} confidence: ${share(sentences, judged.length)} of the judged, ${share(right, sentences)} right`,
    )
  if (calibrate)
    writeFileSync(
      new URL('../../../domain/record/note/calibration.json', import.meta.url),
      `${JSON.stringify(calibrationOf(judged), null, 2)}\n`,
    )
}
