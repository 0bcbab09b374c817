// npm run rollback -- staging|production: serves everybody with the version before. Migrations stay: they only expand, so
// the code of the release before runs on the schema of this one (migrations/released.json, tests/release).
import { join } from 'node:path'
import { readArguments, stop } from '../../local/input.ts'
import { ROOT } from '../../local/stack/processes.ts'
import { deployVersions, readDeployments, versionBefore } from './deployments.ts'
import { fail, Provider, readConfig, readEnvironment } from './provider.ts'

const { values, operands } = readArguments(
  {
    'dry-run': { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    to: { type: 'string' },
    config: { type: 'string', default: join(ROOT, 'wrangler.toml') },
  },
  ['staging|production'],
)
const environment = readEnvironment(operands[0])
const provider = new Provider(values['dry-run'])
if (!provider.isRehearsal && !values.yes && !process.stdin.isTTY) stop('--yes is missing: there is no terminal to ask')
const { name: worker = '' } = readConfig(values.config, environment)

console.log(`Volta em ${environment}${provider.isRehearsal ? ' (ensaio: nada é chamado)' : ''}`)
const deployments = readDeployments(provider, worker)
for (const { created_on, versions } of deployments)
  console.log(`  ${created_on}  ${versions.map((one) => `${one.version_id} ${one.percentage}%`).join(', ')}`)
const target = values.to ?? versionBefore(deployments) ?? (provider.isRehearsal ? '<anterior>' : undefined)
if (target === undefined) fail('versões', 'não há versão anterior entre as dez últimas: escolha uma com --to')
console.log('As migrações ficam: elas só acrescentam, e o código anterior funciona com elas.')
console.log('Uma classe nova de Durable Object também fica: a Cloudflare recusa versões de antes dela.')
if (!values.yes && !(await provider.confirm(`Publicar ${target} para todas as visitas?`)))
  fail('volta', 'não confirmada')
deployVersions(provider, worker, [[target, 100]])
