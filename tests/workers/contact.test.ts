import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import { site } from '#domain/site.ts'
import { logged } from '#tests/testkit/logged.ts'
import { sweep } from '#workers/jobs/sweeper.ts'
import { insert } from './clinic.ts'
import { fetchWorker, jobsAreDone, ORIGIN, post, refusalOf, visitor } from './doctor.ts'
import { countRows, selectAll, selectOne, selectValue } from './sql.ts'

const send = (body: unknown, headers?: Record<string, string>) => post('/api/contact', body, headers)
const form = {
  name: '  Dra. Lívia Prado ',
  email: 'livia@visita.example',
  specialty: 'Pediatria',
  message: 'Atendo 40 crianças por dia.\n\nDá para testar?',
}
const count = () => Promise.all(['contact_messages', "mails WHERE kind = 'contact'"].map((from) => countRows(from)))

afterEach(() => jobsAreDone())

test('what a visitor wrote is stored and mailed to us, to be answered to them, and stands in no log', async () => {
  const answer = await send(form)
  expect([answer.status, await answer.json()]).toEqual([201, { ok: true }])
  const stored = await selectOne('SELECT name, email, specialty, message FROM contact_messages')
  expect(stored).toEqual({ ...form, name: 'Dra. Lívia Prado' })
  const sql = `SELECT outbox_mail."to", outbox_mail.reply_to, outbox_mail.text, mails.text AS kept
    FROM outbox_mail JOIN mails USING (id) JOIN jobs ON jobs.id = mails.id AND jobs.status = 'completed'`
  await jobsAreDone()
  const sent = await selectOne<{ text: string }>(sql)
  expect(sent).toMatchObject({ to: site.support.email.value, reply_to: form.email, kept: null })
  for (const part of ['Dra. Lívia Prado', form.email, 'Pediatria', form.message]) expect(sent?.text).toContain(part)
  expect(logged()).toContainEqual(expect.objectContaining({ event: 'mail_stored' }))
  expect(JSON.stringify(logged())).not.toMatch(/Lívia|livia|crianças/)
})

test('what is missing or wrong is said field by field, and nothing is stored', async () => {
  const before = await count()
  for (const [change, fields] of [
    [
      { name: ' ', message: '\n' },
      { name: 'Nome é obrigatório', message: 'Escreva sua mensagem' },
    ],
    [{ name: 'Rui\r\nBcc: x@y.example' }, { name: 'Use uma linha só' }],
    [{ name: 'Rui\u202Eiuh' }, { name: 'Há um caractere invisível. Digite de novo.' }],
    [{ message: '\u0007\u200b' }, { message: 'Escreva sua mensagem' }],
    [{ name: 'R'.repeat(161) }, { name: 'Nome muito longo' }],
    [{ email: '' }, { email: 'Email é obrigatório' }],
    [{ email: 'rui@' }, { email: 'Email inválido' }],
    [{ email: 'rui@x.example\nBcc: y@x.example' }, { email: 'Email inválido' }],
    [{ email: `${'r'.repeat(250)}@x.example` }, { email: 'Email muito longo' }],
    [{ specialty: 'Astrologia' }, { specialty: 'Escolha uma especialidade da lista' }],
    [{ message: 'a'.repeat(4_001) }, { message: 'Mensagem muito longa: o máximo são 4.000 caracteres' }],
  ] as const) {
    const answer = await send({ ...form, ...change })
    expect(await refusalOf(answer)).toEqual([400, 'invalid_body', fields])
  }
  expect((await send({ ...form, admin: true })).status).toBe(400)
  expect((await send({ ...form, message: 'a'.repeat(70_000) })).status).toBe(413)
  expect((await send(form, { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await send(form, { origin: 'https://outro.example' })).status).toBe(403)
  expect(await count()).toEqual(before)
  // None of these was a message: the visitor may still write, and as a browser sends it.
  expect((await send({ ...form, specialty: null, message: 'Oi.\r\n\tTudo?' })).status).toBe(201)
  const last = await selectValue('SELECT message FROM contact_messages ORDER BY rowid DESC')
  expect(last).toBe('Oi.\n\tTudo?')
})

test('a page takes no more than a form: a larger body is refused in a few words, however it is sent', async () => {
  const body = new URLSearchParams({ ...form, message: 'a'.repeat(100_000) }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN }
  const streamed = new Response(body).body as ReadableStream
  for (const init of [{ body }, { body: streamed, duplex: 'half' }]) {
    const answer = await fetchWorker('/contact', { method: 'POST', headers, ...init })
    expect([answer.status, await answer.text()]).toEqual([413, 'O conteúdo enviado é grande demais.'])
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  const accepted = await fetchWorker('/contact', {
    method: 'POST',
    headers,
    body: new URLSearchParams(form).toString(),
  })
  expect(await accepted.text()).toBe('page')
})

test('a program that fills in every field hears what it expects, and nothing is stored', async () => {
  const before = await count()
  const answer = await send({ ...form, website: 'https://golpe.example' })
  expect([answer.status, await answer.json()]).toEqual([201, { ok: true }])
  expect(await count()).toEqual(before)
  expect((await send({ ...form, website: '' })).status).toBe(201)
})

test('an address writes five times in ten minutes, at once or not, and hears how long to wait', async () => {
  const [messages = 0, mails = 0] = await count()
  const call = visitor()
  const one = () => call('POST', '/api/contact', form)
  const answers = await Promise.all(Array.from({ length: 6 }, one))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429])
  const refused = await one()
  const seconds = Number(refused.headers.get('retry-after'))
  expect([seconds > 590 && seconds <= 600, await refused.json()]).toEqual([
    true,
    { code: 'too_many_requests', error: 'Muitas tentativas. Tente de novo em 10 minutos.' },
  ])
  expect((await send(form)).status).toBe(201)
  expect(await count()).toEqual([messages + 6, mails + 6])
})

test('what a visitor wrote is kept as long as /privacy says, and no longer', async () => {
  const DAY_MS = 86_400_000
  const now = Date.now() + 10 * 366 * DAY_MS
  const until = now - site.contactKeptDays * DAY_MS
  const store = { name: 'Rui', email: 'rui@visita.example', message: 'Oi' }
  await insert('contact_messages', { ...store, id: 'kept', created_at: until + 1 })
  await insert('contact_messages', { ...store, id: 'over', created_at: until })
  await sweep(env, now)
  expect(await selectAll('SELECT id FROM contact_messages')).toEqual([{ id: 'kept' }])
})
