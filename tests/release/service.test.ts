import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_EMAIL, DOCTOR } from '#local/stack/demonstration-doctor.ts'
import { startStripe } from '#local/stripe/start.ts'
import { signIn } from '#tests/testkit/doctor.ts'
import { startWorkerd, type Workerd } from '#tests/testkit/worker.ts'

// `npm run ops` against a running Worker of the development environment.

const OPERATOR_TOKEN = 'an operator token of the tests, long enough to be one'
const stripeKeys = { secretKey: 'sk_test_of_the_operator', webhookSecret: 'whsec_of_the_operator' }
let stripe: Awaited<ReturnType<typeof startStripe>>
let workerd: Workerd
/** Cloudflare Access before a person has signed in; then somebody else's page. */
let isRedirecting = true
const stranger = createServer((_, response) => {
  if (isRedirecting) response.writeHead(302, { location: 'https://equipe.cloudflareaccess.com/' }).end()
  else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Entrar</title>')
})
beforeAll(async () => {
  stripe = await startStripe({ port: 0, ...stripeKeys, subscriber: { doctor: DOCTOR, email: DEMO_EMAIL } })
  workerd = await startWorkerd('ws://127.0.0.1:9/v1/listen', {
    more: {
      ...{ ENVIRONMENT: 'development', OPERATOR_TOKEN, STRIPE_API_URL: stripe.url },
      ...{ STRIPE_SECRET_KEY: stripeKeys.secretKey, STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret },
    },
  })
  await new Promise<void>((ready) => stranger.listen(0, '127.0.0.1', ready))
})
afterAll(async () => {
  stranger.close()
  await workerd?.stop()
  await stripe?.close()
})

