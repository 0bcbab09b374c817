import { expect, test, vi } from 'vitest'
import { configurationProblems } from '#domain/configuration.ts'
import { AppError } from '#domain/errors.ts'
import { DELIVERY_MS } from '#domain/integration/integration.ts'
import { attemptsOf, RETRY_SECONDS } from '#domain/jobs.ts'
import { eventually } from '#tests/testkit/eventually.ts'
import { isPublicIp, type Resolve, readAddress } from '#workers/integration/address.ts'
import { sendLetter } from '#workers/integration/send.ts'
import { actionsOf } from './audit-stage.ts'
import { codeOf, mailsTo, newDoctor, refusalOf } from './doctor.ts'
import { newReceiver, openIntegrationStage, verify } from './integration-stage.ts'
import { inProduction } from './production.ts'
import { execute, selectAll, selectValue } from './sql.ts'

const signed = { events: ['record.signed'] }
const all = { events: ['record.signed', 'document.issued', 'addendum.created'] }
/** A delivery has the time that it needs until `pass` is called. The code must ask for the limit as it is. */
function holdLimit() {
  const limit = new AbortController()
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(DELIVERY_MS)
    return limit.signal
  })
  return { pass: () => limit.abort(new DOMException('too slow', 'TimeoutError')), restore: () => spy.mockRestore() }
}

