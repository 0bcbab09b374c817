// npm run eval:aside prints the figures of the consultations kept aside. Its options write something instead:
//   --sheets FOLDER     the notes, for readers in the role of a physician
//   --verdicts FOLDER   reads their verdicts (FOLDER/01.verdicts and so on) into judged.pack
//   --calibrate         how probable it is that a sentence is right, from the judged ones
//   --pack FOLDER       packs a folder of consultations
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, readArguments, readText } from '#local/input.ts'
import { structured } from '#local/structure/consultation.ts'
import { asCase } from '../corpus.ts'
import { calibrationOf } from './calibrate.ts'
import { addVerdicts, readJudged, writePack, writeSheets } from './judged.ts'
import { checkTotals, judgedTotals, percentOf, readAside, recordTotals, type Share } from './totals.ts'

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
  const consultations = readAside()
  const notes = () =>
    consultations.map((one) => ({
      one,
      note: structured(asCase(one)).sections.flatMap(({ title, sentences }) =>
        sentences.map(({ text, evidence }) => ({ title, text, evidence })),
      ),
    }))
  if (sheets) writeSheets(sheets, notes())
  if (verdicts) writePack('./judged.pack', addVerdicts(verdicts, notes(), readJudged()))
  const share = (one: Share) => `${percentOf(one).toFixed(0)}%`
  const { found, critical, placed, wrong, written, right, words } = recordTotals(consultations)
  console.log(
    `${consultations.length} consultations: facts found ${share(found)}, critical ${share(critical)}, placed ${share(placed)}, false ${wrong.part}`,
  )
  console.log(
    `ideal sentences written ${share(written)}, sentences right ${share(right)}, length ${(words.part / words.whole).toFixed(2)} of the ideal`,
  )
  const { caught, doubted } = checkTotals(consultations)
  console.log(
    `checks: ${share(caught)} of ${caught.whole} subtle errors caught, ${share(doubted)} of ${doubted.whole} ideal sentences doubted`,
  )
  const judged = judgedTotals(consultations, readJudged())
  console.log(`judged: ${judged.judged.part} of ${judged.judged.whole} sentences, ${share(judged.right)} right`)
  for (const { level, sentences, right } of judged.levels)
    console.log(
      `${level} confidence: ${share({ part: sentences, whole: judged.judged.part })} of the judged, ${share({ part: right, whole: sentences })} right`,
    )
  if (calibrate)
    writeFileSync(
      new URL('../../../domain/record/note/calibration.json', import.meta.url),
      `${JSON.stringify(calibrationOf(judged.rows), null, 2)}\n`,
    )
}
