import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Line } from '../screens/room.ts'
import { enterStage } from '../screens/stage.ts'
import { hourLong } from '../testkit/long-consultation.ts'
import { signIn } from './doctor.ts'
import { expect, test } from './test.ts'

const LINES = hourLong(600).map(({ speaker, text }): Line => [speaker ?? null, text])

/** How far the newest line is below what is seen. */
const below = (page: Page) =>
  page.getByRole('log').evaluate((log) => {
    let box: Element | null = log
    while (box && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement
    if (!box) throw new Error('nothing scrolls')
    return Math.round(box.scrollHeight - box.scrollTop - box.clientHeight)
  })
/** By wheel, up. The pointer goes there by itself: `hover` would scroll too. */
async function scrollUp(page: Page, distance: number): Promise<void> {
  const last = await page.getByRole('log').getByRole('listitem').last().boundingBox()
  if (!last) throw new Error('no line is seen')
  await page.mouse.move(last.x + last.width / 2, last.y - 40)
  await page.mouse.wheel(0, -distance)
  await expect.poll(() => below(page)).toBeGreaterThanOrEqual(distance)
}
/** The second after the last event of scrolling is over. */
const untilScrollingCounts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const since = performance.now()
        const look = () => (performance.now() - since > 1_100 ? resolve() : requestAnimationFrame(look))
        look()
      }),
  )

