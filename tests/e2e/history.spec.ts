import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { enterStage, type Stage } from '../screens/stage.ts'
import { accessible } from '../testkit/accessible.ts'
import { expect, test } from './test.ts'

const PATIENT = 'Antônio José Conceição'
const CONTEXT = 'Retorno. Hipertensão, losartana 50 mg.'
const LINES = [
  ['doctor', 'Bom dia, seu Antônio. O que o senhor está sentindo?'],
  ['patient', 'Estou com tosse seca há quatro dias, doutor.'],
  ['doctor', 'Tem febre ou falta de ar?'],
  ['patient', 'Não, nenhuma das duas.'],
  ['doctor', 'O senhor tem alergia a algum remédio?'],
  ['patient', 'Sou alérgico a penicilina.'],
  ['doctor', 'Ausculta pulmonar sem alterações. A saturação está em noventa e sete por cento.'],
  ['doctor', 'Parece uma traqueíte. Vou receitar dipirona quinhentos miligramas se tiver dor.'],
] as const
const OTHERS = 64

const rows = (page: Page) => page.locator('[data-consultation]')
const more = (page: Page, name: string) =>
  page.getByRole('button', { name: `Mais ações da consulta de ${name}` }).first()
const search = (page: Page) => page.getByLabel('Buscar por paciente, diagnóstico ou palavra do registro')
const count = (page: Page, matching: number, all = OTHERS + 2) =>
  expect(page.getByText(`${matching} de ${all} consultas`, { exact: true })).toBeVisible()

/** One that is structured, one by telemedicine that is not, and many more. */
async function seed(stage: Stage): Promise<void> {
  await stage.manyVisits(OTHERS)
  await stage.structuredVisit({ patient: PATIENT, context: CONTEXT, lines: LINES })
  await stage.finishedVisit({ patient: 'Zulmira Falcão', type: 'telemedicina', lines: LINES.slice(0, 3) })
}

test('[HI1] [HI2] [HI3] searches without accents, filters, counts and loads on', async ({ page, expectNoise }) => {
  expectNoise(/Failed to load resource/)
  const stage = await enterStage(page, 'new')
  await seed(stage)
  await page.goto('/app/history')
  await expect(page.getByRole('heading', { name: 'Histórico de Consultas' })).toBeVisible()
  await count(page, OTHERS + 2)
  await expect(rows(page)).toHaveCount(30)
  await page.keyboard.press('End')
  await expect(rows(page)).toHaveCount(60)
  await page.keyboard.press('End')
  await expect(rows(page)).toHaveCount(OTHERS + 2)
  await expect(page.getByRole('button', { name: 'Carregar mais' })).toHaveCount(0)

  await search(page).fill('ANTONIO conceicao')
  await count(page, 1)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Estruturada (Clínica Geral)')
  await expect(rows(page)).toContainText('Rascunho')
  // By the patient's context, and by words of both.
  await search(page).fill('losartana antonio jose')
  await count(page, 1)
  await search(page).fill('')
  await count(page, OTHERS + 2)
  // By the words of its record, of which the row shows the complaint.
  await search(page).fill('traqueite')
  await count(page, 1)
  await expect(rows(page)).toContainText(PATIENT)
  // The page reports a failed load, and the button loads it again.
  const mend = await stage.fail(/consultations\/search$/, 500, { message: 'O histórico não pôde ser lido.' })
  await search(page).fill('ninguém com este nome')
  await expect(page.getByRole('alert')).toContainText('O histórico não pôde ser lido.')
  await mend()
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await count(page, 0)
  await expect(page.getByText('Nenhuma consulta encontrada')).toBeVisible()
  expect(page.url()).toMatch(/\/app\/history$/)
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await count(page, OTHERS + 2)

  const telemedicine = 1 + Math.floor(OTHERS / 3)
  await page.getByLabel('Tipo de consulta').selectOption('Telemedicina')
  await count(page, telemedicine)
  await expect(page).toHaveURL(/\?tipo=telemedicina$/)
  await page.getByLabel('Situação do registro').selectOption('Aguardando estruturação')
  await count(page, 1)
  await expect(rows(page)).toContainText('Zulmira Falcão')
  await page.reload()
  await count(page, 1)
  await accessible(page)
})

test('opens a row and its details, and goes back to the same place', async ({ page }) => {
  await seed(await enterStage(page, 'new'))
  await page.goto('/app/history')
  await page.keyboard.press('End')
  await expect(rows(page)).toHaveCount(60)
  await page.keyboard.press('Home')
  await more(page, PATIENT).click()
  await page.getByRole('menuitem', { name: 'Ver as primeiras falas' }).click()
  const entries = rows(page).filter({ hasText: PATIENT }).getByRole('listitem')
  await expect(entries).toHaveCount(5)
  await expect(entries.first()).toContainText('O que o senhor está sentindo?')

  await page.getByRole('button', { name: `Ver todas as ${LINES.length} entradas` }).click()
  const details = page.getByRole('dialog', { name: 'Detalhes da Consulta' })
  await expect(details.getByRole('listitem').filter({ hasText: 'noventa e sete por cento' })).toBeVisible()
  const titles = await details.getByRole('heading', { level: 4 }).allInnerTexts()
  expect(titles[0]).toContain('Queixa Principal')
  await accessible(page)

  const download = page.waitForEvent('download')
  await details.getByRole('button', { name: 'Exportar' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^consulta-Antônio-José-Conceição-\d{4}-\d\d-\d\d\.txt$/)
  const [first, ...others] = (await readFile(await file.path(), 'utf8')).split('\n')
  expect(first).toMatch(/^\[\d\d:\d\d:\d\d\] Médico: Bom dia, seu Antônio\. O que o senhor está sentindo\?$/)
  expect(others.filter((line) => /^\[\d\d:\d\d:\d\d\] (Médico|Paciente): /.test(line))).toHaveLength(LINES.length - 1)
  await expect(page.getByText('Transcrição exportada com sucesso')).toBeVisible()

  await page.goBack()
  await expect(details).toBeHidden()
  await expect(entries).toHaveCount(5)

  // Into a record from far down a list that was searched, and back.
  await search(page).fill('a a')
  await count(page, OTHERS + 2)
  await rows(page).nth(29).scrollIntoViewIfNeeded()
  await expect(rows(page)).toHaveCount(60)
  const far = rows(page).nth(45)
  await far.getByRole('link').click()
  await expect(page).toHaveURL(/\/app\/history\/[0-9a-f-]{36}$/)
  await page.getByRole('main').getByRole('link', { name: 'Histórico de Consultas' }).click()
  await expect(page).toHaveURL(/\/app\/history$/)
  await expect(search(page)).toHaveValue('a a')
  await expect(rows(page)).toHaveCount(60)
  await expect(far.getByRole('link')).toBeInViewport()
})
