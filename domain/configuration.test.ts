import { expect, test } from 'vitest'
import { configurationProblems, KNOWN_BY_NAME, type Settings } from './configuration.ts'

const secret = (seed: string) => `${seed}4x9Qw1Xr7Tb5Ny8Mu2Lp3Jh6Gf0DsAzVc`
const good: Settings = {
  ENVIRONMENT: 'production',
  APP_URL: 'https://relato.med.br',
  AUTH_SECRET: secret('a'),
  DEVICE_SECRET: secret('b'),
  AUDIT_SECRET: secret('c'),
  MAIL_FROM: 'Relato <nao-responda@relato.med.br>',
  EMAIL: {},
  AI: {},
  SPEECH_URL: '',
  MODEL_URL: '',
  MODEL_NAME: '@cf/some/model',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
/** A configured staging: like production, with test keys of Stripe. */
const staging: Settings = {
  ...good,
  ENVIRONMENT: 'staging',
  APP_URL: 'https://staging.relato.med.br',
  STRIPE_SECRET_KEY: 'sk_test_1',
}
const tunnels: Settings = {
  SPEECH_URL: 'wss://fala.clinica.med.br/v1/listen',
  SPEECH_KEY: 'k',
  MODEL_URL: 'https://modelo.clinica.med.br/v1',
  MODEL_KEY: 'k',
  MODEL_NAME: 'gemma3:12b',
}
const problemNames = (change: Settings) =>
  configurationProblems({ ...good, ...change }).map(({ name, fault }) => `${name} ${fault}`)

test('a configured production passes, and other environments need only known values', () => {
  expect(problemNames({})).toEqual([])
  expect(
    problemNames({
      AUTH_SECRET: KNOWN_BY_NAME,
      STRIPE_SECRET_KEY: KNOWN_BY_NAME,
      STRIPE_WEBHOOK_SECRET: KNOWN_BY_NAME,
    }),
  ).toEqual([])
  expect(configurationProblems(staging, 'staging.relato.med.br')).toEqual([])
  for (const ENVIRONMENT of ['development', 'preview']) {
    for (const host of [undefined, 'localhost', '127.0.0.1', '[::1]'])
      expect(configurationProblems({ ENVIRONMENT }, host)).toEqual([])
    for (const host of ['relato-preview.conta.workers.dev', 'localhost.relato.med.br', '10.0.0.2', ''])
      expect(configurationProblems({ ENVIRONMENT }, host)).toEqual([{ name: 'ENVIRONMENT', fault: 'local_only' }])
  }
  const misspelt = { ENVIRONMENT: 'development', DEVICE_SPEECH: 'frist' }
  expect(configurationProblems(misspelt)).toEqual([{ name: 'DEVICE_SPEECH', fault: 'unknown_value' }])
  for (const ENVIRONMENT of ['prod', '', undefined])
    expect(configurationProblems({ ENVIRONMENT })).toEqual([{ name: 'ENVIRONMENT', fault: 'unknown' }])
})

test.each<[change: Settings, ...problems: string[]]>([
  [{ AUTH_SECRET: '' }, 'AUTH_SECRET weak'],
  [{ AUTH_SECRET_PREVIOUS: secret('d') }, 'AUTH_SECRET_PREVIOUS unknown_value'],
  [{ DEVICE_SECRET_PREVIOUS: '2026-12-31T00:00:00Z short' }, 'DEVICE_SECRET_PREVIOUS weak'],
  [{ DEVICE_SECRET_PREVIOUS: `2026-12-31T00:00:00Z ${secret('d')}` }],
  [{ DEVICE_SECRET: 'a'.repeat(64) }, 'DEVICE_SECRET weak'],
  [{ AUDIT_SECRET: undefined }, 'AUDIT_SECRET weak'],
  [{ AUDIT_SECRET: 'known to everybody, for development alone' }, 'AUDIT_SECRET stand_in'],
  [{ AUDIT_SECRET: secret('a') }, 'AUTH_SECRET repeated', 'AUDIT_SECRET repeated'],
  [{ APP_URL: undefined }, 'APP_URL missing'],
  [{ APP_URL: 'http://relato.med.br' }, 'APP_URL placeholder'],
  [{ APP_URL: 'https://relato.example' }, 'APP_URL placeholder'],
  [{ APP_URL: 'https://localhost:5173' }, 'APP_URL placeholder'],
  [{ APP_URL: 'https://relato.med.br@evil.test' }, 'APP_URL placeholder'],
  [{ MAIL_FROM: '' }, 'MAIL_FROM missing'],
  [{ MAIL_FROM: 'Relato <a@relato.example>' }, 'MAIL_FROM placeholder'],
  [{ EMAIL: undefined }, 'RESEND_KEY missing'],
  [{ EMAIL: undefined, RESEND_KEY: 're_live1' }],
  [{ RESEND_KEY: 're_123456789' }, 'RESEND_KEY test_key'],
  [{ RESEND_URL: 'http://127.0.0.1:4000/emails' }, 'RESEND_URL stand_in'],
  [{ AI: undefined, MODEL_NAME: '' }, 'SPEECH_URL missing'],
  [{ AI: undefined, SPEECH_URL: 'wss://fala.med.br', SPEECH_KEY: 'k' }, 'AI missing'],
  [{ SPEECH_URL: 'ws://127.0.0.1:4300/v1/listen' }, 'SPEECH_URL stand_in', 'SPEECH_KEY missing'],
  [{ SPEECH_URL: 'wss://192.168.0.9/v1/listen', SPEECH_KEY: 'k' }, 'SPEECH_URL stand_in'],
  [{ DEVICE_SPEECH: 'first' }],
  [{ DEVICE_SPEECH: 'last' }],
  [{ DEVICE_SPEECH: '' }],
  [{ DEVICE_SPEECH: 'server' }, 'DEVICE_SPEECH unknown_value'],
  [{ SPEECH_MODEL: 'demonstration' }, 'SPEECH_MODEL demonstration'],
  [{ MODEL_URL: 'http://127.0.0.1:4200/v1' }, 'MODEL_URL stand_in', 'MODEL_KEY missing'],
  // A clinic's own machine, at home and through a tunnel.
  [{ MODEL_URL: 'http://192.168.0.9:11434/v1', MODEL_KEY: 'k' }, 'MODEL_URL stand_in'],
  [{ MODEL_URL: 'https://ollama.local/v1', MODEL_KEY: 'k' }, 'MODEL_URL stand_in'],
  [{ MODEL_URL: 'http://modelo.clinica.med.br/v1', MODEL_KEY: 'k' }, 'MODEL_URL stand_in'],
  [{ AI: undefined, ...tunnels }],
  [
    { GOOGLE_CLIENT_ID: 'x.apps.googleusercontent.com' },
    'GOOGLE_DISCOVERY_URL stand_in',
    'GOOGLE_CLIENT_SECRET missing',
  ],
  [
    {
      GOOGLE_DISCOVERY_URL: 'http://127.0.0.1:4400/.well-known/openid-configuration',
      GOOGLE_CLIENT_ID: 'relato-local',
      GOOGLE_CLIENT_SECRET: 'relato-local',
    },
    'GOOGLE_DISCOVERY_URL stand_in',
    'GOOGLE_CLIENT_ID stand_in',
    'GOOGLE_CLIENT_SECRET stand_in',
  ],
  [{ STRIPE_API_URL: 'http://127.0.0.1:4310' }, 'STRIPE_API_URL stand_in'],
  [{ STRIPE_SECRET_KEY: 'sk_test_local_1' }, 'STRIPE_SECRET_KEY test_key'],
  [{ ...staging, STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_SECRET_KEY live_key'],
  [{ ...staging, STRIPE_SECRET_KEY: KNOWN_BY_NAME, AUTH_SECRET: 'short' }, 'AUTH_SECRET weak'],
  [{ ...staging, STRIPE_API_URL: 'http://127.0.0.1:4310' }, 'STRIPE_API_URL stand_in'],
  [{ STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_SECRET_KEY missing', 'STRIPE_WEBHOOK_SECRET missing'],
])('%j', (change, ...problems) => {
  expect(problemNames(change)).toEqual(problems)
})
