import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { serverContext } from '#app/lib/server-context.ts'
import { errorBody, statusOf } from '#domain/errors.ts'
import { shownClaims } from '#domain/site.ts'
import { action } from './contact.tsx'

const claims = shownClaims('production')
const ORIGIN = 'https://relato.example'

/** Submits a form to the page; the API refuses every body as too large. */
async function sent(body: string, contentType: string) {
  const context = new RouterContextProvider()
  const fetchApi = async () => Response.json(errorBody('body_too_large'), { status: statusOf('body_too_large') })
  context.set(serverContext, { fetchApi, nonce: '', origin: ORIGIN, claims, failed: () => {}, still: () => {} })
  const url = new URL('/contact', ORIGIN)
  const headers = { origin: ORIGIN, 'content-type': contentType }
  const request = new Request(url, { method: 'POST', headers, body })
  const answer = await action({ context, request, url, params: {}, pattern: '/contact' })
  if (answer instanceof Response) throw new Error(`answered ${answer.status}`)
  return { status: answer.init?.status, ...answer.data }
}

test('a body that is no form comes back as the page with what is wrong, never as a failure of ours', async () => {
  const refused = { status: 400, values: {}, errors: {}, refusal: 'Não foi possível ler os dados enviados.' }
  expect(await sent('name=Rui', 'text/plain')).toEqual(refused)
  expect(await sent('{"name":"Rui"}', 'application/json')).toEqual(refused)
  expect(await sent('--x\r\nContent-Disposition: form-data; na', 'multipart/form-data; boundary=x')).toEqual(refused)
})

test('a form that was too large is not repeated in the answer', async () => {
  const { status, values } = await sent('name=Rui&message=Oi', 'application/x-www-form-urlencoded')
  expect([status, values]).toEqual([413, {}])
})
