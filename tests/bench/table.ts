import { type Line, met, type Summary, type Target, type Unit } from './measure.ts'

/** One line of a measure, and where it belongs; `failure` instead where the measure itself broke. */
export type Told = { name: string; point?: string } & ({ line: Line } | { failure: string })

export const verdict = (told: Told): 'met' | 'MISSED' | 'told' | 'BROKEN' => {
  if ('failure' in told) return 'BROKEN'
  if (!told.line.target) return 'told'
  return met(told.line) ? 'met' : 'MISSED'
}

/** Enough digits to compare by, and no more. */
const digits = (unit: Unit, size: number): number =>
  unit === '×' ? 2 : size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3

function amount(value: number, unit: Unit, scale = value): string {
  if (unit === '' && Number.isInteger(value)) return String(value)
  const number = value.toFixed(digits(unit, Math.abs(scale)))
  return unit === 'US$' ? `US$ ${number}` : unit === '' ? number : `${number} ${unit}`
}

/** 1.35 × (0.99–1.72, n = 18); what was measured once has no spread. */
function figure({ median, min, max, n }: Summary, unit: Unit): string {
  const bare = (value: number) => amount(value, unit, median).replace(/^US\$ | \S+$/g, '')
  return n === 1 ? amount(median, unit) : `${amount(median, unit)} (${bare(min)}–${bare(max)}, n = ${n})`
}

function targetText(target: Target | undefined, unit: Unit): string {
  if (!target) return '–'
  const [sign, value] =
    'atMost' in target ? ['<=', target.atMost] : 'under' in target ? ['<', target.under] : ['>=', target.atLeast]
  return unit === 'US$' ? `${sign} US$ ${value}` : `${sign} ${value} ${unit}`.trim()
}

/** Printed as soon as a measure ends. */
export function detail(told: Told): string[] {
  const head = told.point ?? told.name
  if ('failure' in told) return [`${head} · BROKEN: ${told.failure}`]
  const { what, unit, of, target, compared, sides = [], notes = [] } = told.line
  const targetNote = target ? `, target ${targetText(target, unit)}: ${verdict(told)}` : ''
  return [
    `${head} · ${what}: ${figure(of, unit)}${targetNote}`,
    ...(sides.length > 0
      ? [`    ${sides.map((side) => `${side.name} ${figure(side.of, side.unit)}`).join(' · ')}`]
      : []),
    `    ${compared}`,
    ...notes.map((note) => `    ${note}`),
  ]
}

/** The whole run as README shows it. */
export function table(all: readonly Told[]): string[] {
  const rows = all.map((told) => {
    const head = told.point ?? told.name
    if ('failure' in told) return [head, told.name, 'broke', '', '–', verdict(told)]
    const { what, unit, of, target, sides = [] } = told.line
    const beside = sides.map((side) => `${side.name} ${amount(side.of.median, side.unit)}`).join(' · ')
    return [head, what, figure(of, unit), beside, targetText(target, unit), verdict(told)]
  })
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(['#', 'measure', 'median (min–max)', 'sides', 'target', 'verdict']),
    '|---|---|---|---|---|---|',
    ...rows.map(row),
  ]
}
