import type { Page } from '@playwright/test'
import type { StructuredRecord } from '#domain/record/record.ts'
import { pressureScript } from '#local/stack/seed-consultation.ts'
import { expect } from '../../e2e/test.ts'
import type { Line } from '../room.ts'
import { inventedTalk } from '../rows.ts'
import type { Stage } from '../stage.ts'
import type { State } from '../state.ts'

export const PATIENT = 'Marina Albuquerque Teixeira de Vasconcelos'
export const LINES: readonly Line[] = pressureScript.map(([speaker, text]) => [speaker, text])
export const recordText = (page: Page) => page.getByRole('textbox', { name: 'Texto para Prontuário' })

/** Its record over the whole screen. */
export async function openRecord(page: Page, id: string): Promise<void> {
  await page.goto(`/app/dashboard?consulta=${id}`)
  await page.getByRole('button', { name: 'Ver registro' }).click()
  await expect(recordText(page)).toBeVisible()
}
/** A record of the doctor's own, as it stands once these words were put into these sections. */
export async function ownRecord(page: Page, stage: Stage, written: Record<string, string> = {}): Promise<string> {
  const id = await stage.structuredVisit({ patient: PATIENT, lines: LINES })
  const sections = await sectionsOf(stage, id)
  for (const [title, content] of Object.entries(written))
    await stage.api('PUT', `/api/v1/transcription/sections/${sections.get(title)?.id}`, { content })
  await openRecord(page, id)
  return id
}
export async function sectionsOf(stage: Stage, id: string) {
  const { body } = await stage.api<{ structuredData: StructuredRecord }>('GET', `/api/consultations/${id}`)
  return new Map(body.structuredData.sections.map((section) => [section.title, section]))
}
/** The seeded record that is signed. */
const SIGNED = '00000000-0000-4000-8000-000000000022'
const HDA = 'História da Doença Atual'

const exportPdf = (page: Page) => page.getByRole('button', { name: 'Exportar PDF' }).click()
async function lookAtAll(page: Page): Promise<void> {
  const seen = page.getByRole('button', { name: 'Conferi', exact: true })
  for (let remaining = await seen.count(); remaining > 0; remaining--) {
    await seen.first().click()
    await expect(seen).toHaveCount(remaining - 1)
  }
}
async function openVersions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Versões' }).click()
  await expect(page.getByRole('dialog', { name: 'Versões do registro' })).toBeVisible()
}
const changed = (page: Page, stage: Stage) => ownRecord(page, stage, { [HDA]: 'Cefaleia na nuca há duas semanas.' })

/** Actions on a whole record, and its state after signing. */
export const recordStates: readonly State[] = [
  {
    name: 'structuring/saved',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage)
      await lookAtAll(page)
      await page.getByRole('button', { name: 'Salvar no Histórico' }).click()
      await expect(page.getByText('Transcrição estruturada salva com sucesso!')).toBeVisible()
    },
  },
  {
    name: 'structuring/pdf-under-way',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage)
      await stage.fail(/\/export\/pdf\//, 'never')
      await exportPdf(page)
      await expect(page.getByText(/^PDF em processamento/)).toBeVisible()
    },
  },
  {
    name: 'structuring/pdf-ready',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage)
      await exportPdf(page)
      await expect(page.getByRole('link', { name: 'Baixar o PDF' })).toBeVisible({ timeout: 30_000 })
    },
  },
  {
    name: 'structuring/pdf-failed',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage)
      await stage.fail(/\/export\/pdf$/, 500, { message: 'Não foi possível gerar o PDF. Tente novamente.' })
      await exportPdf(page)
      await expect(page.getByText(/^Erro ao exportar PDF: /)).toBeVisible()
    },
  },
  {
    name: 'structuring/pdf-failed-unknown',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage)
      await stage.fail(/\/export\/pdf$/, 502, { message: null })
      await exportPdf(page)
      await expect(page.getByText(/^Erro ao exportar PDF: /)).toBeVisible()
    },
  },
  {
    name: 'structuring/versions',
    doctor: 'new',
    async reach(page, stage) {
      await changed(page, stage)
      await openVersions(page)
      await expect(page.getByRole('button', { name: 'Ler a versão 1' })).toBeVisible()
    },
  },
  {
    name: 'structuring/versions-failed',
    doctor: 'new',
    async reach(page, stage) {
      await changed(page, stage)
      await stage.fail(/\/versions$/, 500)
      await openVersions(page)
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'structuring/version',
    doctor: 'new',
    async reach(page, stage) {
      await changed(page, stage)
      await openVersions(page)
      await page.getByRole('button', { name: 'Ler a versão 1' }).click()
      await expect(page.getByRole('button', { name: `Restaurar ${HDA} como nesta versão` })).toBeVisible()
    },
  },
  {
    name: 'structuring/sign',
    doctor: 'new',
    async reach(page, stage) {
      await ownRecord(page, stage)
      await lookAtAll(page)
      await page.getByRole('button', { name: 'Revisar e assinar' }).click()
      await expect(page.getByRole('button', { name: 'Assinar registro' })).toBeVisible()
    },
  },
  {
    name: 'structuring/sign-demonstration',
    doctor: 'new',
    async reach(page, stage) {
      const id = await stage.structuredVisit({ patient: PATIENT, lines: LINES })
      inventedTalk(id)
      const badge = page.getByText('Reconhecimento de demonstração', { exact: true })
      await page.goto('/app/history')
      await expect(badge).toBeVisible()
      await openRecord(page, id)
      const record = page.getByRole('dialog', { name: /^Registro de / })
      await expect(record.locator('header').getByText('Reconhecimento de demonstração')).toBeVisible()
      await expect(record.getByText(/“Demonstração: O texto não é o que foi dito na consulta”/)).toBeVisible()
      await lookAtAll(page)
      await page.getByRole('button', { name: 'Revisar e assinar' }).click()
      const sheet = page.getByRole('dialog', { name: 'Revisar e assinar' })
      await expect(sheet.getByText('O texto não é o que foi dito na consulta')).toBeVisible()
    },
  },
  {
    name: 'structuring/signed',
    async reach(page) {
      await page.goto(`/app/dashboard?consulta=${SIGNED}`)
      await page.getByRole('button', { name: 'Ver registro' }).click()
      await expect(page.getByText('Registro assinado')).toBeVisible()
    },
  },
  {
    name: 'structuring/addendum',
    async reach(page) {
      await page.goto(`/app/dashboard?consulta=${SIGNED}`)
      await page.getByRole('button', { name: 'Ver registro' }).click()
      await page.getByRole('button', { name: 'Adicionar adendo' }).click()
      await expect(page.getByRole('textbox', { name: 'Texto do adendo' })).toBeVisible()
    },
  },
]
