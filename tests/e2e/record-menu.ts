import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readPdf } from '../testkit/read-pdf.ts'

/** Chooses an action from the menu of the record. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** The text of the open record's PDF, as 'PDF' downloads it. */
export async function exportedText(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar PDF' }).click()
  const file = await (await downloading).path()
  return (await readPdf(new Uint8Array(await readFile(file)))).text.join('\n')
}
