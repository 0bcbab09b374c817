import type { Outcome } from '#tests/testkit/suites.ts'
import type { Row } from './asvs.ts'

type Result = 'holds' | 'FAILS' | 'NO TEST' | 'SKIPPED' | 'deviation' | 'not checked here'

/** Every test of that beginning in that file; none is as bad as one that failed. */
function resultOf(outcomes: readonly Outcome[], [file, name]: readonly [string, string]): Result {
  const found = outcomes.filter((one) => one.file === file && one.name.startsWith(name))
  if (found.length === 0) return 'NO TEST'
  if (found.some(({ status }) => status === 'failed')) return 'FAILS'
  return found.some(({ status }) => status === 'skipped') ? 'SKIPPED' : 'holds'
}

const line = (id: string, level: string, result: string, said: string) =>
  console.log(`${id.padEnd(8)}${level.padEnd(4)}${result.padEnd(18)}${said}`)

/** Requirement, result, and what shows it; how many do not hold. */
export function printTable(rows: readonly Row[], outcomes: readonly Outcome[]): number {
  let failed = 0
  const results = new Map<Result, number>()
  line('ASVS', 'L', 'result', 'requirement')
  for (const row of rows) {
    const shown = 'tests' in row ? row.tests.map((test) => ({ test, result: resultOf(outcomes, test) })) : []
    const worst = (['NO TEST', 'FAILS', 'SKIPPED'] as const).find((one) => shown.some(({ result }) => result === one))
    const result: Result = worst ?? ('tests' in row ? 'holds' : 'deviation' in row ? 'deviation' : 'not checked here')
    if (worst || ('tests' in row && row.tests.length === 0)) failed += 1
    results.set(result, (results.get(result) ?? 0) + 1)
    line(row.id, `L${row.level}`, result, row.wants)
    for (const { test, result: one } of shown)
      line('', '', '', `  ${one === 'holds' ? '·' : one} ${test[0]} › ${test[1]}`)
    if ('deviation' in row) line('', '', '', `  ${row.deviation}`)
    if ('unchecked' in row) line('', '', '', `  ${row.unchecked}`)
  }
  console.log(`\n${[...results].map(([result, n]) => `${n} ${result}`).join(', ')}`)
  return failed
}

const names: Record<string, string> = {
  requests: 'requests made of the contracts',
  badBodies: 'bodies that were wrong, too large or of another kind',
  badFrames: 'frames that were wrong',
  swapped: 'ids swapped for another doctor’s',
  attacks: 'changes tried from other sites, on signed records and behind them',
  headers: 'answers whose headers were looked at',
}

export function printCounts(outcomes: readonly Outcome[]): void {
  console.log('')
  for (const [key, what] of Object.entries(names)) {
    const sum = outcomes.reduce((total, { counted }) => total + (counted[key] ?? 0), 0)
    console.log(`${String(sum).padStart(8)} ${what}`)
  }
}
