import type { Page } from '@playwright/test'
import { adviceRead } from '../screens/devices.ts'
import { enterStage } from '../screens/stage.ts'
import { MAIN } from '../testkit/full.ts'
import { expect, test } from './test.ts'

const PATIENT = 'Rita Moura Cavalcanti'
const LINES = [
  ['patient', 'Estou com tosse seca e febre há quatro dias.', 20],
  ['doctor', 'Vou pedir uma radiografia de tórax.', 10],
] as const

/** Names every click of a person from now on, and every screen: an address, or a dialog in front. */
async function countSteps(page: Page): Promise<{ clicks: string[]; screens: Set<string> }> {
  const steps = { clicks: [] as string[], screens: new Set<string>() }
  await page.exposeFunction('onStep', (label: string, screen: string) => {
    steps.clicks.push(label)
    steps.screens.add(screen)
  })
  await page.addInitScript(() => {
    const { onStep } = window as unknown as { onStep: (label: string, screen: string) => void }
    addEventListener(
      'click',
      ({ target, detail, isTrusted }) => {
        // Enter on a button and a label's copy of a click have no pointer.
        if (!isTrusted || detail === 0 || !(target instanceof Element)) return
        const control = target.closest('button, a, label, [role=option]')
        const dialog = target.closest('[role=dialog], [role=alertdialog]')
        const screen = dialog?.querySelector('h2')?.textContent ?? (location.search ? 'Consulta' : 'Dashboard')
        onStep(control?.getAttribute('aria-label') ?? control?.textContent ?? target.tagName, screen)
      },
      { capture: true },
    )
  })
  return steps
}

/** Conditions that make a visit longer; each may cost one click. */
type Conditions = { isFirstRecording: boolean; hasCrm: boolean }

/** From a chosen patient to the PDF on the disk. */
async function visit(page: Page, { isFirstRecording, hasCrm }: Conditions) {
  const stage = await enterStage(page, 'new')
  await stage.api('PATCH', '/api/profile', { specialty: 'Pneumologia', ...(hasCrm && { crm: '123456/SP' }) })
  await stage.patient(PATIENT)
  if (!isFirstRecording) await adviceRead(page)
  const steps = await countSteps(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/app/dashboard')
  await page.getByLabel('Paciente').fill(PATIENT)
  await page.getByRole('option', { name: new RegExp(`^${PATIENT}`) }).click()
  await expect(button('Limpar paciente')).toBeVisible()
  steps.clicks.length = 0

  await button('Iniciar Consulta').click()
  await button('Paciente aceita e grava').click()
  if (isFirstRecording) await page.getByRole('alertdialog').getByRole('button', { name: 'Iniciar gravação' }).click()
  await expect(button('Pausar gravação')).toBeVisible()
  await stage.write(new URL(page.url()).searchParams.get('consulta') ?? '', LINES)
  await button('Finalizar').click()
  await expect(page.getByText(/^Consulta finaliza em \d+ s$/)).toBeVisible()

  // The consultation ends and is structured by itself, in the specialty of the profile.
  const record = page.getByRole('dialog', { name: `Registro de ${PATIENT}` })
  await expect(record.getByText(/tosse seca e febre/i).first()).toBeVisible({ timeout: 60_000 })
  await record.getByRole('button', { name: 'Revisar e assinar' }).click()
  const signing = page.getByRole('dialog', { name: 'Revisar e assinar' })
  if (!hasCrm) await signing.getByLabel('CRM').fill('123456/SP')
  await signing.getByRole('button', { name: 'Assinar registro' }).click()
  await expect(record.getByRole('link', { name: 'Próximo paciente' })).toBeVisible()
  await expect(record.getByRole('button', { name: 'Copiar', exact: true })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await record.getByRole('button', { name: 'Exportar PDF' }).click()
  const file = await downloading
  expect(await file.failure()).toBeNull()
  return { clicks: [...steps.clicks], screens: [...steps.screens] }
}

test('a known patient in person: six clicks from the start to the PDF, and one more for each condition', {
  tag: MAIN,
}, async ({ page, engine: _ }) => {
  const { clicks, screens } = await visit(page, { isFirstRecording: false, hasCrm: true })
  process.stdout.write(
    `${clicks.length} clicks: ${clicks.join(' · ')}\n${screens.length} screens: ${screens.join(' · ')}\n`,
  )
  expect(clicks.length).toBeLessThanOrEqual(6)
  expect(screens.length).toBeLessThanOrEqual(4)
})

test('the first recording on a device, and no CRM yet: at most one click more for each', async ({
  page,
  engine: _,
}) => {
  const { clicks, screens } = await visit(page, { isFirstRecording: true, hasCrm: false })
  process.stdout.write(
    `${clicks.length} clicks: ${clicks.join(' · ')}\n${screens.length} screens: ${screens.join(' · ')}\n`,
  )
  expect(clicks.length).toBeLessThanOrEqual(8)
})

test('after a refusal the record to write opens by itself: one click more', async ({ page }) => {
  const stage = await enterStage(page, 'new')
  await stage.api('PATCH', '/api/profile', { specialty: 'Pneumologia', crm: '123456/SP' })
  const patientId = await stage.patient(PATIENT)
  const { clicks } = await countSteps(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(`/app/patients/${patientId}`)
  await page.getByRole('button', { name: 'Nova consulta' }).click()
  await expect(button('Limpar paciente')).toBeVisible()
  clicks.length = 0

  await button('Iniciar Consulta').click()
  await button('Paciente recusou: Gravação do áudio').click()
  await button('Continuar sem gravação').click()
  await expect(page.getByText(/Ao finalizar, você escreve o registro/)).toBeVisible()
  await button('Finalizar Consulta').click()
  const record = page.getByRole('dialog', { name: `Registro de ${PATIENT}` })
  // Typed words are no clicks.
  await record.getByRole('button', { name: 'Queixa Principal: não informado. Escrever' }).press('Enter')
  await page.keyboard.type('Tosse seca há quatro dias.')
  await page.keyboard.press('Enter')
  await expect(record.getByRole('button', { name: 'Tosse seca há quatro dias.' })).toBeVisible()
  await record.getByRole('button', { name: 'Revisar e assinar' }).click()
  await page.getByRole('button', { name: 'Assinar registro' }).click()
  await expect(record.getByText('Registro assinado')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await record.getByRole('button', { name: 'Exportar PDF' }).click()
  expect(await (await downloading).failure()).toBeNull()
  process.stdout.write(`${clicks.length} clicks: ${clicks.join(' · ')}\n`)
  expect(clicks.length).toBeLessThanOrEqual(7)
})
