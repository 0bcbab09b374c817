import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { writtenDate } from '#domain/patient/birth-date.ts'
import type { SharedPage } from '#domain/patient-page/contract.ts'
import { enterStage } from '../screens/stage.ts'
import { accessible } from '../testkit/accessible.ts'
import { APP_URL } from './stack.ts'
import { expect, test } from './test.ts'

const TITLE = 'Resumo e orientações'
const GUIDANCE = 'Beba água e volte em dez dias.'

let patients = 0
/** The patient's own phone: another context, and an address of its own. */
async function onPhone(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  patients += 1
  const context = await browser.newContext({
    ...{ baseURL: APP_URL, locale: 'pt-BR', viewport: { width: 390, height: 844 } },
    extraHTTPHeaders: { 'cf-connecting-ip': `198.18.251.${patients}` },
    ...options,
  })
  return context.newPage()
}

/** Sends a birth date. Returns the status and the referrer policy of the answer. */
async function giveDate(page: Page, date: string) {
  await page.getByLabel('Data de nascimento').fill(date)
  const [answer] = await Promise.all([
    page.waitForResponse((one) => one.request().method() === 'POST'),
    page.getByRole('button', { name: 'Abrir' }).click(),
  ])
  await page.waitForLoadState()
  return [answer.status(), answer.headers()['referrer-policy']]
}

