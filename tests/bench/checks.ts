import { hourLong } from '#tests/testkit/long-consultation.ts'
import { citeAll, saveSection, structureLines, texts, validateAll, withLongLines } from '#tests/testkit/shapes.ts'
import { type Bench, type Line, summary } from './measure.ts'

const RUNS = 5
const TARGET = 2.5
/** Characters of a section, of all that `/validate` is sent, and of one line of a transcript. */
const sizes = { section: 4_000, validate: 10_000, line: 2_000 }
/** Words of a talk, and lines that every sentence cites. */
const TALK_WORDS = 2_250
const CITED_LINES = 150

/** Processor time of the safety checks and of structuring by the rules by size, for 20 shapes of text and every way in. */
export const checks: Bench = async ({ quick, say }) => {
  const ways: Record<keyof typeof sizes, (text: string) => void> = {
    section: saveSection,
    validate: validateAll,
    line: (text) => structureLines(withLongLines(text)),
  }
  const rows = Object.entries(texts).flatMap(([shape, textOf]) =>
    (Object.keys(sizes) as (keyof typeof sizes)[]).map((way) => ({
      name: `${way}: ${shape}`,
      size: sizes[way],
      run: (size: number) => ways[way](textOf(size)),
    })),
  )
  rows.push(
    { name: 'talk, in words', size: TALK_WORDS, run: (words) => structureLines(hourLong(words)) },
    { name: 'lines that a sentence cites', size: CITED_LINES, run: citeAll },
  )
  say(`${'processor ms, median of five'.padEnd(42)}     N     2N     4N   ratios`)
  return rows.map(({ name, size, run }): Line => {
    // Compiles what runs often.
    run(2 * size)
    const times = [size, 2 * size, 4 * size].map((one) => medianOf(() => run(one), quick ? 1 : RUNS))
    const ratios = times.slice(1).map((ms, index) => ms / (times[index] as number))
    const cells = times.map((ms) => ms.toFixed(1).padStart(7)).join('')
    say(`${`${name}, N ${size}`.padEnd(42)}${cells}   ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`)
    return {
      what: name,
      unit: '×',
      // For each doubling: one alone is too short to time.
      of: summary([Math.sqrt((times[2] as number) / (times[0] as number))]),
      target: { atMost: TARGET },
      compared: 'Processor time of twice the text over that of the text.',
    }
  })
}

function medianOf(run: () => void, times: number): number {
  const durations = Array.from({ length: times }, () => {
    const cpuBefore = process.cpuUsage()
    run()
    return process.cpuUsage(cpuBefore).user / 1_000
  })
  return summary(durations).median
}
