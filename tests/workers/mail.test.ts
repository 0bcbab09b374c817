import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { JOB_RESEND_AFTER_MS } from '#domain/jobs.ts'
import { MAILS_KEPT_MS, type Mail } from '#domain/mail.ts'
import { site } from '#domain/site.ts'
import { logged } from '#tests/testkit/logged.ts'
import { api } from '#workers/api/api.ts'
import type { Env } from '#workers/env.ts'
import { consume } from '#workers/jobs/consumer.ts'
import { sweep } from '#workers/jobs/sweeper.ts'
import { resend } from '#workers/mail/mailer.ts'
import { contactMail, passwordResetMail, verificationMail } from '#workers/mail/messages.ts'
import { sendMail } from '#workers/mail/send.ts'
import { welcome } from '#workers/mail/welcome.ts'
import { jobsAreDone, mailsTo, newDoctor, ORIGIN } from './doctor.ts'
import { inProduction } from './production.ts'
import { deliver } from './queue.ts'
import { db } from './record-stage.ts'
import { countRows, execute, selectOne } from './sql.ts'

const URL = 'http://mail.test/emails'

const withResend: Env = {
  ...env,
  ENVIRONMENT: 'production',
  MAIL_FROM: 'Relato <nao-responda@relato.example>',
  RESEND_KEY: 'chave',
  RESEND_URL: URL,
}

type Sent = { key: string; from: string; to: string[]; subject: string; text: string; html: string; reply_to?: string }
/** The service's answer: a status; 'lost' takes the mail and breaks the connection; 'hangs' waits until aborted. */
type Play = number | 'lost' | 'hangs'

/** Resend as it is on the line: plays answer by answer, the last for ever, and takes a message once under each key. */
function mailService(...plays: Play[]) {
  const [asked, sent] = [[] as string[], new Map<string, Sent>()]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input as RequestInfo, init)
    expect([request.url, request.headers.get('authorization')]).toEqual([URL, 'Bearer chave'])
    const key = request.headers.get('idempotency-key') ?? ''
    const body = await request.json<Omit<Sent, 'key'>>()
    asked.push(key)
    const play = plays.length > 1 ? plays.shift() : plays[0]
    if (play === 'hangs')
      return new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true }),
      )
    if (play === 'lost' || play === 200) if (!sent.has(key)) sent.set(key, { key, ...body })
    if (play === 'lost') throw new TypeError('Network connection lost.')
    return Response.json({}, { status: play ?? 200 })
  })
  return { asked, sent: () => [...sent.values()] }
}

const LINK = `${ORIGIN}/reset-password?token=abc123`
const reset = (to: string) => passwordResetMail({ to, name: 'Dra. Ana Souza', url: LINK })

/** A queue that only notes which bells were rung: the test delivers them. */
function quietQueue() {
  const rung: { id: string }[] = []
  return { rung, MAIL_QUEUE: { send: async (bell: { id: string }) => void rung.push(bell) } as unknown as Queue }
}
const deafQueue = { send: () => Promise.reject(new Error('queue down')) } as unknown as Queue

/** Leaves a mail to its job; how it can be delivered, and what stands of it. */
async function queued(mail: Mail, where: Env = withResend) {
  const { rung, MAIL_QUEUE } = quietQueue()
  await sendMail({ ...where, MAIL_QUEUE }, db, null, mail)
  const [bell] = rung
  if (!bell) throw new Error('no bell was rung')
  const delivered = async (times = 1, queue = 'relato-mail') => {
    const { explicitAcks, retryMessages } = await deliver(queue, Array(times).fill({ body: bell }), where)
    return { acked: explicitAcks.length, retried: retryMessages.length }
  }
  /** Runs one attempt and returns the delay in seconds that the queue gets; the results do not include it. */
  const secondsToNext = async () => {
    const retry = vi.fn<Message['retry']>()
    const messages = [{ id: 'm', timestamp: new Date(), attempts: 1, body: bell, ack: vi.fn(), retry }]
    await consume({ queue: 'relato-mail', messages } as unknown as MessageBatch, where)
    expect(retry).toHaveBeenCalledOnce()
    return retry.mock.calls[0]?.[0]?.delaySeconds
  }
  const row = () =>
    selectOne(
      `SELECT status, attempts, error, text IS NULL AND html IS NULL AS erased, sent_at IS NOT NULL AS sent
       FROM jobs JOIN mails ON mails.id = subject_id WHERE jobs.id = ?`,
      bell.id,
    )
  return { id: bell.id, bell, deliver: delivered, secondsToNext, row }
}

// No log line contains an address or the text of a mail.
afterEach(() => expect(JSON.stringify(logged())).not.toMatch(/@|token=|abc123|Souza/))