test('a signed record, its addendum and its documents reach the clinic once each, however its receiver behaves', async () => {
  const free = await newDoctor()
  const [hook, push] = [newReceiver(), newReceiver()]
  const confirmation = { password: 'segredo1', code: null }
  const refused = await free.call('PUT', '/api/integrations/webhook', { address: hook.address, ...all, confirmation })
  expect(await codeOf(refused)).toEqual([402, 'integration_needs_plan'])

  const stage = await openIntegrationStage()
  const { doctor, consultation, bells, calls, list, save, find, attempt } = stage
  expect(await codeOf(await save('webhook', { address: hook.address, ...all }, 'errada'))).toEqual([
    422,
    'wrong_confirmation',
  ])
  expect(await refusalOf(await save('webhook', { address: 'http://10.0.0.1/', ...all }))).toMatchObject([
    400,
    'invalid_body',
    { address: expect.stringContaining('https') },
  ])
  const created = await (await save('webhook', { address: hook.address, ...all })).json<{ secret: string }>()
  const { secret } = created
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const saved = await save('webhook', { address: hook.address, ...all })
  expect(await saved.json()).toMatchObject({ secret: null, integration: { kind: 'webhook', paused_at: null } })
  expect((await save('fhir', { address: push.address, ...all, token: 'ficha-do-prontuario' })).status).toBe(200)
  await eventually(async () =>
    expect((await mailsTo(doctor.email)).map(({ text }) => text).join()).toContain('endereço de outro sistema'),
  )
  const { included, integrations } = await list()
  expect([included, integrations.map(({ kind, events }) => [kind, events.length])]).toEqual([
    true,
    [
      ['webhook', 3],
      // A document has no FHIR form.
      ['fhir', 2],
    ],
  ])
  const stored = JSON.stringify(await selectAll('SELECT * FROM integrations WHERE doctor_id = ?', doctor.id))
  for (const hidden of [secret.slice(6), 'ficha-do-prontuario']) expect(stored).not.toContain(hidden)

  // 'Enviar teste' sends invented people only.
  for (const kind of ['webhook', 'fhir'])
    expect(await (await stage.post(`integrations/${kind}/test`)).json()).toMatchObject({
      delivery: { kind, event: 'test', state: 'delivered', status: 204, attempts: 1 },
    })
  const [test] = await hook.received()
  expect(test && verify(test, secret)).toMatchObject({ type: 'test', data: { record: { status: 'draft' } } })
  expect(test?.body).toContain('Otávio Exemplo da Silveira')
  const [tested] = await push.received()
  expect(tested?.headers).toMatchObject({
    authorization: 'Bearer ficha-do-prontuario',
    'content-type': 'application/fhir+json',
  })
  expect(JSON.parse(tested?.body ?? '')).toMatchObject({ resourceType: 'Bundle', type: 'document' })
  expect(bells).toEqual([])

  // Signed: the webhook's receiver fails, redirects, hangs, and recovers; the other floods, and is not read.
  await hook.plays(503, 'redirect', 'hang', 200)
  await push.plays('flood')
  await calls.seeAll()
  await calls.signNow()
  expect(bells).toHaveLength(2)
  const pending = (await list()).deliveries.filter(({ state }) => state === 'pending')
  expect(pending.map(({ kind, event }) => [kind, event]).sort()).toEqual([
    ['fhir', 'record.signed'],
    ['webhook', 'record.signed'],
  ])
  const id = pending.find(({ kind }) => kind === 'webhook')?.id ?? ''
  const limit = holdLimit()
  expect(await attempt(...bells)).toEqual({ ended: 1, again: [RETRY_SECONDS.delivery[0]] })
  expect(await find(id)).toMatchObject({ state: 'pending', attempts: 1, failure: 'refused', status: 503 })
  const hooked = bells.filter(Boolean)
  for (const [n, failure] of [
    [1, 'redirected'],
    [2, 'timeout'],
  ] as const) {
    const attempted = attempt(...hooked)
    // The test and three attempts: the last one hangs.
    if (failure === 'timeout') {
      await eventually(async () => expect(await hook.received()).toHaveLength(4))
      limit.pass()
    }
    expect((await attempted).again).toEqual([RETRY_SECONDS.delivery[n]])
    expect(await find(id)).toMatchObject({ state: 'pending', attempts: n + 1, failure })
  }
  limit.restore()
  expect((await attempt(...hooked)).again).toEqual([])
  expect(await find(id)).toMatchObject({ state: 'delivered', attempts: 4, failure: null, status: 200 })
  expect(await hook.received('/elsewhere')).toEqual([])
  const letters = (await hook.received()).slice(1).map((one) => verify(one, secret))
  expect(letters.map((letter) => letter.id)).toEqual([id, id, id, id])
  expect(letters.at(-1)).toMatchObject({
    type: 'record.signed',
    data: { consultation_id: consultation, record: { status: 'signed' } },
  })
  const bundles = (await push.received()).slice(1)
  expect([bundles.length, bundles[0]?.headers['x-request-id']]).toEqual([
    1,
    pending.find(({ kind }) => kind === 'fhir')?.id,
  ])
  expect(bundles[0]?.body).toContain('Rui Barbosa Neto')
  // A message that arrives twice sends nothing again.
  await attempt(...bells)
  expect(await hook.received()).toHaveLength(5)

  bells.length = 0
  await push.plays(204)
  const document = await stage.paper.issue(await stage.paper.filled('exam_request'))
  const { addendum } = await calls.add('Radiografia sem alterações.')
  expect(bells.length).toBeGreaterThanOrEqual(3)
  await attempt(...bells)
  const [paper, added] = (await hook.received()).slice(5).map((one) => verify(one, secret))
  const events = [paper, added].map((one) => one?.type).sort()
  expect(events).toEqual(['addendum.created', 'document.issued'])
  const data = JSON.stringify([paper?.data, added?.data])
  for (const part of [addendum.id, document.id, 'Radiografia sem alterações.', 'hemograma'])
    expect(data).toContain(part)
  expect(await push.received()).toHaveLength(3)

  // The log has outcomes, and no text of a patient.
  const log = await list()
  expect(log.deliveries.map(({ state }) => state)).toEqual(Array(7).fill('delivered'))
  expect(JSON.stringify(log)).not.toMatch(/Rui|Barbosa|Otávio|Radiografia|hemograma/)
  expect((await actionsOf(doctor.id)).filter((action) => action === 'record_delivered')).toHaveLength(5)
  const other = await newDoctor('Dr. Outro')
  expect(await codeOf(await other.call('POST', `/api/deliveries/${id}/repeat`))).toEqual([404, 'delivery_not_found'])
  expect(await (await other.call('GET', '/api/integrations')).json()).toMatchObject({
    integrations: [],
    deliveries: [],
  })
})

