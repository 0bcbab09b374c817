import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { startConsultation } from '#db/queries/consultation.ts'
import { type ListedPatient, listedPatient, type Patient } from '#domain/patient/contract.ts'
import { noIdentification } from '#domain/patient/identification.ts'
import { monthOf } from '#domain/time.ts'
import { actionsOf } from './audit-stage.ts'
import { insert, newConsultation } from './clinic.ts'
import { newDoctor, refusalOf, type TestDoctor } from './doctor.ts'
import { execute, selectAll } from './sql.ts'

type List = { items: ListedPatient[]; next: string | null; counts: { active: number; archived: number } | null }
type Created = { patient: Patient; namesakes: ListedPatient[] }

const callsOf = (doctor: TestDoctor) => ({
  create: async (name: string, more: object = {}) =>
    (await doctor.call('POST', '/api/patients', { name, ...more })).json<Created>(),
  search: async (body: object) => (await doctor.call('POST', '/api/patients/search', body)).json<List>(),
  change: (id: string, body: object) => doctor.call('PATCH', `/api/patients/${id}`, body),
  remove: (id: string) => doctor.call('DELETE', `/api/patients/${id}`),
})
const names = ({ items }: List) => items.map(({ name }) => name)

test('[PA1] patients are found without accents, by part or by words, best first, page by page', async () => {
  const doctor = await newDoctor()
  const { create, search } = callsOf(doctor)
  const { patient } = await create('  João Conceição ')
  expect([patient.name, patient.clinical_context]).toEqual(['João Conceição', 'Contexto clínico a ser preenchido'])
  for (const name of ['Ágata Nunes', 'Bruna Sá', 'Álvaro Prado', 'Mariana Ágata Lima', 'Zoraia Agatanga', 'Xá Pagata'])
    await create(name, { clinical_context: 'Asma.' })
  expect(names(await search({ query: 'CONCEICAO' }))).toEqual(['João Conceição'])
  expect(names(await search({ query: 'nun agat' }))).toEqual(['Ágata Nunes'])
  expect(names(await search({ query: '100% de nada' }))).toEqual([])
  const byRank = ['Ágata Nunes', 'Mariana Ágata Lima', 'Zoraia Agatanga', 'Xá Pagata']
  expect(names(await search({ query: 'ágata' }))).toEqual(byRank)
  const many = 'a b c d e f g h i j k l m n o p q r s t u v x z'
  expect(names(await search({ query: many }))).toEqual([])

  const walk = async (body: object) => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: List = await search({ ...body, limit: 3, cursor })
      expect(page.counts).toEqual({ active: 7, archived: 0 })
      seen.push(...names(page))
      cursor = page.next
    } while (cursor)
    return seen
  }
  expect(await walk({ query: 'agata' })).toEqual(byRank)
  expect(await walk({})).toEqual([
    'Ágata Nunes',
    'Álvaro Prado',
    'Bruna Sá',
    'João Conceição',
    'Mariana Ágata Lima',
    'Xá Pagata',
    'Zoraia Agatanga',
  ])
  expect((await search({ counts: false })).counts).toBeNull()
})

test('[ID1] [ID2] [ID3] identification: checked field by field, kept, changed and taken away again', async () => {
  const doctor = await newDoctor()
  const { create, change } = callsOf(doctor)
  const identification = {
    birth_date: '1980-03-12',
    sex: 'feminino',
    mother_name: ' Rosa Nunes ',
    birthplace: 'Recife - PE',
    address: 'Rua das Flores, 123, São Paulo - SP',
    cpf: '529.982.247-25',
    phone: '(11) 98765-4321',
  }
  const { patient } = await create('Ágata Nunes', { identification })
  expect(patient.identification).toEqual({ ...identification, mother_name: 'Rosa Nunes' })
  const read = async () =>
    (await (await doctor.call('GET', `/api/patients/${patient.id}`)).json<{ patient: Patient }>()).patient
  expect((await read()).identification.cpf).toBe('529.982.247-25')

  const wrong = { birth_date: '2026-02-30', cpf: '111.111.111-11', phone: '119', sex: 'x' }
  expect(await refusalOf(await change(patient.id, { identification: wrong }))).toEqual([
    400,
    'invalid_body',
    {
      'identification.birth_date': 'Data de nascimento inválida',
      'identification.cpf': 'CPF inválido',
      'identification.phone': 'Telefone deve estar no formato: (11) 99999-9999',
      'identification.sex': 'Escolha uma opção da lista',
    },
  ])
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  for (const answer of [
    await change(patient.id, { identification: { birth_date: tomorrow } }),
    await doctor.call('POST', '/api/patients', { name: 'Ana', identification: { birth_date: tomorrow } }),
  ])
    expect(await refusalOf(answer)).toEqual([
      400,
      'invalid_body',
      { 'identification.birth_date': 'Data de nascimento não pode estar no futuro' },
    ])
  expect(await refusalOf(await change(patient.id, { name: '  ' }))).toEqual([
    400,
    'invalid_body',
    { name: 'Nome é obrigatório' },
  ])

  expect((await change(patient.id, { identification: { cpf: null, mother_name: '  ' } })).status).toBe(200)
  expect((await read()).identification).toEqual({ ...identification, cpf: null, mother_name: null })
  // A wrong allergy must be removable, and nothing else goes with it.
  await change(patient.id, { clinical_context: '' })
  expect(await read()).toMatchObject({
    clinical_context: '',
    name: 'Ágata Nunes',
    identification: { phone: '(11) 98765-4321' },
  })
  await change(patient.id, {
    identification: Object.fromEntries(Object.keys(identification).map((key) => [key, null])),
  })
  expect((await read()).identification).toEqual(noIdentification)
})

