import { expect, test } from 'vitest'
import { services, summary, usesLocal } from './summary.ts'

const ports = { app: 5173, speech: 4300, google: 4400, stripe: 4310 }
const reader = (settings: Record<string, string>) => (name: string) => settings[name]
const demonstration = ['reconhecedor de demonstração', 'ouvindo em ws://127.0.0.1:4300/v1/listen']

test('the launcher names the services that .dev.vars selects', () => {
  const own = reader({ STRIPE_SECRET_KEY: 'sk_test_local_1' })
  expect(services(own, ports, demonstration)).toEqual({
    Google: expect.stringContaining('de mentira'),
    Stripe: expect.stringContaining('http://127.0.0.1:4310'),
    Fala: expect.stringContaining('DEMONSTRAÇÃO'),
    Estruturação: expect.stringContaining('extrativa'),
  })
  expect(services(own, ports, ['modelo zipformer, ouvindo em ws://127.0.0.1:4300']).Fala).toContain('zipformer')
  const local = (read: typeof own) => [
    usesLocal.speech(read, ports),
    usesLocal.google(read, ports),
    usesLocal.stripe(read),
  ]
  expect(local(own)).toEqual([true, true, true])

  const others = reader({
    STRIPE_SECRET_KEY: 'sk_test_own',
    SPEECH_URL: 'wss://user:secret@fala.exemplo/v1/listen?key=secret',
    GOOGLE_DISCOVERY_URL: 'https://contas.exemplo/.well-known/openid-configuration',
    MODEL_URL: 'http://127.0.0.1:11434/v1',
    MODEL_NAME: 'gemma',
  })
  expect(local(others)).toEqual([false, false, false])
  const rows = services(others, ports, demonstration)
  expect(rows).toEqual({
    Google: 'https://contas.exemplo/.well-known/openid-configuration, por .dev.vars',
    Stripe: 'o de verdade, com a chave que está em .dev.vars',
    Fala: 'wss://fala.exemplo/v1/listen, por .dev.vars',
    Estruturação: 'modelo gemma em http://127.0.0.1:11434/v1, por .dev.vars',
  })
  expect(summary('Relato', 3, 5173, rows)).not.toMatch(/DEMONSTRAÇÃO|secret|extrativa/)
  expect(services(reader({ SPEECH_URL: '', MODEL_NAME: '@cf/x' }), ports, [])).toMatchObject({
    Fala: 'Workers AI, por .dev.vars',
    Estruturação: 'modelo @cf/x da Workers AI, por .dev.vars',
  })
  // The address of the local server, written out.
  expect(usesLocal.speech(reader({ SPEECH_URL: 'ws://localhost:4300/v1/listen' }), ports)).toBe(true)
})
