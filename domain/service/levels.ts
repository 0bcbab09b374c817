import { BUCKETS, type Metric, type Total } from './measurement.ts'

/**
 * A promise about one metric. `target`: the share that must be good. `withinMs`: a bucket; without it everything that
 * did not fail is good. `atOnce`: one bad minute is enough for an alert. `calmMinutes`: after which an alert ends.
 * `isSlow`: its results are few, each about another consultation, so only hours of them raise an alert.
 */
export type Level = {
  metric: Metric
  target: number
  withinMs?: (typeof BUCKETS)[number]
  text: string
  atOnce?: boolean
  isSlow?: boolean
  calmMinutes?: number
}

/** The promises to doctors. `npm run ops -- status` shows these for an hour, a day and a week. */
export const levels: readonly Level[] = [
  { metric: 'ack', target: 0.999, withinMs: 2_000, text: 'quadros de áudio confirmados em 2 s' },
  {
    ...{ metric: 'consultation_words', target: 0.99, text: 'consultas com texto em 5 s' },
    ...{ isSlow: true, calmMinutes: 60 },
  },
  { metric: 'words', target: 0.99, withinMs: 5_000, text: 'minutos com voz com texto em 5 s' },
  { metric: 'record', target: 0.995, withinMs: 60_000, text: 'registros prontos em 60 s' },
  { metric: 'page', target: 0.999, text: 'páginas servidas' },
]

/** Further metrics that the service watches: the same rules raise their alerts. */
const guards: readonly Level[] = [
  { metric: 'api', target: 0.999, text: 'chamadas da API' },
  { metric: 'sign_in', target: 0.999, text: 'entradas na conta' },
  { metric: 'completion', target: 0.999, text: 'consultas gravadas no fim' },
  { metric: 'engine', target: 0.99, text: 'sessões do reconhecimento de fala' },
  { metric: 'model', target: 0.99, text: 'respostas do modelo' },
  { metric: 'pdf', target: 0.99, text: 'PDFs' },
  { metric: 'data_export', target: 0.99, text: 'exportações de dados' },
  { metric: 'mail', target: 0.99, text: 'emails enviados' },
  { metric: 'stripe', target: 0.99, text: 'chamadas à Stripe' },
  { metric: 'webhook', target: 0.99, text: 'avisos da Stripe aceitos' },
  { metric: 'd1', target: 0.99, withinMs: 500, text: 'respostas do D1 em 0,5 s' },
  { metric: 'files', target: 0.99, withinMs: 2_000, text: 'respostas do R2 em 2 s' },
  { metric: 'queue', target: 0.99, withinMs: 15_000, text: 'minutos com tarefas começadas em 15 s' },
  { metric: 'synthetic', target: 0.99, withinMs: 60_000, text: 'consultas sintéticas em 60 s' },
  { metric: 'copy', target: 0.99, text: 'minutos com cópia de menos de 30 h' },
  { metric: 'audit', target: 0.99, text: 'selos do registro de acessos' },
  // A broken seal is reported once an hour.
  { metric: 'audit_broken', target: 0.99, text: 'registro de acessos intacto', atOnce: true, calmMinutes: 90 },
  { metric: 'uncaught', target: 0.99, text: 'trabalhos sem erro inesperado' },
  { metric: 'retention', target: 0.99, text: 'limpezas por prazo' },
]

/** Everything that may raise an alert. */
export const checks: readonly Level[] = [...levels, ...guards]
export const checkOf = (metric: Metric): Level | undefined => checks.find((one) => one.metric === metric)

/** How many of a total are good by its check. */
export function goodOf({ metric, count, failed, within }: Total): number {
  const limit = checkOf(metric)?.withinMs
  return limit === undefined ? count - failed : (within[BUCKETS.indexOf(limit)] ?? 0)
}

/** Column of the table `measurements` that counts the values up to a bucket's end. */
export const columnOf = (bucket: (typeof BUCKETS)[number]): `within_${(typeof BUCKETS)[number]}` => `within_${bucket}`

/** SQL: how many of a row's measurements are good by their check. */
const GOOD_SQL = `CASE metric ${checks
  .filter((check) => check.withinMs !== undefined)
  .map((check) => `WHEN '${check.metric}' THEN ${columnOf(check.withinMs ?? BUCKETS[0])}`)
  .join(' ')} ELSE count - failed END`

/** The query of every level: parameters are the first minute, and the metrics as a JSON list. */
export const LEVELS_SQL = `SELECT metric, provider, release, sum(count) AS total, sum(${GOOD_SQL}) AS good,
  sum(sum) AS sum, sum(failed) AS failed FROM measurements
  WHERE minute >= ? AND metric IN (SELECT value FROM json_each(?)) GROUP BY metric, provider, release ORDER BY total DESC`

/** The query of the alerts: good and bad by minute and fault. The parameter is the first minute. */
export const MINUTES_SQL = `SELECT metric, minute, fault, sum(count) AS total, sum(${GOOD_SQL}) AS good
  FROM measurements WHERE minute >= ? GROUP BY metric, minute, fault`
