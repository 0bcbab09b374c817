import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import { eventually } from '#tests/testkit/eventually.ts'
import { countRows, selectAll } from './sql.ts'

export const ORIGIN = 'http://localhost'
export const PASSWORD = 'segredo1'

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>

export const fetchWorker = (path: string, init: RequestInit = {}) =>
  exports.default.fetch(new Request(`${ORIGIN}${path}`, init))

let visitors = 0
/** Calls as a visitor from an address of their own. */
export function visitor(): Call {
  visitors += 1
  const from = `10.9.${visitors >> 8}.${visitors & 255}`
  const own = { 'content-type': 'application/json', origin: ORIGIN, 'cf-connecting-ip': from }
  return (method, path, body, headers) =>
    fetchWorker(path, {
      method,
      redirect: 'manual',
      headers: { ...own, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
}
/** One call of a new visitor. */
export const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  visitor()('POST', path, body, headers)

/** The status of an answer, its code, and its fields if it names some. */
export async function refusalOf(answer: Response) {
  const { code, fields } = await answer.json<{ code?: string; fields?: Record<string, string> }>()
  return [answer.status, code, ...(fields ? [fields] : [])]
}
/** Without the fields. */
export const codeOf = async (answer: Response) => (await refusalOf(answer)).slice(0, 2)
export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

/** Resolves when no job waits or runs, of this doctor or of anyone: none may outlive its test. */
export const jobsAreDone = (doctor?: { id: string }, timeout = 30_000) =>
  eventually(async () => {
    const open = "jobs WHERE status IN ('queued', 'running') AND doctor_id IS ifnull(?, doctor_id)"
    expect(await countRows(open, doctor?.id ?? null)).toBe(0)
  }, timeout)

/** The mails that an address has been sent, in their order. */
export const mailsTo = (email: string) =>
  selectAll<{ kind: string; text: string }>(
    'SELECT kind, text FROM outbox_mail WHERE "to" = ? ORDER BY created_at, rowid',
    email,
  )

/** The link of the last mail to an address, whether it was sent yet or not. */
export async function linkTo(email: string): Promise<string> {
  const all = ['mails', 'outbox_mail'].map(
    (table) => `SELECT text, created_at, rowid AS place FROM ${table} WHERE "to" = ?1`,
  )
  const mails = await selectAll<{ text: string | null }>(
    `${all.join(' UNION ALL ')} ORDER BY created_at DESC, place DESC`,
    email,
  )
  return /http\S+/.exec(mails.find(({ text }) => text !== null)?.text ?? '')?.[0] ?? ''
}

/** A signed-up, verified, signed-in doctor and what they send. */
export type TestDoctor = {
  id: string
  email: string
  cookie: string
  call: Call
  /** Another session of the same doctor. */
  again: () => Promise<TestDoctor>
}
/** The same doctor with other cookies. */
export const withCookie = (doctor: TestDoctor, cookie: string): TestDoctor => ({
  ...doctor,
  cookie,
  call: (method, path, body, headers) => doctor.call(method, path, body, { cookie, ...headers }),
})

/** Goes the way a person goes: sign-up, the link in the mail, sign-in. */
export async function newDoctor(
  name = 'Dra. Ana Souza',
  email = `doutora.${crypto.randomUUID().slice(0, 8)}@relato.example`,
): Promise<TestDoctor> {
  const call = visitor()
  const signedUp = await call('POST', '/api/auth/sign-up/email', { name, email, password: PASSWORD })
  const { user } = await signedUp.json<{ user: { id: string } }>()
  await call('GET', (await linkTo(email)).replace(ORIGIN, ''))
  await jobsAreDone(user)
  const again = async (): Promise<TestDoctor> => {
    const signedIn = await call('POST', '/api/auth/sign-in/email', { email, password: PASSWORD })
    const cookie = cookiesOf(signedIn)
    if (!signedIn.ok || !cookie) throw new Error(`sign-in failed: ${signedIn.status} ${await signedIn.text()}`)
    return withCookie({ id: user.id, email, cookie, call, again }, cookie)
  }
  return again()
}

/** Starts a consultation as the page does. Returns its id. */
export async function startVisit(doctor: TestDoctor, patientId: string, more: object = {}): Promise<string> {
  const started = await doctor.call('POST', '/api/consultations', { patientId, ...more })
  return (await started.json<{ consultation: { id: string } }>()).consultation.id
}
