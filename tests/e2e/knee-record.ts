import type { Locator, Page } from '@playwright/test'
import { needsLook, type StructuredRecord } from '#domain/record/record.ts'
import { enterStage, type Stage } from '../screens/stage.ts'
import { notesOf } from './ledger.ts'
import { expect } from './test.ts'

export const PATIENT = 'Conceição d’Ávila Nóbrega'
export const HDA = 'História da Doença Atual'
export const ALLERGIES = 'Alergias'
export const SAID = 'Estou com dor no joelho direito há duas semanas, pior ao subir escadas.'

/** A new doctor's structured consultation; `sign` looks at every sentence, and signs. */
export async function visit(
  page: Page,
): Promise<{ stage: Stage; id: string; record: () => Promise<StructuredRecord>; sign: () => Promise<void> }> {
  const stage = await enterStage(page, 'new')
  const id = await stage.structuredVisit({
    patient: PATIENT,
    lines: [
      ['doctor', 'O que traz a senhora hoje?'],
      ['patient', SAID],
      ['doctor', 'O joelho incha?'],
      ['patient', 'Incha um pouco no fim do dia.'],
      ['doctor', 'Vou pedir uma radiografia do joelho direito.'],
    ],
  })
  const record = async () =>
    (await stage.api<{ structuredData: StructuredRecord }>('GET', `/api/consultations/${id}`)).body.structuredData
  async function sign(): Promise<void> {
    for (const { id: section, sentences } of (await record()).sections)
      await stage.api('POST', `/api/v1/transcription/sections/${section}/seen`, {
        texts: sentences.filter(needsLook).map(({ text }) => text),
      })
    expect((await stage.api('PATCH', '/api/profile', { crm: '123456/SP' })).status).toBe(200)
    const { revision } = await record()
    expect((await stage.api('POST', `/api/v1/transcription/records/${id}/sign`, { revision })).status).toBe(200)
  }
  return { stage, id, record, sign }
}
export const sectionOf = (record: StructuredRecord, title: string) => {
  const section = record.sections.find((other) => other.title === title)
  if (!section) throw new Error(`no section ${title}`)
  return section
}

/** From the finished consultation to its record, over the whole screen. */
export async function openRecord(page: Page, id: string): Promise<Locator> {
  await page.goto(`/app/dashboard?consulta=${id}`)
  await page.getByRole('button', { name: 'Ver registro' }).click()
  const record = page.getByRole('dialog', { name: `Registro de ${PATIENT}` })
  await expect(record.getByRole('textbox', { name: 'Texto para Prontuário' })).toBeVisible()
  return record
}

/** Until 'Texto para Prontuário' is stored on the device, or no longer is. */
export const textNote = (page: Page, id: string, isStored: boolean) =>
  expect.poll(async () => (await notesOf(page, id)).includes(`${id},text`)).toBe(isStored)
