import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import { expect, vi } from 'vitest'
import { type Delivery, type IntegrationsReply, integrationsReply } from '#domain/integration/contract.ts'
import type { IntegrationKind } from '#domain/integration/integration.ts'
import type { Received, ReceiverPlay } from '#tests/testkit/receiver.ts'
import { api } from '#workers/api/api.ts'
import { consume } from '#workers/jobs/consumer.ts'
import { subscribe } from './billing.ts'
import { ORIGIN, PASSWORD, type TestDoctor } from './doctor.ts'
import { openStage, paperCalls } from './document-stage.ts'
import { recordCalls } from './record-stage.ts'

/** A path of its own at the other system: no test meets another's requests. */
export function newReceiver() {
  const path = `/${crypto.randomUUID()}`
  return {
    address: `${env.RECEIVER_URL}${path}`,
    plays: (...plays: ReceiverPlay[]) =>
      fetch(`${env.RECEIVER_URL}/plays${path}`, { method: 'PUT', body: JSON.stringify(plays) }),
    received: async (below = '') => (await fetch(`${env.RECEIVER_URL}/received${below}${path}`)).json<Received[]>(),
  }
}

/** The same doctor, whose new deliveries are only noted: the test hands them to the consumer. */
function withQuietQueue(doctor: TestDoctor) {
  const bells: { id: string }[] = []
  const send = async (bell: { id: string }) => void bells.push(bell)
  const bindings = { ...env, DELIVERY_QUEUE: { send } as unknown as Queue }
  const call: TestDoctor['call'] = (method, path, body) =>
    Promise.resolve(
      api.fetch(
        new Request(`${ORIGIN}${path}`, {
          method,
          headers: { cookie: doctor.cookie, origin: ORIGIN, 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
        bindings,
        createExecutionContext(),
      ),
    )
  return { bells, doctor: { ...doctor, call } }
}

/** A doctor of a paid plan with a record to sign, and what the settings send. */
export async function openIntegrationStage(price: 'pro_month' | 'clinica_month' = 'pro_month') {
  const stage = await openStage()
  await subscribe(stage.doctor, price, 'none')
  const { bells, doctor } = withQuietQueue(stage.doctor)
  const save = (kind: IntegrationKind, body: object, password = PASSWORD) =>
    doctor.call('PUT', `/api/integrations/${kind}`, { confirmation: { password, code: null }, ...body })
  const list = async (): Promise<IntegrationsReply> =>
    integrationsReply.parse(await (await doctor.call('GET', '/api/integrations')).json())
  return {
    ...{ ...stage, bells, doctor, save, list },
    calls: recordCalls(doctor, stage.consultation),
    paper: paperCalls(doctor, stage.consultation),
    find: async (id: string): Promise<Delivery | undefined> => (await list()).deliveries.find((one) => one.id === id),
    post: (path: string) => doctor.call('POST', `/api/${path}`),
    /** One attempt for each message. Returns how many ended, and the seconds until the next attempt of the others. */
    async attempt(...messages: { id: string }[]) {
      const [ack, retry] = [vi.fn<Message['ack']>(), vi.fn<Message['retry']>()]
      const batch = messages.map((body) => ({ id: 'm', timestamp: new Date(), attempts: 1, body, ack, retry }))
      await consume({ queue: 'relato-delivery', messages: batch } as unknown as MessageBatch, env)
      return { ended: ack.mock.calls.length, again: retry.mock.calls.map(([options]) => options?.delaySeconds) }
    },
  }
}

/** Checks a request as a receiver of Standard Webhooks does: its time and the signature over id, time and body. */
export function verify({ headers, body }: Received, secret: string): { id: string; type: string; data: unknown } {
  const [id, time] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])]
  expect(Math.abs(Date.now() / 1_000 - Number(time))).toBeLessThan(300)
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${expected}`)
  return { id, ...JSON.parse(body) }
}
