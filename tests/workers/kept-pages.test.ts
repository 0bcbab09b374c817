import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { createHttp, type Pages } from '#workers/http/http.ts'
import { keepStillPages } from '#workers/http/page-cache.ts'

const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }

/** Pages that say who they were rendered for, and how often any was. */
function stage(render?: Pages) {
  let rendered = 0
  const pages: Pages = async (request, server) => {
    rendered += 1
    const { pathname, search } = new URL(request.url)
    if (pathname !== '/moving') server.still()
    if (render) return render(request, server)
    const text = `${request.method} ${pathname}${search} ${request.headers.get('cookie')} ${rendered}`
    const status = pathname === '/nothing' ? 404 : 200
    return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
  }
  const { fetch } = createHttp(keepStillPages(pages))
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(new Request(`http://localhost${path}`, init), env, context)
    return { status: answer.status, text: await answer.text(), headers: [...answer.headers] }
  }
  return { ask, rendered: () => rendered }
}

const isPolicy = ([name]: string[]) => name === 'content-security-policy'

test('what one visitor was shown another is shown only where it is the same for both', async () => {
  const { ask, rendered } = stage()
  const first = await ask('/landing')
  const second = await ask('/landing')
  expect([first.text, second.text, rendered()]).toEqual(['GET /landing null 1', 'GET /landing null 1', 1])
  expect(second.headers.filter((header) => !isPolicy(header))).toEqual(
    first.headers.filter((header) => !isPolicy(header)),
  )
  expect(second.headers.find(isPolicy)).not.toEqual(first.headers.find(isPolicy))

  const cookie = { headers: { cookie: 'anything=1' } }
  expect((await ask('/landing', cookie)).text).toBe('GET /landing anything=1 2')
  expect((await ask('/landing?redirect=%2Fapp')).text).toBe('GET /landing?redirect=%2Fapp null 3')
  expect((await ask('/landing', { method: 'POST', body: 'a=1' })).text).toBe('POST /landing null 4')
  expect((await ask('/landing', { method: 'HEAD' })).text).toBe('')
  expect(await ask('/landing')).toMatchObject({ text: 'GET /landing null 1' })
  // A document may be cancelled at any time; the router takes these spellings too.
  for (const path of ['/verificar/a1', '/Verificar/a1', '/%76erificar/a1'])
    expect(new Set([(await ask(path)).text, (await ask(path)).text]).size).toBe(2)
  // A visitor's cookie does not reach the next visitor's page.
  expect((await ask('/pricing', cookie)).text).toBe('GET /pricing anything=1 12')
  expect((await ask('/pricing')).text).toBe('GET /pricing null 13')
  for (const path of ['/moving', '/nothing']) {
    const before = rendered()
    const [one, other] = [await ask(path), await ask(path)]
    expect([one.text, other.text]).toEqual([`GET ${path} null ${before + 1}`, `GET ${path} null ${before + 2}`])
    expect(one.status).toBe(path === '/nothing' ? 404 : 200)
  }
})

test('a page that failed on the way or sets a cookie is not kept, and no more are kept than there are pages', async () => {
  const late = stage(async (_, { failed }) => {
    const body = new ReadableStream({
      pull(controller) {
        failed(new Error('late'))
        controller.enqueue(new TextEncoder().encode('half'))
        controller.close()
      },
    })
    return new Response(body)
  })
  expect([(await late.ask('/landing')).text, (await late.ask('/landing')).text, late.rendered()]).toEqual([
    'half',
    'half',
    2,
  ])
  const setting = stage(async () => new Response('page', { headers: { 'set-cookie': 'who=me' } }))
  await setting.ask('/landing')
  await setting.ask('/landing')
  expect(setting.rendered()).toBe(2)

  const many = stage()
  for (let n = 0; n < 40; n++) await many.ask(`/page-${n}`)
  await many.ask('/page-39')
  expect(many.rendered()).toBe(40)
  await many.ask('/page-0')
  expect(many.rendered()).toBe(41)
})