test('a mail delivered three times, twice at once, leaves once, and what it said is gone', async () => {
  const service = mailService(200)
  const mail = await queued(reset('ana@relato.example'))
  expect(await mail.row()).toEqual({ status: 'queued', attempts: 0, error: null, erased: 0, sent: 0 })
  const both = await mail.deliver(2)
  expect(both.acked + both.retried).toBe(2)
  expect(await mail.deliver()).toEqual({ acked: 1, retried: 0 })

  expect(service.asked).toEqual([mail.id])
  const [sent] = service.sent()
  expect(sent).toMatchObject({
    key: mail.id,
    from: 'Relato <nao-responda@relato.example>',
    to: ['ana@relato.example'],
    subject: 'Nova senha no Relato',
  })
  expect([sent?.text, sent?.html].map((form) => form?.includes(LINK))).toEqual([true, true])
  expect(await mail.row()).toEqual({ status: 'completed', attempts: 1, error: null, erased: 1, sent: 1 })
})

test('a service that fails is asked again under the same key: what it had taken already is not sent twice', async () => {
  const service = mailService(500, 429, 'lost', 200)
  const mail = await queued(reset('bia@relato.example'))
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(await mail.deliver()).toEqual({ acked: 0, retried: 1 })
    expect(await mail.row()).toMatchObject({ status: 'queued', attempts: attempt, erased: 0, sent: 0 })
  }
  expect(await mail.deliver()).toEqual({ acked: 1, retried: 0 })
  expect(service.asked).toEqual([mail.id, mail.id, mail.id, mail.id])
  expect(service.sent()).toHaveLength(1)
  expect(await mail.row()).toMatchObject({ status: 'completed', erased: 1, sent: 1 })

  // One that is silent is left, so that the job can end.
  mailService('hangs')
  const impatient = resend({ key: 'chave', from: 'a@relato.example', url: withResend.RESEND_URL ?? '', patienceMs: 20 })
  await expect(impatient.send({ id: 'x', ...reset('bia@relato.example') })).rejects.toThrow(/timeout|abort/i)
})

test('a mail given up, refused, or dead before its turn is failed, erased and told to the log', async () => {
  mailService(503)
  const message = await queued(reset('caio@relato.example'))
  for (const seconds of [2, 15, 60, 300, 900, 1800]) {
    expect(await message.secondsToNext()).toBe(seconds)
    // Until it is due the sweeper leaves it alone; a minute later it takes the bell for lost.
    const { rung, MAIL_QUEUE } = quietQueue()
    const due = Date.now() + seconds * 1_000
    await sweep({ ...env, MAIL_QUEUE }, due + JOB_RESEND_AFTER_MS - 10_000)
    expect(rung).toEqual([])
    await sweep({ ...env, MAIL_QUEUE }, due + JOB_RESEND_AFTER_MS + 10_000)
    expect(rung).toEqual([message.bell])
  }
  expect(await message.secondsToNext()).toBeUndefined()
  expect(await message.row()).toEqual({ status: 'failed', attempts: 7, error: 'mail_failed', erased: 1, sent: 0 })
  expect(await message.deliver(1, 'relato-local-dead-letters')).toEqual({ acked: 1, retried: 0 })

  const { asked } = mailService(422)
  const refused = await queued(reset('nao-existe@relato.example'))
  expect(await refused.deliver()).toEqual({ acked: 1, retried: 0 })
  expect(await refused.row()).toEqual({ status: 'failed', attempts: 1, error: 'mail_refused', erased: 1, sent: 0 })
  expect(asked).toEqual([refused.id])

  const dead = await queued(reset('davi@relato.example'))
  // A newer release wrote it, with a field that is unknown here.
  await execute("UPDATE jobs SET input = json_set(input, '$.later', 1) WHERE id = ?", dead.id)
  await dead.deliver(1, 'relato-local-dead-letters')
  expect(await dead.row()).toMatchObject({ status: 'failed', erased: 1, sent: 0 })
  expect(logged().filter(({ event }) => event === 'mail_failed')).toEqual([
    { event: 'mail_failed', kind: 'password_reset', id: message.id, errorName: 'mail_failed' },
    { event: 'mail_failed', kind: 'password_reset', id: refused.id, errorName: 'mail_refused' },
    { event: 'mail_failed', kind: 'password_reset', id: dead.id, errorName: 'mail_failed' },
  ])
})

