import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { serverContext } from '#app/lib/server-context.ts'
import { type ErrorCode, errorBody, statusOf } from '#domain/errors.ts'
import { shownClaims } from '#domain/site.ts'
import { loader as signIn } from './auth/sign-in.tsx'
import { loader as home } from './public/home.tsx'
import { loader as landing } from './public/landing.tsx'
import { loader as site } from './public/site.tsx'

const claims = shownClaims('production')
const ORIGIN = 'https://relato.example'

/** Builds the arguments of a loader whose every API call gets the same answer. */
function visit(path: string, fetchApi: () => Promise<Response>, cookie = '__Secure-relato.session_token=velho') {
  const context = new RouterContextProvider()
  context.set(serverContext, { fetchApi, nonce: '', origin: ORIGIN, claims, failed: () => {}, still: () => {} })
  const url = new URL(path, ORIGIN)
  return { context, url, request: new Request(url, { headers: { cookie } }), params: {} }
}
const refusing = (code: ErrorCode) => async () => Response.json(errorBody(code), { status: statusOf(code) })

test('the ways in open where no session can be read: refused, down or broken', async () => {
  const broken = async () => Promise.reject(new Error('down'))
  for (const api of [refusing('too_many_requests'), refusing('internal'), refusing('not_signed_in'), broken]) {
    const landed = await landing({ ...visit('/landing', api), pattern: '/landing' })
    expect(landed.cameForApp).toBe(false)
    expect((await site({ ...visit('/pricing', api), pattern: '/' })).signedIn).toBe(false)
    expect(await signIn({ ...visit('/login', api), pattern: '/login' })).toEqual({ google: false })
    const sent = await home({ ...visit('/', api), pattern: '/' }).then(
      () => null,
      (answer: Response) => answer,
    )
    expect([sent?.status, sent?.headers.get('location')]).toEqual([302, '/landing'])
  }
})

test('who has no session cookie is not asked about: the landing page costs no call', async () => {
  let calls = 0
  const counted = async () => {
    calls += 1
    return Response.json({})
  }
  await landing({ ...visit('/landing', counted, 'relato.theme=dark'), pattern: '/landing' })
  expect(calls).toBe(0)
})