test('[PA2] [PA3] deleted, refused, archived, read, restored', async () => {
  const doctor = await newDoctor()
  const { create, search, change, remove } = callsOf(doctor)
  const { patient: bruna } = await create('Bruna Sá')
  expect(await (await remove(bruna.id)).json()).toEqual({ outcome: 'deleted' })
  expect((await doctor.call('GET', `/api/patients/${bruna.id}`)).status).toBe(404)

  const { patient: joao } = await create('João Conceição', { clinical_context: 'Asma.' })
  const start = () => doctor.call('POST', '/api/consultations', { patientId: joao.id })
  const { consultation } = await (await start()).json<{ consultation: { id: string } }>()
  expect(await refusalOf(await remove(joao.id))).toEqual([409, 'patient_has_open_consultation'])
  await execute("UPDATE consultations SET status = 'completed', end_time = start_time WHERE id = ?", consultation.id)
  expect(await (await remove(joao.id)).json()).toEqual({ outcome: 'archived' })

  expect(await search({})).toMatchObject({ items: [], counts: { active: 0, archived: 1 } })
  const [archived] = (await search({ archived: true })).items
  expect(archived).toMatchObject({ id: joao.id, updated_at: joao.updated_at })
  expect(archived?.archived_at).toBeGreaterThan(0)
  expect(await refusalOf(await start())).toEqual([409, 'patient_archived'])
  expect(await refusalOf(await change(joao.id, { name: 'Outro' }))).toEqual([409, 'patient_archived'])
  const history = await doctor.call('POST', '/api/consultations/search', { patientId: joao.id })
  expect(await history.json()).toMatchObject({ items: [{ id: consultation.id }], counts: { matching: 1, all: 1 } })
  // One of the same name is another patient: the archived one is not offered in its place.
  expect((await create('Joao conceicao')).namesakes).toEqual([])

  const restore = () => doctor.call('POST', `/api/patients/${joao.id}/restore`)
  for (const answer of [await restore(), await restore()])
    expect(await answer.json()).toMatchObject({ patient: { id: joao.id, archived: false, clinical_context: 'Asma.' } })
  expect((await start()).status).toBe(201)
  const results = await selectAll<{ action: string }>(
    'SELECT action FROM audit_log WHERE doctor_id = ? AND subject_id = ? ORDER BY id',
    doctor.id,
    joao.id,
  )
  expect(results.map(({ action }) => action)).toEqual([
    'patient_created',
    'patient_archived',
    'patient_restored',
    'patient_read',
  ])
})

test('[PA4] who else bears a new patient’s name is told, of this doctor alone, accents and case aside', async () => {
  const [doctor, other] = [await newDoctor(), await newDoctor()]
  const { create } = callsOf(doctor)
  await callsOf(other).create('Antônio Sá')
  const first = await create('Antônio Sá', { identification: { birth_date: '1980-03-12' } })
  expect(first.namesakes).toEqual([])
  const second = await create('ANTONIO  SA')
  expect(second.namesakes.map(({ id }) => id)).toEqual([first.patient.id])
  expect(second.namesakes[0]?.birth_date).toBe('1980-03-12')
  // Each consultation keeps the one it is of.
  const consultation = await newConsultation(doctor, second.patient.id)
  const of = async (patientId: string) =>
    (await doctor.call('POST', '/api/consultations/search', { patientId })).json<{ items: { id: string }[] }>()
  expect((await of(second.patient.id)).items.map(({ id }) => id)).toEqual([consultation])
  expect((await of(first.patient.id)).items).toEqual([])
})

