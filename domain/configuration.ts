import { ownSecrets, readPreviousSecret } from './previous-secret.ts'

/**
 * The settings that staging and production need, and those that they must not have. The Worker checks them before each
 * answer, and `npm run release` before it deploys. The result names settings, never their values.
 */
export type SettingFault =
  | 'missing'
  | 'weak'
  | 'repeated'
  | 'test_key'
  | 'live_key'
  | 'stand_in'
  | 'demonstration'
  | 'placeholder'
  | 'unknown'
  | 'unknown_value'
  | 'local_only'
  | 'unconfirmed'
export type SettingProblem = { name: string; fault: SettingFault }

const sentences: Record<SettingFault, string> = {
  missing: 'Ausente',
  weak: 'Ausente ou fraco',
  repeated: 'Igual a outro segredo',
  test_key: 'Chave de teste',
  live_key: 'Chave real: staging só aceita a de teste',
  stand_in: 'Substituto de desenvolvimento',
  demonstration: 'Reconhecedor de demonstração',
  placeholder: 'Valor de exemplo',
  unknown: 'Ambiente desconhecido',
  unknown_value: 'Valor desconhecido',
  local_only: 'Ambiente só desta máquina',
  unconfirmed: 'Não confirmado em domain/site.ts',
}
/** The reason for an operator. */
export const settingSentence = (fault: SettingFault): string => sentences[fault]

/** A secret that exists but cannot be read, so only its name is known. */
export const KNOWN_BY_NAME = Symbol('known by name')
/** Settings and bindings by name, in the form the Worker has them. */
export type Settings = Readonly<Record<string, unknown>>

/** Long enough for the base64 of 32 random bytes; repeated words are rejected. */
const SECRET_MIN_LENGTH = 32
const SECRET_MIN_LETTERS = 12
/** Whether a secret is long enough and does not repeat itself. */
export const isStrong = (secret: string | undefined): boolean =>
  secret !== undefined && secret.length >= SECRET_MIN_LENGTH && new Set(secret).size >= SECRET_MIN_LETTERS

/** The value that wrangler.toml publishes for this machine. */
const OPEN_SECRET = /for development alone/
/** A public key of Ed25519, as `npm run backup -- keys` prints it. */
const ED25519_SPKI = /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/
const GOOGLE = 'https://accounts.google.com/.well-known/openid-configuration'
const RESERVED = /(^|\.)(example|test|invalid|localhost|local|internal|lan|example\.(com|net|org))$/i

/** True for a name of the public internet: no local name, no name reserved for examples. */
export const isRealHost = (host: string): boolean =>
  host.includes('.') && !/^[\d.]+$/.test(host) && /^[a-z0-9.-]+$/i.test(host) && !RESERVED.test(host)
