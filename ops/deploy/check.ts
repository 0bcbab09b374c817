// npm run deploy:check: whether production, as wrangler.toml and its secrets have it, may be deployed; non-zero when not.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { unstable_readConfig } from 'wrangler'
import { configurationProblems, KNOWN_BY_NAME, type Settings, settingSentence } from '#domain/configuration.ts'
import { ROOT } from '../../local/stack/processes.ts'

const USAGE = `npm run deploy:check -- --secrets FILE   the secrets that will be put: NAME=value on each line, or JSON
npm run deploy:check -- --remote         those that are there already, by name alone (asks for wrangler's login)
npm run deploy:check                     wrangler.toml alone, and secrets of this process's environment`

const { values } = parseArgs({
  options: {
    secrets: { type: 'string' },
    remote: { type: 'boolean', default: false },
    config: { type: 'string', default: join(ROOT, 'wrangler.toml') },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const SECRET = /^(AUTH|DEVICE|AUDIT)_SECRET$|^(SPEECH|MODEL|RESEND)_KEY$|^GOOGLE_CLIENT_SECRET$|^STRIPE_/

function secretsOf(): Settings {
  if (values.secrets !== undefined) {
    const text = readFileSync(values.secrets, 'utf8')
    return text.trimStart().startsWith('{') ? (JSON.parse(text) as Settings) : parseEnv(text)
  }
  if (values.remote) {
    const listed = spawnSync('wrangler', ['secret', 'list', '--env', 'production', '--format', 'json'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    if (listed.status !== 0) throw new Error('wrangler could not list the secrets: is it logged in?')
    const names = JSON.parse(listed.stdout) as { name: string }[]
    return Object.fromEntries(names.map(({ name }) => [name, KNOWN_BY_NAME]))
  }
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => SECRET.test(name)))
}

const config = unstable_readConfig({ config: values.config, env: 'production' }, { hideWarnings: true })
const bindings = [config.ai?.binding, ...config.send_email.map((one: { name: string }) => one.name)].filter(
  (name) => name !== undefined,
)
const settings = {
  ...Object.fromEntries(bindings.map((name) => [name, {}])),
  ...secretsOf(),
  ...config.vars,
}
// What is to be deployed is production, or is not to be deployed by this.
const problems: [name: string, sentence: string][] = configurationProblems({
  ...settings,
  ENVIRONMENT: config.vars.ENVIRONMENT === 'production' ? 'production' : undefined,
}).map(({ name, fault }) => [name, settingSentence(fault)])

for (const { binding, database_id } of config.d1_databases)
  if (!database_id || /^[0-]*$/.test(database_id))
    problems.push([`${binding}.database_id`, settingSentence('placeholder')])
if (!config.triggers.crons?.includes('* * * * *')) problems.push(['triggers.crons', settingSentence('missing')])
if (config.observability?.logs?.invocation_logs !== false)
  problems.push(['observability.logs.invocation_logs', 'Registraria endereços: deve ser false'])

for (const [name, sentence] of problems) console.log(`${name}: ${sentence}`)
console.log(
  problems.length === 0 ? 'Produção pode ser publicada.' : `Produção não pode ser publicada: ${problems.length}.`,
)
process.exit(problems.length === 0 ? 0 : 1)
