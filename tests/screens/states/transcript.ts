import { expect, type Locator, type Page } from '@playwright/test'
import { cuttable } from '../../e2e/room-way.ts'
import { breakClipboard } from '../devices.ts'
import { at, FINISHED_PANEL, LIVE_PANEL, line, toast } from '../places.ts'
import type { Line } from '../room.ts'
import { type Act, type Step, statesOf } from '../state.ts'
import { click, go, press, shows, visit } from '../steps.ts'
import { KNEE, LIVE } from '../talk.ts'

const patient = 'Rita Moura Cavalcanti'
const UNKNOWN = 'Com licença, posso entrar?'
const SICK = 'Estou com dor no joelho'

/** A running consultation with lines, on the doctor's screen. */
const live = (lines: readonly Line[] = LIVE): Step => [
  [visit('openVisit', { patient, lines }), shows('Conectado')],
  lines.slice(-1).map(
    ([, text]): Act =>
      (page) =>
        expect(page.getByRole('log').getByText(text)).toBeVisible(),
  ),
]
const finished: Step = [visit('finishedVisit', { patient, lines: KNEE }), shows('Consulta Finalizada')]

async function lineOf(page: Page, text: string): Promise<Locator> {
  const shown = page.getByRole('log').getByRole('listitem').filter({ hasText: text })
  await shown.hover()
  return shown
}
const copyLine: Act = async (page) =>
  (await lineOf(page, SICK)).getByRole('button', { name: 'Copiar esta fala' }).click()

/** A line has three buttons; the speaker's own word is in two of them. */
const assign = (text: string, button: string, speaker: string, ...texts: string[]): Step => [
  live(),
  async (page) => {
    const shown = await lineOf(page, text)
    await shown.getByRole('button', { name: button, exact: true }).click()
    // The room has it: only a line that has a speaker can lose it.
    const clear = shown.getByRole('button', { name: 'Limpar', exact: true })
    await expect(clear).toBeVisible({ visible: button !== 'Limpar' })
  },
  [toast(`Speaker atualizado para: ${speaker}`), at(line(text), ...texts)],
]

export const transcript = statesOf('new', {
  'transcript/none': [go('/app/dashboard'), 'Nenhuma consulta ativa'],
  'transcript/waiting': [live([]), at(LIVE_PANEL, 'Aguardando transcrição', '0 entradas de transcrição')],
  'transcript/one-entry': [live(LIVE.slice(0, 1)), at(LIVE_PANEL, '1 entrada de transcrição')],
  'transcript/live': [
    live(),
    at(LIVE_PANEL, 'Rita Moura Cavalcanti · Presencial', 'Conectado', 'Buscar...', 'Copiar Tudo', 'Exportar'),
    at(LIVE_PANEL, '7 entradas de transcrição'),
    at(line('O que traz a senhora hoje?'), /\d\d:\d\d/, 'Médico', 'Final'),
    at(line(SICK), /\d\d:\d\d/, 'Paciente', 'Final'),
    at(line(UNKNOWN), /\d\d:\d\d/, 'Desconhecido', 'Final'),
  ],
  'transcript/disconnected': [
    async (page, stage) => {
      const way = await cuttable(page)
      await visit('openVisit', { patient, lines: LIVE })(page, stage)
      await shows('Conectado')(page, stage)
      await way.cut()
    },
    at(LIVE_PANEL, 'Desconectado'),
  ],
  'transcript/search': [
    [live(), (page) => page.getByPlaceholder('Buscar...').fill('joelho'), press('Enter'), at(LIVE_PANEL, '1 de 1')],
  ],
  'transcript/completed': [
    finished,
    at(FINISHED_PANEL, 'Rita Moura Cavalcanti · Presencial', 'Buscar...', 'Copiar Tudo', 'Exportar'),
    at(FINISHED_PANEL, '12 entradas de transcrição'),
  ],
  'transcript/line-copied': [live(), copyLine, toast('Texto copiado para a área de transferência')],
  'transcript/line-copy-failed': [live(), breakClipboard, copyLine, toast('Erro ao copiar texto')],
  'transcript/all-copied': [finished, click('Copiar Tudo'), toast('Toda a transcrição foi copiada')],
  'transcript/all-copy-failed': [finished, breakClipboard, click('Copiar Tudo'), toast('Erro ao copiar transcrição')],
  'transcript/line-correcting': [
    live(),
    async (page) => (await lineOf(page, SICK)).getByRole('button', { name: 'Corrigir esta fala' }).click(),
    at(LIVE_PANEL, 'Texto da fala', 'Salvar', 'Cancelar'),
  ],
  'transcript/finished-correcting': [
    finished,
    async (page) => {
      const shown = page.getByRole('list', { name: 'Transcrição' }).getByRole('listitem').filter({ hasText: SICK })
      await shown.hover()
      await shown.getByRole('button', { name: 'Corrigir esta fala' }).click()
    },
    at(FINISHED_PANEL, 'Trocar médico e paciente', 'Texto da fala', 'Salvar', 'Cancelar'),
  ],
  'transcript/finished-corrected': [
    [visit('structuredVisit', { patient, lines: KNEE }), shows('Consulta Finalizada')],
    async (page) => {
      const shown = page.getByRole('list', { name: 'Transcrição' }).getByRole('listitem').filter({ hasText: SICK })
      await shown.hover()
      await shown.getByRole('button', { name: 'Corrigir esta fala' }).click()
      const field = page.getByRole('textbox', { name: 'Texto da fala' })
      await field.fill('Bom dia, doutora. Estou com dor no joelho esquerdo há três meses, pior ao subir escadas.')
      await field.press('Enter')
    },
    [shows('Registro verificado de novo'), at(FINISHED_PANEL, 'corrigida', /.*mud(ou|aram) de situação\./)],
  ],
  'transcript/exported': [finished, click('Exportar'), toast('Transcrição exportada com sucesso')],
  'transcript/speaker-doctor': [assign(UNKNOWN, 'Médico', 'Médico', 'Paciente', 'Limpar', 'Copiar esta fala')],
  'transcript/speaker-patient': [assign(UNKNOWN, 'Paciente', 'Paciente', 'Médico', 'Limpar', 'Copiar esta fala')],
  'transcript/speaker-cleared': [assign(SICK, 'Limpar', 'Desconhecido', 'Desconhecido', 'Médico', 'Paciente')],
})
