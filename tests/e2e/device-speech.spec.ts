import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { LONG } from '../testkit/full.ts'
import { type SpeechControl, type SpeechScript, scriptedRecognition } from '../testkit/speech/scripted-recognition.ts'
import { SPOKEN_CONSULTATION } from '../testkit/speech/spoken-consultation.ts'
import { finish, lines, signIn, startConsultation, startRecording, structure } from './doctor.ts'
import { expect, test } from './test.ts'

const SPOKEN = SPOKEN_CONSULTATION.map(({ text }) => text)

/** Gives every page of this journey a recogniser that writes the spoken consultation. */
const giveRecogniser = (page: Page, script: Omit<SpeechScript, 'lines'> = {}) =>
  page.context().addInitScript(scriptedRecognition, { ...script, lines: SPOKEN.map((text) => ({ text })) })

const control = <R>(page: Page, read: (speech: SpeechControl) => R): Promise<R> =>
  page.evaluate(`(${read})(window.__speech)`) as Promise<R>

// No test here starts the room's engine unless it asks for it: what is written, the page heard.

test('hears a whole consultation on the device, to the signed PDF', { tag: LONG }, async ({ page }, info) => {
  await giveRecogniser(page)
  await signIn(page)
  const id = await startConsultation(page, 'Jandira do Carmo')
  await startRecording(page)
  await expect(page.getByText(/^Reconhecimento neste computador/)).toBeVisible()
  await expect.poll(() => lines(page), { timeout: 120_000 }).toEqual(SPOKEN)
  await finish(page)
  const record = await structure(page)
  await expect(record.getByText('Texto para Prontuário')).toBeVisible({ timeout: 30_000 })
  await record.getByRole('button', { name: 'Revisar e assinar' }).click()
  await page
    .getByRole('dialog', { name: 'Revisar e assinar' })
    .getByRole('button', { name: 'Assinar registro' })
    .click()
  await expect(record.getByText(/^Dra\. Helena Prado, CRM 123456\/SP, em /)).toBeVisible()
  await record.getByRole('button', { name: 'Exportar PDF' }).click()
  const link = page.getByRole('link', { name: 'Baixar o PDF' })
  await expect(link).toBeVisible({ timeout: 30_000 })
  const path = info.outputPath('registro.pdf')
  writeFileSync(path, await (await page.request.get((await link.getAttribute('href')) ?? '')).body())
  const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
  for (const printed of ['metformina', 'losartana', 'penicilina', 'hemograma']) expect(text).toContain(printed)
  expect(await control(page, ({ violations }) => violations)).toEqual([])
  const detail = (await (await page.request.get(`/api/consultations/${id}`)).json()) as { gaps?: unknown[] }
  expect(detail.gaps ?? []).toEqual([])
})
