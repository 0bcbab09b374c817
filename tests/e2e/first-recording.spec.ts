import type { Locator, Page } from '@playwright/test'
import { pagesKnown } from '#tests/testkit/pages-known.ts'
import { enterStage } from '../screens/stage.ts'
import { MAIN } from '../testkit/full.ts'
import { subscribe } from './billing.ts'
import { isCovered } from './doctor.ts'
import { linkIn, mailTo } from './inbox.ts'
import { expect, test } from './test.ts'

const CLICKS = 8
const SCREENS = 6

/** Counts the clicks, and the addresses that the doctor sees. */
function counted(page: Page) {
  let clicks = 0
  const screens: string[] = []
  /** Counts the screen that the last click led to. */
  const see = () => {
    const { pathname, search } = new URL(page.url())
    const screen = pathname + search.replace(/=[0-9a-f-]{36}/, '=')
    if (screens.at(-1) !== screen) screens.push(screen)
  }
  return {
    see,
    counts: () => ({ clicks, screens }),
    async click(what: Locator): Promise<void> {
      await expect(what).toBeVisible()
      see()
      clicks += 1
      await what.click()
    },
    /** The link of the mail, in the mailbox of this device. */
    async follow(link: string): Promise<void> {
      see()
      clicks += 1
      await page.goto(link)
    },
  }
}

test('leads from the landing page to the first recording in few clicks and screens', { tag: MAIN }, async ({
  page,
  engine: _,
}) => {
  const email = `primeira.${process.pid}.${Date.now()}@relato.example`
  const { see, click, follow, counts } = counted(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/landing')
  await click(page.getByRole('banner').getByRole('link', { name: 'Testar 14 dias' }).first())
  await page.getByLabel('Nome completo').fill('Dra. Íris Montenegro')
  await page.getByLabel('Email').fill(email)
  await expect(page.getByText('Pelo menos 6 caracteres.')).toBeVisible()
  await page.getByLabel('Senha', { exact: true }).fill('segredo1')
  await page.getByLabel('Confirmar senha').fill('segredo1')
  await click(button('Criar conta'))
  await expect(page.getByRole('heading', { name: 'Confirme seu email' })).toBeVisible()
  await follow(linkIn(await mailTo(page.request, email, 'verification')))
  // Signed in, with the plan: the trial says when a card is needed, and nothing of a payment.
  await expect(page).toHaveURL(/\/checkout\?plan=pro/)
  await expect(
    page.getByText(/A primeira cobrança, de R\$.197,00 por mês, só acontece depois do teste\./),
  ).toBeVisible()
  for (const words of ['Finalizar assinatura', 'Prosseguir para Pagamento', 'Pagamento seguro'])
    await expect(page.getByText(words)).toHaveCount(0)
  await click(button('Começar o teste de 14 dias'))
  await expect(page).toHaveURL('/app/dashboard')
  await pagesKnown(page)
  await page.getByLabel('Paciente').fill('Antônio Falcão')
  await click(page.getByRole('option', { name: 'Criar paciente "Antônio Falcão"' }))
  await expect(button('Limpar paciente')).toBeVisible()
  await click(button('Iniciar Consulta'))
  await click(button('Paciente aceita e grava'))
  see()
  // The advice for a device's first recording takes a click of its own.
  const advice = page.getByRole('alertdialog', { name: 'Antes da primeira gravação neste aparelho' })
  await click(advice.getByRole('button', { name: 'Iniciar gravação' }))
  await expect(button('Pausar gravação')).toBeVisible()
  const { clicks, screens } = counts()
  console.log(`${clicks} clicks and ${screens.length} screens to the recording:`, screens)
  expect(clicks).toBeLessThanOrEqual(CLICKS)
  expect(screens.length).toBeLessThanOrEqual(SCREENS)

  // On a phone the field of a typed line opens above the recorder's bar.
  await page.setViewportSize({ width: 390, height: 700 })
  await button('Escrever fala').click()
  const line = page.getByRole('textbox', { name: 'Escrever fala' })
  await expect(line).toBeFocused()
  expect(await isCovered(line)).toBe(false)
})

test('the first specialty that a doctor chooses for a record becomes that of the profile', async ({ page }) => {
  const stage = await enterStage(page, 'new')
  await subscribe(stage, 'pro_month')
  const lines = [['patient', 'Estou com palpitação há dois dias.']] as const
  const id = await stage.finishedVisit({ patient: 'Ivo Sampaio', lines })
  await page.goto(`/app/dashboard?consulta=${id}`)
  await page.getByRole('button', { name: 'Estruturar' }).click()
  const flow = page.getByRole('dialog', { name: 'Registro de Ivo Sampaio' })
  await flow.getByRole('button', { name: 'Iniciar Estruturação' }).click()
  await flow.getByRole('radio', { name: /^Cardiologia/ }).check()
  await flow.getByRole('button', { name: 'Confirmar Especialidade' }).click()
  await expect(page.getByText('Sua especialidade no perfil: Cardiologia')).toBeVisible()
  await page.goto('/app/settings')
  await expect(page.getByLabel('Especialidade', { exact: true })).toHaveValue('Cardiologia')
})
