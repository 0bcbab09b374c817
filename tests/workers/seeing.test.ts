import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import { FIRST_WORD, spoken } from '#tests/testkit/engine/engine.ts'
import { logged } from '#tests/testkit/logged.ts'
import worker, { ConsultationRoom } from '#workers/app.ts'
import { createHttp } from '#workers/http/http.ts'
import { runMinute } from '#workers/jobs/minute.ts'
import { passwordResetMail } from '#workers/mail/messages.ts'
import { sendMail } from '#workers/mail/send.ts'
import { measure, unstored } from '#workers/metrics/measure.ts'
import { readStatus } from '#workers/metrics/status.ts'
import { consultIfDue } from '#workers/synthetic/due.ts'
import { newConsultation, newPatient } from './clinic.ts'
import { newDoctor, startVisit, type TestDoctor } from './doctor.ts'
import { good } from './fake-model.ts'
import { deliver } from './queue.ts'
import { db, requestStructuring } from './record-stage.ts'
import { enterRoom, FRAME } from './room-stage.ts'
import { canary, clock, type Service, serviceUnderTest, withClock } from './seeing-stage.ts'
import { execute, selectAll } from './sql.ts'

const MINUTE_MS = 60_000
const http = createHttp(async () => new Response('page'))
const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }

withClock()

type People = { doctor: TestDoctor; patient: string; visit: string }
/** A doctor, a patient, and a finished consultation of theirs. */
async function newPeople(): Promise<People> {
  const doctor = await newDoctor()
  const patient = await newPatient(doctor, canary)
  return { doctor, patient, visit: await newConsultation(doctor, patient) }
}

/** One minute of traffic: a page, a consultation of eight seconds, a record and a mail. */
async function playMinute({ fault, engine, bindings }: Service, { doctor, patient, visit }: People) {
  await http.fetch(new Request(`${bindings.APP_URL}/landing`), bindings, context)
  const id = await startVisit(doctor, patient)
  const consent = { notice_version: currentNotice.version, answers: answersFor('presencial') }
  await doctor.call('POST', `/api/consultations/${id}/consents`, consent)
  const { client } = await enterRoom(doctor, id, 'a')
  client.say({ type: 'toggle_transcription', action: 'start' })
  const { take } = await client.next('recorder', (message) => message.recorder === 'you')
  for (let frame = 0; frame < 32; frame++) {
    client.frame(Number(take), frame * FRAME, spoken(FIRST_WORD + frame))
    // Four frames of a quarter of a second: the clock goes with them.
    if (frame % 4 !== 3) continue
    await client.had('audio_ack', (ack) => ack.stored >= (frame + 1) * FRAME)
    if (engine.mood === 'well') await client.had('audio_ack', (ack) => ack.transcribed >= (frame + 1) * FRAME)
    clock.ahead += 1_000
  }
  client.close()
  await env.ROOM.getByName(id).erase()
  const job = await requestStructuring(doctor, visit)
  if (!fault.queue) await deliver('relato-structuring', [{ body: { v: 1, kind: 'structure', id: job.id } }], bindings)
  const bells: { id: string }[] = []
  const MAIL_QUEUE = { send: async (bell: { id: string }) => void bells.push(bell) } as unknown as Queue
  const link = `${bindings.APP_URL}/reset-password?token=abc`
  await sendMail(
    { ...bindings, MAIL_QUEUE },
    db,
    null,
    passwordResetMail({ to: 'ana@relato.med.br', name: canary, url: link }),
  )
  await deliver(
    'relato-mail',
    bells.map((body) => ({ body })),
    bindings,
  )
}

const failing = async ({ bindings }: Service) =>
  (await readStatus(bindings, Date.now())).parts.filter(({ state }) => state === 'failing').map(({ part }) => part)

/** A fault at each port, and the part that a status must name. `isOn`: puts it there or takes it away. */
const faults: [name: string, part: string, set: (service: Service, isOn: boolean) => void][] = [
  ['speech slow', 'speech', ({ engine }, isOn) => Object.assign(engine, { mood: isOn ? 'stalled' : 'well' })],
  ['speech dead', 'speech', ({ engine }, isOn) => Object.assign(engine, { mood: isOn ? 'away' : 'well' })],
  ['model wrong', 'model', ({ fault }, isOn) => Object.assign(fault, { model: isOn ? 'Claro!' : good })],
  ['mail refused', 'mail', ({ fault }, isOn) => Object.assign(fault, { mail: isOn ? 401 : 200 })],
  ['D1 slow', 'd1', ({ fault }, isOn) => Object.assign(fault, { d1Ms: isOn ? 700 : 0 })],
  ['R2 refused', 'files', ({ fault }, isOn) => Object.assign(fault, { files: isOn })],
  ['queue stuck', 'queue', ({ fault }, isOn) => Object.assign(fault, { queue: isOn })],
]

