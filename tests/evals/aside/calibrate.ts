// Measures how probably a written sentence is right, on consultations kept aside from all tuning.
import { withRightLabels } from '#domain/dialogue/labels.ts'
import type { Weighed } from '#domain/record/note/choose.ts'
import { chosenSections } from '#domain/record/note/structure.ts'
import type { LabelledConsultation } from '../corpus.ts'
import { isRight, type Judged, type Verdict } from './judged.ts'

type Row = { consultation: number; from: Weighed['from']; chance: number; verdict: Verdict; right: boolean }
/** From which chance on which share is right, by the origin of the sentence. */
export type Calibration = Record<Weighed['from'], Record<string, number>>

/** A step that fewer sentences measured would say little. */
const FEWEST = 60

/** The sentences of the notes that a reader judged, and how many sentences the notes have. */
export function rowsOf(
  consultations: readonly LabelledConsultation[],
  judged: Judged,
): { judged: Row[]; count: number } {
  const all = consultations.flatMap(({ id, lines, specialty }, consultation) =>
    chosenSections(withRightLabels(lines).entries, specialty).written.flatMap(({ sentences }) =>
      sentences.map(({ from, right, text }) => ({ consultation, from, chance: right, verdict: judged[id]?.[text] })),
    ),
  )
  const rows = all.flatMap(({ verdict, ...row }) => (verdict ? [{ ...row, verdict, right: isRight(verdict) }] : []))
  return { judged: rows, count: all.length }
}

/** Steps that rise with the chance (isotonic regression), each measured by at least `FEWEST` sentences. */
function stepsOf(rows: readonly Row[]): Record<string, number> {
  const blocks: { from: number; right: number; count: number }[] = []
  const share = ({ right, count }: { right: number; count: number }) => right / count
  for (const { chance, right } of [...rows].sort((a, b) => a.chance - b.chance)) {
    const last = blocks.at(-1)
    if (last && last.count < FEWEST) Object.assign(last, { right: last.right + Number(right), count: last.count + 1 })
    else blocks.push({ from: chance, right: Number(right), count: 1 })
  }
  for (let at = 1; at < blocks.length; ) {
    const [before, block] = [blocks[at - 1], blocks[at]]
    if (!before || !block || (share(block) >= share(before) && block.count >= FEWEST)) at += 1
    else {
      blocks.splice(at - 1, 2, {
        from: before.from,
        right: before.right + block.right,
        count: before.count + block.count,
      })
      at = Math.max(1, at - 1)
    }
  }
  const rounded = (value: number) => Math.floor(value * 1000) / 1000
  return Object.fromEntries(blocks.map((block, at) => [at === 0 ? 0 : rounded(block.from), rounded(share(block))]))
}

export const calibrationOf = (rows: readonly Row[]): Calibration => ({
  frames: stepsOf(rows.filter(({ from }) => from === 'frames')),
  talk: stepsOf(rows.filter(({ from }) => from === 'talk')),
})

const probability = (steps: Calibration, { from, chance }: Row) =>
  Object.entries(steps[from]).findLast(([least]) => chance >= Number(least))?.[1] ?? 0

/** Measured on each half of the consultations with the steps of the other: what was promised, and what was right. */
export function checkCalibration(rows: readonly Row[]): { level: string; sentences: number; right: number }[] {
  const halves = [0, 1].map((half) => rows.filter(({ consultation }) => consultation % 2 === half))
  const tested = halves.flatMap((half, at) => {
    const steps = calibrationOf(halves[1 - at] ?? [])
    return half.map((row) => ({ promised: probability(steps, row), right: row.right }))
  })
  return [
    ['high', 0.97, 2],
    ['medium', 0.85, 0.97],
    ['low', 0, 0.85],
  ].map(([level, least, most]) => {
    const own = tested.filter(({ promised }) => promised >= Number(least) && promised < Number(most))
    return { level: String(level), sentences: own.length, right: own.filter(({ right }) => right).length }
  })
}
