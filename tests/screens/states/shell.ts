import { expect, type Page } from '@playwright/test'
import { pagesKnown } from '#tests/testkit/pages-known.ts'
import { cuttable } from '../../e2e/room-way.ts'
import { newVersionWaits } from '../devices.ts'
import { at, HEADER, MENU, NAVIGATION, toast } from '../places.ts'
import type { Line } from '../room.ts'
import { type Act, type Step, statesOf } from '../state.ts'
import { click, fails, go, has, make, offline, press, shows, visit } from '../steps.ts'

const HOUR_MS = 60 * 60_000
const lines: readonly Line[] = [
  ['doctor', 'O que a senhora está sentindo?'],
  ['patient', 'Estou com dor de cabeça há três dias.'],
  ['doctor', 'Vou pedir um hemograma. Tome paracetamol de oito em oito horas.'],
]
const ANTONIO = 'Antônio Carlos Brandão'
const CONCEICAO = { patient: 'Conceição Aparecida de Magalhães Gonçalves', type: 'telemedicina' } as const
const BEATRIZ = { patient: 'Beatriz Nóbrega Falcão', lines }

/** Simulates the page becoming visible again. */
const lookAgain: Act = (page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const hoursLater: Act = (page) => page.clock.setFixedTime(Date.now() + 3 * HOUR_MS)
/** The session has ended by the time the page is looked at again. */
const sleepThroughTheEnd: Step = [hoursLater, lookAgain]

/** The page as its script has taken it over. */
const enter =
  (path: string): Act =>
  async (page) => {
    const answered = page.waitForResponse((response) => response.url().includes('/api/notifications'))
    await page.goto(path)
    await answered
  }
const seeMarina: Step = [enter('/app/patients'), shows('Marina Albuquerque Teixeira')]
const userMenu: Step = [enter('/app/patients'), click(/^Conta de/), has('menuitem', 'Sair')]
const signOut: Step = [userMenu, click('Sair', 'menuitem')]
const notifications: Step = [
  go('/app/patients'),
  (page) =>
    page
      .getByRole('banner')
      .getByRole('button', { name: /^Notificações/ })
      .click(),
  has('link', 'Escolher o que aparece aqui'),
]
const newsWanted: Act = (page) =>
  page.addInitScript(() =>
    localStorage.setItem('relato-settings', JSON.stringify({ notifications: { systemUpdates: true } })),
  )

const endingBar: Act = async (page) => {
  const bar = page.getByRole('region', { name: 'Consulta interrompida' })
  await expect(bar).toContainText(`Encerrando a consulta ${ANTONIO}`)
  await expect(bar.getByRole('link', { name: `Abrir a consulta de ${ANTONIO}` })).toBeVisible()
}
/** The doctor confirmed its end, but the room did not receive it. */
const endUnheard: Act = async (page: Page, stage) => {
  const way = await cuttable(page)
  await visit('openVisit', { patient: ANTONIO, lines })(page, stage)
  await page.getByRole('button', { name: 'Finalizar', exact: true }).click()
  await way.cut()
}

const helena = statesOf('helena', {
  'shell/user-menu': [
    userMenu,
    at(HEADER, 'Relato', 'Sistema de Consultas Médicas', 'Dra. Helena Prado', 'CRM 123456/SP'),
    at(HEADER, /Notificações(, \d+ não lidas?)?/),
    at(NAVIGATION, 'Dashboard', 'Histórico', 'Pacientes', 'Configurações'),
    at(MENU, 'Dra. Helena Prado', 'CRM 123456/SP', 'Configurações', 'Sair'),
  ],
  'shell/collapsed': [
    [enter('/app/patients'), click('Recolher menu'), has('button', 'Expandir menu')],
    // Its name for a screen reader, and the one that the pointer brings.
    (page) => page.getByRole('link', { name: 'Histórico' }).hover(),
    (page) => expect(page.getByText('Histórico', { exact: true }).filter({ visible: true })).toHaveCount(2),
  ],
  'shell/drawer': [
    (page) => page.setViewportSize({ width: 390, height: 844 }),
    [visit('openVisit', CONCEICAO), click('Abrir menu'), has('dialog'), has('link', 'Pacientes')],
  ],
  'shell/notifications-failed': [fails(/\/api\/notifications$/, 500), notifications, has('button', 'Tentar novamente')],
  'shell/notifications-loading': [
    [fails(/\/api\/notifications$/, 'never'), notifications],
    (page) => expect(page.getByText('Carregando notificações...')).toBeAttached(),
  ],
  'shell/shortcuts': [enter('/app/history'), press('?'), has('dialog', 'Atalhos de teclado')],
  'shell/session-checking': [
    [enter('/app/patients'), fails(/\/api\/session$/, 'never'), sleepThroughTheEnd, 'Carregando...'],
  ],
  'shell/session-ended': [
    [enter('/app/patients'), fails(/\/api\/session$/, 401), sleepThroughTheEnd, 'Sua sessão terminou'],
  ],
  'shell/sign-out-failed': [fails(/\/api\/auth\/sign-out$/, 500), signOut, toast('Erro ao fazer logout')],
  'shell/offline': [seeMarina, offline, shows('Sem conexão.')],
  'shell/page-offline': [[seeMarina, pagesKnown, offline, click('Histórico', 'link')], has('heading', 'Sem conexão')],
  'shell/page-coming': [
    [seeMarina, fails(/\/app\/history\.data$/, 'never'), click('Histórico', 'link')],
    (page) => expect(page.getByText('Marina Albuquerque Teixeira').first()).toBeHidden(),
  ],
  'shell/page-failed': [
    [seeMarina, fails(/\/app\/history\.data$/, 500), click('Histórico', 'link')],
    has('heading', 'Algo falhou do nosso lado'),
  ],
  'shell/new-version': [[newVersionWaits, enter('/app/patients')], 'Nova versão disponível', 'Atualizar'],
  'shell/page-missing': [go('/app/nada'), has('heading', 'Página não encontrada')],
})

const own = statesOf('new', {
  // A day at work: a record, a transcript and a consultation left open.
  'shell/notifications': [
    [make('openVisit', CONCEICAO), make('finishedVisit', { patient: ANTONIO, lines })],
    [make('structuredVisit', BEATRIZ), newsWanted, hoursLater, go('/app/patients')],
    [has('button', 'Notificações, 4 não lidas'), notifications, shows('Registro estruturado pronto'), 'Notificações'],
  ],
  'shell/notifications-empty': [notifications, shows('Nenhuma notificação.')],
  'shell/notification-toast': [
    [enter('/app/patients'), make('structuredVisit', BEATRIZ), lookAgain, has('button', 'Abrir')],
  ],
  'shell/signed-out': [
    [signOut, toast('Logout realizado com sucesso!'), (page) => expect(page).toHaveURL(/\/landing$/)],
  ],
  'shell/interrupted': [
    [make('openVisit', { patient: ANTONIO }), make('openVisit', CONCEICAO)],
    [go('/app/dashboard'), has('heading', /^Consultas de hoje/), has('link', /Consulta em Andamento/)],
    // An open consultation is named above: no card may deny it.
    (page) => expect(page.getByText('Nenhuma consulta ativa')).toHaveCount(0),
  ],
  'shell/ending': [
    [endUnheard, click('Finalizar agora'), shows('Finalizando…'), click('Pacientes', 'link'), endingBar],
  ],
  'shell/plan-used-up': [
    async (_, stage) => {
      for (const patient of ['Ana Araújo', 'Caetano Falcão', 'Débora Queirós', 'Íris Simões', 'Gonçalo Guimarães'])
        await stage.finishedVisit({ patient, lines })
    },
    [go('/app/dashboard'), shows('5 de 5 consultas')],
  ],
})
export const shell = [...helena, ...own]