test('a receiver that never accepts pauses its integration, and nothing is lost until the doctor resumes it', async () => {
  const stage = await openIntegrationStage()
  const { doctor, bells, calls, list, save, find, attempt, post } = stage
  const hook = newReceiver()
  await save('webhook', { address: hook.address, ...all })
  await hook.plays(500)
  await calls.seeAll()
  await calls.signNow()
  const [first] = (await list()).deliveries
  const id = first?.id ?? ''
  for (let n = 1; n < attemptsOf('delivery'); n++) expect((await attempt(...bells)).again).toHaveLength(1)
  const paused = async () => (await list()).integrations[0]?.paused_at ?? null
  expect([await paused(), (await find(id))?.state]).toEqual([null, 'pending'])
  expect(await codeOf(await post(`deliveries/${id}/repeat`))).toEqual([409, 'delivery_under_way'])
  // A receiver's refusal does not go to the dead letters.
  expect(await attempt(...bells)).toEqual({ ended: 1, again: [] })
  expect(await find(id)).toMatchObject({ state: 'failed', attempts: 7, failure: 'refused', status: 500 })
  expect(await paused()).not.toBeNull()
  const news = await (await doctor.call('GET', '/api/notifications')).json<{ facts: { kind: string }[] }>()
  expect(news.facts.map(({ kind }) => kind)).toContain('integration_paused')

  // Events of this time wait.
  bells.length = 0
  await calls.add('Acrescentado durante a pausa.')
  expect([bells, (await list()).deliveries[0]?.state]).toEqual([[], 'waiting'])
  expect(await codeOf(await post(`deliveries/${id}/repeat`))).toEqual([409, 'integration_paused'])
  await hook.plays(204)
  expect(await (await post('integrations/webhook/resume')).json()).toEqual({ resumed: 1 })
  expect((await post(`deliveries/${id}/repeat`)).status).toBe(200)
  await attempt(...bells)
  expect((await list()).deliveries.map(({ state, status }) => [state, status])).toEqual([
    ['delivered', 204],
    ['delivered', 204],
  ])
  const ids = (await hook.received()).map(({ headers }) => headers['webhook-id'])
  expect(ids.filter((one) => one === id)).toHaveLength(8)

  // A delivery under way when the plan ends is not sent, and that is no fault of the receiver.
  bells.length = 0
  await calls.add('Depois do plano.')
  await execute('DELETE FROM user_subscriptions WHERE user_id = ?', doctor.id)
  await attempt(...bells)
  expect((await list()).deliveries[0]).toMatchObject({ state: 'failed', failure: 'plan' })
  expect([await paused(), (await list()).included]).toEqual([null, false])
  // Removing is open to every plan.
  expect((await doctor.call('DELETE', '/api/integrations/webhook')).status).toBe(200)
  expect(await codeOf(await post('integrations/webhook/test'))).toEqual([404, 'integration_not_found'])
})

test('a receiver that never answers delays nothing but its own delivery', async () => {
  const [slow, quick] = [await openIntegrationStage(), await openIntegrationStage()]
  const [hanging, other] = [newReceiver(), newReceiver()]
  await hanging.plays('hang')
  await slow.save('webhook', { address: hanging.address, ...signed })
  await quick.save('webhook', { address: other.address, ...signed })
  for (const { calls } of [slow, quick]) {
    await calls.seeAll()
    await calls.signNow()
  }
  const limit = holdLimit()
  let ended = false
  const together = slow.attempt(...slow.bells, ...quick.bells).then((result) => {
    ended = true
    return result
  })
  await eventually(async () => expect((await quick.list()).deliveries[0]?.state).toBe('delivered'))
  expect((await slow.calls.read()).signature).not.toBeNull()
  expect(ended).toBe(false)
  limit.pass()
  expect(await together).toEqual({ ended: 1, again: [RETRY_SECONDS.delivery[0]] })
  limit.restore()
  expect((await slow.list()).deliveries[0]).toMatchObject({ state: 'pending', failure: 'timeout' })
  await slow.doctor.call('DELETE', '/api/integrations/webhook')
  expect(
    await selectValue("SELECT count(*) FROM deliveries WHERE doctor_id = ? AND state = 'pending'", slow.doctor.id),
  ).toBe(0)
  await slow.attempt(...slow.bells)
})

