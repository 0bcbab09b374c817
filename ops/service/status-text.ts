import type { ServiceStatus } from '#domain/operator/contract.ts'
import { checkOf, levels } from '#domain/service/levels.ts'
import { metrics } from '#domain/service/measurement.ts'
import { partNames } from '#domain/service/part-names.ts'
import { statusWindows } from '#domain/service/status.ts'

const states = { ok: 'ok', failing: 'FALHA', unmeasured: 'sem medida' } as const
const windows = { hour: 'última hora', day: 'último dia', week: 'última semana' } as const

const ago = (at: number, now: number): string => `há ${Math.max(0, Math.round((now - at) / 60_000))} min`
const percent = (share: number): string => `${(share * 100).toFixed(2).replace('.', ',')} %`

/** Returns a status as lines that an operator reads. `now`: epoch ms. */
export function statusText(
  { parts, levels: measured, alerts, jobs, active, last_copy: copy }: ServiceStatus,
  now: number,
): string {
  const partLines = parts.map(({ part, state, fault, metric, ms, last_fault: last }) => {
    const why = state === 'failing' ? ` ${metric && checkOf(metric)?.text}: ${fault}` : ''
    const before = last ? ` (última falha: ${last.metric} ${last.fault}, ${ago(last.at, now)})` : ''
    return `${partNames[part].padEnd(28)}${states[state].padEnd(11)}${ms === null ? '' : `${ms} ms`}${why}${before}`
  })
  const levelLines = statusWindows.flatMap(({ window }) => [
    `Níveis de serviço, ${windows[window]}`,
    ...levels.flatMap(({ metric, target, text }) => {
      const rows = measured.filter((one) => one.window === window && one.metric === metric)
      if (rows.length === 0) return [`  ${text}: sem medida`]
      const [total, good] = [sumOf(rows, 'total'), sumOf(rows, 'good')]
      const share = good / total
      const verdict = share >= target ? 'ok' : 'ABAIXO'
      const each = rows.map((row) => {
        const source = [row.provider, row.release].filter(Boolean).join(' ')
        return `    ${source}: ${percent(row.good / row.total)} de ${row.total}, média ${row.mean ?? '–'} ms`
      })
      return [`  ${text}: ${percent(share)} de ${total} (meta ${percent(target)}) ${verdict}`, ...each]
    }),
  ])
  const alertLines = alerts.map(
    ({ metric, fault, raised_at: at }) =>
      `Alerta: ${partNames[metrics[metric]]}, ${checkOf(metric)?.text}, ${fault}, ${ago(at, now)}`,
  )
  const jobLines = jobs.map(
    ({ kind, waiting, oldest_seconds: oldest, completed, failed }) =>
      `Tarefas ${kind}: ${waiting} esperam${oldest === null ? '' : ` (a mais antiga há ${oldest} s)`}, ${completed} prontas e ${failed} falhas na última hora`,
  )
  const copyLine = copy
    ? `Última cópia: ${copy.copy}, há ${Math.round((now - copy.at) / 3_600_000)} h`
    : 'Última cópia: nenhuma foi avisada (COPIES_VERIFY_KEY, docs/operations.md)'
  return [...partLines, ...levelLines, ...alertLines, ...jobLines, copyLine, `Consultas em andamento: ${active}`].join(
    '\n',
  )
}

const sumOf = (rows: ServiceStatus['levels'], name: 'total' | 'good'): number =>
  rows.reduce((sum, row) => sum + row[name], 0)
