import { expect, type Page } from '@playwright/test'
import { NO_PLAN } from '#domain/record/proof/warnings.ts'
import { pagesKnown } from '#tests/testkit/pages-known.ts'
import { copiesKept } from '#tests/testkit/service-worker.ts'
import { at, line, MENU, TITLE, TYPE_FILTER, toast } from '../places.ts'
import type { Line } from '../room.ts'
import { change } from '../rows.ts'
import type { Visit } from '../stage.ts'
import { type Act, type Step, statesOf } from '../state.ts'
import { click, confirm, fails, fill, go, has, make, offline, press, shows } from '../steps.ts'

const MARINA = 'Marina Albuquerque Teixeira'
const LONG_NAME = 'Maria Aparecida Conceição de Albuquerque Cavalcanti do Nascimento'
const SEARCH = /^\/api\/consultations\/search$/
const ONE = /^\/api\/consultations\/[0-9a-f-]{36}$/
const LIST_FAILED = 'Não foi possível ler o histórico.'
const ONE_FAILED = 'Não foi possível ler a consulta.'

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
const visit: Visit = {
  patient: LONG_NAME,
  context: 'Retorno. Amigdalite de repetição, alergia a dipirona.',
  lines: doubtful,
}

const list = (query = ''): Step => [go(`/app/history${query}`), has('heading', 'Histórico de Consultas')]
const search = (text: string): Act => fill('Buscar por paciente, diagnóstico ou palavra do registro', text)
const more =
  (name: string): Act =>
  (page) =>
    page
      .getByRole('button', { name: new RegExp(`^Mais ações da consulta de ${name}`) })
      .first()
      .click()
const menu = (name = MARINA): Step => [list(), more(name), has('menuitem', 'Detalhes da Consulta')]
const openDetails = click('Detalhes da Consulta', 'menuitem')
const row = (name = MARINA): Step => [menu(name), click('Ver as primeiras falas', 'menuitem'), shows(/^Ver todas as/)]
const dialog = has('dialog', 'Detalhes da Consulta')
const details = (name = MARINA): Step => [menu(name), openDetails, dialog]
const alert =
  (text: string | RegExp): Act =>
  (page) =>
    expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
/** Brought to where the text is. */
const scrollTo =
  (text: string): Act =>
  (page: Page) =>
    page.getByRole('dialog').getByText(text, { exact: true }).first().scrollIntoViewIfNeeded()
/** Details of one of this doctor's own. */
const ownDetails = (kind: 'finishedVisit' | 'structuredVisit', text: string, lines = doubtful): Step => [
  [make(kind, { ...visit, lines }), details(LONG_NAME), scrollTo(text), text],
]
const exportFile: Act = (page, stage) => Promise.all([page.waitForEvent('download'), confirm('Exportar')(page, stage)])
/** The page of an own record of today, of which the device has a copy. */
const openOwnPage: Act = async (page, stage) => {
  const id = await stage.structuredVisit(visit)
  await page.goto(`/app/history/${id}`)
  await pagesKnown(page)
  await copiesKept(page, `record:${id}`)
}
const openPage: Step = [list(), click(new RegExp(MARINA), 'link')]

