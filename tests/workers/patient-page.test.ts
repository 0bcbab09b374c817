import { createExecutionContext, env } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { attemptsOf } from '#domain/jobs.ts'
import { notificationsReply } from '#domain/notification/contract.ts'
import type { PageAccess, Shared, SharedPage } from '#domain/patient-page/contract.ts'
import { logged } from '#tests/testkit/logged.ts'
import { api } from '#workers/api/api.ts'
import { patientPageMail } from '#workers/mail/patient-page.ts'
import { actionsOf } from './audit-stage.ts'
import { codeOf, jobsAreDone, newDoctor, ORIGIN, refusalOf, visitor } from './doctor.ts'
import { openStage } from './document-stage.ts'
import { deliver } from './queue.ts'
import { countRows, execute, selectAll, selectOne } from './sql.ts'

const BORN = '1980-03-12'
const WRONG = '1981-03-12'
const TEXTS = {
  summary: 'Você está com bronquite.',
  medicines: 'Dipirona 500 mg, se tiver febre',
  guidance: 'Beba água.',
}
const REFUSED = [404, 'patient_page_refused']

type Stage = Awaited<ReturnType<typeof openStage>>
const tokenOf = ({ link }: Shared) => link.split('#')[1] ?? ''
/** A patient's call from an address of their own. */
const opening = (token: string, birth_date: string, call = visitor()) =>
  call('POST', '/api/patient-page', { token, birth_date })

function pageCalls({ doctor, consultation }: Pick<Stage, 'doctor' | 'consultation'>) {
  const base = `/api/consultations/${consultation}/patient-pages`
  const send = (body: object = {}) =>
    doctor.call('POST', base, { id: crypto.randomUUID(), texts: TEXTS, days: 7, ...body })
  const at = (id: string, what: string) => `/api/patient-pages/${id}/${what}`
  return {
    send,
    draft: () => doctor.call('POST', `${base}/draft`),
    async share(body: object = {}): Promise<Shared> {
      const answer = await send(body)
      expect(answer.status).toBe(201)
      return answer.json<Shared>()
    },
    list: async () => (await (await doctor.call('GET', base)).json<{ pages: SharedPage[] }>()).pages,
    withdraw: (id: string) => doctor.call('POST', at(id, 'withdraw')),
    mail: (id: string, token: string, email: string) => doctor.call('POST', at(id, 'mail'), { token, email }),
    accesses: async (id: string) =>
      (await (await doctor.call('GET', at(id, 'accesses'))).json<{ accesses: PageAccess[] }>()).accesses,
  }
}

let stage: Stage
let page: ReturnType<typeof pageCalls>
beforeAll(async () => {
  stage = await openStage()
  page = pageCalls(stage)
})

