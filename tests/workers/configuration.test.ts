import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { isStrong } from '#domain/configuration.ts'
import { logged } from '#tests/testkit/logged.ts'
import type { Env } from '#workers/env.ts'
import { createHttp } from '#workers/http/http.ts'
import { inProduction } from './production.ts'

const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
const { fetch } = createHttp(async () => new Response('page'))
const ask = (path: string, change: Record<string, unknown> = {}) =>
  fetch(new Request(`https://app.relato.med.br${path}`), { ...inProduction, ...change }, context)

test('production that is not configured serves neither API nor page, and names the settings, never their values', async () => {
  expect([(await ask('/api/health')).status, (await ask('/landing')).status]).toEqual([200, 200])
  expect((await ask('/api/dev/inbox')).status).toBe(404)

  const wrong = { AUDIT_SECRET: env.AUDIT_SECRET, SPEECH_URL: env.SPEECH_URL, STRIPE_SECRET_KEY: 'sk_test_value' }
  const answer = await ask('/api/health', wrong)
  expect([answer.status, await answer.json()]).toEqual([
    503,
    {
      code: 'not_configured',
      error: 'O serviço está sem configuração. Avise o suporte.',
      fields: {
        AUDIT_SECRET: 'Substituto de desenvolvimento',
        SPEECH_URL: 'Substituto de desenvolvimento',
        STRIPE_SECRET_KEY: 'Chave de teste',
      },
    },
  ])
  const page = await ask('/landing', wrong)
  const words = await page.text()
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([
    503,
    expect.stringContaining('script-src'),
  ])
  expect(words).toContain('STRIPE_SECRET_KEY: Chave de teste')
  expect(words + JSON.stringify(logged())).not.toMatch(/sk_test_value|127\.0\.0\.1|known to everybody/)
  expect(logged()).toContainEqual({
    event: 'configuration_missing',
    names: ['AUDIT_SECRET', 'SPEECH_URL', 'STRIPE_SECRET_KEY'],
  })
})

test('a Worker without an environment, or with a local one on another host, serves nobody', async () => {
  const paths = ['/api/health', '/api/dev/inbox', '/landing', '/dev/inbox', '/app/dashboard']
  const refusals = async (bindings: object, host: string) => {
    const pending = paths.map((path) => fetch(new Request(`https://${host}${path}`), bindings as Env, context))
    const answers = await Promise.all(pending)
    return Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`))
  }
  // `wrangler deploy` of a build without CLOUDFLARE_ENV has no binding at all.
  for (const bindings of [{}, { ...env, ENVIRONMENT: '' }, { ...env, ENVIRONMENT: 'prod' }])
    for (const answer of await refusals(bindings, 'localhost'))
      expect(answer).toMatch(/^503 [\s\S]*ENVIRONMENT"?: ?"?Ambiente desconhecido/)
  for (const ENVIRONMENT of ['development', 'preview'])
    for (const answer of await refusals({ ...env, ENVIRONMENT }, 'relato-preview.conta.workers.dev'))
      expect(answer).toMatch(/^503 [\s\S]*ENVIRONMENT"?: ?"?Ambiente só desta máquina/)
  expect((await fetch(new Request('http://localhost/api/health'), env, context)).status).toBe(200)
})

test('staging serves like production: no inbox, test keys of Stripe alone', async () => {
  const staging = { ENVIRONMENT: 'staging', STRIPE_SECRET_KEY: 'sk_test_9fKq2' }
  expect((await ask('/api/health', staging)).status).toBe(200)
  expect((await ask('/api/dev/inbox', staging)).status).toBe(404)
  const live = await ask('/api/health', { ENVIRONMENT: 'staging' })
  expect([live.status, await live.text()]).toEqual([503, expect.stringContaining('STRIPE_SECRET_KEY')])
})

test('a missing or weak secret stops production, and is named in the answer and the log', async () => {
  const missing = await ask('/api/health', { DEVICE_SECRET: '' })
  expect([missing.status, await missing.json()]).toMatchObject([
    503,
    { code: 'not_configured', fields: { DEVICE_SECRET: 'Ausente ou fraco' } },
  ])
  const both = await ask('/api/health', { DEVICE_SECRET: 'a'.repeat(64), AUTH_SECRET: 'short' })
  expect(await both.json()).toMatchObject({
    fields: { AUTH_SECRET: expect.any(String), DEVICE_SECRET: expect.any(String) },
  })
  const names = logged().filter(({ event }) => event === 'configuration_missing')
  expect(names.map((line) => line.names)).toEqual([['DEVICE_SECRET'], ['AUTH_SECRET', 'DEVICE_SECRET']])
  expect([isStrong(undefined), isStrong(btoa('0123456789abcdefghijklmnopqrstuv'))]).toEqual([false, true])
})
