import type { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { isStrong } from '#domain/configuration.ts'
import { api } from '#workers/api/api.ts'
import { newDoctor } from './doctor.ts'
import { inProduction } from './production.ts'

const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }

test('[DQ2] the key is the same on every device of a doctor, and no other doctor has it', async () => {
  const [first, second] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const ask = async (who: typeof first) => {
    const answer = await who.call('GET', '/api/device-key')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    return answer.json<{ doctor_id: string; key: string }>()
  }
  const [one, again, other] = [await ask(first), await ask(first), await ask(second)]
  expect(one).toEqual(again)
  expect([one.doctor_id, other.doctor_id]).toEqual([first.id, second.id])
  expect(atob(one.key)).toHaveLength(32)
  expect(one.key).not.toBe(other.key)
})

test('a missing or weak secret stops production, and is named in the answer and the log', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const ask = (change: Partial<typeof env>) =>
    api.fetch(new Request('https://relato.example/api/health'), { ...inProduction, ...change }, context)
  expect((await ask({})).status).toBe(200)
  const missing = await ask({ DEVICE_SECRET: '' })
  expect([missing.status, await missing.json()]).toMatchObject([
    503,
    { code: 'not_configured', fields: { DEVICE_SECRET: 'Ausente ou fraco' } },
  ])
  const both = await ask({ DEVICE_SECRET: 'a'.repeat(64), AUTH_SECRET: 'short' })
  expect(await both.json()).toMatchObject({
    fields: { AUTH_SECRET: expect.any(String), DEVICE_SECRET: expect.any(String) },
  })
  const logged = log.mock.calls
    .map(([line]) => JSON.parse(String(line)))
    .filter(({ event }) => event === 'configuration_missing')
  expect(logged.map(({ names }) => names)).toEqual([['DEVICE_SECRET'], ['AUTH_SECRET', 'DEVICE_SECRET']])
  expect([isStrong(undefined), isStrong(btoa('0123456789abcdefghijklmnopqrstuv'))]).toEqual([false, true])
})