test('shares a summary of a signed record, and the patient opens it with link and birth date', async () => {
  const { doctor, calls, patient } = stage
  expect(await codeOf(await page.send())).toEqual([409, 'document_needs_signature'])
  expect(await codeOf(await page.draft())).toEqual([409, 'document_needs_signature'])
  await calls.seeAll()
  await calls.signNow()

  // Filled from the record in plain words, each text with its sentence.
  expect(await (await page.draft()).json()).toMatchObject({
    patient: { name: 'Rui Barbosa Neto', birth_date: BORN },
    has_addenda: false,
    texts: {
      summary: { text: 'Bronquite aguda.\nExames pedidos: Hemograma.', sources: [{}, {}] },
      medicines: { text: 'Amoxicilina 500 mg: 1 cápsula, pela boca, a cada 8 horas, por 7 dias' },
      guidance: { text: 'Procurar o pronto-socorro se tiver falta de ar.' },
    },
  })
  expect(await refusalOf(await page.send({ texts: { summary: ' ', medicines: 'x', guidance: '' } }))).toEqual([
    ...[400, 'invalid_body', { 'texts.summary': 'Escreva o resumo ou o que fazer' }],
  ])
  expect(await codeOf(await page.send({ days: 8 }))).toEqual([400, 'invalid_body'])
  const birth = (birth_date: string | null) =>
    doctor.call('PATCH', `/api/patients/${patient}`, { identification: { birth_date } })
  await birth(null)
  expect(await codeOf(await page.send())).toEqual([409, 'birth_date_missing'])
  await birth(BORN)

  const shared = await page.share({ days: 1 })
  const token = tokenOf(shared)
  expect(shared).toMatchObject({ page: { state: 'open', failures: 0, opened: 0 }, qr: { size: expect.any(Number) } })
  expect(shared.link).toMatch(new RegExp(`^${ORIGIN}/paciente#[0-9a-f]{40}$`))
  const lasts = shared.page.expires_at - shared.page.created_at
  expect(lasts).toBe(86_400_000)
  // The id is taken: neither a second text nor the first token comes back.
  expect(await codeOf(await page.send({ id: shared.page.id }))).toEqual([409, 'patient_page_shared'])

  const answer = await opening(token, BORN)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const { page: read } = await answer.json<{ page: object }>()
  expect(read).toMatchObject({
    texts: TEXTS,
    patient_name: 'Rui Barbosa Neto',
    demonstration: false,
    doctor: { crm: '123456/SP', specialty: 'Clínica Geral', phone: '(11) 91234-5678' },
  })
  expect(Object.keys(read)).not.toContain('record')
  // The next link offers the same words again, and a later addendum is named to the doctor alone.
  expect(await (await page.draft()).json()).toMatchObject({ texts: { guidance: { text: 'Beba água.', sources: [] } } })
  await calls.add('Nega alergia a dipirona.')
  expect(await page.list()).toMatchObject([{ opened: 1, has_later_addendum: true, texts: TEXTS }])
  expect(await (await opening(token, BORN)).text()).not.toContain('dipirona.')

  // The mail holds the link, and nothing of the patient. Only the page's own link can be mailed.
  const { id } = shared.page
  expect(await codeOf(await page.mail(id, '0'.repeat(40), 'rui@relato.example'))).toEqual([409, 'patient_page_closed'])
  expect(await codeOf(await page.mail(id, token, 'rui'))).toEqual([400, 'invalid_body'])
  expect((await page.mail(id, token, 'rui@relato.example')).status).toBe(200)
  await jobsAreDone()
  const mail = await selectOne<{ subject: string; text: string; html: string }>(
    `SELECT subject, text, html FROM outbox_mail WHERE "to" = 'rui@relato.example'`,
  )
  expect(mail?.text).toContain(shared.link)
  expect(mail?.text).toContain('CRM 123456/SP')
  expect(mail?.text).toContain('Rua das Acácias, 10, Bauru, SP')
  for (const secret of ['Rui', 'Barbosa', 'bronquite', 'ipirona', 'consulta', BORN, '1980'])
    expect([secret, JSON.stringify(mail).includes(secret)]).toEqual([secret, false])
  expect(await countRows("mails WHERE text LIKE '%/paciente#%'")).toBe(0)

  // The token is stored nowhere else, and no row of the log has a text.
  const tables = await selectAll<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_grams%' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'd1_%'",
  )
  for (const { name } of tables.filter((table) => table.name !== 'outbox_mail'))
    expect([name, JSON.stringify(await selectAll(`SELECT * FROM "${name}"`)).includes(token)]).toEqual([name, false])
  const logged = await selectAll<object>("SELECT * FROM audit_log WHERE subject_kind = 'patient_page'")
  expect(JSON.stringify(logged)).not.toMatch(/Rui|bronquite|1980-03|rui@/i)
  expect(new Set(logged.map((row) => (row as { patient_id: string }).patient_id))).toEqual(new Set([patient]))
  // Three mails of a link a day, and no link that the doctor wrote.
  const more = await Promise.all(Array.from({ length: 6 }, () => page.mail(id, token, 'rui2@relato.example')))
  expect(more.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429])
  const profile = { name: 'Prêmio em https://golpe.example', crm: null, specialty: null, phone: null }
  const golpe = { ...profile, address: 'Clique em golpe.example/pix' }
  const { subject, text, html } = patientPageMail('a@relato.example', shared.link, { doctor: golpe, expires_on: '1/1' })
  expect(subject).toBe('Mensagem de Seu médico')
  expect(text + html).not.toContain('golpe')
})