test('a doctor shares a summary; the patient opens it with the birth date, wrong dates lock it, the doctor withdraws', async ({
  page,
  browser,
  expectNoise,
}) => {
  expectNoise(/status of 4(00|04|10)/)
  const { api } = await enterStage(page, 'helena')
  type Found = { items: { id: string; patientId: string; patientName: string; recordState: string }[] }
  const { items } = (await api<Found>('POST', '/api/consultations/search', {})).body
  const signed = items.find(({ recordState }) => recordState === 'signed')
  if (!signed) throw new Error('the demonstration has no signed record')
  type Patient = { patient: { identification: { birth_date: string } } }
  const { birth_date } = (await api<Patient>('GET', `/api/patients/${signed.patientId}`)).body.patient.identification
  const born = writtenDate(birth_date)

  // The doctor checks the text, changes it, and gets the link once.
  await page.goto(`/app/history/${signed.id}`)
  const card = page.getByRole('region', { name: 'Para o paciente' })
  const rows = card.getByRole('list', { name: 'Links criados' }).getByRole('listitem')
  const share = async (email?: string) => {
    await card.getByRole('button', { name: TITLE }).click()
    const panel = page.getByRole('dialog', { name: TITLE })
    await panel.getByLabel('O que fazer').fill(GUIDANCE)
    await panel.getByText('1 dia', { exact: true }).click()
    await accessible(page)
    await panel.getByRole('button', { name: 'Criar link' }).click()
    const shown = page.getByRole('dialog', { name: 'Link do paciente' })
    await expect(shown.getByRole('img', { name: 'QR code do link do paciente' })).toBeVisible()
    const link = await shown.getByText(/\/paciente#/).innerText()
    const message = new URL((await shown.getByRole('link', { name: 'Enviar por WhatsApp' }).getAttribute('href')) ?? '')
    expect([message.host, message.pathname]).toEqual(['wa.me', '/'])
    expect(message.searchParams.get('text')).toContain(link)
    for (const word of [signed.patientName.split(' ')[0] ?? '', 'água', born])
      expect(message.searchParams.get('text')).not.toContain(word)
    await accessible(page)
    if (email) {
      await shown.getByLabel('Email do paciente').fill(email)
      await shown.getByRole('button', { name: 'Enviar', exact: true }).click()
      await expect(shown.getByText(`O email está a caminho de ${email}.`)).toBeVisible()
    }
    await shown.getByRole('button', { name: 'Fechar' }).last().click()
    return link
  }
  const link = await share()
  const token = link.split('#')[1] ?? ''
  expect(token).toMatch(/^[0-9a-f]{40}$/)
  await expect(rows.first()).toContainText('ainda não lido')

  // The token leaves the address, and no request and no referer has it.
  const phone = await onPhone(browser)
  const addresses: string[] = []
  phone.on('request', (request) => addresses.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await phone.goto(link)
  await expect(phone.getByLabel('Link que você recebeu')).toBeHidden()
  await expect.poll(() => phone.url()).toBe(`${APP_URL}/paciente`)
  await accessible(phone)
  expect(await giveDate(phone, '1970')).toEqual([400, 'same-origin'])
  await expect(phone.getByText('Escreva dia, mês e ano, como 05/03/1970.')).toBeVisible()
  expect(await giveDate(phone, '01/01/1901')).toEqual([404, 'same-origin'])
  await expect(phone.getByRole('alert')).toContainText('Não foi possível abrir.')
  expect(await phone.content()).not.toContain(signed.patientName)
  await accessible(phone)
  // Without slashes, as a phone's keyboard of numbers has it.
  expect(await giveDate(phone, born.replaceAll('/', ''))).toEqual([200, 'no-referrer'])
  await expect(phone.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible()
  await expect(phone.getByText(GUIDANCE)).toBeVisible()
  await expect(phone.getByText(signed.patientName)).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Imprimir' })).toBeVisible()
  await accessible(phone)
  // The print is dark on light, also from a phone in dark mode, and has no button.
  await phone.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(phone.getByRole('button', { name: 'Imprimir' })).toBeHidden()
  expect(await phone.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(28, 27, 25)')
  await phone.emulateMedia({ media: 'screen', colorScheme: 'light' })
  expect(addresses.filter((one) => one.includes(token))).toEqual([])
  expect(addresses.length).toBeGreaterThan(3)

  // Without a script the patient pastes the link.
  const plain = await onPhone(browser, { javaScriptEnabled: false })
  await plain.goto(link)
  await plain.getByLabel('Link que você recebeu').fill(link)
  await plain.getByLabel('Data de nascimento').fill(born)
  await plain.getByRole('button', { name: 'Abrir' }).click()
  await expect(plain.getByText(GUIDANCE)).toBeVisible()

  // Four more wrong dates lock the link; the right one opens nothing any more.
  await phone.goto(link)
  for (let attempt = 0; attempt < 4; attempt++) expect((await giveDate(phone, '01/01/1901'))[0]).toBe(404)
  expect(await giveDate(phone, born)).toEqual([404, 'same-origin'])
  await page.reload()
  await expect(rows.first()).toContainText('Bloqueado após 5 tentativas')
  await rows
    .first()
    .getByRole('button', { name: /^Acessos: / })
    .click()
  const accesses = page.getByRole('dialog', { name: 'Acessos' })
  await expect(accesses.getByRole('listitem').first()).toContainText('Link bloqueado para sempre')
  await expect(accesses.getByText('Data de nascimento errada')).toHaveCount(5)
  await expect(accesses.getByText('Aberto com a data de nascimento certa')).toHaveCount(2)
  await accessible(page)
  await page.keyboard.press('Escape')

  // A withdrawn link says so to the right date alone.
  const second = await share()
  await phone.goto(second)
  expect((await giveDate(phone, born))[0]).toBe(200)
  await rows
    .first()
    .getByRole('button', { name: /^Retirar acesso: / })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar acesso' }).click()
  await expect(rows.first()).toContainText('Acesso retirado')
  await phone.goto(second)
  expect((await giveDate(phone, '01/01/1901'))[0]).toBe(404)
  expect((await giveDate(phone, born))[0]).toBe(410)
  await expect(phone.getByRole('alert')).toContainText('Este resumo não está mais disponível.')
  await expect(phone.getByRole('button', { name: 'Abrir' })).toHaveCount(0)

  // The doctor learns that a mail was refused, in the list and in the notifications.
  await share('rui@recusado.example')
  const failedAt = async () => {
    const path = `/api/consultations/${signed.id}/patient-pages`
    return (await api<{ pages: SharedPage[] }>('GET', path)).body.pages[0]?.mail_failed_at ?? null
  }
  await expect.poll(failedAt).not.toBeNull()
  await page.reload()
  await expect(rows.first()).toContainText('O email com este link não foi entregue')
  await accessible(page)
  await page.getByRole('button', { name: /^Notificações/ }).click()
  const entry = page.getByRole('link', { name: /O email ao paciente não foi entregue/ })
  await expect(entry).toContainText(signed.patientName)
  await expect(entry).toHaveAttribute('href', new RegExp(signed.id))
})
