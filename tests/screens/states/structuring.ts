import type { Locator, Page } from '@playwright/test'
import { subscribe } from '../../e2e/billing.ts'
import { expect } from '../../e2e/test.ts'
import type { Line } from '../room.ts'
import type { Stage } from '../stage.ts'
import type { State } from '../state.ts'
import { LINES, openRecord, ownRecord, PATIENT, recordStates, recordText, sectionsOf } from './structuring-record.ts'

const HDA = 'História da Doença Atual'
/** The seeded record that waits for its signature. */
const SEEDED = '00000000-0000-4000-8000-000000000021'

async function openFlow(page: Page, stage: Stage): Promise<void> {
  const id = await stage.finishedVisit({ patient: PATIENT, lines: LINES })
  await page.goto(`/app/dashboard?consulta=${id}`)
  await page.getByRole('button', { name: 'Estruturar' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar Estruturação' })).toBeVisible()
}
const choose = (page: Page) => page.getByRole('button', { name: 'Iniciar Estruturação' }).click()
async function begin(page: Page): Promise<void> {
  await choose(page)
  await page.getByRole('button', { name: 'Confirmar Especialidade' }).click()
}
async function edit(page: Page, words: string): Promise<Locator> {
  await page.getByRole('button', { name: `Editar ${HDA}` }).click()
  const box = page.getByRole('textbox', { name: HDA })
  await box.press('Control+End')
  await box.pressSequentially(words)
  return box
}
const copyBroken = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } })
    document.execCommand = () => false
  })
const copy = (page: Page) => page.getByRole('button', { name: 'Copiar Texto' }).last().click()
const saved = (page: Page) => page.getByText(/^Salvo às \d\d:\d\d$/)

