// npm run deploy:check: whether the build in build/server, with its secrets, may be deployed as production; non-zero if not.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseEnv } from 'node:util'
import { unstable_readConfig } from 'wrangler'
import { configurationProblems, KNOWN_BY_NAME, type Settings, settingSentence } from '#domain/configuration.ts'
import { factProblems, site } from '#domain/site.ts'
import { attempt, readArguments, readJson, readText, stop } from '../../local/input.ts'
import { ROOT } from '../../local/stack/processes.ts'
import { builtProblems, type Problem } from './built.ts'

const USAGE = `CLOUDFLARE_ENV=production npm run build  before: what is checked is what would be deployed
npm run deploy:check -- --secrets FILE   the secrets that will be put: NAME=value on each line, or JSON
npm run deploy:check -- --remote         those that are there already, by name alone (asks for wrangler's login)
npm run deploy:check                     the build alone, and secrets of this process's environment`

const { values } = readArguments({
  secrets: { type: 'string' },
  remote: { type: 'boolean', default: false },
  built: { type: 'string', default: join(ROOT, 'build/server/wrangler.json') },
  help: { type: 'boolean', default: false },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const SECRET = /^(AUTH|DEVICE|AUDIT)_SECRET$|^(SPEECH|MODEL|RESEND)_KEY$|^GOOGLE_CLIENT_SECRET$|^STRIPE_/

function secretsOf(): Settings {
  if (values.secrets !== undefined) {
    const text = readText(values.secrets)
    return text.trimStart().startsWith('{') ? (readJson(values.secrets) as Settings) : parseEnv(text)
  }
  if (values.remote) {
    const listed = spawnSync('wrangler', ['secret', 'list', '--env', 'production', '--format', 'json'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    if (listed.status !== 0) stop('wrangler could not list the secrets: is it logged in?')
    const names = JSON.parse(listed.stdout) as { name: string }[]
    return Object.fromEntries(names.map(({ name }) => [name, KNOWN_BY_NAME]))
  }
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => SECRET.test(name)))
}

const configOf = (config: string, env?: string) => unstable_readConfig({ config, env }, { hideWarnings: true })

/** Files about production: a build older than them does not have their changes. */
const sources = [join(ROOT, 'wrangler.toml'), join(ROOT, 'domain/site.ts')]

/** Every reason why the build must not be deployed as production. */
function problemsOf(file: string): Problem[] {
  // Parses JSON first: wrangler answers a broken file with pages of text.
  readJson(file)
  const built = attempt(file, () => configOf(file))
  const { ENVIRONMENT } = built.vars
  if (ENVIRONMENT !== 'production') {
    const made = typeof ENVIRONMENT === 'string' ? `é de ${ENVIRONMENT}` : 'não tem ambiente'
    return [['ENVIRONMENT', `O build ${made}; faça-o com CLOUDFLARE_ENV=production`]]
  }
  const old = sources.filter((source) => statSync(source).mtimeMs > statSync(file).mtimeMs)
  const senders = built.send_email.map(({ name }: { name: string }) => [name, {}])
  const bindings = Object.fromEntries([...senders, ...(built.ai ? [[built.ai.binding, {}]] : [])])
  const local = ['development', 'preview'].map((env) => [env, configOf(join(ROOT, 'wrangler.toml'), env)])
  return [
    ...old.map((source): Problem => ['build', `Mais antigo que ${relative(ROOT, source)}: faça-o de novo`]),
    ...configurationProblems({ ...bindings, ...secretsOf(), ...built.vars }).map(
      ({ name, fault }): Problem => [name, settingSentence(fault)],
    ),
    ...builtProblems(built, Object.fromEntries(local)),
    ...factProblems().map(({ name, fault }): Problem => [name, settingSentence(fault)]),
  ]
}

const problems = problemsOf(values.built)
for (const [name, sentence] of problems) console.log(`${name}: ${sentence}`)
const hidden = Object.entries(site.claims).filter(([, { confirmed }]) => !confirmed)
if (hidden.length > 0) console.log(`Sem confirmação, fora das páginas: ${hidden.map(([name]) => name).join(', ')}.`)
console.log(
  problems.length === 0 ? 'Produção pode ser publicada.' : `Produção não pode ser publicada: ${problems.length}.`,
)
process.exit(problems.length === 0 ? 0 : 1)