export const history = [
  ...statesOf('helena', {
    'history/list': [
      [list(), shows(MARINA), at(TITLE, 'Histórico de Consultas')],
      ['Paciente, diagnóstico ou palavra do registro...', /\d+ de \d+ consultas/],
      at(TYPE_FILTER, 'Todos os tipos', 'Presencial', 'Telemedicina'),
    ],
    'history/row-open': [row(), at(line(MARINA), 'Presencial', 'Médico', 'Paciente', 'Ver todas as 25 entradas')],
    'history/row-menu': [menu(), at(MENU, 'Ver as primeiras falas', 'Exportar a transcrição')],
    'history/open': [list('?situacao=andamento'), /\d+ de \d+ consultas?/],
    'history/one-patient': [
      async (page, stage) => {
        const { body } = await stage.api<{ items: { id: string }[] }>('POST', '/api/patients/search', { query: MARINA })
        await page.goto(`/app/history?paciente=${body.items[0]?.id}`)
      },
      has('button', 'Ver as consultas de todos os pacientes'),
    ],
    'history/filtered': [list('?tipo=telemedicina&situacao=assinada'), shows('João Batista Conceição')],
    'history/search-empty': [
      [list(), search('ninguém com este nome'), shows('Nenhuma consulta encontrada'), /0 de \d+ consultas/],
    ],
    'history/found': [
      list(),
      search('hipertensao'),
      shows(/^1 de \d+ consultas$/),
      at(line(MARINA), 'Hipertensão não controlada.'),
    ],
    'history/loading': [
      [list(), fails(SEARCH, 'never'), search('marina')],
      (page) => expect(page.getByText('Carregando consultas...')).toBeAttached(),
    ],
    'history/load-failed': [
      [list(), fails(SEARCH, 500, { message: LIST_FAILED }), search('marina'), alert(LIST_FAILED)],
    ],
    'history/offline': [list(), offline, search('marina'), alert(/Sem conexão/)],
    'history/detail': [
      [details(), 'Detalhes da Consulta', 'Paciente', MARINA, 'Tipo', 'Presencial', 'Transcrição original', 'Exportar'],
      ['Data e hora', /\d\d\/\d\d\/\d{4} às \d\d:\d\d/, 'Duração', /\d+ min/, 'Contexto clínico'],
      'Hipertensão. Losartana 50 mg e metformina 850 mg. Alergia a dipirona.',
      ['Transcrição estruturada', 'Baixa', 'Tempo de processamento', /\d[\d.]* ms/, 'Registro criado em'],
    ],
    'history/detail-transcript': [
      [row(), click(/^Ver todas as \d+ entradas$/), dialog, shows(/ entradas de transcrição$/)],
      at(line('O que traz a senhora hoje?'), 'Médico'),
      at(line('Vim ver a pressão, que anda alta'), 'Paciente'),
    ],
    'history/detail-loading': [
      [list(), fails(ONE, 'never'), more(MARINA), openDetails, dialog],
      (page) => expect(page.getByText('Carregando a consulta...')).toBeAttached(),
    ],
    'history/detail-failed': [
      [list(), fails(ONE, 500, { message: ONE_FAILED }), more(MARINA), openDetails],
      alert(ONE_FAILED),
    ],
    'history/exported': [[details(), exportFile], toast('Transcrição exportada com sucesso')],
    'history/export-failed': [
      [menu(), fails(ONE, 500, { message: ONE_FAILED }), click('Exportar a transcrição', 'menuitem')],
      shows('Erro ao exportar transcrição'),
    ],
    'history/page': [openPage, has('tab', 'Registro'), shows('Detalhes da Consulta')],
    'history/page-transcript': [openPage, click('Transcrição', 'tab'), has('list', 'Transcrição')],
  }),
  ...statesOf('new', {
    'history/many': [
      [make('structuredVisit', visit), (_, stage) => stage.manyVisits(70), list(), shows('71 de 71 consultas')],
    ],
    'history/page-copy': [
      [openOwnPage, click('Histórico de Consultas', 'link'), has('heading', 'Histórico de Consultas')],
      [offline, (page) => page.goBack(), shows(/^Sem conexão: cópia de \d\d:\d\d$/), has('tab', 'Registro')],
    ],
    'history/empty': [list(), 'Nenhuma consulta registrada'],
    'history/more-failed': [
      [(_, stage) => stage.manyVisits(70), list(), fails(SEARCH, 500, { message: LIST_FAILED }), press('End')],
      [alert(LIST_FAILED), (page) => page.getByRole('alert').scrollIntoViewIfNeeded()],
    ],
    'history/detail-medium': [
      // No sentence of the rules is as probable as that.
      async (_, stage) => {
        const id = await stage.structuredVisit(visit)
        change(
          `UPDATE record_sections SET sentences =
            (SELECT json_group_array(json_set(value, '$.probability', 0.9)) FROM json_each(sentences))
          WHERE record_id IN (SELECT id FROM records WHERE consultation_id = :id)`,
          { id },
        )
      },
      [details(LONG_NAME), scrollTo('Média'), 'Média'],
    ],
    'history/detail-low': [ownDetails('structuredVisit', 'Baixa')],
    'history/detail-warned': [ownDetails('structuredVisit', 'Avisos', doubtful.slice(0, 5)), NO_PLAN],
    'history/detail-unstructured': [ownDetails('finishedVisit', 'Aguardando estruturação'), 'Detalhes da Consulta'],
    'history/page-unstructured': [
      async (page, stage) => page.goto(`/app/history/${await stage.finishedVisit(visit)}`),
      shows('Aguardando estruturação'),
    ],
  }),
]
