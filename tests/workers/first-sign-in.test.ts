import { afterEach, expect, test } from 'vitest'
import { cookiesOf, jobsAreDone, linkTo, newDoctor, ORIGIN, PASSWORD, post, visitor } from './doctor.ts'
import { comeIn, googleAnswers, person } from './google-stage.ts'
import { countRows, execute, selectOne } from './sql.ts'

afterEach(() => jobsAreDone())

const NEW_PASSWORD = 'Relato#2026'
const marks = (email: string) =>
  countRows(
    "verification WHERE identifier LIKE 'first-sign-in:%' AND value = (SELECT id FROM user WHERE email = ?)",
    email,
  )

/** A browser that signed up: its cookie, and what it does with it. */
async function signUp(name: string) {
  const email = `${name}@relato.example`
  const call = visitor()
  const form = { name: 'Dra. Nova', email, password: PASSWORD }
  const cookie = cookiesOf(await call('POST', '/api/auth/sign-up/email', form))
  const link = (await linkTo(email)).replace(ORIGIN, '')
  const follow = (path: string, cookies = cookie) => call('GET', path, undefined, { cookie: cookies })
  const enter = (cookies = cookie) => call('POST', '/api/auth/first-sign-in', {}, { cookie: cookies })
  return { email, call, cookie, link, follow, enter }
}
const sessionIn = (answer: Response) =>
  cookiesOf(answer)
    .split('; ')
    .find((one) => /session_token=./.test(one)) ?? null
const emailOf = async (cookie: string | null) => {
  const answer = await visitor()('GET', '/api/session', undefined, { cookie: cookie ?? '' })
  return answer.ok ? (await answer.json<{ user: { email: string } }>()).user.email : answer.status
}
const signedIn = async (answer: Response) => (await answer.json<{ signed_in: boolean }>()).signed_in

test('the link signs in the browser that signed up, once, also after a mail scanner has opened it', async () => {
  const nova = await signUp('nova.aqui')
  expect(nova.cookie).toMatch(/^__Host-relato\.first_sign_in=[^;]+$/)
  // The address is not confirmed yet.
  expect(await signedIn(await nova.enter())).toBe(false)
  const scanned = await visitor()('GET', nova.link)
  expect([scanned.status, sessionIn(scanned)]).toEqual([302, null])

  const followed = await nova.follow(nova.link)
  expect([followed.status, followed.headers.get('set-auth-token')]).toEqual([302, null])
  expect(await emailOf(sessionIn(followed))).toBe(nova.email)
  expect(
    await countRows(
      "audit_log WHERE action = 'signed_in' AND doctor_id = (SELECT id FROM user WHERE email = ?)",
      nova.email,
    ),
  ).toBe(1)
  expect([sessionIn(await nova.follow(nova.link)), await signedIn(await nova.enter())]).toEqual([null, false])
})

test('a link opened elsewhere confirms and signs in no one there; the sign-up browser enters by itself', async () => {
  const nova = await signUp('nova.la')
  expect(sessionIn(await visitor()('GET', nova.link))).toBeNull()
  const entered = await nova.enter()
  expect(await emailOf(sessionIn(entered))).toBe(nova.email)
  expect(await signedIn(await nova.enter(sessionIn(entered) ?? ''))).toBe(true)
  expect(await signedIn(await nova.enter(''))).toBe(false)
  expect(await signedIn(await nova.enter(`${nova.cookie}x`))).toBe(false)
})

test("a stranger's link opens neither account, and a running session is not replaced", async () => {
  const [victim, stranger] = [await signUp('vitima'), await signUp('estranho')]
  const followed = await victim.follow(stranger.link)
  expect([followed.status, sessionIn(followed), await signedIn(await victim.enter())]).toEqual([302, null, false])
  for (const link of [`${victim.link.split('token=')[0]}token=made.up.token`, '/api/auth/verify-email'])
    expect(sessionIn(await victim.follow(link))).toBeNull()

  const other = await newDoctor()
  const both = await victim.follow(victim.link, `${other.cookie}; ${victim.cookie}`)
  expect([sessionIn(both), await emailOf(other.cookie)]).toEqual([null, other.email])
  expect(await emailOf(sessionIn(await victim.enter()))).toBe(victim.email)
})

test('the mark ends with a new password, with the owner who comes from Google, and after a day', async () => {
  const reset = await signUp('trocou')
  await post('/api/recovery', { email: reset.email })
  const sql = "SELECT substr(identifier, 16) AS token FROM verification WHERE identifier LIKE 'reset-password:%'"
  const { token } = (await selectOne<{ token: string }>(sql)) ?? { token: '' }
  const cookie = `__Host-relato-recovery=${token}`
  expect((await visitor()('PUT', '/api/recovery', { newPassword: NEW_PASSWORD }, { cookie })).status).toBe(200)
  expect([await marks(reset.email), await signedIn(await reset.enter())]).toEqual([0, false])

  const owner = person('dona')
  const stranger = await signUp(owner.email.split('@')[0] ?? '')
  expect([stranger.email, await marks(owner.email)]).toEqual([owner.email, 1])
  googleAnswers(owner)
  await comeIn(owner)
  expect([await marks(owner.email), await signedIn(await stranger.enter())]).toEqual([0, false])
  expect(sessionIn(await stranger.follow(stranger.link))).toBeNull()

  const late = await signUp('tarde')
  await visitor()('GET', late.link)
  await execute("UPDATE verification SET expires_at = expires_at - 86400000 WHERE identifier LIKE 'first-sign-in:%'")
  expect(await signedIn(await late.enter())).toBe(false)
})
