import type { Page } from '@playwright/test'
import { startRecording } from '../../e2e/doctor.ts'
import { cuttable } from '../../e2e/room-way.ts'
import { startRecogniser } from '../../e2e/stack.ts'
import { expect } from '../../e2e/test.ts'
import { adviceRead } from '../devices.ts'
import type { Stage } from '../stage.ts'
import type { State } from '../state.ts'
import { dashboardOf, KNEE, LIVE } from '../talk.ts'
import { atWork, microphone } from './microphone.ts'

const PATIENT = 'Rita Moura Cavalcanti'

async function newConsultation(page: Page): Promise<void> {
  await page.goto('/app/dashboard')
  await expect(page.getByRole('heading', { name: 'Nova consulta' })).toBeVisible()
}
async function choose(page: Page, name: string): Promise<void> {
  await page.getByLabel('Paciente').fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  await expect(page.getByRole('button', { name: 'Limpar paciente' })).toBeVisible()
}
const finishedScreen = async (page: Page, id: string) => {
  await page.goto(dashboardOf(id))
  await expect(page.getByText('Consulta Finalizada')).toBeVisible()
}

/** At work, with a context written that the server does not take. */
async function writeUnsavedContext(page: Page, stage: Stage): Promise<void> {
  await atWork(page, stage)
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  await page.getByRole('textbox', { name: 'Contexto desta consulta' }).fill('Retorno. Alergia a dipirona e a iodo.')
  await stage.fail(/^\/api\/consultations\/[^/]+$/, 500, { method: 'PATCH' })
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText('Não foi possível salvar o contexto.')).toBeVisible()
}

