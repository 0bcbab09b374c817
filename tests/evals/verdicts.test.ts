import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withRightLabels } from '#domain/dialogue/labels.ts'
import { chanceWrong, signalling } from '#domain/record/doubt/doubt.ts'
import { signsOf } from '#domain/record/doubt/signs.ts'
import { canonicalOf } from '#domain/record/parts.ts'
import { flagsByLines, safetyChecker } from '#domain/record/safety/check.ts'
import { readStatement } from '#domain/record/safety/claim.ts'
import { evidenceOf } from '#domain/record/safety/evidence.ts'
import { readDialogue } from '#domain/record/safety/reading.ts'
import { type Cited, type LabelledConsultation, readFolder } from './corpus.ts'
import { faultsOf } from './train/faults.ts'
import { seeded } from './train/linear.ts'

/** Every so many consultations one is read. */
const STEP = 5
/** So much of a sentence shows which one it is. */
const SHOWN = 48

/**
 * One line for each sentence: its number, how probably it is wrong, the verdict and the kinds of its flags; then those of
 * the same words typed by the doctor; then the words.
 */
function verdictsOf({ id, lines, context, ideal, twins, subtle }: LabelledConsultation, faults: readonly Cited[]) {
  const checker = safetyChecker(lines, context)
  const dialogue = readDialogue(withRightLabels(lines).entries)
  const verdictOf = ({ part, text, evidence: ids }: Cited, at: number): string => {
    const section = canonicalOf(part)
    const cited = { statement: readStatement(text), section, evidence: evidenceOf(dialogue, ids), dialogue }
    const chance = chanceWrong(signsOf(cited, signalling(flagsByLines(cited))))
    const { verdict, flags } = checker.report({ section, text, evidence: ids })
    const typed = checker.sentence({ section, text, evidence: [], proof: 'none' })
    const kinds = (list: typeof flags) => list.map(({ kind }) => kind).join(' ')
    return `${at} ${chance.toFixed(3)} ${verdict} ${kinds(flags)} | ${kinds(typed)} | ${text.slice(0, SHOWN)}`
  }
  return [id, ...[...ideal, ...twins, ...subtle, ...faults].map(verdictOf)]
}

/** Run it with `-u` after a change of the checks, and read which verdicts changed. */
test('the checks give each of the labelled sentences its stored verdict', async () => {
  const all = readFolder(join(import.meta.dirname, 'training'))
  const draw = seeded(5)
  const read = all.filter((_, at) => at % STEP === 0)
  const verdicts = read.flatMap((one, at) => {
    const faults = faultsOf(one, read[(at + 1) % read.length] ?? one, draw)
    return verdictsOf(one, faults)
  })
  await expect(`${verdicts.join('\n')}\n`).toMatchFileSnapshot('golden/verdicts.txt')
})
