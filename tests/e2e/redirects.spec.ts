import { signIn } from './doctor.ts'
import { expect, test } from './test.ts'

const DASHBOARD = '/app/dashboard'
const LANDING = '/landing'
const away = (path: string) => `/landing?redirect=${encodeURIComponent(path)}`

/** Each address and its redirect; null where the page is shown. */
type Row = [path: string, leadsTo: string | null]

const hostile = [
  '//evil.example',
  'https://evil.example/app',
  '/app.evil.example',
  '/application',
  '/app/../landing',
  '/app/%2e%2e/landing',
  '/app\\..\\..\\evil.example',
  '/\\evil.example/app',
  '%2F%2Fevil.example',
  'javascript:alert(1)//app',
  '/app\t/../x',
]
const asRedirect = (target: string) => `redirect=${encodeURIComponent(target)}`

const visitor: Row[] = [
  ['/', LANDING],
  ['/landing', null],
  ['/landing?redirect=%2Fapp%2Fhistory', null],
  ['/app', away('/app')],
  ['/app/dashboard', away('/app/dashboard')],
  ['/app/history?page=2', away('/app/history?page=2')],
  ['/app/patients', away('/app/patients')],
  ['/app/settings', away('/app/settings')],
  ['/app/nothing/here', away('/app/nothing/here')],
  ['/login', null],
  ['/auth', null],
  ['/login?criar=1&plan=pro&interval=year', null],
  ['/reset-password', null],
  // A token that counts for nothing; one that does is followed in auth.spec.ts.
  ['/reset-password?token=abcdefghijklmnopqrstuvwx', '/reset-password?vencido=1'],
  ['/reset-password?plan=pro&token=abcdefghijklmnopqrstuvwx', '/reset-password?vencido=1&plan=pro&interval=month'],
  ['/reset-password?redirect=%2F%2Fevil.example&token=abcdefghijklmnopqrstuvwx', '/reset-password?vencido=1'],
  ['/checkout?plan=pro&interval=year', '/login?criar=1&plan=pro&interval=year'],
  ['/checkout?plan=clinica', '/login?criar=1&plan=clinica&interval=month'],
  ['/checkout?plan=free', '/login?criar=1&plan=free&interval=month'],
]
const signedIn: Row[] = [
  ['/', DASHBOARD],
  ['/landing', DASHBOARD],
  ['/login', DASHBOARD],
  ['/auth', DASHBOARD],
  ['/app', DASHBOARD],
  ['/app/dashboard', null],
  ...['/', '/landing', '/login', '/auth'].map((path): Row => [`${path}?redirect=%2Fapp%2Fhistory`, '/app/history']),
  ['/login?redirect=%2Fapp%2Fhistory%3Fpage%3D2', '/app/history?page=2'],
  ['/login?plan=pro&interval=year', '/checkout?plan=pro&interval=year'],
  ['/login?plan=pro&redirect=%2Fapp%2Fhistory', '/checkout?plan=pro&interval=month'],
  ['/login?plan=free', DASHBOARD],
  ['/login?plan=professional', DASHBOARD],
  ['/checkout?plan=pro', null],
  ['/checkout?plan=free', null],
  ...hostile.flatMap((target): Row[] =>
    ['/', '/landing', '/login', '/auth'].map((path): Row => [`${path}?${asRedirect(target)}`, DASHBOARD]),
  ),
]

test('every address leads a visitor where it should, by the first answer of the server', async ({ request }) => {
  for (const [path, leadsTo] of visitor) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect([path, answer.status() >= 300, answer.headers().location ?? null]).toEqual([path, leadsTo !== null, leadsTo])
  }
  for (const path of ['/checkout', '/checkout?plan=professional', '/checkout?plan=']) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect([path, answer.status()]).toEqual([path, 404])
    expect(await answer.text()).toContain('Plano não encontrado')
  }
})

test('every address leads a doctor where it should, and nothing of another page is seen on the way', async ({
  page,
}) => {
  await signIn(page)
  for (const [path, leadsTo] of signedIn) {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    expect([path, answer.status() >= 300, answer.headers().location ?? null]).toEqual([path, leadsTo !== null, leadsTo])
    expect((await answer.body()).length === 0).toBe(leadsTo !== null)
  }
  // One document alone is shown.
  const documents: string[] = []
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.status() < 300) documents.push(response.url())
  })
  await page.goto('/?redirect=%2Fapp%2Fpatients')
  await expect(page.getByRole('heading', { level: 1, name: 'Pacientes' })).toBeVisible()
  expect(documents.map((url) => new URL(url).pathname)).toEqual(['/app/patients'])
})
