import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { enableSecondFactor, findSecondFactor, hasSecondFactor } from '#db/queries/second-factor.ts'
import { codeShown } from '#tests/testkit/authenticator.ts'
import { codeAt } from '#workers/auth/second-factor.ts'
import { actionsOf } from './audit-stage.ts'
import {
  cookiesOf,
  fetchWorker,
  jobsAreDone,
  newDoctor,
  post,
  refusalOf,
  type TestDoctor,
  withCookie,
} from './doctor.ts'
import { comeIn, person } from './google-stage.ts'
import {
  begin,
  confirming,
  enter,
  firstStep,
  giveCode,
  guardedDoctor,
  isIn,
  mailsOf,
  sessionsOf,
  switchOn,
} from './second-factor-stage.ts'
import { countRows, execute, selectAll, selectValue } from './sql.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await jobsAreDone()
})
const HALF_MINUTE = 30_000
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

const stateOf = async (doctor: TestDoctor) =>
  (await (await doctor.call('GET', '/api/security')).json<{ second_factor: unknown }>()).second_factor
/** None of what an app shows in these minutes. */
async function wrongCode(app: (steps?: number) => string): Promise<string> {
  const good = await Promise.all([-2, -1, 0, 1, 2].map((steps) => app(steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !good.includes(code)) ?? ''
}

test('the codes are those of RFC 6238', async () => {
  const secret = new TextEncoder().encode('12345678901234567890')
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ] as const)
    expect(await codeAt(secret, Math.floor(seconds / 30))).toBe(code)
})