test('[PA5] a list, its archive and the namesakes of a new patient carry no more of a registration than they show', async () => {
  const doctor = await newDoctor()
  const { create, remove } = callsOf(doctor)
  const identification = {
    sex: 'intersexo',
    mother_name: 'Rosa Nunes',
    birthplace: 'Recife - PE',
    address: 'Rua das Flores, 123',
    cpf: '529.982.247-25',
    phone: '(11) 98765-4321',
  }
  const seen = (await create('Ágata Sá', { identification: { ...identification, birth_date: '1980-03-12' } })).patient
  await newConsultation(doctor, seen.id, { status: 'completed' })
  await remove(seen.id)
  await create('Ágata Sá', { identification: { ...identification, birth_date: '1951-07-02' } })
  await create('Ágata Sá', { identification })
  const answers = [
    ['/api/patients/search', {}, 2],
    ['/api/patients/search', { query: 'agata', counts: false }, 2],
    ['/api/patients/search', { archived: true }, 1],
    ['/api/patients', { name: 'agata sa' }, 2],
  ] as const
  for (const [path, body, count] of answers) {
    const text = await (await doctor.call('POST', path, body)).text()
    const { items, namesakes } = JSON.parse(text) as Partial<List & Created>
    const listed = items ?? namesakes ?? []
    expect(listed.length, path).toBe(count)
    for (const one of listed) expect(Object.keys(one).sort()).toEqual(Object.keys(listedPatient.shape).sort())
    for (const secret of Object.values(identification)) expect(text, path).not.toContain(secret)
    // The CPF's last digits appear only when name and birth date do not tell two patients apart.
    const tellingApart = listed.map(({ birth_date, cpf_ending }) => [birth_date, cpf_ending])
    for (const [birth, ending] of tellingApart) expect(ending).toBe(birth ? null : '247-25')
  }
})

test('looking for patients letter by letter leaves one row a minute, of each doctor and each list', async () => {
  const [doctor, other] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const storedLogs = async ({ id }: TestDoctor) => (await actionsOf(id)).filter((action) => action.endsWith('_listed'))
  const list = { at: Date.now() - 61_000, doctor_id: doctor.id, action: 'patients_listed' }
  await insert('audit_log', { ...list, subject_kind: 'doctor', subject_id: doctor.id })
  for (const query of ['a', 'an', 'ana']) {
    await callsOf(doctor).search({ query })
    await doctor.call('POST', '/api/consultations/search', { query })
  }
  await doctor.call('GET', '/api/consultations/open')
  await callsOf(other).search({})
  expect(await storedLogs(doctor)).toEqual(['patients_listed', 'patients_listed', 'consultations_listed'])
  expect(await storedLogs(other)).toEqual(['patients_listed'])
})

test('[PA3] no consultation starts of a patient that is archived or removed meanwhile', async () => {
  const doctor = await newDoctor()
  const { create } = callsOf(doctor)
  const start = async (patientId: string, meanwhile: string) => {
    // Runs right before the consultation is inserted, after every earlier query.
    const d1 = new Proxy(env.DB, {
      get: (real, name) =>
        name !== 'prepare' ? Reflect.get(real, name) : (sql: string) => before(real.prepare(sql), sql),
    })
    const before = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
      if (!/insert into "?consultations/i.test(sql)) return statement
      const late = async () => void (await execute(meanwhile, patientId))
      return {
        bind: (...values: unknown[]) => {
          const bound = statement.bind(...values)
          return {
            run: () => late().then(() => bound.run()),
            all: () => late().then(() => bound.all()),
            raw: () => late().then(() => bound.raw()),
          }
        },
      } as never
    }
    const input = { id: crypto.randomUUID(), patientId, type: 'presencial' as const, context: '', now: Date.now() }
    return startConsultation(openDatabase(d1), doctor.id, input, { limit: null, month: monthOf(Date.now()) })
  }
  const { patient } = await create('Ana Prado')
  expect(await start(patient.id, 'UPDATE medical_patients SET archived_at = 1 WHERE id = ?')).toBeNull()
  expect(await start(patient.id, 'UPDATE medical_patients SET archived_at = NULL WHERE id = ?')).toMatchObject({
    patientName: 'Ana Prado',
    status: 'active',
    consent: null,
  })
  const removed = (await create('Bia Prado')).patient.id
  expect(await start(removed, 'DELETE FROM medical_patients WHERE id = ?')).toBeNull()
})
