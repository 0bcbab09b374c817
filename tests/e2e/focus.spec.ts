import type { Locator, Page } from '@playwright/test'
import { FIRST_VISIT, newestPatient, reviewedVisit } from '../screens/signed-visit.ts'
import { enterStage } from '../screens/stage.ts'
import { finish } from './doctor.ts'
import { expect, holdRequests, test } from './test.ts'

// A pressed button often disappears with its action. Focus must not fall back to the body, where Tab starts over.

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('the focus stays with what is done, from the choice of a patient to the closed record', async ({ page }) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const stage = await enterStage(page, 'new')
  expect((await stage.api('PATCH', '/api/profile', { crm: '123456/SP' })).status).toBe(200)
  await stage.patient('Antônio Falcão')
  await page.goto('/app/dashboard')

  // A patient is created by the keyboard, then by the pointer; the list says what it lists, in our words alone.
  const field = page.getByRole('combobox', { name: 'Paciente' })
  await field.fill('Joana Darc Figueiredo')
  await expect(page.getByRole('listbox', { name: 'Paciente' })).toBeVisible()
  await expect(page.getByRole('option', { name: /^Criar paciente/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  const release = await holdRequests(page, '**/api/patients')
  await field.press('ArrowDown')
  await field.press('Enter')
  // Until it is there, another Enter neither starts nor complains.
  await expect(field).toHaveAttribute('aria-busy', 'true')
  await field.press('Enter')
  await expect(page.getByText('Escolha ou crie um paciente')).toHaveCount(0)
  release()
  await expect(page.getByText('Paciente criado com sucesso')).toBeVisible()
  const created = await stage.api('POST', '/api/patients/search', { query: 'Joana Darc' })
  expect(JSON.stringify(created.body)).toContain('Novo paciente - contexto clínico a ser preenchido')
  await expect(button('Limpar paciente')).toBeVisible()
  await expect(field).toBeFocused()
  await button('Limpar paciente').click()
  await expect(field).toBeFocused()
  await field.fill('Antônio Falcão')
  await page.getByRole('option', { name: /^Criar outro paciente/ }).click()
  const notice = page.getByText('Já existe um paciente com este nome')
  await expect(notice).toBeVisible()
  await expect(field).toBeFocused()
  await button('Usar este cadastro').press('Enter')
  await expect(notice).toHaveCount(0)
  await expect(field).toBeFocused()

  // The context of the consultation that runs: saved, and given up.
  const id = await stage.openVisit({
    patient: 'Conceição d’Ávila Nóbrega',
    lines: [
      ['doctor', 'O que traz a senhora hoje?'],
      ['patient', 'Estou com dor no joelho direito há duas semanas, pior ao subir escadas.'],
      ['doctor', 'Vou pedir uma radiografia do joelho direito.'],
    ],
  })
  await page.goto(`/app/dashboard?consulta=${id}`)
  const context = page.getByRole('textbox', { name: 'Contexto desta consulta' })
  await button('Editar').press('Enter')
  await context.fill('Primeira consulta.')
  await button('Salvar').press('Enter')
  await expect(context).toHaveCount(0)
  await expect(button('Editar')).toBeFocused()
  await button('Editar').press('Enter')
  await button('Cancelar').press('Enter')
  await expect(button('Editar')).toBeFocused()

  // Out of the search: to the line that it went to, else to the lines.
  const log = page.getByRole('log')
  const search = page.getByRole('searchbox', { name: 'Buscar na transcrição' })
  // Enter goes to a line that is there: the lines come from the room.
  await expect(log.getByText('radiografia')).toBeVisible()
  await search.fill('radiografia')
  await search.press('Enter')
  await expect(page.getByText('1 de 1', { exact: true })).toBeVisible()
  await search.press('Escape')
  await expect(log.getByRole('listitem').filter({ hasText: 'radiografia' })).toBeFocused()
  await search.fill('fígado')
  await search.press('Escape')
  await expect(log).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(log.getByRole('listitem').filter({ hasText: 'radiografia' })).toBeFocused()

  await finish(page)
  await expect(heading(page, 'Conceição d’Ávila Nóbrega')).toBeFocused()

  // Structured and signed: what opened it is gone, what opens it now has the focus.
  await button('Estruturar').press('Enter')
  const flow = page.getByRole('dialog', { name: /^Registro de / })
  await flow.getByRole('button', { name: 'Iniciar Estruturação' }).click()
  await flow.getByRole('button', { name: 'Confirmar Especialidade' }).click()
  await flow.getByRole('button', { name: 'Revisar e assinar' }).click()
  const signing = page.getByRole('dialog', { name: 'Revisar e assinar' })
  await signing.getByRole('button', { name: 'Assinar registro' }).click()
  await expect(flow.getByText('Registro assinado')).toBeVisible()
  await expect(signing).toHaveCount(0)
  await flow.getByRole('button', { name: 'Fechar', exact: true }).click()
  await expect(flow).toHaveCount(0)
  await expect(button('Ver registro')).toBeFocused()
  await button('Ver registro').press('Enter')
  await expect(flow).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(flow).toHaveCount(0)
  await expect(button('Ver registro')).toBeFocused()
})

test('the focus goes on from what an answer took away, and into the dialog that a menu opens', async ({ page }) => {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
  const stage = await enterStage(page, 'new')
  const id = await reviewedVisit(stage, FIRST_VISIT)
  const attended = {
    ...{ id: crypto.randomUUID(), kind: 'attendance', medicines: [], cid_authorised: false },
    fields: { date: '20/11/2026', from: '12:00', to: '12:40' },
  }
  expect((await stage.api('POST', `/api/consultations/${id}/documents`, attended)).status).toBe(201)

  // The patient's lists: an answered offer, all of them, and an entry that ends.
  await page.goto(`/app/patients/${await newestPatient(stage)}`)
  const offers = page.getByRole('region', { name: 'Sugestões para as listas do paciente' })
  await offers.getByRole('button', { name: /^Incluir Dipirona/ }).press('Enter')
  await expect(offers.getByRole('button', { name: /^Incluir Dipirona/ })).toHaveCount(0)
  await expect(offers.getByRole('listitem').first().getByRole('button').first()).toBeFocused()
  await button('Incluir todas').press('Enter')
  await expect(offers).toHaveCount(0)
  await expect(page.locator('#listas-do-paciente')).toBeFocused()
  const end = button(/^Encerrar Dipirona/)
  await end.press('Enter')
  await page.keyboard.press('Escape')
  await expect(end).toBeFocused()
  await end.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar', exact: true }).press('Enter')
  await expect(page.getByText('Encerrados (1)')).toBeFocused()

  // The record's page: nothing that Tab reaches lies under the header.
  await page.goto(`/app/history/${id}`)
  const copy = button('Copiar')
  await page.getByRole('tab', { name: 'Registro' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(copy).toBeFocused()
  const header = page.getByRole('banner').first()
  expect(await topOf(copy)).toBeGreaterThanOrEqual((await topOf(header)) + (await header.evaluate(heightOf)))

  // A dialog that a menu opens has the focus, and gives it back to the menu's button.
  const more = button('Mais ações')
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Copiar por campos' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Copiar por campos' })
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Fechar' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(more).toBeFocused()

  // A cancelled document has no button to cancel it.
  await button(/^Cancelar: /).press('Enter')
  await page.getByLabel('Motivo').fill('Data errada')
  await button('Cancelar documento').press('Enter')
  await expect(button(/^Cancelar: /)).toHaveCount(0)
  await expect(button(/^Baixar PDF: /)).toBeFocused()
})

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? 0
const heightOf = (element: Element) => element.getBoundingClientRect().height
