// npm run setup -- staging|production: makes the resources of an environment in the account that wrangler is logged in to,
// and writes their ids into wrangler.toml. Run again it makes only what is missing.
import { join } from 'node:path'
import { readArguments, readText, requireKnown, stop, writeText } from '../../local/input.ts'
import { ROOT } from '../../local/stack/processes.ts'
import type { Deployed } from './built.ts'
import { ask, fail, Provider, readConfig, readEnvironment } from './provider.ts'
import { isPlaceholder, withBucketJurisdiction, withDatabaseId } from './settings-file.ts'
import { tasksOfOwner } from './tasks.ts'

const JURISDICTIONS = ['none', 'eu', 'us', 'fedramp']
const EXPLAINED = `Jurisdição do banco (D1) e dos arquivos (R2). É fixada na criação: mudá-la depois é criar outros e copiar os dados.
  none     sem restrição; nascem perto de quem os cria. A Cloudflare não tem região do D1 no Brasil
  eu       guardados e processados só na União Europeia; cada chamada atravessa o Atlântico
  us       só nos Estados Unidos
  fedramp  só em centros de dados FedRAMP
Em todas os dados saem do Brasil: é transferência internacional (LGPD, art. 33; Resolução CD/ANPD 19/2024).`

const { values, operands } = readArguments(
  {
    jurisdiction: { type: 'string' },
    config: { type: 'string', default: join(ROOT, 'wrangler.toml') },
    'dry-run': { type: 'boolean', default: false },
  },
  ['staging|production'],
)
const environment = readEnvironment(operands[0])
const provider = new Provider(values['dry-run'])
const settings = readText(values.config)
const config = readConfig(values.config, environment)

if (values.jurisdiction !== undefined) requireKnown('--jurisdiction', [values.jurisdiction], JURISDICTIONS)
/** The place of what exists already is in the binding of the bucket. */
let place = config.r2_buckets[0]?.jurisdiction ?? values.jurisdiction
const placeArgs = () => (place === undefined || place === 'none' ? [] : ['--jurisdiction', place])

/** Chooses the place of a new resource. Asks once, because a wrong place cannot be changed. */
async function choosePlace(): Promise<void> {
  console.log(EXPLAINED)
  if (place === undefined && provider.isRehearsal) console.log('  (seria perguntada; este ensaio supõe none)')
  place ??= provider.isRehearsal ? 'none' : await ask('Jurisdição: ')
  if (!JURISDICTIONS.includes(place)) stop(`--jurisdiction is missing: one of ${JURISDICTIONS.join(', ')}`)
}

type Listed = { uuid: string; name: string }
function readDatabases(step: string): Listed[] {
  const list = provider.query('wrangler', ['d1', 'list', '--json'])
  if (list === null && !provider.isRehearsal) fail(step, 'wrangler não listou os bancos: entrou com `wrangler login`?')
  return JSON.parse(list ?? '[]') as Listed[]
}

/** Returns the words of a listing page by page: an account may have more queues than a page shows. */
function readQueues(): Set<string> {
  const words = new Set<string>()
  for (let page = 1; ; page++) {
    const text = provider.query('wrangler', ['queues', 'list', '--page', String(page)]) ?? ''
    for (const word of text.split(/[^\w-]+/)) words.add(word)
    // A page with a queue has its id.
    if (!/[0-9a-f]{32}/.test(text)) return words
  }
}

console.log(`Recursos de ${environment}${provider.isRehearsal ? ' (ensaio: nada é chamado)' : ''}`)
let text = settings

for (const { binding, database_name: name = '', database_id: id } of config.d1_databases) {
  const step = `D1 ${name}`
  console.log(`\n${step}`)
  const found = readDatabases(step).find((one) => one.name === name)
  if (!found) {
    await choosePlace()
    provider.run(step, 'wrangler', ['d1', 'create', name, ...placeArgs()])
  }
  const made = found ?? (provider.isRehearsal ? undefined : readDatabases(step).find((one) => one.name === name))
  if (found) console.log('  já existe, com a jurisdição em que nasceu')
  if (!made) {
    if (!provider.isRehearsal) fail(step, 'foi criado, mas não está na lista')
    console.log(`  escreve o id em ${values.config}, ${binding}`)
  } else if (!isPlaceholder(id) && id !== made.uuid) fail(step, `${values.config} tem o id ${id}, a conta ${made.uuid}`)
  else text = withDatabaseId(text, environment, made.uuid)
}

for (const { bucket_name: name = '' } of config.r2_buckets) {
  const step = `R2 ${name}`
  console.log(`\n${step}`)
  const list = provider.query('wrangler', ['r2', 'bucket', 'list', ...placeArgs()])
  if (list === null && !provider.isRehearsal) fail(step, 'wrangler não listou os buckets')
  if (new Set(list?.split(/\s+/)).has(name)) console.log('  já existe')
  else provider.run(step, 'wrangler', ['r2', 'bucket', 'create', name, ...placeArgs()])
  text = withBucketJurisdiction(text, environment, placeArgs()[1])
}

const { producers = [], consumers = [] }: Deployed['queues'] = config.queues
const queues = [...producers.map((one) => one.queue), ...consumers.flatMap((one) => [one.queue, one.dead_letter_queue])]
console.log('\nFilas')
const existing = readQueues()
for (const name of new Set(queues)) {
  if (name === undefined) continue
  if (existing.has(name)) console.log(`  ${name}: já existe`)
  else provider.run(`Fila ${name}`, 'wrangler', ['queues', 'create', name])
}

if (text !== settings && !provider.isRehearsal) {
  writeText(values.config, text)
  console.log(`\nOs ids estão em ${values.config}: faça o commit deles.`)
}
console.log(`\nO que este comando não faz:\n${tasksOfOwner(environment, config, placeArgs()).join('\n')}`)