test('with one consultation a minute each fault shows in the status within a minute and alerts within five', async ({
  annotate,
}) => {
  const service = serviceUnderTest()
  const { alerts, mails, bindings, sent } = service
  let people = await newPeople()
  const begin = clock.real() - (clock.real() % MINUTE_MS)
  let minute = 0
  /** Plays the next minute and its cron. Returns the failing parts that the status named within the minute. */
  const next = async (skip = 1) => {
    minute += skip
    clock.moveTo(begin + minute * MINUTE_MS)
    await playMinute(service, people)
    clock.moveTo(begin + minute * MINUTE_MS + 50_000)
    const named = await failing(service)
    clock.moveTo(begin + minute * MINUTE_MS + 59_000)
    await runMinute(bindings, Date.now())
    return named
  }
  for (let healthy = 0; healthy < 3; healthy++) expect(await next()).toEqual([])
  expect([alerts, mails]).toEqual([[], []])

  const table: string[] = []
  for (const [name, part, set] of faults) {
    // A doctor without a plan has a few consultations only.
    people = await newPeople()
    set(service, true)
    const named = await next()
    let passed = 1
    while (!alerts.some((one) => one.part === part) && passed < 5) {
      await next()
      passed++
    }
    const raised = alerts.filter(({ what }) => what === 'raised')
    table.push(
      `${name.padEnd(14)}status: ${named.join(', ').padEnd(18)}alert after ${passed} min: ${raised.map((one) => `${one.metric} ${one.fault}`).join(', ')}`,
    )
    expect([name, named]).toEqual([name, expect.arrayContaining([part])])
    expect([name, raised.map((one) => one.part)]).toEqual([name, expect.arrayContaining([part])])
    // A refused mail is reported by the webhook alone.
    expect([name, mails.length > 0]).toEqual([name, part !== 'mail'])
    set(service, false)
    await execute("UPDATE jobs SET status = 'completed' WHERE status = 'queued'")
    alerts.length = mails.length = 0
    await next(12)
    expect([name, alerts.every(({ what }) => what === 'ended'), alerts.some((one) => one.part === part)]).toEqual([
      name,
      true,
      true,
    ])
    alerts.length = mails.length = 0
  }
  // `--reporter=verbose` prints it; docs/decisions/052 has it.
  await annotate(`\n${table.join('\n')}`)

  const { levels } = await readStatus(bindings, Date.now())
  const hour = levels.filter((one) => one.window === 'day')
  expect(new Set(hour.map(({ metric }) => metric))).toEqual(new Set(['ack', 'words', 'record', 'page']))
  expect(hour.every(({ release }) => release === 'abc123')).toBe(true)
  expect(hour.find(({ metric }) => metric === 'record')?.provider).toBe('modelo.relato.med.br pequeno')
  // Measurements, answers and messages have no name.
  const stored = [...(await selectAll('SELECT * FROM measurements')), ...(await selectAll('SELECT * FROM alerts'))]
  const all = JSON.stringify([stored, levels, await readStatus(bindings, Date.now()), sent, logged()])
  expect(all).not.toContain('Canário')
}, 240_000)

test('an alert reaches the other way when one is refused, waits when both are, and goes out once', async () => {
  const { fault, alerts, mails, bindings } = serviceUnderTest()
  fault.files = true
  const begin = clock.real() + MINUTE_MS
  const cron = (minute: number) => {
    clock.moveTo(begin + minute * MINUTE_MS)
    return Promise.all([runMinute(bindings, Date.now()), runMinute(bindings, Date.now())])
  }
  Object.assign(fault, { mail: 401, hook: 500 })
  for (const minute of [0, 1, 2]) await cron(minute)
  expect([alerts.length, mails.length]).toEqual([0, 0])
  // Neither way took it: two minutes later it goes out, by the one that answers, and once.
  fault.hook = 204
  await cron(4)
  await cron(5)
  expect(alerts.filter(({ part }) => part === 'files')).toMatchObject([{ metric: 'files', fault: 'Error' }])
  await execute('DELETE FROM alerts')
  Object.assign(fault, { mail: 200, hook: 500 })
  await cron(6)
  expect(mails).toContainEqual('[Relato] Falha: arquivos (R2)')
})

