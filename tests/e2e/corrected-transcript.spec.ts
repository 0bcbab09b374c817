import type { Page } from '@playwright/test'
import { needsLook } from '#domain/record/record.ts'
import type { Line } from '../screens/room.ts'
import { enterStage } from '../screens/stage.ts'
import { keepStructuringManual } from './doctor.ts'
import { SAID, visit } from './knee-record.ts'
import { cuttable } from './room-way.ts'
import { expect, test } from './test.ts'

const WRONG = 'Estou com dor no joelho esquerdo há três meses, pior ao subir escadas.'
const linesOf = (page: Page) => page.getByRole('list', { name: 'Transcrição' }).getByRole('listitem')

test('a line is corrected after the end, its sentences are checked again, and the signature ends it', async ({
  page,
  expectNoise,
}) => {
  // On purpose: a lost connection, and what a signature refuses.
  expectNoise(/status of 409|ERR_INTERNET_DISCONNECTED/)
  const { stage, id, record, sign } = await visit(page)
  const before = await record()
  const cited = before.sections.flatMap(({ sentences }) => sentences).filter(({ text }) => /joelho direito/.test(text))
  expect(cited.length).toBeGreaterThan(0)
  await page.goto(`/app/dashboard?consulta=${id}`)
  const line = linesOf(page).filter({ hasText: /pior ao subir escadas/ })

  // By keyboard alone.
  await linesOf(page).last().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect(line).toBeFocused()
  const correct = line.getByRole('button', { name: 'Corrigir esta fala' })
  await correct.focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Texto da fala' })
  await expect(field).toHaveValue(SAID)
  await expect(field).toBeFocused()

  // Without a connection the field stays open with the text, and says why.
  await stage.offline(true)
  await field.fill(WRONG)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Sem conexão' })).toBeVisible()
  await expect(field).toHaveValue(WRONG)
  await stage.offline(false)
  await page.keyboard.press('Enter')
  await expect(field).toHaveCount(0)
  await expect(line).toBeFocused()
  await expect(line).toContainText(WRONG)
  await expect(line).toContainText('corrigida')
  await line.getByRole('button', { name: 'Original' }).click()
  await expect(line).toContainText(`Como foi digitado: ${SAID}`)

  const notice = page.getByRole('status').filter({ hasText: 'Registro verificado de novo' })
  await expect(notice).toContainText(/frases? mud(ou|aram) de situação/)
  const after = await record()
  const open = after.sections.flatMap(({ sentences }) => sentences).filter(needsLook)
  expect(open.length).toBeGreaterThan(0)
  expect(after.sections.map(({ content }) => content)).toEqual(before.sections.map(({ content }) => content))
  await page.getByRole('button', { name: 'Ver registro' }).click()
  await expect(
    page
      .getByRole('list', { name: 'Antes de assinar' })
      .getByText(open[0]?.text ?? '')
      .first(),
  ).toBeVisible()

  // By touch, on a phone, from the history: the speakers of all lines, then of one.
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`/app/history/${id}`)
  await page.getByRole('tab', { name: 'Transcrição' }).click()
  await page.getByRole('button', { name: 'Trocar médico e paciente' }).click()
  await expect(page.getByText('Médico e paciente foram trocados em todas as falas').first()).toBeVisible()
  await expect(line.getByText('Médico', { exact: true }).first()).toBeVisible()
  await line.click()
  await line.getByRole('button', { name: 'Paciente', exact: true }).click()
  await expect(line.getByRole('button', { name: 'Paciente', exact: true })).toHaveAttribute('aria-pressed', 'true')

  await sign()
  await page.reload()
  await page.getByRole('tab', { name: 'Transcrição' }).click()
  await line.click()
  await expect(line.getByRole('button', { name: 'Copiar esta fala' })).toBeVisible()
  await expect(correct).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Trocar médico e paciente' })).toHaveCount(0)
  const lineId = (await line.getAttribute('data-entry')) ?? ''
  const late = await stage.api('PATCH', `/api/consultations/${id}/transcript`, {
    type: 'edit_entry',
    id: lineId,
    text: SAID,
  })
  expect([late.status, late.body]).toMatchObject([409, { code: 'section_signed' }])
})

const LINES: Line[] = [
  ['patient', 'Tomo lozartana de manhã.'],
  ['doctor', 'E à noite, toma glifagi?'],
]

test('[C59] a correction that waits for its connection when another screen finishes reaches the finished transcript', async ({
  page,
}) => {
  const way = await cuttable(page)
  const stage = await enterStage(page, 'new')
  const id = await stage.openVisit({ patient: 'Rita Moura', lines: LINES })
  await page.goto(`/app/dashboard?consulta=${id}`)
  const line = page.getByRole('log').getByRole('listitem').filter({ hasText: 'de manhã' })
  await expect(line).toBeVisible()
  // The record would cover the transcript.
  await keepStructuringManual(page)
  await way.cut()
  await line.hover()
  await line.getByRole('button', { name: 'Corrigir esta fala' }).click()
  const field = page.getByRole('textbox', { name: 'Texto da fala' })
  await field.fill('Tomo losartana de manhã.')
  await field.press('Enter')
  await expect(page.getByText(/^Sem resposta ainda: a correção está guardada neste aparelho/)).toBeVisible()
  // Another field is open and not saved.
  const second = page.getByRole('log').getByRole('listitem').filter({ hasText: 'à noite' })
  await second.hover()
  await second.getByRole('button', { name: 'Corrigir esta fala' }).click()
  await field.last().fill('E à noite, toma Glifage?')
  await stage.finish(id)
  way.mend()
  await expect(page.getByText('Consulta Finalizada')).toBeVisible()
  const corrected = linesOf(page).filter({ hasText: 'Tomo losartana de manhã.' })
  await expect(corrected).toContainText('corrigida')
  await expect(linesOf(page).filter({ hasText: 'E à noite, toma Glifage?' })).toContainText('corrigida')
  const stored = await stage.api<{ transcriptions: { text: string }[] }>('GET', `/api/consultations/${id}`)
  expect(stored.body.transcriptions.map(({ text }) => text)).toEqual([
    'Tomo losartana de manhã.',
    'E à noite, toma Glifage?',
  ])
})