test.each<[address: string, here?: true]>([
  // On this machine, in development alone.
  ['http://localhost:8080/x', true],
  ['http://127.0.0.1:9/x', true],
  ['https://[::1]/x', true],
  // Loopback in the spellings that a network reads.
  ['http://2130706433/', true],
  ['http://0x7f.1/', true],
  ['http://0177.0.0.1/', true],
  ['https://127.1/', true],
  ['https://127.0.0.2/'],
  ['https://0.0.0.0/'],
  ['https://[::ffff:127.0.0.1]/'],
  ['https://[::]/'],
  // Private, link-local, metadata, and every other number.
  ['https://10.0.0.1/'],
  ['https://192.168.0.1/'],
  ['https://172.16.0.1/'],
  ['https://169.254.169.254/latest/meta-data'],
  ['https://[fd00:ec2::254]/'],
  ['https://[fe80::1]/'],
  ['https://8.8.8.8/'],
  ['https://134744072/'],
  ['https://[2606:4700::1111]/'],
  // Names of no public place.
  ['https://clinica/'],
  ['https://clinica.local/'],
  ['https://metadata.google.internal/'],
  ['https://sub.localhost/'],
  ['https://clinica.example/'],
  ['https://clinica.med.br./'],
  ['https://app.relato.med.br/api/stripe/webhook'],
  // No https, another port, or more than an address.
  ['http://clinica.med.br/'],
  ['ftp://clinica.med.br/'],
  ['javascript:alert(1)'],
  ['//clinica.med.br/'],
  ['https://clinica.med.br:22/'],
  ['https://clinica.med.br:8080/'],
  ['https://ana:segredo@clinica.med.br/'],
  ['https://clinica.med.br@169.254.169.254/'],
  ['https://clinica.med.br/#x'],
  ['https://'],
  ['clinica.med.br'],
])('production does not send to %s', (address, here) => {
  expect(readAddress(inProduction, address)).toBeNull()
  // A release refuses the same addresses for alerts.
  const problems = configurationProblems({ ...inProduction, EMAIL: {}, ALERT_WEBHOOK: address })
  expect(problems).toContainEqual({ name: 'ALERT_WEBHOOK', fault: 'placeholder' })
  expect(readAddress({ ...inProduction, ENVIRONMENT: 'development' }, address) !== null).toBe(here ?? false)
})

test('a name is resolved before each attempt, and refused if one of its addresses is not public', async () => {
  const address = 'https://prontuario.clinica.med.br/relato?x=1'
  const letter = { kind: 'webhook', id: crypto.randomUUID(), address, secret: 'whsec_QQ==', body: '{}' } as const
  const requests: string[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    requests.push(new Request(input as RequestInfo, init).url)
    expect(init?.redirect).toBe('manual')
    return new Response('ok')
  })
  const send = (resolve: Resolve, ms = 1_000) => sendLetter(inProduction, letter, { ms, resolve })
  const outcome = (failure: string | null, status: number | null = null) => ({ failure, status })
  for (const ip of ['127.0.0.1', '10.1.2.3', '100.64.0.1', '169.254.169.254', '192.0.2.1', '224.0.0.1', '0.0.0.0'])
    expect([ip, isPublicIp(ip), await send(async () => ['203.0.114.7', ip])]).toEqual([ip, false, outcome('address')])
  for (const ip of [
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    '::a00:1',
  ])
    expect([ip, isPublicIp(ip), await send(async () => [ip])]).toEqual([ip, false, outcome('address')])
  expect(await send(async () => [])).toEqual(outcome('unreachable'))
  expect(await send(() => Promise.reject(new AppError('internal')))).toEqual(outcome('unreachable'))
  const never: Resolve = (_, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  expect(await send(never, 20)).toEqual(outcome('timeout'))
  expect(requests).toEqual([])
  expect(await send(async () => ['203.0.114.7', '2606:4700::1111'])).toEqual(outcome(null, 200))
  expect(requests).toEqual([address])
  fetched.mockRestore()
})
