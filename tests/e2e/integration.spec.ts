import { createHmac } from 'node:crypto'
import { reviewedVisit } from '../screens/signed-visit.ts'
import { enterStage } from '../screens/stage.ts'
import { accessible } from '../testkit/accessible.ts'
import { type Received, startReceiver } from '../testkit/receiver.ts'
import { subscribe } from './billing.ts'
import { expect, test } from './test.ts'

const VISIT = {
  patient: 'Otília Integrada Ramos',
  lines: [
    ['doctor', 'O que traz a senhora hoje?'],
    ['patient', 'Estou com tosse seca e febre há quatro dias.'],
    ['doctor', 'Vou pedir uma radiografia de tórax.'],
  ],
} as const

test('a doctor connects a system, tests it, and what is signed arrives there with a signature that holds', async ({
  page,
  expectNoise,
}) => {
  expectNoise(/status of 400/)
  const receiver = await startReceiver(0)
  const url = `http://127.0.0.1:${receiver.port}`
  const plays = (...list: (number | string)[]) =>
    fetch(`${url}/plays/relato`, { method: 'PUT', body: JSON.stringify(list) })
  const received = async () => (await fetch(`${url}/received/relato`)).json() as Promise<Received[]>
  try {
    const stage = await enterStage(page, 'new')
    await page.goto('/app/settings#integracao')
    const part = page.getByRole('region', { name: 'Integração' })
    await expect(part.getByRole('button', { name: 'Configurar Webhook assinado' })).toBeDisabled()
    await subscribe(stage, 'pro_month', 'none')
    await page.reload()
    await part.getByRole('button', { name: 'Configurar Webhook assinado' }).click()
    const form = page.getByRole('dialog', { name: 'Webhook assinado' })
    await form.getByLabel('Endereço').fill('http://192.168.0.10/relato')
    await form.getByRole('button', { name: 'Salvar' }).click()
    const confirm = page.getByRole('dialog', { name: 'Salvar integração' })
    await confirm.getByLabel('Sua senha').fill(stage.doctor.password)
    await confirm.getByRole('button', { name: 'Salvar' }).click()
    await expect(form.getByText(/Use um endereço https público/)).toBeVisible()
    await form.getByLabel('Endereço').fill(`${url}/relato`)
    await form.getByRole('button', { name: 'Salvar' }).click()
    await confirm.getByLabel('Sua senha').fill(stage.doctor.password)
    await confirm.getByRole('button', { name: 'Salvar' }).click()
    const key = page.getByRole('dialog', { name: 'Chave do webhook' })
    const secret = await key.getByText(/^whsec_/).innerText()
    await key.getByRole('button', { name: 'Já guardei' }).click()
    await accessible(page)

    await plays(500, 204)
    await part.getByRole('button', { name: 'Enviar teste: Webhook assinado' }).click()
    await expect(page.getByText('Teste não entregue')).toBeVisible()
    await part.getByRole('button', { name: 'Enviar teste: Webhook assinado' }).click()
    await expect(page.getByText('Teste entregue')).toBeVisible()
    const log = part.getByRole('list', { name: 'Envios' }).getByRole('listitem')
    await expect(log).toHaveCount(2)

    await reviewedVisit(stage, VISIT)
    await page.reload()
    await expect(log.first()).toContainText('Registro assinado')
    await expect(log.first()).toContainText('Entregue')
    await expect(log.first()).toContainText('Aceito (HTTP 204). Tentativa 1 de 7.')
    await expect(part).not.toContainText('Otília')
    const { headers, body } = (await received()).at(-1) as Received
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(signed)
      .digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${mac}`)
    expect(body).toContain('Otília Integrada Ramos')

    await log
      .first()
      .getByRole('button', { name: /^Reenviar/ })
      .click()
    await expect
      .poll(async () => (await received()).filter((one) => one.headers['webhook-id'] === headers['webhook-id']))
      .toHaveLength(2)
    await part.getByRole('button', { name: 'Remover Webhook assinado' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click()
    await expect(part.getByRole('button', { name: 'Configurar Webhook assinado' })).toBeVisible()
    await expect(part).not.toContainText(url)
  } finally {
    await receiver.close()
  }
})