test('a bell that failed to ring is rung by the sweeper; after thirty days nobody knows whom we wrote to', async () => {
  const now = Date.now()
  const before = await countRows('mails')
  await sendMail({ ...env, MAIL_QUEUE: deafQueue }, db, null, reset('eva@relato.example'))
  const { rung, MAIL_QUEUE } = quietQueue()
  await sweep({ ...env, MAIL_QUEUE }, now + 2 * JOB_RESEND_AFTER_MS)
  expect(rung).toHaveLength(1)
  await deliver('relato-mail', [{ body: rung[0] }])
  const countStored = () =>
    Promise.all(['mails', 'outbox_mail', "jobs WHERE kind = 'mail'"].map((from) => countRows(from)))
  const mails = before + 1
  await sweep({ ...env, MAIL_QUEUE }, now + MAILS_KEPT_MS - 60_000)
  expect(await countStored()).toEqual([mails, 1, mails])
  await sweep({ ...env, MAIL_QUEUE }, now + MAILS_KEPT_MS + 60_000)
  expect(await countStored()).toEqual([0, 0, 0])
})

test('a doctor is greeted once, when the address is confirmed, and told what to do first', async () => {
  const doctor = await newDoctor()
  const user = { ...doctor, name: 'Dra. Ana Souza' }
  await Promise.all([welcome(env, db, user), welcome(env, db, user)])
  await jobsAreDone(doctor)
  const results = await mailsTo(doctor.email)
  expect(results.map(({ kind }) => kind)).toEqual(['verification', 'welcome'])
  for (const part of ['5 consultas por mês', '14 dias de teste sem cartão', '/pricing', '/app/dashboard'])
    expect(results[1]?.text).toContain(part)
})

test('production sends through Resend, else by the binding, else says what is missing; it has no inbox', async () => {
  const bare: Env = { ...withResend, RESEND_KEY: '' }
  const waiting = await queued(contact('Rui'), bare)
  expect(await waiting.deliver()).toEqual({ acked: 0, retried: 1 })
  const withoutSender = await queued(contact('Rui'), { ...bare, MAIL_FROM: '' })
  expect(await withoutSender.deliver()).toEqual({ acked: 0, retried: 1 })
  const missing = logged().filter(({ event }) => event === 'configuration_missing')
  expect(missing.map(({ names }) => names)).toEqual([['RESEND_KEY', 'EMAIL'], ['MAIL_FROM']])
  expect(await waiting.row()).toMatchObject({ status: 'queued', erased: 0, sent: 0 })

  const sent: unknown[] = []
  const EMAIL = { send: async (mail: unknown) => void sent.push(mail) } as unknown as SendEmail
  const bound = await queued(contact('Rui'), { ...bare, EMAIL })
  expect(await bound.deliver()).toEqual({ acked: 1, retried: 0 })
  expect(sent).toMatchObject([
    {
      from: withResend.MAIL_FROM,
      to: site.support.email.value,
      replyTo: 'rui@visita.example',
      subject: 'Contato pelo site: Rui',
    },
  ])
  const fetched = mailService(200)
  await (await queued(contact('Rui'), { ...withResend, EMAIL })).deliver()
  expect([fetched.sent().map(({ reply_to }) => reply_to), sent.length]).toEqual([['rui@visita.example'], 1])

  const inbox = () => new Request(`${ORIGIN}/api/dev/inbox`)
  expect((await api.fetch(inbox(), env, createExecutionContext())).status).toBe(200)
  expect((await api.fetch(inbox(), inProduction, createExecutionContext())).status).toBe(404)
})

const contact = (name: string, message = 'Quero saber mais.') =>
  contactMail({ name, email: 'rui@visita.example', specialty: null, message })

test('nothing that a person wrote begins a header, a tag or a way to elsewhere', () => {
  const broken = contact('Rui\r\nBcc: todos@visita.example\u2028X: y', '<img src=x onerror=alert(1)> & "aspas"')
  expect(broken.subject).toBe('Contato pelo site: Rui Bcc: todos@visita.example X: y')
  expect(broken.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;aspas&quot;')
  expect(broken.html).not.toContain('<img')
  expect(broken.text).toContain('<img src=x onerror=alert(1)> & "aspas"')

  const url = `${ORIGIN}/api/auth/verify-email?token=a&callbackURL="><b>`
  const mailFor = (name: string) => verificationMail({ to: 'ana@relato.example', name, url })
  expect(mailFor('Dra. Ana D’Ávila').text).toMatch(/^Olá, Dra\. Ana D’Ávila,\n/)
  for (const name of [
    'Ganhe em http://golpe.example',
    'golpe.example',
    'x@golpe.example',
    '<b>Ana</b>',
    'Ligue 0800 000',
    '\r\n',
  ])
    expect(mailFor(name).text).toMatch(/^Olá,\n/)
  expect(mailFor('Ana').html).toContain('token=a&amp;callbackURL=&quot;&gt;&lt;b&gt;"')
  expect(mailFor('Ana').html).not.toMatch(/<script|<img|<link|src=|url\(/)
})
