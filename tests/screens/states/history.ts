import { expect, type Page } from '@playwright/test'
import type { Line } from '../room.ts'
import type { Stage } from '../stage.ts'
import type { State } from '../state.ts'

const MARINA = 'Marina Albuquerque Teixeira'
const LONG_NAME = 'Maria Aparecida Conceição de Albuquerque Cavalcanti do Nascimento'
const SEARCH = /^\/api\/consultations\/search$/
const ONE = /^\/api\/consultations\/[0-9a-f-]{36}$/

/** The prescription is something the patient may not have, so the plan is flagged. */
const doubtful: readonly Line[] = [
  ['doctor', 'Bom dia. O que a senhora está sentindo?', 600],
  ['patient', 'Estou com dor de garganta e febre há três dias.', 580],
  ['doctor', 'Tem alergia a algum remédio?', 520],
  ['patient', 'Sou alérgica a dipirona, fico toda empolada.', 500],
  ['doctor', 'A garganta está vermelha, com placas dos dois lados.', 300],
  ['doctor', 'Parece uma amigdalite.', 240],
  ['doctor', 'Tome dipirona quinhentos miligramas de seis em seis horas se tiver febre.', 200],
]
/** One sentence of the plan is, another is not. */
const halfDoubtful: readonly Line[] = [...doubtful, ['doctor', 'Vou pedir um hemograma e um exame de urina.', 150]]

const visit = { patient: LONG_NAME, context: 'Retorno. Amigdalite de repetição, alergia a dipirona.', lines: doubtful }

async function open(page: Page, path = '/app/history') {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Histórico de Consultas' })).toBeVisible()
}
const search = (page: Page) => page.getByLabel('Buscar por paciente ou contexto clínico')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Detalhes da Consulta' })

async function openRow(page: Page, name = MARINA) {
  await open(page)
  await page
    .getByRole('button', { name: new RegExp(name), expanded: false })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Detalhes da Consulta', exact: true })).toBeVisible()
}
async function openDetails(page: Page, name = MARINA) {
  await openRow(page, name)
  await page.getByRole('button', { name: 'Detalhes da Consulta', exact: true }).click()
  await expect(dialog(page)).toBeVisible()
}
const alert = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()

/** Details of one of this doctor's own, brought to where `text` stands. */
const details = (name: string, make: (stage: Stage) => Promise<unknown>, text: string): State => ({
  name: `history/${name}`,
  doctor: 'new',
  async reach(page, stage) {
    await make(stage)
    await openDetails(page, LONG_NAME)
    await dialog(page).getByText(text, { exact: true }).first().scrollIntoViewIfNeeded()
  },
})

const lists: readonly State[] = [
  {
    name: 'history/list',
    always: true,
    async reach(page) {
      await open(page)
      await expect(page.getByText(MARINA).first()).toBeVisible()
    },
  },
  {
    name: 'history/many',
    doctor: 'new',
    async reach(page, stage) {
      await stage.structuredVisit(visit)
      await stage.manyVisits(70)
      await open(page)
      await expect(page.getByText('71 de 71 consultas')).toBeVisible()
    },
  },
  { name: 'history/row-open', reach: (page) => openRow(page) },
  {
    name: 'history/one-patient',
    async reach(page, stage) {
      const { body } = await stage.api<{ items: { id: string }[] }>('POST', '/api/patients/search', { query: MARINA })
      await open(page, `/app/history?paciente=${body.items[0]?.id}`)
      await expect(page.getByRole('button', { name: 'Ver as consultas de todos os pacientes' })).toBeVisible()
    },
  },
  {
    name: 'history/filtered',
    async reach(page) {
      await open(page, '/app/history?tipo=telemedicina&situacao=assinada')
      await expect(page.getByText('João Batista Conceição').first()).toBeVisible()
    },
  },
  {
    name: 'history/empty',
    doctor: 'new',
    async reach(page) {
      await open(page)
      await expect(page.getByText('Nenhuma consulta registrada')).toBeVisible()
    },
  },
  {
    name: 'history/search-empty',
    async reach(page) {
      await open(page)
      await search(page).fill('ninguém com este nome')
      await expect(page.getByText('Nenhuma consulta encontrada')).toBeVisible()
    },
  },
  {
    name: 'history/loading',
    async reach(page, stage) {
      await open(page)
      await stage.fail(SEARCH, 'never')
      await search(page).fill('marina')
      await expect(page.getByText('Carregando consultas...')).toBeAttached()
    },
  },
  {
    name: 'history/load-failed',
    async reach(page, stage) {
      await open(page)
      await stage.fail(SEARCH, 500, { message: 'Não foi possível ler o histórico.' })
      await search(page).fill('marina')
      await alert(page, 'Não foi possível ler o histórico.')
    },
  },
  {
    name: 'history/offline',
    async reach(page, stage) {
      await open(page)
      await stage.offline(true)
      await search(page).fill('marina')
      await alert(page, /Sem conexão/)
    },
  },
  {
    name: 'history/more-failed',
    doctor: 'new',
    async reach(page, stage) {
      await stage.manyVisits(70)
      await open(page)
      await stage.fail(SEARCH, 500, { message: 'Não foi possível ler o histórico.' })
      await page.keyboard.press('End')
      await alert(page, 'Não foi possível ler o histórico.')
      await page.getByRole('alert').scrollIntoViewIfNeeded()
    },
  },
]