export const structuring: readonly State[] = [
  { name: 'structuring/intro', doctor: 'new', reach: openFlow },
  {
    name: 'structuring/intro-again',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage)
      await page.getByRole('button', { name: 'Nova Estruturação' }).click()
      await expect(page.getByText('O novo registro toma o lugar do atual.')).toBeVisible()
    },
  },
  {
    name: 'structuring/specialty',
    doctor: 'new',
    async reach(page, stage) {
      await openFlow(page, stage)
      await choose(page)
    },
  },
  {
    name: 'structuring/processing',
    doctor: 'new',
    async reach(page, stage) {
      await openFlow(page, stage)
      await stage.fail(/\/structure$/, 'never')
      await begin(page)
      await expect(page.getByText('Na fila').first()).toBeVisible()
    },
  },
  {
    name: 'structuring/other-under-way',
    doctor: 'new',
    async reach(page, stage) {
      await subscribe(stage, 'pro_month')
      await openFlow(page, stage)
      // Simulated: this Worker structures without a model, too fast to find the job running. `record.spec.ts`
      // tests a real job, with a model that waits.
      const job_id = crypto.randomUUID()
      await page.route(/\/structure$/, (route) =>
        route.fulfill({ status: 202, json: { job_id, specialty: 'general' } }),
      )
      await stage.fail(/\/structure\//, 'never')
      await choose(page)
      await page.getByRole('radio', { name: 'Cardiologia' }).click()
      await page.getByRole('button', { name: 'Confirmar Especialidade' }).click()
      await expect(page.getByText(/^Já havia uma estruturação em andamento, em Clínica Geral/)).toBeVisible()
    },
  },
  {
    name: 'structuring/failed',
    doctor: 'new',
    async reach(page, stage) {
      await openFlow(page, stage)
      await stage.fail(/\/structure$/, 500, { message: 'Não foi possível estruturar a consulta. Tente novamente.' })
      await begin(page)
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'structuring/failed-status',
    doctor: 'new',
    async reach(page, stage) {
      await openFlow(page, stage)
      await stage.fail(/\/structure$/, 502, { message: null })
      await begin(page)
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'structuring/failed-unknown',
    doctor: 'new',
    async reach(page, stage) {
      await openFlow(page, stage)
      await stage.fail(/\/structure$/, 200, { message: null })
      await begin(page)
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'structuring/refused',
    doctor: 'new',
    async reach(page, stage) {
      const lines: Line[] = [['patient', 'Bom dia, doutora, tudo bem?']]
      const id = await stage.finishedVisit({ patient: PATIENT, lines })
      await page.goto(`/app/dashboard?consulta=${id}`)
      await page.getByRole('button', { name: 'Estruturar' }).click()
      await begin(page)
      await expect(page.getByText('Esta consulta não gerou registro')).toBeVisible()
    },
  },
  { name: 'structuring/completed', always: true, reach: (page) => openRecord(page, SEEDED) },
  {
    name: 'structuring/sentence',
    async reach(page) {
      await openRecord(page, SEEDED)
      await page.getByRole('button', { pressed: false, name: /nuca/ }).first().click()
      await expect(page.getByRole('button', { pressed: true })).toBeVisible()
    },
  },
  {
    name: 'structuring/medium',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage, {
        'Hipótese Diagnóstica': 'Hipertensão não controlada, pelo esquecimento dos remédios.',
      })
      await page.getByText('Confiança Média').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'structuring/low',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage, { [HDA]: 'Refere dor no peito e falta de ar.' })
      await expect(page.getByText('Atenção: Baixa confiança na estruturação')).toBeVisible()
    },
  },
  {
    name: 'structuring/section-empty',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage, { [HDA]: '' })
      await expect(page.getByText('Nenhum conteúdo estruturado encontrado para esta seção.').first()).toBeVisible()
    },
  },
  {
    name: 'structuring/section-edit',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage)
      await edit(page, ' Piora no fim do dia.')
      await expect(page.getByText('Guardado neste aparelho')).toBeVisible()
    },
  },
  {
    name: 'structuring/section-autosaved',
    doctor: 'new',
    async reach(page, stage) {
      await page.clock.install()
      await ownRecord(page, stage)
      await edit(page, ' Piora no fim do dia.')
      await page.clock.runFor(31_000)
      await expect(saved(page)).toBeVisible()
    },
  },
  {
    name: 'structuring/section-offline',
    doctor: 'new',
    async reach(page, stage) {
      await page.clock.install()
      await ownRecord(page, stage)
      await edit(page, ' Piora no fim do dia.')
      await stage.fail(/\/sections\//, 'offline')
      await page.clock.runFor(31_000)
      await expect(page.getByText('Sem conexão: guardado neste aparelho').first()).toBeVisible()
    },
  },
  {
    name: 'structuring/section-found',
    doctor: 'new',
    async reach(page, stage) {
      const id = await ownRecord(page, stage)
      await edit(page, ' Piora no fim do d')
      await expect(page.getByText('Guardado neste aparelho')).toBeVisible()
      await openRecord(page, id)
      await expect(page.getByText('Recuperado deste aparelho: ainda não foi salvo').first()).toBeVisible()
    },
  },
  {
    name: 'structuring/section-give-up',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage)
      await edit(page, ' Piora no fim do dia.')
      await page.getByRole('button', { name: 'Cancelar' }).click()
      await expect(page.getByText('Descartar esta edição?')).toBeVisible()
    },
  },
  {
    name: 'structuring/section-changed',
    doctor: 'new',
    async reach(page, stage) {
      const id = await ownRecord(page, stage)
      await edit(page, ' Piora no fim do dia.')
      const section = (await sectionsOf(stage, id)).get(HDA)?.id
      await stage.api('PUT', `/api/v1/transcription/sections/${section}`, { content: 'Cefaleia na nuca.' })
      await page.getByRole('button', { name: 'Salvar', exact: true }).click()
      await expect(page.getByRole('region', { name: /mudou depois que você começou/ })).toBeVisible()
    },
  },
  {
    name: 'structuring/section-save-failed',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage)
      await edit(page, ' Piora no fim do dia.')
      await stage.fail(/\/sections\//, 409, { message: 'O registro mudou em outro lugar.' })
      await page.getByRole('button', { name: 'Salvar', exact: true }).click()
      await expect(page.getByText(/^Erro ao atualizar seção: /)).toBeVisible()
    },
  },
  {
    name: 'structuring/suggestions',
    doctor: 'new',
    async reach(page, stage) {
      const lines: Line[] = [
        ['patient', 'Estou com dor no joelho direito há duas semanas.'],
        ['doctor', 'Vou pedir uma radiografia do joelho direito.'],
      ]
      await openRecord(page, await stage.structuredVisit({ patient: PATIENT, lines }))
      const card = page.getByRole('region', { name: 'História Patológica Pregressa', exact: true })
      await card.getByRole('button', { name: /^Sugestões/ }).click()
      await card.getByRole('button', { name: /^Editar/ }).click()
      await expect(card.getByRole('button', { name: /^Aplicar/ }).first()).toBeVisible()
    },
  },
  {
    name: 'structuring/warned',
    doctor: 'new',
    async reach(page, stage) {
      const lines: Line[] = [
        ['patient', 'Estou com dor de garganta e febre há três dias.'],
        ['doctor', 'A garganta está vermelha, com placas dos dois lados.'],
      ]
      await openRecord(page, await stage.structuredVisit({ patient: PATIENT, lines }))
    },
  },
  {
    name: 'structuring/original',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage, { [HDA]: 'Cefaleia na nuca há duas semanas.' })
      await page.getByRole('button', { name: `Conteúdo original de ${HDA}` }).click()
      await expect(page.getByRole('heading', { name: 'Conteúdo original' })).toBeVisible()
    },
  },
  {
    name: 'structuring/issues',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage, { [HDA]: 'Refere dor no peito e falta de ar.' })
      await page.getByRole('button', { name: 'Salvar no Histórico' }).click()
      await expect(page.getByText(/^Faltam? \d+ frases? para conferir$/).first()).toBeVisible()
    },
  },
  {
    name: 'structuring/text-edited',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage)
      await recordText(page).press('Control+End')
      await recordText(page).pressSequentially('\nRetorno em trinta dias.')
      await expect(page.getByText('Edições salvas.')).toBeVisible()
    },
  },
  {
    name: 'structuring/text-copied',
    async reach(page) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await openRecord(page, SEEDED)
      await copy(page)
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'structuring/text-copy-failed',
    async reach(page) {
      await copyBroken(page)
      await openRecord(page, SEEDED)
      await copy(page)
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  ...recordStates,
]
