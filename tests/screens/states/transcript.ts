import type { Locator, Page } from '@playwright/test'
import { cuttable } from '../../e2e/room-way.ts'
import { expect } from '../../e2e/test.ts'
import { breakClipboard } from '../devices.ts'
import type { Stage } from '../stage.ts'
import type { State } from '../state.ts'
import { dashboardOf, KNEE, LIVE } from '../talk.ts'

const PATIENT = 'Rita Moura Cavalcanti'

/** A running consultation with lines, on the doctor's screen. */
async function live(page: Page, stage: Stage, lines = LIVE): Promise<void> {
  const id = await stage.openVisit({ patient: PATIENT, lines })
  await page.goto(dashboardOf(id))
  await expect(page.getByText('Conectado', { exact: true }).first()).toBeVisible()
  for (const [, text] of lines.slice(-1)) await expect(page.getByRole('log').getByText(text)).toBeVisible()
}

async function finished(page: Page, stage: Stage): Promise<void> {
  const id = await stage.finishedVisit({ patient: PATIENT, lines: KNEE })
  await page.goto(dashboardOf(id))
  await expect(page.getByText('Consulta Finalizada')).toBeVisible()
}

async function lineOf(page: Page, text: string): Promise<Locator> {
  const line = page.getByRole('log').getByRole('listitem').filter({ hasText: text })
  await line.hover()
  return line
}

const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

const speaker = (name: State['name'], text: string, button: string, says: string): State => ({
  name,
  doctor: 'new',
  async reach(page, stage) {
    await live(page, stage)
    const line = await lineOf(page, text)
    await line.getByRole('button', { name: button, exact: true }).click()
    // The room has it: only a line that has a speaker can lose it.
    const clear = line.getByRole('button', { name: 'Limpar', exact: true })
    await expect(clear).toBeVisible({ visible: button !== 'Limpar' })
    await toast(page, `Speaker atualizado para: ${says}`)
  },
})

export const transcript: readonly State[] = [
  {
    name: 'transcript/none',
    doctor: 'new',
    async reach(page) {
      await page.goto('/app/dashboard')
      await expect(page.getByText('Nenhuma consulta ativa')).toBeVisible()
    },
  },
  {
    name: 'transcript/waiting',
    doctor: 'new',
    reach: (page, stage) =>
      live(page, stage, []).then(() => expect(page.getByText('Aguardando transcrição')).toBeVisible()),
  },
  {
    name: 'transcript/one-entry',
    doctor: 'new',
    reach: (page, stage) => live(page, stage, LIVE.slice(0, 1)),
  },
  { name: 'transcript/live', doctor: 'new', always: true, reach: (page, stage) => live(page, stage) },
  {
    name: 'transcript/disconnected',
    doctor: 'new',
    async reach(page, stage) {
      const way = await cuttable(page)
      await live(page, stage)
      await way.cut()
      await expect(page.getByText('Desconectado')).toBeVisible()
    },
  },
  {
    name: 'transcript/search',
    doctor: 'new',
    async reach(page, stage) {
      await live(page, stage)
      await page.getByPlaceholder('Buscar...').fill('joelho')
      await page.keyboard.press('Enter')
      await expect(page.getByText('1 de 1', { exact: true })).toBeVisible()
    },
  },
  { name: 'transcript/completed', doctor: 'new', reach: finished },
  {
    name: 'transcript/line-copied',
    doctor: 'new',
    async reach(page, stage) {
      await live(page, stage)
      await (await lineOf(page, 'dor no joelho')).getByRole('button', { name: 'Copiar esta fala' }).click()
      await toast(page, 'Texto copiado para a área de transferência')
    },
  },
  {
    name: 'transcript/line-copy-failed',
    doctor: 'new',
    async reach(page, stage) {
      await live(page, stage)
      await breakClipboard(page)
      await (await lineOf(page, 'dor no joelho')).getByRole('button', { name: 'Copiar esta fala' }).click()
      await toast(page, 'Erro ao copiar texto')
    },
  },
  {
    name: 'transcript/all-copied',
    doctor: 'new',
    async reach(page, stage) {
      await finished(page, stage)
      await page.getByRole('button', { name: 'Copiar Tudo' }).click()
      await toast(page, 'Toda a transcrição foi copiada')
    },
  },
  {
    name: 'transcript/all-copy-failed',
    doctor: 'new',
    async reach(page, stage) {
      await finished(page, stage)
      await breakClipboard(page)
      await page.getByRole('button', { name: 'Copiar Tudo' }).click()
      await toast(page, 'Erro ao copiar transcrição')
    },
  },
  {
    name: 'transcript/exported',
    doctor: 'new',
    async reach(page, stage) {
      await finished(page, stage)
      await page.getByRole('button', { name: 'Exportar' }).click()
      await toast(page, 'Transcrição exportada com sucesso')
    },
  },
  speaker('transcript/speaker-doctor', 'Com licença', 'Médico', 'Médico'),
  speaker('transcript/speaker-patient', 'Com licença', 'Paciente', 'Paciente'),
  speaker('transcript/speaker-cleared', 'dor no joelho', 'Limpar', 'Desconhecido'),
]
