import type { BrowserContext, Page } from '@playwright/test'
import { DEMO_EMAIL } from '#local/stack/demonstration-doctor.ts'
import { MAIN } from '../testkit/full.ts'
import { copies, copiesKept, endPeriod, opensOffline } from '../testkit/service-worker.ts'
import { finish, signIn, startConsultation, startRecording } from './doctor.ts'
import { PATIENT as KNEE_PATIENT, visit } from './knee-record.ts'
import { framesWaiting, keepLedger, onDevice, storedFrames } from './ledger.ts'
import { expectListed } from './on-device.ts'
import { APP_URL } from './stack.ts'
import { expect, test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

const PATIENT = 'Antônia Gouveia Prado'

/** Every answer that the browser's caches hold: its address, headers and text. */
const cachedAnswers = (page: Page) =>
  page.evaluate(async () => {
    const all: { path: string; control: string; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        const control = answer?.headers.get('cache-control') ?? ''
        all.push({ path: new URL(request.url).pathname, control, text: (await answer?.text()) ?? '' })
      }
    }
    return all
  })

/** The caches hold the built files and the shell alone: no answer with `no-store`, and no name. */
async function expectNoDataCached(page: Page, ...names: string[]): Promise<void> {
  const cached = await cachedAnswers(page)
  expect(cached.length).toBeGreaterThan(50)
  expect(cached.map(({ path }) => path).filter((path) => !/^\/assets\/[\w.-]+$/.test(path))).toEqual(['/app/shell'])
  expect(cached.filter(({ control }) => /no-store/.test(control))).toEqual([])
  for (const name of names) expect(cached.filter(({ text }) => text.includes(name))).toEqual([])
}

const offline = (context: BrowserContext, isOffline: boolean) => context.setOffline(isOffline)
const REFUSED = /ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/