test('follows the newest line within 20 px of the end, never against the doctor', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const stage = await enterStage(page, 'new')
  const id = await stage.openVisit({ patient: 'Célia Rodrigues Monteiro', lines: LINES })
  await page.goto(`/app/dashboard?consulta=${id}`)
  const log = page.getByRole('log')
  await expect(log.getByRole('listitem')).toHaveCount(LINES.length)
  let spoken = 0
  const hear = async () => {
    const text = `Fala nova de número ${++spoken}.`
    await stage.write(id, [['patient', text]])
    await expect(log.getByText(text)).toBeAttached()
  }
  const toEnd = page.getByRole('button', { name: /Ir para o fim/ })

  await expect.poll(() => below(page)).toBeLessThanOrEqual(20)
  await hear()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(20)
  await expect(toEnd).toHaveCount(0)

  // 15 px up is the end still, 30 px is not.
  await scrollUp(page, 15)
  await untilScrollingCounts(page)
  expect(await below(page)).toBe(15)
  await hear()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(1)
  await scrollUp(page, 30)
  await untilScrollingCounts(page)
  await hear()
  expect(await below(page)).toBeGreaterThan(30)
  await expect(toEnd).toContainText('1 fala nova')
  await toEnd.click()
  await expect(toEnd).toHaveCount(0)

  // Gone to without wheel or key, as by the browser's own search: it is the doctor's way all the same, there and back.
  await untilScrollingCounts(page)
  const far = log.getByRole('listitem').nth(5)
  await far.evaluate((line) => line.scrollIntoView({ block: 'center' }))
  await expect(toEnd).toBeVisible()
  await untilScrollingCounts(page)
  await hear()
  await expect(far).toBeInViewport()
  await log.evaluate((list) => {
    let box: Element | null = list
    while (box && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement
    box?.scrollTo(0, box.scrollHeight)
  })
  await expect(toEnd).toHaveCount(0)
  await hear()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(1)

  // Away: new lines move nothing, and are counted.
  await scrollUp(page, 400)
  await untilScrollingCounts(page)
  const place = await below(page)
  await hear()
  await hear()
  await expect(toEnd).toContainText('2 falas novas')
  expect(await below(page)).toBeGreaterThan(place)
  await toEnd.click()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(20)
  await expect(toEnd).toHaveCount(0)

  // While the wheel turns nothing moves, and that it stopped moves nothing either.
  await log.hover()
  let turning = true
  const turns = (async () => {
    for (let turn = 0; turning; turn++) await page.mouse.wheel(0, turn % 2 ? 3 : -3)
  })()
  await hear()
  turning = false
  await turns
  await untilScrollingCounts(page)
  const belowBefore = await below(page)
  expect(belowBefore).toBeGreaterThan(20)
  await expect(toEnd).toBeVisible()
  await untilScrollingCounts(page)
  expect(await below(page)).toBe(belowBefore)
  await toEnd.click()
  await hear()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(20)

  // On a phone it covers no button of a touched line.
  await page.setViewportSize({ width: 390, height: 800 })
  const touched = log.getByRole('listitem').nth(Math.floor(LINES.length / 2))
  await touched.evaluate((line) => line.scrollIntoView({ block: 'center' }))
  await expect(toEnd).toBeVisible()
  await touched.click()
  await expect(touched.getByRole('button', { name: 'Corrigir esta fala' })).toBeVisible()
  await expect(toEnd).toBeHidden()
  await touched.evaluate(() => (document.activeElement as HTMLElement).blur())
  await expect(toEnd).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })

  // Accents and case aside; from line to line, also to those far away, which are not laid out until then.
  await page.keyboard.press('/')
  await page.keyboard.type('PRESSAO')
  const matches = LINES.filter(([, text]) => /pressão/i.test(text)).length
  expect(matches).toBeGreaterThan(2)
  await expect(page.getByText(`${matches} falas`, { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`1 de ${matches}`, { exact: true })).toBeVisible()
  const first = log
    .getByRole('listitem')
    .filter({ hasText: LINES.find(([, text]) => /pressão/i.test(text))?.[1] ?? '' })
  await expect(first.locator('mark').first()).toBeInViewport()
  await expect(first.locator('mark').first()).toHaveText('pressão')
  await page.getByRole('button', { name: 'Fala anterior' }).click()
  await expect(page.getByText(`${matches} de ${matches}`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Próxima fala' }).click()
  await expect(page.getByText(`1 de ${matches}`, { exact: true })).toBeVisible()
  await page.getByLabel('Buscar na transcrição').press('Escape')
  await expect(log.locator('mark')).toHaveCount(0)
})

test('a finished consultation is told in full, and its export is the file it always was', async ({ page }) => {
  await signIn(page)
  const id = '00000000-0000-4000-8000-000000000021'
  await page.goto(`/app/dashboard?consulta=${id}`)
  const banner = page.getByText('Consulta Finalizada')
  await expect(banner).toBeVisible()
  await page.getByText('Detalhes', { exact: true }).click()
  for (const text of ['Estruturada (Clínica Geral)', 'seções criadas', 'das seções com alta confiança'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Nova Consulta' })).toHaveCount(1)
  // The speaker's label can change until the record is signed.
  const line = page.getByRole('list', { name: 'Transcrição' }).getByRole('listitem').first()
  await line.hover()
  await expect(line.getByRole('button', { name: 'Copiar esta fala' })).toBeVisible()
  await expect(line.getByRole('button', { name: 'Médico' })).toHaveCount(1)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar', exact: true }).click()
  const file = await saving
  await expect(page.getByText('Transcrição exportada com sucesso')).toBeVisible()
  // The doctor's own day.
  const detail = await page.request.get(`/api/consultations/${id}`)
  const { startTime } = ((await detail.json()) as { consultation: { startTime: number } }).consultation
  const day = new Date(startTime).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
  expect(file.suggestedFilename()).toBe(`consulta-Marina-Albuquerque-Teixeira-${day}.txt`)
  const text = readFileSync(await file.path(), 'utf8')
  // When the patient answered is the day of the test: all else is the same every day, to the byte.
  const normalised = text.replace(/\d{2}\/\d{2}\/\d{4}/g, 'dd/mm/aaaa').replace(/às \d{2}:\d{2}/g, 'às hh:mm')
  expect(normalised).toBe(readFileSync(join(import.meta.dirname, 'golden/transcript.txt'), 'utf8'))
})
