import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { insert, newPatient } from './clinic.ts'
import { fetchWorker, linkTo, newDoctor, ORIGIN, post, refusalOf, startVisit, visitor } from './doctor.ts'
import { connect } from './room-stage.ts'
import { countRows, execute, selectAll, selectOne, selectValue } from './sql.ts'

const BEGUN = { name: 'Dr. Só', email_verified: 0 }

test('a doctor signs up, must verify, signs in with a guarded cookie, and a taken e-mail is said to be taken', async () => {
  const form = { name: 'Dr. Caio Lima', email: 'caio@relato.example', password: 'segredo1' }
  const signUp = (change: object) => post('/api/auth/sign-up/email', { ...form, ...change })
  const signIn = (password = form.password) => post('/api/auth/sign-in/email', { ...form, password })
  expect((await signUp({ password: 'curta' })).status).toBe(400)
  // The rows of a sign-up that failed an hour ago are no account.
  const old = Date.now() - 3_600_000
  await insert('user', { id: 'broken', ...BEGUN, email: form.email, created_at: old, updated_at: old })
  expect((await signUp({})).status).toBe(200)
  const again = await signUp({ email: 'CAIO@relato.example' })
  expect([again.status, await again.json()]).toEqual([
    409,
    { code: 'email_taken', error: 'Este email já está cadastrado' },
  ])
  expect(await refusalOf(await signIn())).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  expect(await refusalOf(await signIn('errada1'))).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD'])

  const link = await linkTo(form.email)
  expect(link).toContain('/verify-email')
  expect((await visitor()('GET', link.replace(ORIGIN, ''))).status).toBe(302)
  const signedIn = await signIn()
  const [cookie] = signedIn.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-relato\.session_token=[^;]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(signedIn.headers.get('set-auth-token')).toBeNull()
  const [token = ''] = decodeURIComponent(cookie?.match(/session_token=([^;]+)/)?.[1] ?? '').split('.')
  expect(token).toHaveLength(32)
  expect(await signedIn.text()).not.toContain(token)
  const profile = 'SELECT full_name FROM profiles WHERE id = (SELECT id FROM user WHERE email = ?)'
  expect(await selectValue(profile, form.email)).toBe('Dr. Caio Lima')
})

test('one rule takes names and texts: of a sign-up, a profile, a patient and the clinical context', async () => {
  const doctor = await newDoctor()
  const signUp = (change: object) =>
    post('/api/auth/sign-up/email', {
      name: 'Dra. Rita',
      email: 'rita@relato.example',
      password: 'segredo1',
      ...change,
    })
  const before = await countRows('user')
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
    expect([name, await refusalOf(await signUp({ name }))]).toEqual([name, invalid('name')])
    const renamed = await doctor.call('PATCH', '/api/profile', { full_name: name })
    expect([name, await refusalOf(renamed)]).toEqual([name, invalid('full_name')])
    expect([name, await refusalOf(await doctor.call('POST', '/api/patients', { name }))]).toEqual([
      name,
      invalid('name'),
    ])
  }
  for (const [change, fields] of [
    [{ email: `${'r'.repeat(241)}@relato.example` }, { email: 'Email muito longo' }],
    [{ email: 'rita@relato.example\r\nBcc: x@y.example' }, { email: 'Email inválido' }],
    [{ image: 'javascript:alert(1)' }, { _: expect.any(String) }],
    [{ emailVerified: true }, { _: expect.any(String) }],
    [{ password: null }, { password: 'Senha é obrigatória' }],
  ] as const)
    expect([change, await refusalOf(await signUp(change))]).toEqual([change, [400, 'invalid_body', fields]])
  expect(await countRows('user')).toBe(before)

  const patient = {
    name: 'Zoé d’Ávila-Núñez',
    clinical_context: 'Asma.\r\n\tUsa \u200ebude\u00adsonida.\u0000\f\u202a11 9999\u202c',
  }
  for (const [change, fields] of [
    [{ identification: { mother_name: 'Eva\u202e' } }, { 'identification.mother_name': hidden }],
    [{ identification: { address: 'Rua A\nB' } }, { 'identification.address': broken }],
  ] as const) {
    const answer = await doctor.call('POST', '/api/patients', { ...patient, ...change })
    expect([change, await refusalOf(answer)]).toEqual([change, [400, 'invalid_body', fields]])
  }
  const created = await doctor.call('POST', '/api/patients', { ...patient, name: `  ${patient.name} ` })
  expect([created.status, await created.json()]).toMatchObject([
    201,
    { patient: { name: patient.name, clinical_context: 'Asma.\n\tUsa budesonida.\n11 9999' } },
  ])
  const signedUp = await signUp({ name: ' Dra. Rita Sá ', email: ' Rita@relato.example ' })
  expect(signedUp.status).toBe(200)
  const stored = "SELECT name, email, image FROM user WHERE email = 'rita@relato.example'"
  expect(await selectOne(stored)).toEqual({ name: 'Dra. Rita Sá', email: 'rita@relato.example', image: null })
})

