import { signIn } from './doctor.ts'
import { expect, test } from './test.ts'

/** The public pages with what differs by visitor: who is signed in, where they came from, the colours they chose. */
test('a public page that was kept for visitors is never shown to who is signed in, nor theirs to a visitor', async ({
  page,
  playwright,
  baseURL,
}) => {
  const visitor = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const readPage = async (path: string, headers: Record<string, string> = {}) =>
    (await visitor.get(path, { headers })).text()
  const first = await readPage('/pricing')
  expect([first.includes('>Entrar<'), /nonce="[^"]/.test(first)]).toEqual([true, false])
  expect((await readPage('/pricing')) === first).toBe(true)

  await signIn(page)
  const own = await (await page.request.get('/pricing')).text()
  expect(['Abrir o Relato', '>Entrar<'].map((text) => own.includes(text))).toEqual([true, false])
  expect((await readPage('/pricing')) === first).toBe(true)
  // A visitor whose session ended gets the public page, even with an old cookie.
  await page.goto('/pricing')
  await expect(page.getByRole('link', { name: 'Abrir o Relato' }).first()).toBeVisible()
  const { origin } = new URL(page.url())
  expect((await page.request.post('/api/auth/sign-out', { headers: { origin }, data: {} })).ok()).toBe(true)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Abrir o Relato' })).toHaveCount(0)

  const dark = { cookie: `relato-settings=${encodeURIComponent('{"interface":{"theme":"dark"}}')}` }
  const [landing, came, other] = [
    await readPage('/landing'),
    await readPage('/landing?redirect=%2Fapp%2Fhistory'),
    await readPage('/landing?redirect=%2Fapp%2Fpatients'),
  ]
  const leadsOn = (html: string) => ['%2Fapp%2Fhistory', '%2Fapp%2Fpatients'].map((way) => html.includes(way))
  expect([landing, came, other].map(leadsOn)).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ])
  expect((await readPage('/landing')) === landing).toBe(true)
  expect((await readPage('/landing', dark)).includes('data-theme="dark"')).toBe(true)
  expect((await readPage('/landing')) === landing).toBe(true)

  // Only a page's own text is stored: no 404, no HEAD, no POST.
  expect((await visitor.get('/nada')).status()).toBe(404)
  expect(await (await visitor.head('/landing')).body()).toHaveLength(0)
  expect((await readPage('/landing')) === landing).toBe(true)
  const form = { name: 'Ana Lima', email: 'não é um email', message: 'Olá.' }
  const refused = await visitor.post('/contact', { headers: { origin }, form })
  expect([refused.status(), (await refused.text()).includes('Ana Lima')]).toEqual([400, true])
  expect((await readPage('/contact')).includes('Ana Lima')).toBe(false)
  await visitor.dispose()
})
