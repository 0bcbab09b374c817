import { env } from 'cloudflare:workers'
import type { Env } from '#workers/env.ts'
import { createHttp } from '#workers/http/http.ts'
import { ORIGIN } from './doctor.ts'

export const OPERATOR_TOKEN = 'an operator token of the tests, long enough to be one'
const { fetch } = createHttp(async () => new Response('page'))
const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
export const reason = 'chamado 481: PDF não chega'

let network = 0
export const askFrom = async (bindings: Env, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(
    new Request(`${bindings.ENVIRONMENT === 'production' ? bindings.APP_URL : ORIGIN}/api/operator/${path}`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
        ...{ 'cf-connecting-ip': `10.78.${++network}.1` },
        ...headers,
      },
      body: JSON.stringify(body),
    }),
    bindings,
    context,
  )
export const ask = (path: string, body: object, headers?: Record<string, string>) =>
  askFrom({ ...env, OPERATOR_TOKEN }, path, body, headers)
