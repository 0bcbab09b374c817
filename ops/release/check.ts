import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseEnv } from 'node:util'
import {
  configurationProblems,
  type DeployedEnvironment,
  KNOWN_BY_NAME,
  type Settings,
  settingSentence,
} from '#domain/configuration.ts'
import { factProblems, site } from '#domain/site.ts'
import { readJson, readText } from '../../local/input.ts'
import { ROOT } from '../../local/stack/processes.ts'
import { builtProblems, type Problem } from './built.ts'
import { type Config, fail, type Provider, readConfig } from './provider.ts'

const SECRET = /^(AUTH|DEVICE|AUDIT)_SECRET$|^(SPEECH|MODEL|RESEND)_KEY$|^GOOGLE_CLIENT_SECRET$|^STRIPE_/

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

type Asked = { environment: DeployedEnvironment; config: string; built?: string; secrets: Settings }

/**
 * Returns every reason why a build must not be deployed. `built` is the file that wrangler would deploy; without it the
 * configuration is the one that a build would write.
 */
export function releaseProblems({ environment, config, built, secrets }: Asked): Problem[] {
  // Parses JSON first: wrangler answers a broken file with pages of text.
  if (built !== undefined) readJson(built)
  const settings = built === undefined ? readConfig(config, environment) : readConfig(built)
  const { ENVIRONMENT } = settings.vars
  if (ENVIRONMENT !== environment) {
    const made = typeof ENVIRONMENT === 'string' ? `é de ${ENVIRONMENT}` : 'não tem ambiente'
    return [['ENVIRONMENT', `O build ${made}; faça-o com CLOUDFLARE_ENV=${environment}`]]
  }
  const age = built === undefined ? Number.POSITIVE_INFINITY : statSync(built).mtimeMs
  const others = ['development', 'preview', 'staging', 'production'].filter((one) => one !== environment)
  return [
    ...sources(config)
      .filter((source) => statSync(source).mtimeMs > age)
      .map((source): Problem => ['build', `Mais antigo que ${relative(ROOT, source)}: faça-o de novo`]),
    ...configurationProblems({ ...bindingsOf(settings), ...secrets, ...settings.vars }).map(
      ({ name, fault }): Problem => [name, settingSentence(fault)],
    ),
    ...builtProblems(settings, Object.fromEntries(others.map((one) => [one, readConfig(config, one)]))),
    ...(environment === 'production' ? statedFacts() : []),
  ]
}

const bindingsOf = ({ send_email, ai }: Config) =>
  Object.fromEntries([...send_email.map(({ name }: { name: string }) => [name, {}]), ...(ai ? [[ai.binding, {}]] : [])])

const statedFacts = () => factProblems().map(({ name, fault }): Problem => [name, settingSentence(fault)])

/** Returns what the operator should know and what keeps nothing back: hidden claims; in staging also unconfirmed facts. */
export function releaseNotes(environment: DeployedEnvironment): string[] {
  const hidden = Object.entries(site.claims).filter(([, { confirmed }]) => !confirmed)
  const facts = environment === 'staging' ? statedFacts() : []
  return [
    ...(hidden.length > 0 ? [`Sem confirmação, fora das páginas: ${hidden.map(([name]) => name).join(', ')}.`] : []),
    ...(facts.length > 0 ? [`Produção recusaria: ${facts.map(([name]) => name).join(', ')}.`] : []),
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