test('names and pictures that were stored before the rule are cleaned', async () => {
  const migration = env.TEST_MIGRATIONS.find(({ name }) => name.startsWith('0024'))
  const names: [string, string][] = [
    ['Dra. Zoé d’Ávila 👩 ', 'Dra. Zoé d’Ávila 👩'],
    ['é'.repeat(50_000), 'é'.repeat(160)],
    ['Rita\r\nBcc: x@y.example', 'Rita  Bcc: x@y.example'],
    ['Ri\u200bta \u202eáS\u2069', 'Rita áS'],
    ['Rita\u0000Sá', 'Rita'],
    ['\u3164\u00a0 ', 'old5@relato.example'],
    ['\u0000', 'old6@relato.example'],
  ]
  const times = { created_at: 0, updated_at: 0 }
  for (const [at, [name]] of names.entries()) {
    const user = { id: `old${at}`, ...BEGUN, name, email: `old${at}@relato.example`, ...times }
    await insert('user', { ...user, email_verified: 1, image: 'javascript:alert(1)' })
    await insert('profiles', { id: user.id, full_name: name, ...times })
  }
  for (const query of migration?.queries ?? []) await execute(query)
  const sql = `SELECT name, full_name, image FROM user JOIN profiles USING (id) WHERE id LIKE 'old%' ORDER BY id`
  expect(await selectAll(sql)).toEqual(names.map(([, clean]) => ({ name: clean, full_name: clean, image: null })))
})

test('a session ends after seven days however often it was renewed; joining a room renews none', async () => {
  const doctor = await newDoctor()
  const id = await startVisit(doctor, await newPatient(doctor))
  await execute('UPDATE session SET expires_at = expires_at - 600000 WHERE user_id = ?', doctor.id)
  // The answer to an upgrade could not carry the renewed cookie.
  const client = await connect(doctor, id)
  client.close()
  expect((await doctor.call('GET', '/api/session')).headers.getSetCookie()[0]).toContain('Max-Age=3600')
  await execute('UPDATE session SET created_at = created_at - 8 * 86400000 WHERE user_id = ?', doctor.id)
  expect((await doctor.call('GET', '/api/session')).status).toBe(401)
  expect(await countRows('session WHERE user_id = ?', doctor.id)).toBe(0)
})

test('bad input gets a clear message in Portuguese and never a 500', async () => {
  const doctor = await newDoctor()
  for (const [method, path, body, ...refusal] of [
    [
      'POST',
      '/api/patients',
      { name: 'Ana', doctor_id: 'outro' },
      400,
      'invalid_body',
      { _: 'Chave inválida: "doctor_id"' },
    ],
    ['GET', '/api/patients/nada', undefined, 404, 'patient_not_found'],
    ['POST', '/api/patients/search', { cursor: 'lixo' }, 400, 'invalid_cursor'],
    ['PATCH', '/api/profile', { crm: '12/SP' }, 400, 'invalid_body', { crm: 'CRM deve estar no formato: 123456/UF' }],
    ['GET', '/api/nada', undefined, 404, 'not_found'],
  ] as const)
    expect([path, ...(await refusalOf(await doctor.call(method, path, body)))]).toEqual([path, ...refusal])
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
