import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { createHttp } from '#workers/http/http.ts'
import { inProduction } from './production.ts'

const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
const { fetch } = createHttp(async () => new Response('page'))
const ask = (path: string, change: Record<string, unknown> = {}) =>
  fetch(new Request(`https://app.relato.med.br${path}`), { ...inProduction, ...change }, context)

test('production that is not configured serves neither API nor page, and names the settings, never their values', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
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
  expect(words + JSON.stringify(log.mock.calls)).not.toMatch(/sk_test_value|127\.0\.0\.1|known to everybody/)
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toContainEqual({
    event: 'configuration_missing',
    names: ['AUDIT_SECRET', 'SPEECH_URL', 'STRIPE_SECRET_KEY'],
  })
  // Who does not say which environment this is, is not in development.
  for (const ENVIRONMENT of [undefined, '', 'prod'])
    expect(await (await ask('/api/dev/inbox', { ENVIRONMENT })).json()).toMatchObject({
      code: 'not_configured',
      fields: { ENVIRONMENT: 'Ambiente desconhecido' },
    })
})
