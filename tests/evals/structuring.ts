// npm run eval:structuring -- CASES_DIR [--list] [--save]: scores what the rules make of consultations
// whose facts are known, and compares with the committed figures. Fails when they are worse by more than a point.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { z } from 'zod'
import { readArguments } from '#local/input.ts'
import { readConsultations, structured } from '#local/structure/consultation.ts'
import { type CaseScore, type Figures, figures, figuresOf, goldCase, scoreRecord } from './score.ts'

const committed = new URL('./baseline.json', import.meta.url)
const baselines = z.record(z.string(), z.record(z.string(), figures))
const columns = ['recall', 'critical', 'placed', 'cited', 'proven'] as const
/** Points of a percentage, and of a hundredth of the ratio, that are no worsening yet. */
const SLACK = 1

const options = { list: { type: 'boolean', default: false }, save: { type: 'boolean', default: false } } as const
const { values, operands } = readArguments(options, ['CASES_DIR'])
const [casesDir] = operands
const directory = basename(resolve(casesDir))

const scored: { aside: boolean; score: CaseScore }[] = []
for (const file of readConsultations(casesDir)) {
  const gold = goldCase.safeParse(file.raw)
  if (!file.consultation || !gold.success) {
    console.error(`${file.name}: no consultation with facts${file.wrong ? `: ${file.wrong}` : ''}`)
    process.exitCode = 1
    continue
  }
  scored.push({ aside: gold.data.aside, score: scoreRecord(gold.data, structured(file.consultation)) })
}

const rows = scored.map(({ score }) => ({ name: score.id, now: figuresOf([score]) }))
const of = (keep: (item: (typeof scored)[number]) => boolean) =>
  figuresOf(scored.filter(keep).map((item) => item.score))
const groups = { tuned: false, aside: true }
if (scored.some(({ aside }) => aside))
  for (const [name, aside] of Object.entries(groups))
    if (scored.some((item) => item.aside === aside)) rows.push({ name, now: of((item) => item.aside === aside) })
rows.push({ name: 'all', now: of(() => true) })

const all = baselines.parse(JSON.parse(readFileSync(committed, 'utf8')))
const before = all[directory] ?? {}
console.log(`${'case'.padEnd(28)}${columns.map((name) => name.padStart(14)).join('')}      false         ratio`)
for (const { name, now } of rows) console.log(rowOf(name, now, before[name]))

if (values.list)
  for (const { score } of scored.filter((item) => !item.aside)) {
    for (const fact of score.facts)
      if (!fact.found || !fact.placed)
        console.log(
          `${score.id} ${fact.found ? 'misplaced' : 'missed'}${fact.critical ? ' CRITICAL' : ''} [${fact.section}] ${fact.fact} (${fact.entries.join(' ')})`,
        )
    for (const trap of score.wrong) console.log(`${score.id} FALSE ${trap.statement}`)
  }

if (values.save) {
  all[directory] = Object.fromEntries(rows.map(({ name, now }) => [name, rounded(now)]))
  writeFileSync(committed, `${JSON.stringify(all, null, 2)}\n`)
} else {
  const worse = worsened(
    of(() => true),
    before.all,
  )
  // Cases that came or went make other sums: nothing can be said of them.
  const same = rows.length === Object.keys(before).length && rows.every(({ name }) => before[name])
  if (same && worse.length > 0) {
    console.error(`worse than committed: ${worse.join(', ')}`)
    process.exitCode = 1
  }
}

function rowOf(name: string, now: Figures, was: Figures | undefined): string {
  const change = (value: number, old: number | undefined, digits: number) => {
    const by = old === undefined ? 0 : value - old
    return Math.abs(by) < 0.5 / 10 ** digits ? '' : `(${by > 0 ? '+' : ''}${by.toFixed(digits)})`
  }
  const cell = (value: number, old: number | undefined, digits: number, unit: string) =>
    `${value.toFixed(digits)}${unit}${change(value, old, digits).padStart(7)}`
  return [
    name.padEnd(28),
    ...columns.map((column) => cell(now[column], was?.[column], 0, '%').padStart(14)),
    cell(now.false, was?.false, 0, '').padStart(11),
    cell(now.ratio, was?.ratio, 2, '').padStart(14),
  ].join('')
}

function worsened(now: Figures, was: Figures | undefined): string[] {
  if (!was) return []
  return [
    ...columns.filter((column) => now[column] < was[column] - SLACK),
    ...(now.false > was.false ? ['false'] : []),
    ...(now.ratio > was.ratio + SLACK / 100 ? ['ratio'] : []),
  ]
}

function rounded(now: Figures): Figures {
  const to = (value: number) => Math.round(value * 100) / 100
  return figures.parse(Object.fromEntries(Object.entries(now).map(([name, value]) => [name, to(value)])))
}
