import type { Page } from '@playwright/test'
import { pagesKnown } from '#tests/testkit/pages-known.ts'
import { cuttable } from '../../e2e/room-way.ts'
import { expect } from '../../e2e/test.ts'
import type { Line } from '../room.ts'
import type { Stage } from '../stage.ts'
import type { State } from '../state.ts'
import { dashboardOf } from '../talk.ts'

const HOUR_MS = 60 * 60_000
const lines: readonly Line[] = [
  ['doctor', 'O que a senhora está sentindo?'],
  ['patient', 'Estou com dor de cabeça há três dias.'],
  ['doctor', 'Vou pedir um hemograma. Tome paracetamol de oito em oito horas.'],
]

/** Simulates the page becoming visible again. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const goTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()
const shellOf = (page: Page) => page.getByRole('banner')

/** The page as its script has taken it over. */
async function enter(page: Page, path: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes('/api/notifications'))
  await page.goto(path)
  await answered
}

async function openUserMenu(page: Page): Promise<void> {
  await enter(page, '/app/patients')
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeVisible()
}

async function openNotifications(page: Page): Promise<void> {
  await shellOf(page)
    .getByRole('button', { name: /^Notificações/ })
    .click()
  await expect(page.getByRole('link', { name: 'Escolher o que aparece aqui' })).toBeVisible()
}

/** A day at work: a record, a transcript and a consultation left open; notifications are loaded. */
async function dayAtWork(page: Page, stage: Stage): Promise<void> {
  await stage.openVisit({ patient: 'Conceição Aparecida de Magalhães Gonçalves', type: 'telemedicina' })
  await stage.finishedVisit({ patient: 'Antônio Carlos Brandão', lines: lines })
  await stage.structuredVisit({ patient: 'Beatriz Nóbrega Falcão', lines: lines })
  await page.addInitScript(() =>
    localStorage.setItem('relato-settings', JSON.stringify({ notifications: { systemUpdates: true } })),
  )
}

/** The session has ended by the time the page is looked at again. */
async function sleepThroughTheEnd(page: Page): Promise<void> {
  await page.clock.setFixedTime(Date.now() + 3 * HOUR_MS)
  await lookAgain(page)
}