test('a link whose mail is refused, or given up after all attempts, is shown to its doctor alone', async () => {
  const { doctor, consultation, patient } = stage
  const shared = await page.share()
  const [id, token] = [shared.page.id, tokenOf(shared)]
  const failedOf = async () => (await page.list()).find((one) => one.id === id)?.mail_failed_at
  const mailFailures = async (who = doctor) => {
    const answer = await who.call('GET', '/api/notifications')
    return notificationsReply.parse(await answer.json()).facts?.filter(({ kind }) => kind === 'patient_mail_failed')
  }
  expect([await failedOf(), await mailFailures()]).toEqual([null, []])

  // The local post office refuses this domain: no second attempt.
  expect((await page.mail(id, token, 'rui@recusado.example')).status).toBe(200)
  await jobsAreDone(doctor)
  const refusedAt = await failedOf()
  expect(refusedAt).toEqual(expect.any(Number))
  expect(await mailFailures()).toEqual([
    { kind: 'patient_mail_failed', consultationId: consultation, patientName: 'Rui Barbosa Neto', at: refusedAt },
  ])
  const other = await newDoctor('Dr. Outro')
  expect(await mailFailures(other)).toEqual([])
  expect(logged().filter(({ event }) => event === 'mail_failed')).toMatchObject([{ errorName: 'mail_refused' }])
  expect(JSON.stringify(logged())).not.toMatch(/recusado|rui|Barbosa/i)

  // Mailing it again replaces the failure. A mail without an answer waits, and fails after its last attempt.
  expect((await page.mail(id, token, 'rui@relato.example')).status).toBe(200)
  await jobsAreDone(doctor)
  expect([await failedOf(), await mailFailures()]).toEqual([null, []])

  const bells: { id: string }[] = []
  const MAIL_QUEUE = { send: async (bell: { id: string }) => void bells.push(bell) } as unknown as Queue
  const request = new Request(`${ORIGIN}/api/patient-pages/${id}/mail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, cookie: doctor.cookie },
    body: JSON.stringify({ token, email: 'rui3@relato.example' }),
  })
  expect((await api.fetch(request, { ...env, MAIL_QUEUE }, createExecutionContext())).status).toBe(200)
  const noMailer = { ENVIRONMENT: 'production', MAIL_FROM: '' } as const
  for (let attempt = 1; attempt < attemptsOf('mail'); attempt++) {
    expect((await deliver('relato-mail', [{ body: bells[0] }], noMailer)).retryMessages).toHaveLength(1)
    expect([await failedOf(), await mailFailures()]).toEqual([null, []])
  }
  await deliver('relato-mail', [{ body: bells[0] }], noMailer)
  // The dead letter queue repeats the end, and logs it once.
  await deliver('relato-local-dead-letters', [{ body: bells[0] }])
  expect(await mailFailures()).toMatchObject([{ consultationId: consultation, at: await failedOf() }])
  expect((await page.accesses(id)).map(({ action }) => action)).toEqual(
    ['mail_failed', 'mailed', 'mailed', 'mail_failed', 'mailed'].map((action) => `patient_page_${action}`),
  )
  expect(await countRows("audit_log WHERE action = 'patient_page_mail_failed' AND patient_id = ?", patient)).toBe(2)
  // A link that no longer opens needs no other mail.
  expect((await page.withdraw(id)).status).toBe(200)
  expect(await mailFailures()).toEqual([])
})

test('locks for good after five wrong dates, also under concurrency, and reveals no difference', async () => {
  const shared = await page.share()
  const [token, id] = [tokenOf(shared), shared.page.id]
  expect(await codeOf(await opening(token, BORN))).toEqual([200, undefined])
  // A date that is none counts as no attempt.
  for (const birth_date of ['12/03/1980', '1980-02-31', ''])
    expect(await codeOf(await opening(token, birth_date))).toEqual([400, 'invalid_body'])

  // Brute force from many addresses at once: five are counted, and the right date among the later ones opens nothing.
  const dates = Array.from({ length: 24 }, (_, at) => `19${60 + at}-03-12`)
  const answers = await Promise.all(dates.filter((date) => date !== BORN).map((date) => opening(token, date)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  expect(await selectOne('SELECT failures FROM patient_pages WHERE id = ?', id)).toEqual({ failures: 5 })
  expect(await codeOf(await opening(token, BORN))).toEqual(REFUSED)
  expect((await page.list())[0]).toMatchObject({ id, state: 'locked', failures: 5, opened: 1 })
  const accesses = await page.accesses(id)
  expect(accesses.map(({ action }) => action)).toEqual([
    'patient_page_locked',
    ...Array.from({ length: 5 }, () => 'patient_page_refused'),
    'patient_page_opened',
  ])
  expect(accesses[0]?.network).toMatch(/^10\.9\./)
  expect(await codeOf(await page.mail(id, token, 'rui@relato.example'))).toEqual([409, 'patient_page_closed'])

  // Unknown, locked and wrong: one answer to the byte, beside the request's id, and one list of statements.
  const second = tokenOf(await page.share())
  const seen = await Promise.all([
    traced('0'.repeat(40), BORN),
    traced('guessed', BORN),
    traced(token, BORN),
    traced(token, WRONG),
    traced(second, WRONG),
  ])
  expect(seen[0]?.statements.length).toBeGreaterThan(6)
  for (const other of seen) expect(other).toEqual(seen[0])
  // The database itself refuses a sixth attempt, a reset and another text.
  for (const change of ['failures = 6', 'failures = 0', "content = '{}'", "token_sha256 = 'x'", 'expires_at = 9e15'])
    await expect(execute(`UPDATE patient_pages SET ${change} WHERE id = ?`, id), change).rejects.toThrow(
      'is not changed',
    )
  await expect(execute('DELETE FROM patient_pages WHERE id = ?', id)).rejects.toThrow('is not deleted')

  // One network cannot try link after link.
  const one = visitor()
  const flood = await Promise.all(Array.from({ length: 31 }, () => opening('0'.repeat(40), BORN, one)))
  expect(flood.filter(({ status }) => status === 429)).toHaveLength(1)
})

/** The answer and the statements of an attempt, without what is random or the caller's own. */
async function traced(token: string, birth_date: string) {
  const statements: string[] = []
  const DB = new Proxy(env.DB, {
    get(target, name) {
      const own = Reflect.get(target, name)
      if (typeof own !== 'function') return own
      return (...args: unknown[]) => {
        if (name === 'prepare') statements.push(String(args[0]))
        if (name === 'batch') statements.push('batch')
        return own.apply(target, args)
      }
    },
  })
  const request = new Request(`${ORIGIN}/api/patient-page`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, 'cf-connecting-ip': `10.8.0.${octet++}` },
    body: JSON.stringify({ token, birth_date }),
  })
  const answer = await api.fetch(request, { ...env, DB }, createExecutionContext())
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
  return { status: answer.status, headers, body: await answer.text(), statements }
}
let octet = 1

test('says expired and withdrawn only to the right date, and never opens again', async () => {
  const { doctor, patient } = stage
  const [late, gone] = [await page.share(), await page.share()]
  await execute('DROP TRIGGER patient_pages_no_update')
  await execute('UPDATE patient_pages SET expires_at = created_at + 1 WHERE id = ?', late.page.id)
  expect(await codeOf(await opening(tokenOf(late), WRONG))).toEqual(REFUSED)
  expect(await codeOf(await opening(tokenOf(late), BORN))).toEqual([410, 'patient_page_expired'])
  // Asking an expired link for dates locks it too.
  for (let attempt = 0; attempt < 4; attempt++) await opening(tokenOf(late), WRONG)
  expect(await codeOf(await opening(tokenOf(late), BORN))).toEqual(REFUSED)

  expect((await opening(tokenOf(gone), BORN)).status).toBe(200)
  const withdrawn = await page.withdraw(gone.page.id)
  expect(await withdrawn.json()).toMatchObject({ page: { state: 'withdrawn' } })
  expect(await codeOf(await opening(tokenOf(gone), BORN))).toEqual([410, 'patient_page_withdrawn'])
  expect(await codeOf(await opening(tokenOf(gone), WRONG))).toEqual(REFUSED)
  // A repeated withdrawal changes nothing, and no call brings the link back.
  const before = (await page.list()).find(({ id }) => id === gone.page.id)?.withdrawn_at
  expect((await page.withdraw(gone.page.id)).status).toBe(200)
  expect((await page.list()).find(({ id }) => id === gone.page.id)?.withdrawn_at).toBe(before)
  expect(await codeOf(await page.send({ id: gone.page.id }))).toEqual([409, 'patient_page_shared'])
  expect(await codeOf(await page.mail(gone.page.id, tokenOf(gone), 'rui@relato.example'))).toEqual([
    ...[409, 'patient_page_closed'],
  ])
  expect((await page.accesses(gone.page.id)).map(({ action }) => action)).toEqual([
    ...['patient_page_refused', 'patient_page_late', 'patient_page_withdrawn', 'patient_page_opened'],
  ])

  // The corrected birth date opens, the earlier one no longer does.
  const moved = await page.share()
  await doctor.call('PATCH', `/api/patients/${patient}`, { identification: { birth_date: '1980-12-03' } })
  expect(await codeOf(await opening(tokenOf(moved), BORN))).toEqual(REFUSED)
  expect((await opening(tokenOf(moved), '1980-12-03')).status).toBe(200)

  // Another doctor reaches none of it, not even with its ids and its token.
  const other = await newDoctor('Dr. Outro')
  const foreign = pageCalls({ doctor: other, consultation: stage.consultation })
  const [id, token] = [moved.page.id, tokenOf(moved)]
  expect(await codeOf(await foreign.withdraw(id))).toEqual([404, 'patient_page_not_found'])
  expect(await codeOf(await foreign.mail(id, token, 'eu@relato.example'))).toEqual([404, 'patient_page_not_found'])
  expect(await codeOf(await foreign.send())).toEqual([404, 'consultation_not_found'])
  expect(await codeOf(await foreign.draft())).toEqual([404, 'consultation_not_found'])
  expect((await opening(token, '1980-12-03')).status).toBe(200)

  // An altered text is not shown, an archived patient ends the link, and so does a closed account.
  const content = await selectOne<{ content: string }>('SELECT content FROM patient_pages WHERE id = ?', id)
  await execute("UPDATE patient_pages SET content = replace(content, 'água', 'chá') WHERE id = ?", id)
  expect(await codeOf(await opening(token, '1980-12-03'))).toEqual([410, 'patient_page_withdrawn'])
  await execute('UPDATE patient_pages SET content = ? WHERE id = ?', content?.content ?? '', id)
  await execute('UPDATE user SET closed_at = 1 WHERE id = ?', doctor.id)
  expect(await codeOf(await opening(token, '1980-12-03'))).toEqual([410, 'patient_page_withdrawn'])
  await execute('UPDATE user SET closed_at = NULL WHERE id = ?', doctor.id)
  expect((await opening(token, '1980-12-03')).status).toBe(200)
  expect((await doctor.call('DELETE', `/api/patients/${patient}`)).status).toBe(200)
  expect(await codeOf(await opening(token, '1980-12-03'))).toEqual([410, 'patient_page_withdrawn'])
  expect((await page.list()).find((one) => one.id === id)?.state).toBe('withdrawn')
  // A new one would never open.
  expect(await codeOf(await page.send())).toEqual([409, 'patient_archived'])
  const logged = await actionsOf(doctor.id)
  for (const action of ['patient_page_shared', 'patient_page_mailed', 'patient_page_accesses_read'])
    expect([action, logged.includes(action)]).toEqual([action, true])
})
