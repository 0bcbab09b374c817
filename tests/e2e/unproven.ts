import type { Locator } from '@playwright/test'
import { inDatabase } from './database.ts'
import { BESIDE_STATE } from './stack.ts'
import { expect } from './test.ts'

/** Puts a sentence that no line proves at the end of each section, as it is in records of before. */
export function putUnproven(consultation: string, texts: Record<string, string>): void {
  for (const [key, text] of Object.entries(texts)) put(consultation, key, text)
}

const put = (consultation: string, key: string, text: string): void =>
  inDatabase((database) => {
    const where = 'key = :key AND record_id = (SELECT id FROM records WHERE consultation_id = :consultation)'
    const row = database.prepare(`SELECT id, sentences FROM record_sections WHERE ${where}`).get({ key, consultation })
    const sentences = JSON.parse(String(row?.sentences)) as { text: string }[]
    const after = [...sentences, { text, evidence: [], proof: 'none', flags: [], seen: false }]
    const values = {
      id: String(row?.id),
      after: JSON.stringify(after),
      content: after.map((one) => one.text).join(' '),
    }
    database
      .prepare(
        'UPDATE record_sections SET sentences = :after, content = :content, original_content = :content WHERE id = :id',
      )
      .run(values)
  }, BESIDE_STATE)

export const remainingText = (count: number) =>
  count === 1 ? 'Falta 1 frase para conferir' : `Faltam ${count} frases para conferir`

/** Dismisses sentences that no line proves; they wait beside the note with their reason. */
export async function dismissHeldBack(record: Locator, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const entry = record.getByRole('listitem').filter({ hasText: text })
    await expect(entry.getByText('Nenhuma fala da transcrição comprova esta frase.')).toBeVisible()
    await expect(record.getByRole('button', { name: text }).and(record.locator('[aria-pressed]'))).toHaveCount(0)
    await entry.getByRole('button', { name: /^Dispensar/ }).click()
    await expect(entry).toHaveCount(0)
  }
}