test('it is off until a code of the app is shown, and nothing of it can be read again', async () => {
  const doctor = await newDoctor()
  const elsewhere = await doctor.again()
  for (const [password, status] of [
    [null, 400],
    ['errada1', 422],
  ] as const)
    expect((await doctor.call('POST', '/api/second-factor', confirming(null, password))).status).toBe(status)
  expect(await refusalOf(await doctor.call('PUT', '/api/second-factor', { code: '123456' }))).toEqual([
    410,
    'second_factor_set_up_over',
  ])
  const { secret: first } = await begin(doctor)
  const { secret, uri, qr } = await begin(doctor)
  expect(uri).toContain(`secret=${secret}&issuer=Relato`)
  expect(qr.path).toMatch(/^M2 2h7v1h-7z/)
  const app = (steps?: number) => codeShown(secret, steps)
  // Setup that was started is not active, and it replaces an earlier setup.
  expect((await enter(doctor.email)).status).toBe(200)
  expect(await stateOf(doctor)).toEqual({ on: false, recovery_codes_left: 0 })
  expect((await doctor.call('PUT', '/api/second-factor', { code: codeShown(first) })).status).toBe(422)
  pass(16 * 60_000)
  expect((await doctor.call('PUT', '/api/second-factor', { code: app() })).status).toBe(410)
  pass(-16 * 60_000)
  expect((await doctor.call('PUT', '/api/second-factor', { code: await wrongCode(app) })).status).toBe(422)

  const on = await doctor.call('PUT', '/api/second-factor', { code: app() })
  const { recovery_codes: codes } = await on.json<{ recovery_codes: string[] }>()
  expect([on.status, new Set(codes).size]).toEqual([200, 10])
  expect([await isIn(doctor.cookie), await isIn(elsewhere.cookie)]).toEqual([true, false])
  expect(await stateOf(doctor)).toEqual({ on: true, recovery_codes_left: 10 })
  expect(await refusalOf(await doctor.call('POST', '/api/second-factor', confirming(app())))).toEqual([
    409,
    'second_factor_on',
  ])
  const storedText = JSON.stringify([
    await selectAll('SELECT * FROM second_factors'),
    await selectAll('SELECT * FROM recovery_codes'),
  ])
  expect(storedText).toContain(doctor.id)
  for (const plain of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
    expect(storedText.toLowerCase()).not.toContain(plain.toLowerCase())
  expect(await mailsOf(doctor.id)).toEqual(['Verificação em duas etapas ativada'])
})

test('nobody is in before the code, which is taken once, by whoever began, in time', async () => {
  const [{ doctor, email, app }, other] = [await guardedDoctor(), await guardedDoctor('Dr. Outro')]
  const openSessions = await sessionsOf(doctor.id)
  const before = await actionsOf(doctor.id)
  const cookie = await firstStep(email)
  expect(cookie).toMatch(/^__Host-relato\.second_step=[^;]+$/)
  expect([await sessionsOf(doctor.id), await isIn(cookie)]).toEqual([openSessions, false])
  const token = decodeURIComponent(cookie.split('=')[1] ?? '')
  expect(await isIn('', { authorization: `Bearer ${token}` })).toBe(false)
  expect((await actionsOf(doctor.id)).slice(before.length)).toEqual(['second_step_asked'])

  // A bystander may have seen the code that activated it.
  expect(await refusalOf(await giveCode(cookie, app()))).toEqual([422, 'wrong_code'])
  expect(await refusalOf(await giveCode(cookie, await other.app(1)))).toEqual([422, 'wrong_code'])
  expect(await refusalOf(await giveCode('', app(1)))).toEqual([410, 'second_step_over'])
  expect(await refusalOf(await giveCode(cookie.split('.').slice(0, -1).join('.'), app(1)))).toEqual([
    410,
    'second_step_over',
  ])
  const trusting = await post('/api/auth/second-step', { code: app(1), trustDevice: true }, { cookie })
  expect([trusting.status, trusting.headers.getSetCookie()]).toEqual([400, []])
  const done = await giveCode(cookie, app(1))
  expect([done.status, await done.clone().json()]).toEqual([200, { recovery_codes_left: null }])
  expect(done.headers.getSetCookie().filter((one) => one.includes('second_step=;'))).toHaveLength(1)
  expect([await isIn(cookiesOf(done)), await sessionsOf(doctor.id)]).toEqual([true, openSessions + 1])
  pass(HALF_MINUTE)
  expect(await refusalOf(await giveCode(cookie, app(1)))).toEqual([410, 'second_step_over'])
})

test('a device that was in before is asked again, for a code that is used up by nobody yet, in time', async () => {
  const { email, app } = await guardedDoctor()
  pass(HALF_MINUTE)
  expect((await giveCode(await firstStep(email), app())).status).toBe(200)
  // The code from before the last one is as used up as that one.
  const again = await enter(email)
  expect(again.status).toBe(403)
  for (const used of [-1, 0]) expect((await giveCode(cookiesOf(again), app(used))).status).toBe(422)
  pass(5 * 60_000)
  expect(await refusalOf(await giveCode(cookiesOf(again), app()))).toEqual([410, 'second_step_over'])

  // Two requests with the same code: only one succeeds.
  const both = await Promise.all([firstStep(email), firstStep(email)])
  const code = app()
  const answers = await Promise.all(both.map((one) => giveCode(one, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('guesses are counted exactly, of the account and of each sign-in, and the doctor hears of them', async () => {
  const { doctor, email, app, codes } = await guardedDoctor()
  pass(HALF_MINUTE)
  const wrong = await wrongCode(app)
  const steps = await Promise.all([firstStep(email), firstStep(email), firstStep(email)])
  const guesses = await Promise.all(Array.from({ length: 15 }, (_, i) => giveCode(steps[i % 3] ?? '', wrong)))
  const outcomes = guesses.map(({ status }) => status).sort()
  expect(outcomes).toEqual([...Array(5).fill(422), ...Array(10).fill(429)])
  const refused = await giveCode(steps[0] ?? '', app())
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
  // In settings it is the same counter. Recovery codes have their own: they are for who has lost the app.
  expect((await doctor.call('POST', '/api/second-factor/removal', confirming(app()))).status).toBe(429)
  expect(await mailsOf(doctor.id)).toEqual([
    'Verificação em duas etapas ativada',
    'Alguém errou o código da sua conta várias vezes',
  ])
  expect((await actionsOf(doctor.id)).filter((action) => action === 'second_factor_failed')).toHaveLength(5)
  const unlocked = await giveCode(await firstStep(email), codes[0] ?? '')
  expect([unlocked.status, await unlocked.json()]).toEqual([200, { recovery_codes_left: 9 }])
  const guessing = await firstStep(email)
  const recoveries = await Promise.all(Array.from({ length: 6 }, () => giveCode(guessing, 'abcd-efgh-jkmn')))
  expect(recoveries.map(({ status }) => status).sort()).toEqual([...Array(5).fill(422), 429])
  expect((await giveCode(await firstStep(email), app())).status).toBe(200)

  pass(15 * 60_000)
  const guessed = await firstStep(email)
  const forget = () => execute("DELETE FROM rate_limit WHERE key LIKE 'second-factor:%'")
  for (let i = 0; i < 5; i++) {
    expect((await giveCode(guessed, wrong)).status).toBe(422)
    await forget()
  }
  expect(await refusalOf(await giveCode(guessed, app()))).toEqual([410, 'second_step_over'])
  expect((await giveCode(await firstStep(email), app())).status).toBe(200)
})

test('a recovery code lets in once, its own doctor, who hears of it', async () => {
  const [{ doctor, email, codes }, other] = [await guardedDoctor(), await guardedDoctor('Dr. Outro')]
  const [first = '', second = ''] = codes
  const both = await Promise.all([firstStep(email), firstStep(email)])
  const answers = await Promise.all(both.map((one) => giveCode(one, first.toUpperCase().replaceAll('-', ' '))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await answers.find(({ ok }) => ok)?.json()).toEqual({ recovery_codes_left: 9 })
  const again = await firstStep(email)
  for (const refused of [first, other.codes[0] ?? '']) expect((await giveCode(again, refused)).status).toBe(422)
  expect(await (await giveCode(again, second)).json()).toEqual({ recovery_codes_left: 8 })
  const used = 'Um código de recuperação foi usado'
  expect(await mailsOf(doctor.id)).toEqual(['Verificação em duas etapas ativada', used, used])
  const usedCodes = (await actionsOf(doctor.id)).filter((action) => action === 'recovery_code_used')
  expect(usedCodes).toHaveLength(2)
})

test('new recovery codes and switching off ask for password and code', async () => {
  const { doctor, email, app, codes } = await guardedDoctor()
  const [first = '', second = ''] = codes
  pass(HALF_MINUTE)
  const renew = (body: unknown) => doctor.call('POST', '/api/second-factor/recovery-codes', body)
  const missing = await renew(confirming(null))
  expect([missing.status, await missing.json()]).toMatchObject([400, { fields: { code: 'Código é obrigatório' } }])
  const wrong = await renew(confirming(await wrongCode(app)))
  expect([wrong.status, await wrong.json()]).toMatchObject([422, { fields: { code: 'Código incorreto ou já usado' } }])
  expect((await renew(confirming(app(), 'errada1'))).status).toBe(422)
  const renewed = await renew(confirming(first))
  const { recovery_codes: fresh } = await renewed.json<{ recovery_codes: string[] }>()
  expect([renewed.status, fresh.length]).toEqual([200, 10])
  const pending = await firstStep(email)
  expect((await giveCode(pending, second)).status).toBe(422)

  const off = (body: unknown) => doctor.call('POST', '/api/second-factor/removal', body)
  expect((await off(confirming(null))).status).toBe(400)
  expect((await off(confirming(app()))).status).toBe(200)
  expect(await refusalOf(await giveCode(pending, fresh[1] ?? ''))).toEqual([410, 'second_step_over'])
  expect((await enter(email)).status).toBe(200)
  expect(await refusalOf(await off(confirming('123456')))).toEqual([409, 'second_factor_off'])
  expect(await countRows('recovery_codes WHERE doctor_id = ?', doctor.id)).toBe(0)
  expect((await actionsOf(doctor.id)).filter((action) => /^(second|recovery|password)/.test(action))).toEqual([
    'second_factor_enabled',
    'second_factor_failed',
    'password_refused',
    'recovery_code_used',
    'recovery_codes_created',
    'second_step_asked',
    'second_factor_failed',
    'second_factor_disabled',
  ])
  expect(await mailsOf(doctor.id)).toEqual([
    'Verificação em duas etapas ativada',
    'Um código de recuperação foi usado',
    'Novos códigos de recuperação',
    'Verificação em duas etapas desativada',
  ])
})

test('switched on in the moment of a sign-in: the session that was made without a code is none', async () => {
  const doctor = await newDoctor()
  await begin(doctor)
  await execute(
    'CREATE TRIGGER meanwhile AFTER INSERT ON session BEGIN UPDATE second_factors SET enabled_at = 1 WHERE doctor_id = NEW.user_id; END',
  )
  const late = await enter(doctor.email)
  await execute('DROP TRIGGER meanwhile')
  expect([late.status, await isIn(cookiesOf(late)), await isIn(doctor.cookie)]).toEqual([200, false, true])
  expect((await actionsOf(doctor.id)).filter((action) => action === 'signed_in')).toHaveLength(1)
})

test('where the other sessions cannot be ended it is not switched on', async () => {
  const doctor = await newDoctor()
  const { secret } = await begin(doctor)
  const elsewhere = cookiesOf(await enter(doctor.email))
  await execute(
    "CREATE TRIGGER kept BEFORE DELETE ON session BEGIN SELECT RAISE(ABORT, 'the sessions cannot be ended'); END",
  )
  const refused = await doctor.call('PUT', '/api/second-factor', { code: codeShown(secret) })
  await execute('DROP TRIGGER kept')
  expect([refused.ok, await stateOf(doctor), await isIn(elsewhere)]).toEqual([
    false,
    { on: false, recovery_codes_left: 0 },
    true,
  ])
  expect((await doctor.call('PUT', '/api/second-factor', { code: codeShown(secret) })).status).toBe(200)
  expect([await isIn(elsewhere), await isIn(doctor.cookie)]).toEqual([false, true])
})

test('a session that was ended in that very moment switches nothing on, and ends nobody', async () => {
  const doctor = await newDoctor()
  await begin(doctor)
  const db = openDatabase(env.DB)
  const pendingFactor = await findSecondFactor(db, doctor.id)
  const request = { step: 1, digests: ['a digest'], now: Date.now(), session: 'ended meanwhile' }
  expect(pendingFactor && (await enableSecondFactor(db, pendingFactor, request))).toBeNull()
  expect([await hasSecondFactor(db, doctor.id), await isIn(doctor.cookie)]).toEqual([false, true])
})

test('Google asks for it too; a new password lets nobody past it', async () => {
  const { doctor, email, app, codes } = await guardedDoctor()
  const before = await sessionsOf(doctor.id)
  const google = person('guardada', { email })
  const challenged = await comeIn(google)
  expect(challenged.location).toBe('/login?google=erro&error=second_step_needed')
  expect([await isIn(challenged.cookie), await sessionsOf(doctor.id)]).toEqual([false, before])
  vi.unstubAllGlobals()
  const done = await giveCode(challenged.cookie, app(1))
  expect([done.status, await isIn(cookiesOf(done))]).toEqual([200, true])

  const pending = await firstStep(email)
  await post('/api/recovery', { email })
  const token = await selectValue("SELECT substr(identifier, 16) FROM verification WHERE identifier LIKE 'reset-%'")
  const cookie = `__Host-relato-recovery=${token}`
  const recovered = await doctor.call('PUT', '/api/recovery', { newPassword: 'Relato#2026' }, { cookie })
  expect([recovered.status, await sessionsOf(doctor.id)]).toEqual([200, 0])
  expect(await isIn(cookiesOf(recovered))).toBe(false)
  expect(await refusalOf(await giveCode(pending, codes[0] ?? ''))).toEqual([410, 'second_step_over'])
  const renewed = await giveCode(await firstStep(email, 'Relato#2026'), codes[0] ?? '')
  expect(renewed.status).toBe(200)

  // Changing it by who is in goes on, and ends what waits for a code.
  const cookies = cookiesOf(renewed)
  const waiting = await firstStep(email, 'Relato#2026')
  const change = { currentPassword: 'Relato#2026', newPassword: 'Relato#2027' }
  const changed = await doctor.call('PUT', '/api/password', change, { cookie: cookies })
  expect([changed.status, await isIn(cookiesOf(changed))]).toEqual([200, true])
  expect(await refusalOf(await giveCode(waiting, codes[1] ?? ''))).toEqual([410, 'second_step_over'])
})

test('who has no password confirms by a late sign-in, then by the code', async () => {
  const { cookie } = await comeIn(person('semsenha'))
  vi.unstubAllGlobals()
  const session = await fetchWorker('/api/session', { headers: { cookie } })
  const { user } = await session.json<{ user: { id: string } }>()
  const doctor = withCookie({ ...(await newDoctor()), id: user.id }, cookie)
  const { call } = doctor
  pass(11 * 60_000)
  expect(await refusalOf(await call('POST', '/api/second-factor', confirming(null, null)))).toEqual([
    403,
    'sign_in_again',
  ])
  pass(-11 * 60_000)
  const { app } = await switchOn(doctor, null)
  pass(11 * 60_000)
  expect((await call('POST', '/api/second-factor/removal', confirming(null, null))).status).toBe(400)
  expect((await call('POST', '/api/second-factor/removal', confirming(app(), null))).status).toBe(200)
})
