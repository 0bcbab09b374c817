import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { consultation } from '#domain/demo/consultation.ts'
import { DEMO_BAR_SECONDS } from '#domain/demo/demo.ts'
import { sampleRecord, sampleSentences } from '#domain/demo/sample-record.ts'
import { readPdf } from '../testkit/read-pdf.ts'
import { expect, test } from './test.ts'

const NOON = Date.UTC(2026, 10, 22, 15)
const startOf = (page: Page) => page.getByRole('button', { name: 'Iniciar Demonstração' })
const resetOf = (page: Page) => page.getByRole('button', { name: 'Reiniciar' })
const transcriptOf = (page: Page) => page.getByRole('region', { name: 'Transcrição' })
const recordOf = (page: Page) => page.getByRole('region', { name: 'Registro estruturado' })

/** No time passes but what the test lets pass. */
async function openDemo(page: Page): Promise<void> {
  await page.clock.install({ time: NOON })
  await page.clock.pauseAt(NOON + 1_000)
  await page.goto('/demo')
  await expect(startOf(page)).toBeEnabled()
}

/** Returns the view of a visitor: each card's state and the entries so far. */
async function readView(page: Page): Promise<string> {
  const cards = await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('progressbar') })
    .allInnerTexts()
  const states = cards.map((text) => /Aguardando|Em andamento|Concluída/.exec(text)?.[0])
  const there = {
    doctor: transcriptOf(page).getByText('Médico'),
    patient: transcriptOf(page).getByText('Paciente'),
    ai: transcriptOf(page).getByText('IA processando a transcrição…'),
    record: recordOf(page).getByText(sampleRecord.patientName),
  }
  const shown: string[] = []
  for (const [name, part] of Object.entries(there)) if (await part.isVisible()) shown.push(name)
  return `${states.join(', ')}: ${shown.join(' ')}`
}

const timetable: [second: number, seen: string][] = [
  [0, 'Em andamento, Aguardando, Aguardando, Aguardando: '],
  [1.999, 'Em andamento, Aguardando, Aguardando, Aguardando: '],
  [2, 'Concluída, Em andamento, Aguardando, Aguardando: doctor'],
  [3.999, 'Concluída, Em andamento, Aguardando, Aguardando: doctor'],
  [4, 'Concluída, Concluída, Em andamento, Aguardando: doctor patient'],
  [5.999, 'Concluída, Concluída, Em andamento, Aguardando: doctor patient'],
  [6, 'Concluída, Concluída, Concluída, Em andamento: doctor patient ai'],
  [7.999, 'Concluída, Concluída, Concluída, Em andamento: doctor patient ai'],
  [8, 'Concluída, Concluída, Concluída, Concluída: doctor patient record'],
]

test('takes a step every two seconds, ends with the record, and starts again', async ({ page }) => {
  await openDemo(page)
  await expect(transcriptOf(page)).toContainText('Aguardando início')
  expect(await readView(page)).toBe('Aguardando, Aguardando, Aguardando, Aguardando: ')

  await startOf(page).click()
  let now = 0
  for (const [second, expected] of timetable) {
    await page.clock.runFor(Math.round((second - now) * 1_000))
    now = second
    expect(`${second} s ${await readView(page)}`).toBe(`${second} s ${expected}`)
    await expect(startOf(page)).toBeEnabled({ enabled: second === 8 })
    await expect(transcriptOf(page)).toContainText(second < 8 ? 'Gravando...' : 'Concluída')
  }
  await expect(page.getByRole('status')).toHaveText('Demonstração concluída: o registro está pronto.')
  for (const { text, at } of sampleSentences) {
    await expect(recordOf(page).getByText(text, { exact: true })).toBeVisible()
    for (const time of at) await expect(recordOf(page).getByText(time).first()).toBeVisible()
  }
  await expect(recordOf(page).getByText('CID-10 I10')).toBeVisible()
  await expect(recordOf(page).getByText('código informado pela médica')).toBeVisible()
  // Two lines are cited; the rest of the record's source can be opened.
  await expect(page.getByText(`Trecho: 2 das ${consultation.length} falas desta consulta de exemplo.`)).toBeVisible()
  const examined = page.getByText(/Pressão arterial de 152 por 96 no braço direito/)
  await expect(examined).toBeHidden()
  await page.getByText('Ver a conversa inteira').click()
  await expect(examined).toBeVisible()

  // On a phone the bubble of support would cover what is being said.
  const bubble = page.getByRole('button', { name: 'Falar com o suporte' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(bubble).toBeVisible()

  // Reset in the middle: nothing of the run before goes on.
  await startOf(page).click()
  await page.clock.runFor(5_000)
  await expect(bubble).toBeHidden()
  await resetOf(page).click()
  await expect(bubble).toBeVisible()
  expect(await readView(page)).toBe('Aguardando, Aguardando, Aguardando, Aguardando: ')
  await expect(startOf(page)).toBeEnabled()
  await page.clock.runFor(20_000)
  expect(await readView(page)).toBe('Aguardando, Aguardando, Aguardando, Aguardando: ')
})

test('works by keyboard, times each bar, gives its PDF and leads on', async ({ page }) => {
  const durations = async () => {
    const found: string[] = []
    for (const _ of DEMO_BAR_SECONDS) {
      const active = page.locator('[data-demo-step][data-state=active] [data-demo-bar]')
      found.push(await active.evaluate((bar) => getComputedStyle(bar).transitionDuration))
      await page.clock.runFor(2_000)
    }
    return found
  }
  await openDemo(page)
  await startOf(page).focus()
  await page.keyboard.press('Enter')
  await expect(startOf(page)).toBeDisabled()
  await expect(resetOf(page)).toBeFocused()
  expect(await durations()).toEqual(DEMO_BAR_SECONDS.map((seconds) => `${seconds}s`))
  const download = page.waitForEvent('download')
  await recordOf(page).getByRole('link', { name: 'Exportar PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('registro-exemplo.pdf')
  const { text } = await readPdf(readFileSync(await file.path()))
  expect(text.join('')).toContain(sampleRecord.diagnostico.principal.text)

  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Voltar ao início' })).toHaveAttribute('href', '/landing')
  await expect(main.getByRole('link', { name: 'Testar 14 dias sem cartão' })).toHaveAttribute(
    'href',
    '/checkout?plan=pro',
  )
  // None of it where motion is not wanted.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await startOf(page).click()
  expect(await durations()).toEqual(DEMO_BAR_SECONDS.map(() => '0.001s'))
})
