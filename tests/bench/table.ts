import { type Line, met, type Summary, type Target, type Unit } from './measure.ts'

/** One line of a measure, with the measure's number; `failure` instead where the measure itself broke. */
export type Result = { point: string } & ({ line: Line } | { failure: string })

export const verdict = (result: Result): 'met' | 'MISSED' | 'BROKEN' =>
  'failure' in result ? 'BROKEN' : met(result.line) ? 'met' : 'MISSED'

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

function targetText(target: Target, unit: Unit): string {
  const [sign, value] = 'atMost' in target ? ['<=', target.atMost] : ['>=', target.atLeast]
  return unit === 'US$' ? `${sign} US$ ${value}` : `${sign} ${value} ${unit}`.trim()
}

/** Printed as soon as a measure ends. */
export function detail(result: Result): string[] {
  if ('failure' in result) return [`${result.point} · BROKEN: ${result.failure}`]
  const { what, unit, of, target, compared, sides = [], notes = [] } = result.line
  const below = [sides.map((side) => `${side.name} ${figure(side.of, side.unit)}`).join(' · '), compared, ...notes]
  return [
    `${result.point} · ${what}: ${figure(of, unit)}, target ${targetText(target, unit)}: ${verdict(result)}`,
    ...below.filter(Boolean).map((text) => `    ${text}`),
  ]
}

/** The whole run as README shows it. */
export function table(results: readonly Result[]): string[] {
  const rows = results.map((result) => {
    if ('failure' in result) return [result.point, result.failure, '', '', verdict(result)]
    const { what, unit, of, target } = result.line
    return [result.point, what, figure(of, unit), targetText(target, unit), verdict(result)]
  })
  const head = ['#', 'measure', 'median (min–max)', 'target', 'verdict']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}