const readings: readonly State[] = [
  {
    name: 'history/detail',
    reach: (page) => openDetails(page).then(() => expect(dialog(page).getByText('Alta').first()).toBeVisible()),
  },
  {
    name: 'history/detail-transcript',
    async reach(page) {
      await openRow(page)
      await page.getByRole('button', { name: /^Ver todas as \d+ entradas$/ }).click()
      await expect(dialog(page).getByText(/ entradas de transcrição$/)).toBeVisible()
    },
  },
  details('detail-medium', (stage) => stage.structuredVisit({ ...visit, lines: halfDoubtful }), 'Média'),
  details('detail-low', (stage) => stage.structuredVisit(visit), 'Baixa'),
  details('detail-warned', (stage) => stage.structuredVisit({ ...visit, lines: doubtful.slice(0, 5) }), 'Avisos'),
  details('detail-unstructured', (stage) => stage.finishedVisit(visit), 'Aguardando estruturação'),
  {
    name: 'history/detail-loading',
    async reach(page, stage) {
      await open(page)
      await stage.fail(ONE, 'never')
      await openDetailsOf(page)
      await expect(dialog(page).getByText('Carregando a consulta...')).toBeAttached()
    },
  },
  {
    name: 'history/detail-failed',
    async reach(page, stage) {
      await open(page)
      await stage.fail(ONE, 500, { message: 'Não foi possível ler a consulta.' })
      await openDetailsOf(page)
      await alert(page, 'Não foi possível ler a consulta.')
    },
  },
  {
    name: 'history/exported',
    async reach(page) {
      await openDetails(page)
      const file = page.waitForEvent('download')
      await dialog(page).getByRole('button', { name: 'Exportar' }).click()
      await file
      await expect(page.getByText('Transcrição exportada com sucesso')).toBeVisible()
    },
  },
  {
    name: 'history/export-failed',
    async reach(page, stage) {
      await openRow(page)
      await stage.fail(ONE, 500, { message: 'Não foi possível ler a consulta.' })
      await page
        .getByRole('button', { name: /^Exportar a transcrição/ })
        .first()
        .click()
      await expect(page.getByText('Erro ao exportar transcrição')).toBeVisible()
    },
  },
  {
    name: 'history/page',
    async reach(page) {
      await openRow(page)
      await page.getByRole('link', { name: 'Abrir registro' }).first().click()
      await expect(page.getByRole('tab', { name: 'Registro' })).toBeVisible()
      await expect(page.getByText('Detalhes da Consulta')).toBeVisible()
    },
  },
  {
    name: 'history/page-transcript',
    async reach(page) {
      await openRow(page)
      await page.getByRole('link', { name: 'Abrir registro' }).first().click()
      await page.getByRole('tab', { name: 'Transcrição' }).click()
      await expect(page.getByRole('list', { name: 'Transcrição' })).toBeVisible()
    },
  },
  {
    name: 'history/page-unstructured',
    doctor: 'new',
    async reach(page, stage) {
      const id = await stage.finishedVisit(visit)
      await page.goto(`/app/history/${id}`)
      await expect(page.getByText('Aguardando estruturação').first()).toBeVisible()
    },
  },
]

async function openDetailsOf(page: Page) {
  await page
    .getByRole('button', { name: new RegExp(MARINA), expanded: false })
    .first()
    .click()
  await page.getByRole('button', { name: 'Detalhes da Consulta', exact: true }).click()
}

export const history: readonly State[] = [...lists, ...readings]
