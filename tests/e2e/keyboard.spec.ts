import type { Locator, Page } from '@playwright/test'
import { enterStage } from '../screens/stage.ts'
import { keepStructuringManual } from './doctor.ts'
import { expect, test } from './test.ts'

const MOST_TABS = 60

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** By Tab alone, forwards or back. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${MOST_TABS} times ${key} did not reach ${target}`)
}
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** From line to line, also past those that the microphone brought in between. */
async function upTo(page: Page, line: Locator): Promise<void> {
  for (let lines = 0; lines < MOST_TABS; lines++) {
    if (await isFocused(line)) return
    await page.keyboard.press('ArrowUp')
  }
  throw new Error(`the arrows did not reach ${line}`)
}

test('a whole consultation without a pointer', async ({ page, engine: _ }) => {
  // Without a pointer, a step that needs one fails here.
  const pointer: string[] = []
  await page.exposeFunction('pointed', (what: string) => void pointer.push(what))
  await page.addInitScript(() => {
    addEventListener(
      'pointerdown',
      () => void (window as unknown as { pointed: (what: string) => void }).pointed('down'),
      {
        capture: true,
      },
    )
  })
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
  await enterStage(page, 'new')
  await page.goto('/app/dashboard')
  await keepStructuringManual(page)

  // Chooses the patient.
  await tabTo(page, page.getByRole('combobox', { name: 'Paciente' }))
  await page.keyboard.type('Joana Darc Figueiredo')
  await expect(page.getByRole('option', { name: /^Criar paciente/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Paciente criado com sucesso')).toBeVisible()
  await tabTo(page, page.getByRole('radio', { name: /Presencial/ }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: /Telemedicina/ })).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: /Presencial/ })).toBeChecked()
  await tabTo(page, page.getByLabel('Contexto desta consulta'))
  await page.keyboard.type('Primeira consulta.')
  await press(page, button('Iniciar Consulta'))

  // The notice, and a moment of recording.
  await press(page, button('Paciente aceita e grava'))
  const advice = page.getByRole('alertdialog')
  await press(page, advice.getByRole('button', { name: 'Iniciar gravação' }))
  await expect(page.getByText(/^Paciente aceitou às/)).toBeVisible()
  await tabTo(page, button('Pausar gravação'))
  await page.keyboard.press('Space')
  await expect(button('Retomar gravação')).toBeVisible()

  // Lines, who said them, and a search.
  const log = page.getByRole('log')
  const box = page.getByRole('textbox', { name: 'Escrever fala' })
  for (const text of ['O que traz a senhora hoje?', 'Estou com dor no joelho direito há duas semanas.']) {
    await tabTo(page, box)
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(log.getByText(text)).toBeVisible()
  }
  const line = log.getByRole('listitem').filter({ hasText: 'dor no joelho' })
  await tabTo(page, log.locator('[data-entry][tabindex="0"]'), 'Shift+Tab')
  await upTo(page, line)
  await page.keyboard.press('0')
  await expect(page.getByText('Speaker atualizado para: Desconhecido')).toBeVisible()
  await page.keyboard.press('2')
  await expect(page.getByText('Speaker atualizado para: Paciente')).toBeVisible()
  await expect(line).toContainText('Paciente')
  await upTo(page, log.getByRole('listitem').filter({ hasText: 'O que traz' }))
  await page.keyboard.press('/')
  await page.keyboard.type('joelho')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 de 1', { exact: true })).toBeVisible()
  await expect(line.locator('mark')).toHaveText('joelho')
  await page.keyboard.press('Escape')

  // Finished, undone, and finished again: then it ends by itself.
  await tabTo(page, button('Finalizar'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await press(page, button('Desfazer'))
  await expect(button('Retomar gravação')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(button('Desfazer')).toBeVisible()
  await expect(page.getByText('Consulta Finalizada')).toBeVisible({ timeout: 30_000 })

  // The record: structured, one section edited, kept.
  await press(page, button('Estruturar'))
  const flow = page.getByRole('dialog', { name: /^Registro de / })
  // The page lists its keys here too, and Escape leads back to it.
  const start = flow.getByRole('button', { name: 'Iniciar Estruturação' })
  await tabTo(page, start)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Atalhos de teclado' })
  await expect(sheet.getByText('Marcar a frase em foco como conferida')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(start).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, flow.getByRole('button', { name: 'Confirmar Especialidade' }))
  await expect(flow.getByText('Texto para Prontuário').first()).toBeVisible({ timeout: 30_000 })
  await press(page, flow.getByRole('button', { name: 'Editar História da Doença Atual' }))
  const section = flow.getByRole('textbox', { name: 'História da Doença Atual' })
  await tabTo(page, section)
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Sem trauma.')
  await page.keyboard.press('Enter')
  await expect(section).toHaveCount(0)
  await expect(flow.getByText('Sem trauma.').first()).toBeVisible()
  // Without a table the typed code is the only offer, and Enter takes it.
  await tabTo(page, flow.getByRole('combobox', { name: 'CID-10' }))
  await page.keyboard.type('M25.5 Dor articular')
  await expect(page.getByRole('option', { name: /^M25\.5 · Dor articular/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(flow.getByRole('list', { name: 'Códigos CID-10' }).getByText(/M25\.5/)).toBeVisible()
  await tabTo(page, flow.getByRole('button', { name: 'Mais ações' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Exportar PDF' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Salvar no Histórico' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Transcrição estruturada salva com sucesso!')).toBeVisible()

  // The way to a new structuring, and back: the menu is gone with the record, and the focus is in the step.
  await tabTo(page, flow.getByRole('button', { name: 'Mais ações' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Nova Estruturação' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(flow.getByRole('region', { name: 'Estruturação' })).toBeFocused()
  await press(page, flow.getByRole('button', { name: 'Ver registro' }))
  await press(page, flow.getByRole('button', { name: 'Fechar', exact: true }).first())
  await expect(page.getByText('Estruturada (Clínica Geral)')).toBeVisible()
  expect(pointer).toEqual([])
})
