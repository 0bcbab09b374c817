import { env, exports } from 'cloudflare:workers'
import { expect, vi } from 'vitest'

/** Resolves when `count` mails about a doctor were sent or given up; none is pending. */
export const mailsAreOut = (doctorId: string, count: number) =>
  vi.waitFor(
    async () => {
      const { results } = await env.DB.prepare(
        "SELECT status FROM jobs WHERE doctor_id = ? AND kind = 'mail' ORDER BY created_at",
      )
        .bind(doctorId)
        .all<{ status: string }>()
      expect(results.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'completed'))
    },
    { timeout: 10_000, interval: 5 },
  )

/** The link of the last mail to an address. */
export async function linkTo(email: string): Promise<string> {
  const mail = await env.DB.prepare('SELECT text FROM outbox_mail WHERE "to" = ? ORDER BY created_at DESC, rowid DESC')
    .bind(email)
    .first<{ text: string }>()
  return /http\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

export const ORIGIN = 'http://localhost'

/** A signed-up, verified, signed-in doctor and what they send. */
export type TestDoctor = {
  id: string
  cookie: string
  /** Another session of the same doctor. */
  again: () => Promise<TestDoctor>
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>
}

export const fetchWorker = (path: string, init: RequestInit = {}) =>
  exports.default.fetch(new Request(`${ORIGIN}${path}`, init))

let count = 0

/** Goes the way a person goes: sign-up, the link in the mail, sign-in. */
export async function newDoctor(
  name = 'Dra. Ana Souza',
  email = `doutora${++count}.${crypto.randomUUID().slice(0, 8)}@relato.example`,
): Promise<TestDoctor> {
  const password = 'segredo1'
  const headers = { 'content-type': 'application/json', origin: ORIGIN, 'cf-connecting-ip': `10.0.0.${count}` }
  const post = (path: string, body: unknown) =>
    fetchWorker(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const signedUp = await post('/api/auth/sign-up/email', { name, email, password })
  const { user } = await signedUp.json<{ user: { id: string } }>()
  await mailsAreOut(user.id, 1)
  await fetchWorker((await linkTo(email)).replace(ORIGIN, ''), { redirect: 'manual' })
  await mailsAreOut(user.id, 2)
  const signIn = async (): Promise<TestDoctor> => {
    const signedIn = await post('/api/auth/sign-in/email', { email, password })
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    if (!signedIn.ok || !cookie) throw new Error(`sign-in failed: ${signedIn.status} ${await signedIn.text()}`)
    const call: TestDoctor['call'] = (method, path, body, extra = {}) =>
      fetchWorker(path, {
        method,
        headers: { ...headers, cookie, ...extra },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
    return { id: user.id, cookie, call, again: signIn }
  }
  return signIn()
}