test('a dead D1 alerts without its state, and status and health name it', async () => {
  const service = serviceUnderTest()
  const { fault, alerts, mails, bindings } = service
  const health = () => http.fetch(new Request(`${bindings.APP_URL}/api/health/parts`), bindings, context)
  clock.ahead += 60 * MINUTE_MS
  await execute('DELETE FROM alerts')
  expect((await health()).status).toBe(200)
  fault.d1Away = true
  for (let minute = 0; minute < 3; minute++) {
    clock.ahead += MINUTE_MS
    await expect(runMinute(bindings, Date.now())).rejects.toThrow()
  }
  expect(alerts).toMatchObject([{ what: 'raised', part: 'd1', metric: 'd1', fault: 'Error' }])
  expect(mails).toEqual(['[Relato] Falha: banco de dados (D1)'])
  // The audit log cannot be sealed meanwhile.
  expect(await failing(service)).toEqual(['upkeep', 'd1'])
  const answer = await health()
  expect([answer.status, await answer.json()]).toEqual([503, { ok: false, failing: ['d1', 'upkeep'] }])
  expect(JSON.stringify([alerts, logged()])).not.toContain('Canário')
  // Health names what fails: its own answer is no failure of the API, which would then never end.
  expect(unstored().filter(({ metric }) => metric === 'api')).toEqual([])
  // Measurements of this time are stored when D1 is back.
  fault.d1Away = false
  await runMinute(bindings, Date.now())
  const [row] = await selectAll<{ failed: number }>(
    "SELECT sum(failed) AS failed FROM measurements WHERE metric = 'd1'",
  )
  expect(row?.failed).toBeGreaterThanOrEqual(4)
})

test('a D1 that reads but takes no row alerts too: nothing that fails is stored meanwhile', async () => {
  const { fault, alerts, bindings } = serviceUnderTest()
  clock.ahead += 180 * MINUTE_MS
  fault.d1Full = true
  for (let minute = 0; minute < 2; minute++) {
    clock.ahead += MINUTE_MS
    await runMinute(bindings, Date.now()).catch(() => undefined)
  }
  expect(alerts).toMatchObject([{ what: 'raised', metric: 'd1', fault: 'not_stored' }])
})

test('the end of an alert is sent later if neither way takes it', async () => {
  const { fault, alerts, bindings } = serviceUnderTest()
  clock.ahead += 600 * MINUTE_MS
  await execute('DELETE FROM alerts')
  const now = Date.now()
  await execute("INSERT INTO alerts (metric, fault, raised_at, sent_at) VALUES ('files', 'Error', ?, ?)", now, now)
  Object.assign(fault, { mail: 401, hook: 500 })
  await runMinute(bindings, Date.now())
  Object.assign(fault, { mail: 200, hook: 204 })
  clock.ahead += MINUTE_MS
  await runMinute(bindings, Date.now())
  await runMinute(bindings, Date.now())
  expect(alerts).toMatchObject([{ what: 'ended', metric: 'files' }])
})

test('an alert whose sender died goes out two minutes later, and once', async () => {
  const { fault, alerts, bindings, dieSending } = serviceUnderTest()
  clock.ahead += 900 * MINUTE_MS
  await execute('DELETE FROM alerts')
  fault.files = true
  const cron = () => {
    clock.ahead += MINUTE_MS
    return runMinute(bindings, Date.now())
  }
  await cron()
  await dieSending(cron)
  await cron()
  expect(alerts).toEqual([])
  for (let minute = 0; minute < 4; minute++) await cron()
  expect(alerts).toMatchObject([{ what: 'repeated', metric: 'files', fault: 'Error' }])
})

test('an error in any method of a room loses its message, also in those that the measured room inherits', () => {
  const { prototype } = ConsultationRoom
  for (const name of ['fetch', 'webSocketClose', 'notify', 'end', 'cutSession', 'alarm'] as const) {
    const method = prototype[name] as (this: unknown, argument: unknown) => unknown
    const argument = {
      get headers(): never {
        throw new Error(canary)
      },
    }
    expect(() => method.call({}, argument)).toThrow(/^uncaught$/)
  }
})