export const dashboard: readonly State[] = [
  { name: 'dashboard/new', always: true, reach: newConsultation },
  {
    name: 'dashboard/patient-search',
    async reach(page) {
      await newConsultation(page)
      await page.getByLabel('Paciente').fill('jo')
      await expect(page.getByRole('option', { name: /João Batista/ })).toBeVisible()
    },
  },
  {
    name: 'dashboard/patient-missing',
    doctor: 'new',
    async reach(page) {
      await newConsultation(page)
      await page.getByRole('button', { name: 'Iniciar Consulta' }).click()
      await expect(page.getByText('Escolha ou crie um paciente')).toBeVisible()
    },
  },
  {
    name: 'dashboard/patient-chosen',
    doctor: 'new',
    async reach(page, stage) {
      await stage.patient(PATIENT, 'Hipertensão. Losartana 50 mg. Alergia a dipirona.')
      await newConsultation(page)
      await choose(page, PATIENT)
    },
  },
  {
    name: 'dashboard/start-over',
    doctor: 'new',
    async reach(page, stage) {
      await stage.openVisit({ patient: 'Sebastião do Nascimento', lines: LIVE })
      await stage.patient(PATIENT)
      await newConsultation(page)
      await choose(page, PATIENT)
      await page.getByRole('button', { name: 'Iniciar Consulta' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'dashboard/notice',
    doctor: 'new',
    async reach(page, stage) {
      await stage.patient(PATIENT)
      await newConsultation(page)
      await choose(page, PATIENT)
      await page.getByRole('button', { name: 'Iniciar Consulta' }).click()
      await expect(page.getByText('Falta o aviso ao paciente')).toBeVisible()
    },
  },
  {
    // The longest of them, of one whose name takes two lines.
    name: 'dashboard/notice-telemedicine',
    doctor: 'new',
    async reach(page, stage) {
      const patient = 'Maria Aparecida dos Santos Albuquerque Cavalcanti'
      await page.goto(dashboardOf(await stage.openVisit({ patient, type: 'telemedicina', consent: 'unasked' })))
      await expect(page.getByText('Falta o aviso ao paciente')).toBeVisible()
    },
  },
  { name: 'dashboard/active', doctor: 'new', always: true, reach: atWork },
  {
    name: 'dashboard/context-edit',
    doctor: 'new',
    async reach(page, stage) {
      await atWork(page, stage)
      await page.getByRole('button', { name: 'Editar', exact: true }).click()
      await expect(page.getByRole('textbox', { name: 'Contexto desta consulta' })).toBeVisible()
    },
  },
  {
    name: 'dashboard/context-refused',
    doctor: 'new',
    reach: writeUnsavedContext,
  },
  {
    name: 'dashboard/context-unsaved',
    doctor: 'new',
    async reach(page, stage) {
      await writeUnsavedContext(page, stage)
      await page.getByRole('button', { name: 'Finalizar Consulta' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Finalizar', exact: true }).click()
      await expect(page.getByRole('region', { name: 'Contexto não salvo' })).toBeVisible()
    },
  },
  {
    name: 'dashboard/connecting',
    doctor: 'new',
    async reach(page, stage) {
      // A room that opens and says nothing.
      await page.routeWebSocket(/\/room$/, () => {})
      const id = await stage.openVisit({ patient: PATIENT })
      await page.goto(dashboardOf(id))
      await expect(page.getByText('Aguardando...')).toBeVisible()
    },
  },
  {
    name: 'dashboard/recording',
    doctor: 'new',
    async reach(page, stage) {
      const engine = await startRecogniser()
      page.once('close', () => void engine.stop())
      await adviceRead(page)
      await atWork(page, stage)
      await startRecording(page)
      await expect(page.getByRole('log').getByRole('listitem').first()).toBeVisible({ timeout: 60_000 })
    },
  },
  {
    name: 'dashboard/room-unreachable',
    doctor: 'new',
    async reach(page, stage) {
      await (await cuttable(page)).cut()
      const id = await stage.openVisit({ patient: PATIENT })
      await page.goto(dashboardOf(id))
      await expect(page.getByText('Failed to connect to transcription server')).toBeVisible({ timeout: 60_000 })
    },
  },
  {
    name: 'dashboard/room-lost',
    doctor: 'new',
    async reach(page, stage) {
      const way = await cuttable(page)
      const id = await stage.openVisit({ patient: PATIENT, lines: LIVE })
      await page.goto(dashboardOf(id))
      await expect(page.getByText('Conectado', { exact: true }).first()).toBeVisible()
      await way.cut()
      await expect(page.getByText('Failed to reconnect to transcription server')).toBeVisible({ timeout: 60_000 })
    },
  },
  {
    name: 'dashboard/finish-question',
    doctor: 'new',
    async reach(page, stage) {
      const id = await stage.openVisit({ patient: PATIENT, lines: LIVE })
      await page.goto(dashboardOf(id))
      await page.getByRole('button', { name: 'Finalizar Consulta' }).click()
      await expect(page.getByRole('alertdialog', { name: 'Finalizar consulta?' })).toBeVisible()
    },
  },
  {
    name: 'dashboard/finish-unasked',
    doctor: 'new',
    async reach(page, stage) {
      const id = await stage.openVisit({ patient: PATIENT, consent: 'unasked' })
      await page.goto(dashboardOf(id))
      await page.getByRole('button', { name: 'Finalizar Consulta' }).click()
      await expect(page.getByRole('button', { name: 'Voltar ao aviso' })).toBeVisible()
    },
  },
  {
    name: 'dashboard/finishing',
    doctor: 'new',
    async reach(page, stage) {
      const way = await cuttable(page)
      const id = await stage.openVisit({ patient: PATIENT, lines: LIVE })
      await page.goto(dashboardOf(id))
      await page.getByRole('button', { name: 'Finalizar Consulta' }).click()
      await way.cut()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Finalizar', exact: true }).click()
      await expect(page.getByRole('alertdialog')).toBeHidden()
      await expect(page.getByText('Finalizando…', { exact: true }).first()).toBeVisible()
    },
  },
  {
    name: 'dashboard/finished',
    doctor: 'new',
    reach: async (page, stage) => finishedScreen(page, await stage.finishedVisit({ patient: PATIENT, lines: KNEE })),
  },
  {
    name: 'dashboard/finished-structured',
    doctor: 'new',
    reach: async (page, stage) => finishedScreen(page, await stage.structuredVisit({ patient: PATIENT, lines: KNEE })),
  },
  {
    name: 'dashboard/finished-empty',
    doctor: 'new',
    reach: async (page, stage) => finishedScreen(page, await stage.finishedVisit({ patient: PATIENT })),
  },
  ...microphone,
]