test('opens without a network and says what it cannot show', async ({ page, context, expectNoise }) => {
  await signIn(page)
  await opensOffline(page)
  await page.goto('/app/patients')
  const answer = await page.request.post('/api/patients/search', { data: {}, headers: { origin: APP_URL } })
  const { items } = (await answer.json()) as { items: { name: string }[] }
  const names = items.map(({ name }) => name)
  await expect(page.getByText(names[0] ?? 'a patient').first()).toBeVisible()
  await expectNoDataCached(page, ...names, DEMO_EMAIL)

  expectNoise(REFUSED)
  await offline(context, true)
  // The installed app begins here. The start page was open on this device, so it is read from its copy.
  await page.goto('/app')
  await expect(page.getByText('Iniciar Consulta')).toBeVisible()
  await expect(page.getByText(/^Sem conexão: cópia de \d\d:\d\d$/)).toBeVisible()
  await page.goto('/app/patients')
  await expect(page.getByRole('heading', { name: 'Sem conexão' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Histórico', exact: true })).toBeVisible()
  await offline(context, false)
  await expect(page.getByRole('heading', { name: 'Pacientes' })).toBeVisible()
  // The public site has no service worker.
  await page.goto('/terms')
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null)
})

test('a reload offline in the middle of a recording goes on recording and loses no frame', { tag: MAIN }, async ({
  page,
  context,
  engine: _,
  expectNoise,
}) => {
  const ledger = keepLedger(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page)
  const id = await startConsultation(page, PATIENT)
  await opensOffline(page)
  await startRecording(page)
  await copiesKept(page, 'shell', `consultation:${id}`, `recording:${id}`)
  await expectNoDataCached(page, PATIENT)
  const session = await page.request.get('/api/session')
  const { user } = (await session.json()) as { user: { id: string; email: string } }
  const listed = await expectListed(page, [user.id], [PATIENT, user.email], true)
  expect(listed).toContain('IndexedDB relato.offline')

  expectNoise(REFUSED)
  await offline(context, true)
  await expect.poll(() => framesWaiting(page, id)).toBeGreaterThan(4)
  // On a phone its two lines keep their place: what sticks below it begins where `--strip` ends.
  const whole = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const line = page.getByRole('status').filter({ hasText: 'Sem conexão.' })
  const heights = line.evaluate((strip) => [strip.clientHeight, getComputedStyle(strip).getPropertyValue('--strip')])
  expect(await heights).toEqual([52, '52px'])
  await page.setViewportSize(whole ?? { width: 1280, height: 720 })
  await page.reload()
  await expect(page.getByText(PATIENT).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pausar gravação' })).toBeVisible()
  await expect(page.getByText('As falas já reconhecidas aparecem quando a conexão voltar.')).toBeVisible()
  const { waiting } = await onDevice(page, id)
  await expect.poll(async () => (await onDevice(page, id)).waiting).toBeGreaterThan(waiting + 4 * 4_000)
  // A pause and a resume work without the server too.
  await page.getByRole('button', { name: 'Pausar gravação' }).click()
  await page.getByRole('button', { name: 'Retomar gravação' }).click()
  await expect(page.getByRole('button', { name: 'Pausar gravação' })).toBeVisible()

  await offline(context, false)
  await page.getByRole('button', { name: 'Pausar gravação' }).click()
  await expect.poll(() => framesWaiting(page, id), { timeout: 60_000 }).toBe(0)
  // All that the device recorded is in the room, once, in one take, whole.
  const stored = storedFrames(id)
  const { recorded } = await onDevice(page, id)
  const places = [...stored.keys()].map((place) => place.split(':').map(Number) as [number, number])
  expect(new Set(places.map(([take]) => take)).size).toBe(1)
  expect(ledger.acknowledged.get(places[0]?.[0] ?? -1)).toBe(recorded)
  for (const [place, sum] of ledger.sent) expect([place, stored.get(place)]).toEqual([place, sum])
  await finish(page)

  // Signing out wipes the second key and every copy.
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/\/landing/)
  await expectListed(page, [user.id], [PATIENT, user.email], false)
  await offline(context, true)
  await page.goto(`/app/dashboard?consulta=${id}`)
  await expect(page.getByRole('heading', { name: 'Sem conexão' })).toBeVisible()
  await expect(page.getByText(PATIENT)).toHaveCount(0)
})

test('a new version waits for the end of a recording, and a tab that stayed behind follows', async ({
  page,
  context,
  engine: _,
}) => {
  await signIn(page)
  await startConsultation(page, 'Zélia Prates')
  await opensOffline(page)
  const beside = await context.newPage()
  await beside.clock.install()
  await beside.goto('/app/patients')
  const isWaiting = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/app'))?.waiting?.state ?? 'none')
  const offer = (where: Page) => where.getByText('Nova versão disponível')
  const update = (where: Page) => where.getByRole('button', { name: 'Atualizar', exact: true })

  // A script at another address is a new version to the browser.
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js?next', { scope: '/app' }))
  await expect.poll(isWaiting).toBe('installed')
  await expect(offer(beside)).toBeVisible({ timeout: 30_000 })
  // The tab beside looks every ten seconds. Here its clock stops, so it still offers what must not happen any more.
  await beside.clock.pauseAt(Date.now() + 1_000)
  await startRecording(page)
  await update(beside).click()
  await expect(offer(beside)).toHaveCount(0)
  await beside.clock.resume()
  // Longer than the pages wait between two looks.
  await expect(page.getByRole('timer')).toHaveText(/00:1[5-9]/, { timeout: 40_000 })
  await expect(offer(page)).toHaveCount(0)
  await expect(offer(beside)).toHaveCount(0)
  expect(await isWaiting()).toBe('installed')

  await page.getByRole('button', { name: 'Pausar gravação' }).click()
  await finish(page)
  await expect(offer(page)).toBeVisible({ timeout: 30_000 })
  await expect(offer(beside)).toBeVisible({ timeout: 30_000 })
  const reloaded = page.waitForEvent('load')
  await update(page).click()
  await reloaded
  expect(await isWaiting()).toBe('none')
  // The other tab is still the old version: its offer reloads it.
  const followed = beside.waitForEvent('load')
  await update(beside).click()
  await followed
  await expect(beside.getByRole('heading', { name: 'Pacientes' })).toBeVisible()
})

test('an unsigned record of the day is read offline, and nothing of it stays after the signature or the session', async ({
  page,
  context,
  expectNoise,
}) => {
  const { id, sign } = await visit(page)
  await page.goto(`/app/history/${id}`)
  await opensOffline(page)
  await copiesKept(page, 'shell', `record:${id}`)
  expectNoise(REFUSED)
  await offline(context, true)
  await page.goto(`/app/history/${id}`)
  await expect(page.getByRole('heading', { name: KNEE_PATIENT })).toBeVisible()
  await expect(page.getByText('Solicitada radiografia de joelho direito.').first()).toBeVisible()
  await expect(page.getByText(/^Sem conexão: cópia de \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Assinar' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Editar / })).toHaveCount(0)

  // After 24 hours without the server, nothing opens and nothing is left.
  await endPeriod(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sem conexão' })).toBeVisible()
  await expect.poll(() => copies(page)).toEqual([])

  await offline(context, false)
  await page.goto(`/app/history/${id}`)
  await copiesKept(page, 'shell', `record:${id}`)
  await sign()
  await page.goto(`/app/history/${id}`)
  await expect(page.getByText(/assinad/i).first()).toBeVisible()
  await expect.poll(() => copies(page)).not.toContain(`record:${id}`)

  // The session ends elsewhere. The page learns of it with its next call.
  await page.context().clearCookies()
  await page.goto('/login')
  await expect(page.getByLabel('Senha', { exact: true })).toBeVisible()
  await expect.poll(() => copies(page)).toEqual([])
})