test('a batch of a queue does not wait for a delayed write: it is acknowledged when that has ended', async () => {
  const { bindings } = serviceUnderTest()
  measure({ metric: 'pdf', value: 1 })
  const work: Promise<unknown>[] = []
  const batch = { queue: 'relato-mail', messages: [] } as unknown as MessageBatch
  const own = { ...context, waitUntil: (one: Promise<unknown>) => void work.push(one) }
  await worker.queue?.(batch, bindings, own as unknown as ExecutionContext)
  const late = scheduler.wait(5_000).then(() => 'late')
  expect(await Promise.race([Promise.all(work).then(() => 'stored'), late])).toBe('stored')
  expect(unstored()).toEqual([])
})

test('with synthetic consultations alone a dead speech engine alerts within ten minutes, and one failure does not', async () => {
  const { engine, alerts, bindings } = serviceUnderTest()
  // The answer of the stand-in for a model cites another conversation.
  const byRules = { ...bindings, MODEL_URL: '', MODEL_NAME: '' }
  const queue = { send: (body: unknown) => deliver('relato-structuring', [{ body }], byRules) }
  const speech = () => Int16Array.from([0, 1, 2, 3].flatMap((frame) => [...spoken(FIRST_WORD + frame)]))
  const service = { ...bindings, STRUCTURING_QUEUE: queue as unknown as Queue }
  const begin = Math.ceil((clock.real() + 20 * 60 * MINUTE_MS) / (5 * MINUTE_MS)) * 5
  await execute('DELETE FROM alerts')
  await execute('DELETE FROM service_marks')
  /** The cron of each minute: it alerts first, then plays what is due. */
  const play = async (from: number, to: number) => {
    for (let minute = from; minute < to; minute++) {
      clock.moveTo((begin + minute) * MINUTE_MS)
      await runMinute(bindings, Date.now())
      await consultIfDue(service, Date.now(), { speech, stepMs: 1_500 })
      if (alerts.some(({ part }) => part === 'synthetic')) return minute
    }
    return null
  }
  expect(await play(0, 5)).toBeNull()
  // One failure, then a good one.
  engine.mood = 'away'
  expect(await play(5, 6)).toBeNull()
  engine.mood = 'well'
  expect(await play(6, 16)).toBeNull()
  // Later it dies just after a good one.
  expect(await play(60, 61)).toBeNull()
  engine.mood = 'away'
  expect(await play(61, 90)).toBeLessThanOrEqual(61 + 10)
  expect(alerts).toContainEqual(expect.objectContaining({ metric: 'synthetic', fault: 'words_TooSlow' }))
}, 120_000)

// The last test: every isolate here is a new one.
test('while D1 is away all isolates together send one alert an hour; each its own if R2 is away too', async () => {
  const { fault, alerts, bindings, dieSending } = serviceUnderTest()
  await env.FILES.delete('service/alert-d1')
  const runInNewIsolate = async (at: number) => {
    vi.resetModules()
    const { runAlerts } = await import('#workers/metrics/alert.ts')
    await runAlerts(bindings, [{ part: 'd1', ms: null, fault: 'Error' }], false, at)
  }
  const begin = Date.now()
  // Neither way takes the first one, so the next isolate sends it.
  Object.assign(fault, { mail: 401, hook: 500 })
  await runInNewIsolate(begin)
  Object.assign(fault, { mail: 200, hook: 204 })
  for (const minute of [1, 2, 60]) await runInNewIsolate(begin + minute * MINUTE_MS)
  expect(alerts).toMatchObject([{ metric: 'd1' }])
  for (const minute of [61, 62]) await runInNewIsolate(begin + minute * MINUTE_MS)
  expect(alerts).toHaveLength(2)
  // The next hour's isolate dies while it sends: two minutes later another one sends.
  await dieSending(() => runInNewIsolate(begin + 121 * MINUTE_MS))
  for (const minute of [122, 123, 124]) await runInNewIsolate(begin + minute * MINUTE_MS)
  expect(alerts).toHaveLength(3)
  fault.files = true
  await runInNewIsolate(begin + 125 * MINUTE_MS)
  expect(alerts).toHaveLength(4)
})
