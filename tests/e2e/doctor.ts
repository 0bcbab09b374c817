import type { Page } from '@playwright/test'
import { plain } from '#domain/text.ts'
import { DEMO_EMAIL, DEMO_PASSWORD } from '#local/stack/seed.ts'
import { expect } from './test.ts'

/** Signs the demonstration doctor in, from the address a visitor asked for. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/app/dashboard')
  await expect(page).toHaveURL(/\/landing\?redirect=%2Fapp%2Fdashboard$/)
  await page.getByRole('link', { name: 'Entrar' }).first().click()
  await page.getByLabel('Email').fill(DEMO_EMAIL)
  await page.getByLabel('Senha', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page).toHaveURL(/\/app\/dashboard$/)
}

/** Creates a patient from the consultation panel and starts the consultation. */
export async function startConsultation(page: Page, patient: string): Promise<void> {
  await page.getByLabel('Paciente').fill(patient)
  await page.getByRole('option', { name: `Criar paciente "${patient}"` }).click()
  await page.getByRole('button', { name: 'Iniciar Consulta' }).click()
  await expect(page.getByText('Consulta em Andamento')).toBeVisible()
}

/** A spoken sentence and a line on screen are the same words: case, accents and punctuation aside. */
export const words = (text: string): string =>
  plain(text)
    .replace(/[^a-z0-9 ]/g, '')
    .replace(/ +/g, ' ')
    .trim()
