import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseEnv } from 'node:util'
import {
  configurationProblems,
  type DeployedEnvironment,
  isStrong,
  KNOWN_BY_NAME,
  type Settings,
  settingSentence,
} from '#domain/configuration.ts'
import { factProblems, site } from '#domain/site.ts'
import { readJson, readText } from '../../local/input.ts'
import { ROOT } from '../../local/stack/processes.ts'
import { builtProblems, type Problem } from './built.ts'
import { type Config, fail, type Provider, readConfig } from './provider.ts'

const SECRET =
  /^(AUTH|DEVICE|AUDIT)_SECRET(_PREVIOUS)?$|^(SPEECH|MODEL|RESEND)_KEY$|^GOOGLE_CLIENT_SECRET$|^STRIPE_|^ALERT_WEBHOOK$|^OPERATOR_TOKEN$|^ACCESS_/

/** Returns the secrets of a file, else of the account by name alone; a rehearsal takes those of this process. */
export function readSecrets(provider: Provider, environment: string, config: string, file?: string): Settings {
  if (file !== undefined) {
    const text = readText(file)
    return text.trimStart().startsWith('{') ? (readJson(file) as Settings) : parseEnv(text)
  }
  const args = ['secret', 'list', '--config', config, '--env', environment, '--format', 'json']
  const list = provider.query('wrangler', args)
  if (list !== null)
    return Object.fromEntries((JSON.parse(list) as { name: string }[]).map(({ name }) => [name, KNOWN_BY_NAME]))
  if (!provider.isRehearsal)
    fail('segredos', 'wrangler não os listou: entrou com `wrangler login`, ou falta --secrets?')
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => SECRET.test(name)))
}

/** Files that a build contains: one that is older lacks their changes. */
const sources = (config: string) => [config, join(ROOT, 'domain/site.ts')]

type Asked = { environment: DeployedEnvironment; config: string; built: string; secrets: Settings }

/** Returns every reason why a build must not be deployed. `built` is the file that wrangler would deploy. */
export function releaseProblems({ environment, config, built, secrets }: Asked): Problem[] {
  // Parses JSON first: wrangler answers a broken file with pages of text.
  readJson(built)
  const settings = readConfig(built)
  const { ENVIRONMENT } = settings.vars
  if (ENVIRONMENT !== environment) {
    const made = typeof ENVIRONMENT === 'string' ? `é de ${ENVIRONMENT}` : 'não tem ambiente'
    return [['ENVIRONMENT', `O build ${made}; faça-o com CLOUDFLARE_ENV=${environment}`]]
  }
  const age = statSync(built).mtimeMs
  const others = ['development', 'preview', 'staging', 'production'].filter((one) => one !== environment)
  return [
    ...sources(config)
      .filter((source) => statSync(source).mtimeMs > age)
      .map((source): Problem => ['build', `Mais antigo que ${relative(ROOT, source)}: faça-o de novo`]),
    ...configurationProblems({ ...bindingsOf(settings), ...secrets, ...settings.vars }).map(
      ({ name, fault }): Problem => [name, settingSentence(fault)],
    ),
    ...doorProblems(secrets),
    ...builtProblems(settings, Object.fromEntries(others.map((one) => [one, readConfig(config, one)]))),
    ...(environment === 'production' ? statedFacts() : []),
  ]
}

const bindingsOf = ({ send_email, ai }: Config) =>
  Object.fromEntries([...send_email.map(({ name }: { name: string }) => [name, {}]), ...(ai ? [[ai.binding, {}]] : [])])

const statedFacts = () => factProblems().map(({ name, fault }): Problem => [name, settingSentence(fault)])

const operatorDoor = ['OPERATOR_TOKEN', 'ACCESS_TEAM', 'ACCESS_AUD']

/** Half of the door, or a wrong value in it, answers 404 or refuses everybody, which is noticed only in need. */
function doorProblems(secrets: Settings): Problem[] {
  const { OPERATOR_TOKEN: token, ACCESS_TEAM: team } = secrets
  if (!operatorDoor.some((name) => secrets[name])) return []
  const isTeam = typeof team !== 'string' || /^[\w-]+\.cloudflareaccess\.com$/.test(team)
  return [
    ...operatorDoor.filter((name) => !secrets[name]).map((name): Problem => [name, settingSentence('missing')]),
    ...(typeof token === 'string' && !isStrong(token) ? [['OPERATOR_TOKEN', settingSentence('weak')] as Problem] : []),
    ...(isTeam ? [] : [['ACCESS_TEAM', `${settingSentence('unknown_value')}: TIME.cloudflareaccess.com`] as Problem]),
  ]
}

/** Returns what the operator should know and what keeps nothing back. */
export function releaseNotes(environment: DeployedEnvironment, settings: Settings): string[] {
  const hidden = Object.entries(site.claims).filter(([, { confirmed }]) => !confirmed)
  const facts = environment === 'staging' ? statedFacts() : []
  const lacks = (name: string) => !settings[name]
  return [
    ...(hidden.length > 0 ? [`Sem confirmação, fora das páginas: ${hidden.map(([name]) => name).join(', ')}.`] : []),
    ...(facts.length > 0 ? [`Produção recusaria: ${facts.map(([name]) => name).join(', ')}.`] : []),
    ...(lacks('ALERT_MAIL') && lacks('ALERT_WEBHOOK')
      ? ['Sem ALERT_MAIL e ALERT_WEBHOOK: ninguém saberá de falhas.']
      : []),
    ...(lacks('COPIES_VERIFY_KEY') ? ['Sem COPIES_VERIFY_KEY: ninguém saberá de uma cópia que falta.'] : []),
    ...(operatorDoor.some(lacks)
      ? [`Sem ${operatorDoor.filter(lacks).join(', ')}: \`npm run ops\` terá resposta 404.`]
      : []),
  ]
}

/** Returns the commit and whether files differ from it. Reads the repository, in a rehearsal too. */
export function readTree(): { commit: string; isClean: boolean } {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  const status = git('status', '--porcelain')
  return {
    commit: git('rev-parse', '--short=12', 'HEAD').stdout.trim(),
    isClean: status.status === 0 && status.stdout.trim() === '',
  }
}