const hostIn = (address: string): string => /^https:\/\/([^/:?#]+)/.exec(address)?.[1]?.toLowerCase() ?? ''
const isReal = (address: string, scheme: 'https' | 'wss'): boolean => {
  const [, found, host = ''] = /^([a-z]+):\/\/([^/:?#]+)(?::\d+)?(?:[/?#]|$)/i.exec(address) ?? []
  return found === scheme && isRealHost(host)
}

/** The usual ports of HTTPS. */
const PORTS = ['', '443', '8443']
/**
 * True for an address outside that this service sends to: https, a usual port, a name of the public internet and not
 * its own, no user and no fragment. A last label that begins with a digit is a number in some spelling, so it is refused.
 */
export function isOutsideAddress(address: string, ownHost: string): boolean {
  const [, host = '', port = ''] = /^https:\/\/([a-z0-9.-]+)(?::(\d+))?(?:[/?][^\s#]*)?$/i.exec(address) ?? []
  return PORTS.includes(port) && isRealHost(host) && /\.[a-z][^.]*$/i.test(host) && host.toLowerCase() !== ownHost
}

/** Where the operator may put the browser's own recogniser among the engines; empty: not used. */
const DEVICE_SPEECH_PLACES = ['first', 'last', '']

const DEPLOYED = ['staging', 'production'] as const
export type DeployedEnvironment = (typeof DEPLOYED)[number]
/** True for staging and production: they serve the internet, with secrets, real mail and no stand-in. */
export const isDeployed = (environment: unknown): environment is DeployedEnvironment =>
  DEPLOYED.some((one) => one === environment)

/** True for a key of Stripe that this environment may use: staging takes test keys only, production live keys only. */
export const isStripeKeyOf = (environment: DeployedEnvironment, key: string): boolean =>
  (environment === 'staging' ? /^[sr]k_test_/ : /^[sr]k_live_/).test(key)

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])
export const isLocalHost = (host: string): boolean => LOCAL_HOSTS.has(host)

/**
 * Lists the reasons why this environment must not serve. `host` is the one of the request: development and preview show
 * mail and use stand-ins, so they answer on this machine alone, even if somebody deploys them.
 */
export function configurationProblems(settings: Settings, host = 'localhost'): SettingProblem[] {
  const devicePlace = settings.DEVICE_SPEECH ?? ''
  const values: SettingProblem[] = DEVICE_SPEECH_PLACES.some((place) => place === devicePlace)
    ? []
    : [{ name: 'DEVICE_SPEECH', fault: 'unknown_value' }]
  if (!['on', ''].some((value) => value === (settings.SYNTHETIC ?? '')))
    values.push({ name: 'SYNTHETIC', fault: 'unknown_value' })
  if (settings.ENVIRONMENT === 'development' || settings.ENVIRONMENT === 'preview')
    return isLocalHost(host) ? values : [{ name: 'ENVIRONMENT', fault: 'local_only' }]
  const { ENVIRONMENT: environment } = settings
  if (!isDeployed(environment)) return [{ name: 'ENVIRONMENT', fault: 'unknown' }]
  const has = (name: string) => Boolean(settings[name])
  const text = (name: string) => (typeof settings[name] === 'string' ? settings[name] : '')
  const hidden = (name: string) => settings[name] === KNOWN_BY_NAME
  const problems = [...values]
  const check = (name: string, fault: SettingFault, wrong: boolean) => {
    if (wrong && !problems.some((one) => one.name === name)) problems.push({ name, fault })
  }

  for (const name of ownSecrets) {
    check(name, 'stand_in', OPEN_SECRET.test(text(name)))
    check(name, 'weak', !hidden(name) && !isStrong(text(name)))
    const twin = ownSecrets.some((other) => other !== name && text(other) !== '' && text(other) === text(name))
    check(name, 'repeated', twin)
    const before = `${name}_PREVIOUS`
    if (has(before) && !hidden(before)) {
      check(before, 'unknown_value', readPreviousSecret(text(before)) === null)
      check(before, 'weak', !isStrong(readPreviousSecret(text(before))?.value))
    }
  }

  check('APP_URL', 'missing', !has('APP_URL'))
  check('APP_URL', 'placeholder', !isReal(text('APP_URL'), 'https'))

  check('MAIL_FROM', 'missing', !has('MAIL_FROM'))
  check('MAIL_FROM', 'placeholder', !isRealHost(/@([^\s@>]+)>?\s*$/.exec(text('MAIL_FROM'))?.[1] ?? ''))
  check('RESEND_KEY', 'missing', !has('RESEND_KEY') && !has('EMAIL'))
  check('RESEND_KEY', 'test_key', /^re_(test|x{3}|123456)/i.test(text('RESEND_KEY')))
  check('RESEND_URL', 'stand_in', has('RESEND_URL') && !isReal(text('RESEND_URL'), 'https'))

  // Alerts go to these. A wrong one would be noticed only when it is needed.
  if (has('ALERT_MAIL'))
    check('ALERT_MAIL', 'placeholder', !isRealHost(/^[^\s@]+@([^\s@]+)$/.exec(text('ALERT_MAIL'))?.[1] ?? ''))
  if (has('ALERT_WEBHOOK') && !hidden('ALERT_WEBHOOK'))
    check('ALERT_WEBHOOK', 'placeholder', !isOutsideAddress(text('ALERT_WEBHOOK'), hostIn(text('APP_URL'))))

  check('COPIES_VERIFY_KEY', 'unknown_value', has('COPIES_VERIFY_KEY') && !ED25519_SPKI.test(text('COPIES_VERIFY_KEY')))

  check('SPEECH_MODEL', 'demonstration', text('SPEECH_MODEL') === 'demonstration')
  check('SPEECH_URL', 'missing', !has('SPEECH_URL') && !has('AI'))
  if (has('SPEECH_URL')) {
    check('SPEECH_URL', 'stand_in', !isReal(text('SPEECH_URL'), 'wss'))
    check('SPEECH_KEY', 'missing', !has('SPEECH_KEY'))
  }
  if (has('MODEL_URL')) {
    check('MODEL_URL', 'stand_in', !isReal(text('MODEL_URL'), 'https'))
    check('MODEL_KEY', 'missing', !has('MODEL_KEY'))
    check('MODEL_NAME', 'missing', !has('MODEL_NAME'))
  } else check('AI', 'missing', has('MODEL_NAME') && !has('AI'))

  // Staging and production may omit Google, but must not have half of its settings.
  if (has('GOOGLE_CLIENT_ID') || has('GOOGLE_CLIENT_SECRET')) {
    check('GOOGLE_DISCOVERY_URL', 'stand_in', text('GOOGLE_DISCOVERY_URL') !== GOOGLE)
    check('GOOGLE_CLIENT_ID', 'missing', !has('GOOGLE_CLIENT_ID'))
    check('GOOGLE_CLIENT_ID', 'stand_in', !text('GOOGLE_CLIENT_ID').endsWith('.apps.googleusercontent.com'))
    check('GOOGLE_CLIENT_SECRET', 'missing', !has('GOOGLE_CLIENT_SECRET'))
    check('GOOGLE_CLIENT_SECRET', 'stand_in', text('GOOGLE_CLIENT_SECRET') === 'relato-local')
  }

  check('STRIPE_API_URL', 'stand_in', has('STRIPE_API_URL'))
  check('STRIPE_SECRET_KEY', 'missing', !has('STRIPE_SECRET_KEY'))
  check(
    'STRIPE_SECRET_KEY',
    environment === 'staging' ? 'live_key' : 'test_key',
    !hidden('STRIPE_SECRET_KEY') && !isStripeKeyOf(environment, text('STRIPE_SECRET_KEY')),
  )
  check('STRIPE_WEBHOOK_SECRET', 'missing', !has('STRIPE_WEBHOOK_SECRET'))
  check(
    'STRIPE_WEBHOOK_SECRET',
    'test_key',
    !hidden('STRIPE_WEBHOOK_SECRET') && !text('STRIPE_WEBHOOK_SECRET').startsWith('whsec_'),
  )
  return problems
}
