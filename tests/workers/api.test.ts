import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { fetchWorker, linkTo, newDoctor, ORIGIN, type TestDoctor } from './doctor.ts'

type PatientReply = { patient: { id: string; name: string; clinical_context: string; archived: boolean } }

test('a doctor signs up, must verify, signs in with a guarded cookie, and a taken e-mail is said to be taken', async () => {
  const headers = { 'content-type': 'application/json', origin: ORIGIN }
  const post = (path: string, body: unknown) =>
    fetchWorker(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const form = { name: 'Dr. Caio Lima', email: 'caio@relato.example', password: 'segredo1' }

  expect((await post('/api/auth/sign-up/email', { ...form, password: 'curta' })).status).toBe(400)
  expect((await post('/api/auth/sign-up/email', form)).status).toBe(200)
  const again = await post('/api/auth/sign-up/email', { ...form, email: 'CAIO@relato.example' })
  expect([again.status, await again.json()]).toEqual([
    409,
    { code: 'email_taken', error: 'Este email já está cadastrado' },
  ])

  const early = await post('/api/auth/sign-in/email', form)
  expect([early.status, (await early.json<{ code: string }>()).code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  const wrong = await post('/api/auth/sign-in/email', { ...form, password: 'errada1' })
  expect([wrong.status, (await wrong.json<{ code: string }>()).code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD'])

  const link = await vi.waitFor(async () => {
    const found = await linkTo(form.email)
    expect(found).toContain('/verify-email')
    return found
  })
  expect((await fetchWorker(link.replace(ORIGIN, ''), { redirect: 'manual' })).status).toBe(302)
  const signedIn = await post('/api/auth/sign-in/email', form)
  const [cookie] = signedIn.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-relato\.session_token=[^;]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(signedIn.headers.get('set-auth-token')).toBeNull()
  const [token = ''] = decodeURIComponent(cookie?.match(/session_token=([^;]+)/)?.[1] ?? '').split('.')
  expect(token).toHaveLength(32)
  expect(await signedIn.text()).not.toContain(token)

  const profile = await env.DB.prepare(
    'SELECT full_name FROM profiles WHERE id = (SELECT id FROM user WHERE email = ?)',
  )
    .bind(form.email)
    .first()
  expect(profile).toEqual({ full_name: 'Dr. Caio Lima' })
})

test('one rule takes names and texts: of a sign-up, a profile, a patient and the clinical context', async () => {
  const doctor = await newDoctor()
  let visitors = 0
  const signUp = (change: object) =>
    fetchWorker('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN, 'cf-connecting-ip': `10.12.0.${++visitors}` },
      body: JSON.stringify({ name: 'Dra. Rita', email: 'rita@relato.example', password: 'segredo1', ...change }),
    })
  const refusal = async (answer: Response) => {
    const { code, fields } = await answer.json<{ code: string; fields: unknown }>()
    return [answer.status, code, fields]
  }
  const users = () => env.DB.prepare('SELECT count(*) AS n FROM user').first<number>('n')
  const before = await users()
  const [none, long, broken] = ['Nome é obrigatório', 'Nome muito longo', 'Use uma linha só']
  const hidden = 'Há um caractere invisível. Digite de novo.'
  for (const [name, message] of [
    ['', none],
    [' \t\u00a0\u2003\n', none],
    ['\u2800 . ', none],
    ['R'.repeat(50_000), long],
    ['Rita\r\nBcc: x@y.example', broken],
    ['Rita\u2028Sá', broken],
    ['Rita\u0000Sá', hidden],
    ['Rita\u202eáS', hidden],
    ['Ri\u200bta', hidden],
    ['\u3164', hidden],
  ] as const) {
    const invalid = (field: string) => [400, 'invalid_body', { [field]: message }]
    expect([name, await refusal(await signUp({ name }))]).toEqual([name, invalid('name')])
    const renamed = await doctor.call('PATCH', '/api/profile', { full_name: name })
    expect([name, await refusal(renamed)]).toEqual([name, invalid('full_name')])
    expect([name, await refusal(await doctor.call('POST', '/api/patients', { name }))]).toEqual([name, invalid('name')])
  }
  for (const [change, fields] of [
    [{ email: `${'r'.repeat(241)}@relato.example` }, { email: 'Email muito longo' }],
    [{ email: 'rita@relato.example\r\nBcc: x@y.example' }, { email: 'Email inválido' }],
    [{ image: 'javascript:alert(1)' }, { _: expect.any(String) }],
    [{ emailVerified: true }, { _: expect.any(String) }],
    [{ password: null }, { password: 'Senha é obrigatória' }],
  ] as const)
    expect([change, await refusal(await signUp(change))]).toEqual([change, [400, 'invalid_body', fields]])
  expect(await users()).toBe(before)

  const patient = {
    name: 'Zoé d’Ávila-Núñez',
    clinical_context: 'Asma.\r\n\tUsa \u200ebude\u00adsonida.\u0000\f\u202a11 9999\u202c',
  }
  for (const [change, fields] of [
    [{ identification: { mother_name: 'Eva\u202e' } }, { 'identification.mother_name': hidden }],
    [{ identification: { address: 'Rua A\nB' } }, { 'identification.address': broken }],
  ] as const) {
    const answer = await doctor.call('POST', '/api/patients', { ...patient, ...change })
    expect([change, await refusal(answer)]).toEqual([change, [400, 'invalid_body', fields]])
  }
  const created = await doctor.call('POST', '/api/patients', { ...patient, name: `  ${patient.name} ` })
  expect([created.status, (await created.json<PatientReply>()).patient]).toMatchObject([
    201,
    { name: patient.name, clinical_context: 'Asma.\n\tUsa budesonida.\n11 9999' },
  ])
  const signedUp = await signUp({ name: ' Dra. Rita Sá ', email: ' Rita@relato.example ' })
  expect(signedUp.status).toBe(200)
  const stored = env.DB.prepare("SELECT name, email, image FROM user WHERE email = 'rita@relato.example'")
  expect(await stored.first()).toEqual({ name: 'Dra. Rita Sá', email: 'rita@relato.example', image: null })
})

test('names and pictures that were stored before the rule are cleaned', async () => {
  const migration = env.TEST_MIGRATIONS.find(({ name }) => name.startsWith('0024'))
  const insert = `INSERT INTO user (id, name, email, email_verified, image, created_at, updated_at)
    VALUES (?, ?, ?, 1, 'javascript:alert(1)', 0, 0)`
  const profile = 'INSERT INTO profiles (id, full_name, created_at, updated_at) VALUES (?, ?, 0, 0)'
  const names: [string, string][] = [
    ['Dra. Zoé d’Ávila 👩 ', 'Dra. Zoé d’Ávila 👩'],
    ['é'.repeat(50_000), 'é'.repeat(160)],
    ['Rita\r\nBcc: x@y.example', 'Rita  Bcc: x@y.example'],
    ['Ri\u200bta \u202eáS\u2069', 'Rita áS'],
    ['Rita\u0000Sá', 'Rita'],
    ['\u3164\u00a0 ', 'old5@relato.example'],
    ['\u0000', 'old6@relato.example'],
  ]
  await env.DB.batch(
    names.flatMap(([name], at) => [
      env.DB.prepare(insert).bind(`old${at}`, name, `old${at}@relato.example`),
      env.DB.prepare(profile).bind(`old${at}`, name),
    ]),
  )
  for (const query of migration?.queries ?? []) await env.DB.prepare(query).run()
  const sql = `SELECT name, full_name, image FROM user JOIN profiles USING (id) WHERE id LIKE 'old%' ORDER BY id`
  expect((await env.DB.prepare(sql).all()).results).toEqual(
    names.map(([, clean]) => ({ name: clean, full_name: clean, image: null })),
  )
})

test('a session ends after seven days however often it was renewed', async () => {
  const doctor = await newDoctor()
  expect((await doctor.call('GET', '/api/session')).status).toBe(200)
  await env.DB.prepare('UPDATE session SET created_at = created_at - 8 * 86400000 WHERE user_id = ?')
    .bind(doctor.id)
    .run()
  expect((await doctor.call('GET', '/api/session')).status).toBe(401)
  expect(await env.DB.prepare('SELECT count(*) AS n FROM session WHERE user_id = ?').bind(doctor.id).first()).toEqual({
    n: 0,
  })
})

test('joining a room renews no session that its answer could not carry; a broken sign-up makes room', async () => {
  const doctor = await newDoctor()
  const { patient } = await (await doctor.call('POST', '/api/patients', { name: 'Eva Prado' })).json<PatientReply>()
  const started = await doctor.call('POST', '/api/consultations', { patientId: patient.id })
  const { consultation } = await started.json<{ consultation: { id: string } }>()
  await env.DB.prepare('UPDATE session SET expires_at = expires_at - 600000 WHERE user_id = ?').bind(doctor.id).run()
  const room = await doctor.call('GET', `/api/consultations/${consultation.id}/room`, undefined, {
    upgrade: 'websocket',
  })
  room.webSocket?.accept()
  room.webSocket?.close()
  const plain = await doctor.call('GET', '/api/session')
  expect(plain.headers.getSetCookie()[0]).toContain('Max-Age=3600')

  const insert = 'INSERT INTO user (id, name, email, email_verified, created_at, updated_at) VALUES (?, ?, ?, 0, ?, ?)'
  const old = Date.now() - 3_600_000
  await env.DB.prepare(insert).bind('broken', 'Dr. Só', 'so@relato.example', old, old).run()
  const headers = { 'content-type': 'application/json', origin: ORIGIN }
  const form = JSON.stringify({ name: 'Dr. Só', email: 'so@relato.example', password: 'segredo1' })
  expect((await fetchWorker('/api/auth/sign-up/email', { method: 'POST', headers, body: form })).status).toBe(200)
})

test('signing out cuts the sockets of that session and no other', async () => {
  const doctor = await newDoctor()
  const { patient } = await (await doctor.call('POST', '/api/patients', { name: 'Eva Prado' })).json<PatientReply>()
  const started = await doctor.call('POST', '/api/consultations', { patientId: patient.id })
  const { consultation } = await started.json<{ consultation: { id: string } }>()
  const other = await doctor.again()
  const join = async (who: TestDoctor) => {
    const path = `/api/consultations/${consultation.id}/room`
    const { webSocket } = await who.call('GET', path, undefined, { upgrade: 'websocket' })
    webSocket?.accept()
    return webSocket as WebSocket
  }
  const [cut, kept] = [await join(doctor), await join(other)]
  const closed = new Promise<number>((resolve) => cut.addEventListener('close', (event) => resolve(event.code)))
  expect((await doctor.call('POST', '/api/auth/sign-out', {})).status).toBe(200)
  expect(await closed).toBe(4002)
  const welcome = new Promise<string>((resolve) =>
    kept.addEventListener('message', (event) => resolve(String(event.data))),
  )
  kept.send(JSON.stringify({ type: 'hello', version: 1 }))
  expect(JSON.parse(await welcome)).toMatchObject({ type: 'welcome', status: 'active' })
  kept.close()
  expect((await doctor.call('GET', '/api/session')).status).toBe(401)
  const signInCount = await env.DB.prepare(
    "SELECT count(*) AS n FROM audit_log WHERE doctor_id = ? AND action = 'signed_in'",
  )
    .bind(doctor.id)
    .first()
  expect(signInCount).toEqual({ n: 2 })
})

test('bad input gets a clear message in Portuguese and never a 500', async () => {
  const doctor = await newDoctor()
  const say = async (response: Response) => {
    const body = await response.json<{ code: string; error: string; fields?: Record<string, string> }>()
    return [response.status, body.code, body.fields ?? null]
  }
  expect(await say(await doctor.call('POST', '/api/patients', { name: '   ' }))).toEqual([
    400,
    'invalid_body',
    { name: 'Nome é obrigatório' },
  ])
  expect(await say(await doctor.call('POST', '/api/patients', '{"name":'))).toEqual([400, 'invalid_json', null])
  expect(await say(await doctor.call('POST', '/api/patients', { name: 'x'.repeat(70_000) }))).toEqual([
    413,
    'body_too_large',
    null,
  ])
  expect(await say(await doctor.call('POST', '/api/patients', { name: 'Ana', doctor_id: 'outro' }))).toEqual([
    400,
    'invalid_body',
    { _: 'Chave inválida: "doctor_id"' },
  ])
  expect(await say(await doctor.call('POST', '/api/patients', 'nome', { 'content-type': 'text/plain' }))).toEqual([
    415,
    'unsupported_media',
    null,
  ])
  expect(await say(await doctor.call('GET', '/api/patients/nada'))).toEqual([404, 'patient_not_found', null])
  expect(await say(await doctor.call('POST', '/api/patients/search', { cursor: 'lixo' }))).toEqual([
    400,
    'invalid_cursor',
    null,
  ])
  expect(await say(await doctor.call('PATCH', '/api/profile', { crm: '12/SP' }))).toEqual([
    400,
    'invalid_body',
    { crm: 'CRM deve estar no formato: 123456/UF' },
  ])
  expect(await say(await doctor.call('GET', '/api/nada'))).toEqual([404, 'not_found', null])
  expect(
    await say(await doctor.call('POST', '/api/patients', { name: 'Ana' }, { origin: 'https://outro.example' })),
  ).toEqual([403, 'foreign_origin', null])
})

test('a public page is asked for again each time and may be shown on the way back; no other answer is stored', async () => {
  const cached = async (path: string) => {
    const answer = await fetchWorker(path)
    await answer.body?.cancel()
    return answer.headers.get('cache-control')
  }
  for (const path of ['/landing', '/privacy', '/robots.txt']) expect(await cached(path)).toBe('private, no-cache')
  for (const path of [
    '/',
    '/login',
    '/login.data',
    '/landing.data',
    '/checkout',
    '/checkout.data',
    '/checkout/success.data',
    '/nada',
    '/reset-password',
    '/reset-password?token=a',
    '/reset-password.data',
    '/app/patients',
    '/api/health',
  ])
    expect([path, await cached(path)]).toEqual([path, 'private, no-store'])
})
