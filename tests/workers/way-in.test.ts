import { afterEach, expect, test } from 'vitest'
import { fetchWorker, jobsAreDone, newDoctor, PASSWORD, post, refusalOf, type TestDoctor, visitor } from './doctor.ts'
import { enter } from './second-factor-stage.ts'
import { countRows, execute, selectAll } from './sql.ts'

const NEW = 'Relato#2026'
const OVER = [410, 'reset_link_over']
/** The cookies that the links of the mails have set, in their order. */
const tokens = async () => {
  const sql = "SELECT substr(identifier, 16) AS token FROM verification WHERE identifier LIKE 'reset-password:%'"
  const all = await selectAll<{ token: string }>(`${sql} ORDER BY created_at`)
  return all.map(({ token }) => `__Host-relato-recovery=${token}`)
}
const statusOf = async (who: TestDoctor) => (await who.call('GET', '/api/session')).status
const recover = (newPassword: string, cookie = '') => visitor()('PUT', '/api/recovery', { newPassword }, { cookie })
const isOpen = async (cookie: string) => (await fetchWorker('/api/recovery', { headers: { cookie } })).json()

afterEach(() => jobsAreDone())

test('who follows the link of the mail sets a password by the rules, once: every session ends', async () => {
  const doctor = await newDoctor()
  const elsewhere = await doctor.again()
  const email = doctor.email
  for (const to of [email, 'ninguem@relato.example']) {
    const startedAt = Date.now()
    const answer = await post('/api/recovery', { email: to })
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])
    // How long it took does not say whether there is such an account.
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(400)
  }
  await post('/api/recovery', { email })
  const links = await tokens()
  const [first = '', second = ''] = links
  expect(links).toHaveLength(2)

  expect(await isOpen(first)).toEqual({ open: true })
  expect(await isOpen(`${first}x`)).toEqual({ open: false })
  for (const [newPassword, message] of [
    ['curta', 'Mínimo 8 caracteres'],
    ['relato#2026', 'Pelo menos 1 letra maiúscula'],
    ['Relato2026', 'Pelo menos 1 caractere especial'],
  ] as const)
    expect(await refusalOf(await recover(newPassword, first))).toEqual([400, 'invalid_body', { newPassword: message }])
  expect(await refusalOf(await recover(NEW))).toEqual(OVER)

  const done = await recover(NEW, first)
  expect(done.status).toBe(200)
  expect(done.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')])
  expect(await Promise.all([doctor, elsewhere].map(statusOf))).toEqual([401, 401])
  for (const used of [first, second]) expect(await refusalOf(await recover('Outra#2026', used))).toEqual(OVER)
  expect((await enter(email, PASSWORD)).status).toBe(401)
  expect((await enter(email, NEW)).status).toBe(200)
  expect(await countRows("audit_log WHERE doctor_id = ? AND action = 'password_changed'", doctor.id)).toBe(1)
})

test('a new password puts out whoever is in, even where something else of it fails', async () => {
  const failing = async (trigger: string, run: () => Promise<void>) => {
    await execute(`CREATE TRIGGER failing ${trigger} BEGIN SELECT RAISE(ABORT, 'no'); END`)
    await run().finally(() => execute('DROP TRIGGER failing'))
  }
  const recovering = async (trigger: string, status: number) => {
    const doctor = await newDoctor()
    const email = doctor.email
    expect(await statusOf(doctor)).toBe(200)
    // Welcomed once more if it could be, and with a guess to forget.
    await execute('UPDATE user SET email_verified = 0 WHERE id = ?', doctor.id)
    await execute('UPDATE mails SET once = NULL WHERE doctor_id = ?', doctor.id)
    await enter(email, 'errada')
    await post('/api/recovery', { email })
    const [link = ''] = (await tokens()).slice(-1)
    await jobsAreDone()
    await failing(trigger, async () => {
      expect((await recover(NEW, link)).status).toBe(status)
      expect(await statusOf(doctor)).toBe(401)
    })
  }
  await recovering("BEFORE DELETE ON rate_limit WHEN old.key LIKE '/sign-in/email:%'", 200)
  await recovering("BEFORE INSERT ON mails WHEN new.kind = 'welcome'", 200)
  await recovering("BEFORE INSERT ON audit_log WHEN new.action = 'password_changed'", 500)
})

test('a link is over after an hour; who follows one has shown that the mailbox is theirs', async () => {
  const email = 'nunca.confirmou@relato.example'
  await post('/api/auth/sign-up/email', { name: 'Dra. Nunca', email, password: PASSWORD })
  expect((await enter(email, PASSWORD)).status).toBe(403)
  await post('/api/recovery', { email })
  const [late = ''] = (await tokens()).slice(-1)
  await execute("UPDATE verification SET expires_at = expires_at - 3600000 WHERE identifier LIKE 'reset-%'")
  expect(await isOpen(late)).toEqual({ open: false })
  expect((await recover(NEW, late)).status).toBe(410)
  await post('/api/recovery', { email })
  const [link = ''] = (await tokens()).slice(-1)
  expect((await recover(NEW, link)).status).toBe(200)
  expect((await enter(email, NEW)).status).toBe(200)
})

test("the library's own ways to recover are closed", async () => {
  expect((await post('/api/auth/request-password-reset', { email: 'a@relato.example' })).status).toBe(404)
  expect((await post('/api/auth/reset-password', { newPassword: 'fraca1', token: 'x' })).status).toBe(404)
  const token = '/api/auth/reset-password/aaaaaaaaaaaaaaaaaaaaaaaa'
  for (const path of [token, `${token}?callbackURL=%2F`, '/api/auth/reset-password/', '/api/auth/%72eset-password/a'])
    expect([path, (await visitor()('GET', path)).status]).toEqual([path, 404])
})

test('guesses are counted by the e-mail they ask about, from wherever they come, and how long to wait is said', async () => {
  const doctor = await newDoctor()
  const email = doctor.email
  for (let guess = 0; guess < 20; guess++) expect((await enter(email, `errada${guess}`)).status).toBe(401)
  const refused = await enter(email.toUpperCase(), PASSWORD)
  const seconds = Number(refused.headers.get('retry-after'))
  expect([refused.status, seconds > 800 && seconds <= 900]).toEqual([429, true])
  expect(await refused.json()).toMatchObject({
    code: 'too_many_requests',
    error: 'Muitas tentativas. Tente de novo em 15 minutos.',
  })
  expect((await enter('outra@relato.example', PASSWORD)).status).toBe(401)
  // Somebody who gets in was not guessing.
  await execute("UPDATE rate_limit SET count = 19 WHERE key LIKE '/sign-in/email:%' AND count > 20")
  expect((await enter(email, PASSWORD)).status).toBe(200)
  expect((await enter(email, 'errada')).status).toBe(401)

  const mails = await Promise.all(
    Array.from({ length: 4 }, () => post('/api/recovery', { email: 'alvo@relato.example' })),
  )
  expect(mails.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429])
})