export const shell: readonly State[] = [
  { name: 'shell/user-menu', reach: openUserMenu },
  {
    name: 'shell/collapsed',
    async reach(page) {
      await enter(page, '/app/patients')
      await page.getByRole('button', { name: 'Recolher menu' }).click()
      await expect(page.getByRole('button', { name: 'Expandir menu' })).toBeVisible()
      // Its name for who hears it, and the one that the pointer brings.
      await page.getByRole('link', { name: 'Histórico' }).hover()
      await expect(page.getByText('Histórico', { exact: true })).toHaveCount(2)
    },
  },
  {
    name: 'shell/drawer',
    async reach(page) {
      await page.setViewportSize({ width: 390, height: 844 })
      await enter(page, '/app/patients')
      await page.getByRole('button', { name: 'Abrir menu' }).click()
      await expect(page.getByRole('dialog').getByRole('link', { name: 'Pacientes' })).toBeVisible()
    },
  },
  {
    name: 'shell/notifications',
    doctor: 'new',
    always: true,
    async reach(page, stage) {
      await dayAtWork(page, stage)
      await page.clock.setFixedTime(Date.now() + 3 * HOUR_MS)
      await page.goto('/app/patients')
      await expect(page.getByRole('button', { name: 'Notificações, 4 não lidas' })).toBeVisible()
      await openNotifications(page)
      await expect(page.getByText('Registro estruturado pronto')).toBeVisible()
    },
  },
  {
    name: 'shell/notifications-empty',
    doctor: 'new',
    async reach(page) {
      await page.goto('/app/patients')
      await openNotifications(page)
      await expect(page.getByText('Nenhuma notificação.')).toBeVisible()
    },
  },
  {
    name: 'shell/notifications-failed',
    async reach(page, stage) {
      await stage.fail(/\/api\/notifications$/, 500)
      await page.goto('/app/patients')
      await openNotifications(page)
      await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
    },
  },
  {
    name: 'shell/notifications-loading',
    async reach(page, stage) {
      await stage.fail(/\/api\/notifications$/, 'never')
      await page.goto('/app/patients')
      await openNotifications(page)
      await expect(page.getByText('Carregando notificações...')).toBeAttached()
    },
  },
  {
    name: 'shell/notification-toast',
    doctor: 'new',
    async reach(page, stage) {
      await enter(page, '/app/patients')
      await stage.structuredVisit({ patient: 'Beatriz Nóbrega Falcão', lines: lines })
      await lookAgain(page)
      await expect(page.getByRole('button', { name: 'Abrir', exact: true })).toBeVisible()
    },
  },
  {
    name: 'shell/shortcuts',
    async reach(page) {
      await enter(page, '/app/history')
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Atalhos de teclado' })).toBeVisible()
    },
  },
  {
    name: 'shell/session-checking',
    async reach(page, stage) {
      await enter(page, '/app/patients')
      await stage.fail(/\/api\/session$/, 'never')
      await sleepThroughTheEnd(page)
      await expect(page.getByText('Carregando...').last()).toBeVisible()
    },
  },
  {
    name: 'shell/session-ended',
    async reach(page, stage) {
      await enter(page, '/app/patients')
      await stage.fail(/\/api\/session$/, 401)
      await sleepThroughTheEnd(page)
      await expect(page.getByRole('dialog', { name: 'Sua sessão terminou' })).toBeVisible()
    },
  },
  {
    name: 'shell/signed-out',
    doctor: 'new',
    async reach(page) {
      await openUserMenu(page)
      await page.getByRole('menuitem', { name: 'Sair' }).click()
      await expect(page.getByText('Logout realizado com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/landing$/)
    },
  },
  {
    name: 'shell/sign-out-failed',
    async reach(page, stage) {
      await stage.fail(/\/api\/auth\/sign-out$/, 500)
      await openUserMenu(page)
      await page.getByRole('menuitem', { name: 'Sair' }).click()
      await expect(page.getByText('Erro ao fazer logout')).toBeVisible()
    },
  },
  {
    name: 'shell/offline',
    async reach(page, stage) {
      await enter(page, '/app/patients')
      await expect(page.getByText('Marina Albuquerque Teixeira').first()).toBeVisible()
      await stage.offline(true)
      await expect(page.getByText('Sem conexão.')).toBeVisible()
    },
  },
  {
    name: 'shell/page-offline',
    async reach(page, stage) {
      await enter(page, '/app/patients')
      await expect(page.getByText('Marina Albuquerque Teixeira').first()).toBeVisible()
      await pagesKnown(page)
      await stage.offline(true)
      await goTo(page, 'Histórico')
      await expect(page.getByRole('heading', { name: 'Sem conexão' })).toBeVisible()
    },
    noise: /Failed to fetch/,
  },
  {
    name: 'shell/page-coming',
    async reach(page, stage) {
      await enter(page, '/app/patients')
      await expect(page.getByText('Marina Albuquerque Teixeira').first()).toBeVisible()
      await stage.fail(/\/app\/history\.data$/, 'never')
      await goTo(page, 'Histórico')
      await expect(page.getByText('Marina Albuquerque Teixeira').first()).toBeHidden()
    },
  },
  {
    name: 'shell/page-failed',
    async reach(page, stage) {
      await enter(page, '/app/patients')
      await expect(page.getByText('Marina Albuquerque Teixeira').first()).toBeVisible()
      await stage.fail(/\/app\/history\.data$/, 500)
      await goTo(page, 'Histórico')
      await expect(page.getByRole('heading', { name: 'Algo falhou do nosso lado' })).toBeVisible()
    },
    noise: /Error/,
  },
  {
    name: 'shell/page-missing',
    async reach(page) {
      await page.goto('/app/nada')
      await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
    },
  },
  {
    name: 'shell/interrupted',
    doctor: 'new',
    async reach(page, stage) {
      await stage.openVisit({ patient: 'Antônio Carlos Brandão' })
      await stage.openVisit({ patient: 'Conceição Aparecida de Magalhães Gonçalves', type: 'telemedicina' })
      await page.goto('/app/dashboard')
      await expect(page.getByRole('heading', { name: 'Outras consultas em andamento' })).toBeVisible()
    },
  },
  {
    // The doctor confirmed its end, but the room did not receive it.
    name: 'shell/ending',
    doctor: 'new',
    async reach(page, stage) {
      const way = await cuttable(page)
      const patient = 'Antônio Carlos Brandão'
      await page.goto(dashboardOf(await stage.openVisit({ patient, lines: lines })))
      await page.getByRole('button', { name: 'Finalizar Consulta' }).click()
      await way.cut()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Finalizar', exact: true }).click()
      await expect(page.getByText('Finalizando…', { exact: true }).first()).toBeVisible()
      await goTo(page, 'Pacientes')
      const bar = page.getByRole('region', { name: 'Consulta interrompida' })
      await expect(bar).toContainText(`Encerrando a consulta ${patient}`)
      await expect(bar.getByRole('link', { name: `Abrir a consulta de ${patient}` })).toBeVisible()
    },
  },
  {
    name: 'shell/plan-used-up',
    doctor: 'new',
    async reach(page, stage) {
      for (const patient of ['Ana Araújo', 'Caetano Falcão', 'Débora Queirós', 'Íris Simões', 'Gonçalo Guimarães'])
        await stage.finishedVisit({ patient, lines: lines })
      await page.goto('/app/dashboard')
      await expect(page.getByText('5 de 5 consultas')).toBeVisible()
    },
  },
]
