import { isRealHost, settingSentence } from '#domain/configuration.ts'
import { isPlaceholder } from './settings-file.ts'

export type Problem = [name: string, sentence: string]
/** The checked part of a wrangler configuration: the built wrangler.json, or an environment of wrangler.toml. */
export type Deployed = {
  name?: string | undefined
  workers_dev?: boolean | undefined
  preview_urls?: boolean | undefined
  route?: unknown
  routes?: readonly (string | { pattern: string })[] | undefined
  vars: Record<string, unknown>
  d1_databases: readonly { binding: string; database_name?: string | undefined; database_id?: string | undefined }[]
  r2_buckets: readonly { bucket_name?: string | undefined }[]
  queues: {
    producers?: readonly { queue: string }[] | undefined
    consumers?: readonly { queue: string; dead_letter_queue?: string | undefined }[] | undefined
  }
  ratelimits: readonly { namespace_id: string }[]
  triggers: { crons?: readonly string[] | undefined }
  observability?: { logs?: { invocation_logs?: boolean | undefined } | undefined } | undefined
}

/** Problems with the Worker's route, its names in the account, and its logs of addresses. */
export function builtProblems(built: Deployed, others: Readonly<Record<string, Deployed>>): Problem[] {
  const problems = routeProblems(built)
  for (const { binding, database_id } of built.d1_databases)
    if (isPlaceholder(database_id)) problems.push([`${binding}.database_id`, settingSentence('placeholder')])
  for (const [kind, name] of namesOf(built))
    for (const [environment, other] of Object.entries(others))
      if (namesOf(other).some((one) => one[0] === kind && one[1] === name))
        problems.push([`${kind} ${name}`, `Também é de ${environment}`])
  if (!built.triggers.crons?.includes('* * * * *')) problems.push(['triggers.crons', settingSentence('missing')])
  if (built.observability?.logs?.invocation_logs !== false)
    problems.push(['observability.logs.invocation_logs', 'Registraria endereços: deve ser false'])
  return problems
}

function routeProblems({ routes = [], route, workers_dev, preview_urls, vars }: Deployed): Problem[] {
  const all = [...routes, ...(typeof route === 'string' ? [route] : [])]
  const patterns = all.map((one) => (typeof one === 'string' ? one : one.pattern))
  const hosts = patterns.map((pattern) => pattern.replace(/^https?:\/\//, '').replace(/[/:].*$/, ''))
  const app = URL.parse(String(vars.APP_URL))?.hostname ?? ''
  const problems: Problem[] = []
  if (hosts.length === 0) problems.push(['routes', settingSentence('missing')])
  else if (hosts.some((host) => !isRealHost(host.replace(/^\*\.?/, ''))))
    problems.push(['routes', settingSentence('placeholder')])
  else if (!hosts.some((host) => (host.startsWith('*') ? app.endsWith(host.slice(1)) : app === host)))
    problems.push(['routes', 'Não inclui o endereço de APP_URL'])
  for (const [name, value] of Object.entries({
    workers_dev: workers_dev !== false,
    preview_urls: preview_urls === true,
  }))
    if (value) problems.push([name, 'Abriria outro endereço: deve ser false'])
  return problems
}

/** Names in the account that would collide with another Worker's. */
function namesOf({ name, d1_databases, r2_buckets, queues, ratelimits }: Deployed): [kind: string, name: string][] {
  const consumers = queues.consumers ?? []
  const names: [string, (string | undefined)[]][] = [
    ['Worker', [name]],
    ['D1', d1_databases.map((one) => one.database_name)],
    ['D1', d1_databases.map((one) => (isPlaceholder(one.database_id) ? undefined : one.database_id))],
    ['R2', r2_buckets.map((one) => one.bucket_name)],
    ['Queue', [...(queues.producers ?? []), ...consumers].map((one) => one.queue)],
    ['Queue', consumers.map((one) => one.dead_letter_queue)],
    ['Rate limit', ratelimits.map((one) => one.namespace_id)],
  ]
  const unique = new Map(names.flatMap(([kind, all]) => all.map((one) => [`${kind} ${one}`, [kind, one]] as const)))
  return [...unique.values()].filter((one): one is [string, string] => one[1] !== undefined)
}
