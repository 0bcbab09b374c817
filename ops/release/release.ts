// npm run release -- staging|production: builds, checks, migrates, uploads and deploys this commit, and says how to go back.
import { writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readArguments, readCount, stop } from '../../local/input.ts'
import { ROOT } from '../../local/stack/processes.ts'
import type { Problem } from './built.ts'
import { readSecrets, readTree, releaseNotes, releaseProblems } from './check.ts'
import { deployVersions, lastWhole, readDeployments } from './deployments.ts'
import { readMigrations, readReleased, releasedFile } from './migrations.ts'
import { fail, Provider, readConfig, readEnvironment } from './provider.ts'
import { consultationProblem, smokeProblems, versionHeader } from './smoke.ts'

const FIRST_PERCENT = 10

const { values, operands } = readArguments(
  {
    'dry-run': { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    'at-once': { type: 'boolean', default: false },
    config: { type: 'string', default: join(ROOT, 'wrangler.toml') },
    built: { type: 'string' },
    secrets: { type: 'string' },
    address: { type: 'string' },
    wait: { type: 'string', default: '30' },
  },
  ['staging|production'],
)
const environment = readEnvironment(operands[0])
const provider = new Provider(values['dry-run'])
const { isRehearsal } = provider
if (!isRehearsal && !values.yes && !process.stdin.isTTY) stop('--yes is missing: there is no terminal to ask')
const config = resolve(values.config)
if (values.built === undefined && config !== join(ROOT, 'wrangler.toml'))
  stop('--config: a build reads wrangler.toml of the repository; change and commit that')
/** The file that the build writes and wrangler deploys. */
const built = resolve(values.built ?? join(ROOT, 'build/server/wrangler.json'))
const { name: worker = '', vars } = readConfig(config, environment)
const address = values.address ?? String(vars.APP_URL)
const secretsFile = values.secrets === undefined ? [] : ['--secrets-file', resolve(values.secrets)]
/** The edge may need seconds to know a deployment. */
const patienceMs = readCount('--wait', values.wait) * 1_000
const problems: Problem[] = []
let steps = 0
const begin = (name: string) => console.log(`\n${++steps}. ${name}`)

/** A rehearsal collects every problem; a release ends at the first step that has one. */
function refuse(found: readonly Problem[]): void {
  problems.push(...found)
  if (isRehearsal || found.length === 0) return
  for (const [name, sentence] of found) console.error(`${name}: ${sentence}`)
  process.exit(1)
}

async function smoke(headers: Record<string, string>): Promise<string[]> {
  console.log(`  ${address}/api/health, ${address}/login`)
  const client = join(dirname(built), '../client')
  return isRehearsal ? [] : smokeProblems({ address, headers, client, patienceMs })
}

/** Plays a synthetic consultation. Returns what fails; null if nothing does, or without a token, which it says. */
async function consult(headers: Record<string, string>, version?: string): Promise<string | null> {
  console.log(`  ${address}/api/operator/synthetic`)
  if (!process.env.OPERATOR_TOKEN) console.log('  Sem OPERATOR_TOKEN: nenhuma consulta sintética prova esta versão.')
  if (isRehearsal || !process.env.OPERATOR_TOKEN) return null
  return consultationProblem({ address, headers, version, patienceMs })
}

/** Plays one when everybody, and every room and queue, has the version. */
async function consultAtLast(version?: string): Promise<void> {
  begin('Consulta sintética')
  const fault = await consult({}, version)
  if (fault !== null) fail('consulta sintética', `${fault}. Para voltar: npm run rollback -- ${environment}`)
}

/** Deploys to everybody in one step. Cloudflare adds a Durable Object's class only so, and so begins a new Worker. */
async function deployAtOnce(commit: string): Promise<void> {
  begin('Publicação de uma vez')
  provider.run('publicação', 'wrangler', ['deploy', '--config', built, '--tag', commit, ...secretsFile])
  begin('Fumaça')
  const faults = await smoke({})
  if (faults.length > 0) fail('fumaça', `${faults.join('; ')}. Para voltar: npm run rollback -- ${environment}`)
  await consultAtLast()
}

async function deployGradually(commit: string): Promise<void> {
  begin('Envio da versão')
  const before = lastWhole(readDeployments(provider, worker)) ?? (isRehearsal ? '<atual>' : undefined)
  if (before === undefined) fail('versões', `${worker} ainda não atende: a primeira release precisa de --at-once`)
  const uploaded = provider.run('envio', 'wrangler', [
    'versions',
    'upload',
    '--config',
    built,
    '--tag',
    commit,
    ...secretsFile,
  ])
  const version = isRehearsal ? '<nova>' : /Worker Version ID: ([0-9a-f-]{36})/.exec(uploaded)?.[1]
  if (version === undefined) fail('envio', 'wrangler não disse o id da versão')

  begin('Fumaça: a versão nova com 0% das visitas')
  deployVersions(provider, worker, [
    [version, 0],
    [before, 100],
  ])
  const named = versionHeader(worker, version)
  const faults = await smoke(named)
  // Rooms and queues are still of the version before: Cloudflare assigns them by the shares alone.
  const fault = faults.length === 0 ? await consult(named, version) : null
  if (fault !== null) faults.push(`consulta sintética: ${fault}`)
  if (faults.length > 0) {
    deployVersions(provider, worker, [[before, 100]])
    fail('fumaça', `${faults.join('; ')}. Todas as visitas continuam na versão ${before}`)
  }

  begin(`Publicação: ${FIRST_PERCENT}%`)
  deployVersions(provider, worker, [
    [version, FIRST_PERCENT],
    [before, 100 - FIRST_PERCENT],
  ])
  if (
    !values.yes &&
    !(await provider.confirm(`${FIRST_PERCENT}% das visitas usam a versão nova. Publicar para todas?`))
  )
    fail('publicação', `parou em ${FIRST_PERCENT}%. Para voltar: npm run rollback -- ${environment}`)

  begin('Publicação: 100%')
  deployVersions(provider, worker, [[version, 100]])
  begin('Endereço, cron e filas')
  provider.run('endereço', 'wrangler', ['triggers', 'deploy', '--config', built])
  await consultAtLast(version)
}

console.log(
  `Release em ${environment}${isRehearsal ? ' (ensaio: só o build é feito; nada é chamado nem publicado)' : ''}`,
)
begin('Árvore de trabalho')
const { commit, isClean } = readTree()
refuse(isClean ? [] : [['árvore', 'Há mudanças sem commit']])
console.log(`  commit ${commit}`)

begin('Build')
provider.run('build', 'react-router', ['build'], { env: { CLOUDFLARE_ENV: environment }, isLocal: true })

begin('Conferência do build')
console.log(`  ${built}`)
const secrets = readSecrets(provider, environment, config, values.secrets)
refuse(releaseProblems({ environment, config, secrets, built }))
for (const note of releaseNotes(environment, { ...secrets, ...vars })) console.log(`  ${note}`)

begin('Migrações')
const migrate = ['d1', 'migrations', 'apply', 'DB', '--remote', '--config', config, '--env', environment]
provider.run('migrações', 'wrangler', migrate)

await (values['at-once'] ? deployAtOnce(commit) : deployGradually(commit))

begin('Depois')
if (environment === 'production') {
  console.log('  migrations/released.json: faça o commit')
  if (!isRehearsal) {
    const rows = [...readReleased(), { release: commit, last: readMigrations().at(-1)?.name }]
    writeFileSync(releasedFile, `${JSON.stringify(rows, null, 2)}\n`)
  }
}
console.log(`  para voltar: npm run rollback -- ${environment} (as migrações ficam)`)

for (const [name, sentence] of problems) console.error(`${name}: ${sentence}`)
if (isRehearsal)
  console.log(
    problems.length === 0
      ? `\n${environment} pode ser publicado.`
      : `\n${environment} não pode ser publicado: ${problems.length}. Onde cada valor se põe: docs/operations.md.`,
  )
process.exitCode = problems.length === 0 ? 0 : 1
