import type { Page } from '@playwright/test'
import { pagesKnown } from '#tests/testkit/pages-known.ts'
import { enterStage } from '../screens/stage.ts'
import { signIn } from './doctor.ts'
import { expect, holdRequests, test } from './test.ts'

const HOUR_MS = 60 * 60_000
const lines = [
  ['doctor', 'O que a senhora está sentindo?'],
  ['patient', 'Estou com dor de cabeça há três dias.'],
  ['doctor', 'Vou pedir um hemograma. Tome paracetamol de oito em oito horas.'],
] as const

const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notificações/ })
/** The page as its script has taken it over. */
async function enter(page: Page, path: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes('/api/notifications'))
  await page.goto(path)
  await answered
}

test('keeps the menu as it was left, and focuses the heading of a new page', async ({ page }) => {
  const stage = await enterStage(page, 'new')
  await enter(page, '/app/dashboard')
  const menu = page.getByRole('navigation', { name: 'Principal' })
  const width = async () => Math.round((await menu.boundingBox())?.width ?? 0)
  expect(await width()).toBe(280)
  await page.getByRole('button', { name: 'Recolher menu' }).click()
  await expect.poll(width).toBe(80)
  const answer = await page.request.get('/app/patients')
  expect(await answer.text()).toContain('Expandir menu')
  await enter(page, '/app/dashboard')
  expect(await width()).toBe(80)
  const link = page.getByRole('link', { name: 'Histórico', exact: true })
  await link.focus()
  await expect(page.getByText('Histórico', { exact: true }).filter({ visible: true })).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Histórico de Consultas · Relato')
  await expect(page.getByRole('heading', { name: 'Histórico de Consultas' })).toBeFocused()
  await expect(link).toHaveAttribute('aria-current', 'page')

  const sheet = page.getByRole('dialog', { name: 'Atalhos de teclado' })
  await page.getByRole('searchbox').press('?')
  await expect(page.getByRole('searchbox')).toHaveValue('?')
  await expect(sheet).toBeHidden()

  // On a phone the same list is at the bottom.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('link', { name: 'Pacientes', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Pacientes' })).toBeVisible()
  for (const path of ['/app/patients', '/app/dashboard', '/app/history', '/app/settings']) {
    await enter(page, path)
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360])
  }
  // While recording, the recorder's bar is there, and a button opens the list.
  const open = await stage.openVisit({ patient: 'Conceição Aparecida de Magalhães' })
  await enter(page, `/app/dashboard?consulta=${open}`)
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Pacientes' }).click()
  await expect(page.getByRole('heading', { name: 'Pacientes' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(menu).toBeVisible()
})

test('lists notifications, marks them as read, and obeys the settings', async ({ page }) => {
  const stage = await enterStage(page, 'new')
  const open = await stage.openVisit({ patient: 'Conceição Aparecida de Magalhães' })
  await stage.finishedVisit({ patient: 'Antônio Carlos Brandão', lines: lines })
  await page.clock.setFixedTime(Date.now() + 3 * HOUR_MS)
  await enter(page, '/app/patients')
  await expect(bell(page)).toHaveAccessibleName('Notificações, 2 não lidas')
  // A record that arrives while the doctor is elsewhere shows a notification with a link.
  const record = await stage.structuredVisit({ patient: 'Beatriz Nóbrega Falcão', lines: lines })
  await lookAgain(page)
  await expect(page.getByText('Registro estruturado pronto')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notificações, 3 não lidas')
  await page.getByRole('button', { name: 'Abrir', exact: true }).click()
  await expect(page).toHaveURL(`/app/history/${record}`)
  // It is on the screen: nothing more is to be said of it.
  await expect(bell(page)).toHaveAccessibleName('Notificações, 2 não lidas')
  await bell(page).click()
  const list = page.getByRole('dialog', { name: 'Notificações' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByRole('link', { name: /Consulta em aberto.*Conceição.*Aberta desde/ })).toHaveAttribute(
    'href',
    `/app/dashboard?consulta=${open}`,
  )
  await list.getByRole('link', { name: /Transcrição pronta para estruturar.*Antônio/ }).click()
  await expect(page.getByText('Consulta Finalizada')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notificações, 1 não lida')
  await bell(page).click()
  await list.getByRole('button', { name: 'Marcar todas como lidas' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notificações')
  await enter(page, '/app/settings')
  await expect(bell(page)).toHaveAccessibleName('Notificações')

  const listed = async (names: string[]) => {
    await bell(page).click()
    await expect(list.getByRole('listitem')).toHaveCount(names.length)
    for (const name of names) await expect(list.getByText(name, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
  }
  await page.getByRole('switch', { name: 'Lembretes de consulta' }).click()
  await listed(['Transcrição pronta para estruturar', 'Registro estruturado pronto'])
  await page.getByRole('switch', { name: 'Transcrição e registro prontos' }).click()
  await listed([])
  await page.getByRole('switch', { name: 'Novidades do sistema' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notificações, 1 não lida')
  await listed(['Novidade: notificações e atalhos'])
  await expect(bell(page)).toHaveAccessibleName('Notificações')
  // Switched off, a record that comes is no longer told.
  await stage.structuredVisit({ patient: 'Débora Queirós', lines: lines })
  const answered = page.waitForResponse((response) => response.url().includes('/api/notifications'))
  await lookAgain(page)
  expect(JSON.stringify(await (await answered).json())).toContain('Débora Queirós')
  await expect(page.getByText('Débora Queirós')).toHaveCount(0)
})

test('renews the session before its end, retries, and asks for sign-in after it', async ({ page, expectNoise }) => {
  expectNoise(/status of 401|net::ERR/)
  const stage = await enterStage(page, 'new')
  let requestCount = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/session') requestCount++
  })
  await page.clock.install()
  await enter(page, '/app/patients')
  // The clock of the page runs: an hour, less what has gone by.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  await page.clock.fastForward(HOUR_MS - 180_000)
  expect(requestCount).toBe(0)
  // Step by step: the time that an answer may take is the page's too.
  const answered = () => page.waitForResponse((response) => new URL(response.url()).pathname === '/api/session')
  const renewed = answered()
  for (let elapsedMs = 0; elapsedMs < 120_000 && requestCount === 0; elapsedMs += 10_000)
    await page.clock.runFor(10_000)
  await (await renewed).finished()
  expect(requestCount).toBe(1)
  const { expires_in } = await (await page.request.get('/api/session')).json()
  expect(expires_in).toBeGreaterThan(3_500)
  // After a renewal the page sends nothing for a while, not even on timer ticks.
  await page.clock.runFor(120_000)
  expect(requestCount).toBe(1)

  const mend = await stage.fail(/\/api\/session$/, 'offline')
  let failed = 0
  page.on('requestfailed', (request) => {
    if (new URL(request.url()).pathname === '/api/session') failed++
  })
  /** A later request of the page is answered after all earlier messages. */
  const serverRoundTrip = () => page.evaluate(async () => void (await fetch('/favicon.svg')))
  const expectFailedRequests = async (times: number) => {
    await expect.poll(() => failed).toBe(times)
    await serverRoundTrip()
  }
  await page.clock.fastForward(HOUR_MS - 200_000)
  await expect.poll(() => requestCount).toBe(2)
  await expectFailedRequests(1)
  for (const [wait, count] of [
    [2_000, 3],
    [4_000, 4],
    [8_000, 5],
  ] as const) {
    await page.clock.runFor(wait - 500)
    expect(requestCount).toBe(count - 1)
    await page.clock.runFor(600)
    await expect.poll(() => requestCount).toBe(count)
    await expectFailedRequests(count - 1)
  }
  await mend()
  const well = answered()
  await page.clock.runFor(16_100)
  await expect.poll(() => requestCount).toBe(6)
  await (await well).finished()
  await serverRoundTrip()
  await expect(page.getByRole('heading', { name: 'Pacientes' })).toBeVisible()

  // Slept through the end: nothing is shown until it is known whether the session lives.
  const silent = await stage.fail(/\/api\/session$/, 'never')
  await page.clock.fastForward(3 * HOUR_MS)
  await lookAgain(page)
  await expect(page.getByRole('dialog', { name: 'Carregando...' })).toBeVisible()
  await silent()
  await page.context().clearCookies()
  await page.reload()
  await expect(page).toHaveURL(/\/landing\?redirect=%2Fapp%2Fpatients$/)
})

test('reports a lost network, keeps the screen, and continues by itself', async ({ page, expectNoise }) => {
  expectNoise(/net::ERR|Failed to load resource/)
  await signIn(page)
  await enter(page, '/app/patients')
  await pagesKnown(page)
  await page.context().setOffline(true)
  const line = page.getByText('Sem conexão.', { exact: true })
  await expect(line).toBeVisible()
  await expect(page.getByText('Marina Albuquerque Teixeira')).toBeVisible()
  await page.getByRole('link', { name: 'Histórico', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sem conexão' })).toBeVisible()
  await expect(page.getByRole('banner').getByText('Relato')).toBeVisible()
  await expect(line).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Conexão restabelecida.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Histórico de Consultas' })).toBeVisible()
  await expect(page.getByText('Conexão restabelecida.')).toBeHidden()

  // A page that is long in coming shows its shape; the one before is gone from sight.
  const open = await holdRequests(page, /\/app\/settings\.data/)
  await page.getByRole('link', { name: 'Configurações', exact: true }).first().click()
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { name: 'Histórico de Consultas' })).toBeHidden()
  await expect(page.getByText('Carregando...')).toBeAttached()
  open()
  await expect(page.getByRole('heading', { name: 'Configurações', exact: true })).toBeVisible()
  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy')
})