const outputs: string[] = []
async function opsWith(settings: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, RELATO_URL: workerd.url, OPERATOR_TOKEN, ACCESS_TOKEN: '', ...settings }
  const child = spawn('node', ['ops/service/main.ts', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  outputs.push(out, errors)
  return { status: status as number, errors: errors.trim(), answer: out ? JSON.parse(out) : null }
}
const ops = (...args: string[]) => opsWith({}, ...args)
const reason = ['--reason', 'chamado 481: PDF não chega']

/** Some twenty commands, one after the other. */
const JOURNEY_MS = 240_000
test(
  'an operator helps the demonstration doctor, and is refused in words where it must be',
  async () => {
    // No address, no token, a wrong one, the clear text of the network, and pages that are not Relato.
    expect(await opsWith({ OPERATOR_TOKEN: '' }, 'status')).toMatchObject({
      status: 2,
      errors: 'RELATO_URL and OPERATOR_TOKEN are missing: the address of the service, and its token.',
    })
    expect(await opsWith({ RELATO_URL: 'http://relato.example' }, 'status')).toMatchObject({
      status: 2,
      errors: 'http://relato.example: not an https address, so the token was not sent',
    })
    const wrong = await opsWith({ OPERATOR_TOKEN: `${OPERATOR_TOKEN}x` }, 'status')
    expect(wrong).toMatchObject({
      status: 1,
      answer: { code: 'operator_refused', error: 'Acesso de operador recusado.' },
    })
    const elsewhere = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    expect(await opsWith({ RELATO_URL: elsewhere }, 'status')).toMatchObject({
      status: 2,
      errors: `${elsewhere} redirects: is ACCESS_TOKEN missing or over?`,
    })
    isRedirecting = false
    expect(await opsWith({ RELATO_URL: elsewhere }, 'status')).toMatchObject({
      status: 2,
      errors: `${elsewhere}: no answer of Relato`,
    })

    const parts = expect.arrayContaining([expect.objectContaining({ part: 'd1', state: 'ok' })])
    expect(await ops('status', '--json')).toMatchObject({ status: 0, answer: { parts } })
    const [visit] = await workerd.rows<{ id: string }>(
      "SELECT id FROM consultations WHERE doctor_id = ? AND status = 'completed' LIMIT 1",
      DOCTOR,
    )
    const id = visit?.id ?? ''
    expect(await ops('find', id)).toMatchObject({ status: 1, answer: { code: 'invalid_body' } })
    expect(await ops('find', 'nada-como-isto', ...reason)).toMatchObject({
      status: 1,
      answer: { error: 'Consulta não encontrada.' },
    })
    expect(await ops('find', id, ...reason)).toMatchObject({
      status: 0,
      answer: { consultation: { id, doctor_id: DOCTOR } },
    })

    const job = crypto.randomUUID()
    expect(await ops('replay', job, ...reason)).toMatchObject({ status: 1, answer: { code: 'job_not_replayable' } })
    await workerd.rows(
      `INSERT INTO jobs (id, kind, doctor_id, subject_id, input, status, attempts, error, created_at, updated_at)
        VALUES (?, 'data_export', ?, ?, '{}', 'failed', 4, 'data_export_failed', 1, 1) RETURNING id`,
      ...[job, DOCTOR, crypto.randomUUID()],
    )
    expect(await ops('replay', job, ...reason)).toMatchObject({ status: 0, answer: { job_id: job, status: 'queued' } })

    // The sign-in page gets the refusal, and everything is there again afterwards.
    expect(await ops('disable', 'ninguem@relato.example', ...reason)).toMatchObject({
      status: 1,
      answer: { code: 'account_not_found', error: 'Nenhuma conta tem este email.' },
    })
    const doctor = await signIn(workerd.url)
    expect(await ops('disable', DEMO_EMAIL, ...reason)).toMatchObject({ status: 0, answer: { account: 'disabled' } })
    expect((await doctor.call('GET', '/api/session')).status).toBe(401)
    await expect(signIn(workerd.url)).rejects.toThrow('Sua conta está desativada. Nada foi apagado.')
    expect(await ops('disable', DEMO_EMAIL, ...reason)).toMatchObject({
      status: 1,
      answer: { error: 'A conta já está assim.' },
    })
    expect(await ops('enable', DEMO_EMAIL, ...reason)).toMatchObject({ status: 0, answer: { account: 'enabled' } })
    expect((await (await signIn(workerd.url)).call('GET', '/api/session')).status).toBe(200)

    expect(await ops('resend-mail', DEMO_EMAIL, '--mail', 'welcome', ...reason)).toMatchObject({
      status: 2,
      errors: '--mail welcome: not one of verification, password_reset, subscription',
    })
    expect(await ops('resend-mail', DEMO_EMAIL, '--mail', 'verification', ...reason)).toMatchObject({
      status: 1,
      answer: { code: 'mail_not_due' },
    })
    expect(await ops('resend-mail', DEMO_EMAIL, '--mail', 'password_reset', ...reason)).toMatchObject({ status: 0 })
    const compared = await ops('subscription', DEMO_EMAIL, ...reason)
    expect(compared).toMatchObject({ status: 0, answer: { product: { plan: 'pro' }, stripe: { plan: 'pro' } } })
    expect(await ops('reset-second-factor', DEMO_EMAIL, '--identity', 'parece ele', ...reason)).toMatchObject({
      status: 2,
    })
    expect(await ops('reset-second-factor', DEMO_EMAIL, '--identity', 'presencialmente', ...reason)).toMatchObject({
      status: 1,
      answer: { code: 'second_factor_off' },
    })

    // Each use is in the doctor's log, with who and why; no output has a patient's name.
    const used = await workerd.rows<{ action: string; device: string; network: string }>(
      "SELECT action, device, network FROM audit_log WHERE doctor_id = ? AND action LIKE 'operator_%' ORDER BY rowid",
      DOCTOR,
    )
    expect(used.map(({ action }) => action.replace('operator_', ''))).toEqual([
      ...['read', 'job_replayed', 'account_disabled', 'account_enabled', 'mail_resent', 'subscription_read'],
    ])
    for (const { device, network } of used)
      expect([device, network.startsWith('chamado 481')]).toEqual(['Suporte: desenvolvimento', true])
    const patients = await workerd.rows<{ name: string }>('SELECT nome_completo AS name FROM medical_patients')
    expect(patients.length).toBeGreaterThan(0)
    for (const { name } of patients) expect(outputs.join()).not.toContain(name)
  },
  JOURNEY_MS,
)
