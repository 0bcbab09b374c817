import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameMatches } from '#domain/patient/patient.ts'
import { searchKey } from '#domain/text.ts'
import { runMinute } from '#workers/jobs/minute.ts'
import { newConsultation, newPatient } from './clinic.ts'
import { newDoctor, type TestDoctor } from './doctor.ts'
import { openRecordStage } from './record-stage.ts'
import { execute, selectAll } from './sql.ts'

type Page = { items: { id: string; name: string; patientName: string }[]; next: string | null; counts: unknown }

const parts = [
  'ana',
  'Ána',
  'Mariana',
  'da',
  'Silva',
  'Silveira',
  'Sá',
  "D'Ávila",
  'ilva',
  'Ñandú',
  '张伟',
  '😀 b',
  'a-b',
  '%',
  '"x" OR',
]
const aName = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
const aQuery = fc.oneof(
  aName,
  fc
    .tuple(aName, fc.nat(20), fc.integer({ min: 1, max: 9 }))
    .map(([name, from, size]) => name.slice(from, from + size)),
)

const callsOf = (doctor: TestDoctor) => {
  async function walk(path: string, body: object): Promise<Page['items']> {
    const seen: Page['items'] = []
    let cursor: string | null = null
    do {
      const page: Page = await (await doctor.call('POST', path, { ...body, cursor, limit: 7 })).json<Page>()
      seen.push(...page.items)
      cursor = page.next
    } while (cursor)
    return seen
  }
  return {
    patients: async (body: object) => (await walk('/api/patients/search', body)).map(({ name }) => name),
    visits: async (body: object) => (await walk('/api/consultations/search', body)).map(({ id }) => id),
    counts: async (path: string) => (await (await doctor.call('POST', path, {})).json<Page>()).counts,
  }
}

/** The stored search words and counts match the rows. */
async function expectInStep(): Promise<void> {
  for (const index of ['patient_grams', 'visit_grams'])
    await execute(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`)
  const differing =
    await selectAll(`SELECT * FROM (SELECT doctor_id, archived, beginning, name, patient_id FROM named_patients EXCEPT SELECT * FROM patient_beginnings)
     UNION ALL SELECT * FROM (SELECT * FROM patient_beginnings EXCEPT SELECT doctor_id, archived, beginning, name, patient_id FROM named_patients)`)
  expect(differing).toEqual([])
  const counted = `SELECT doctor_id, sum(one), sum(two), sum(three) FROM (
      SELECT doctor_id, archived_at IS NULL AS one, archived_at IS NOT NULL AS two, 0 AS three FROM medical_patients
      UNION ALL SELECT doctor_id, 0, 0, 1 FROM consultations WHERE status = 'completed') GROUP BY doctor_id`
  const wrong = await selectAll(
    `SELECT * FROM (${counted} EXCEPT SELECT * FROM list_counts) UNION ALL SELECT * FROM (SELECT * FROM list_counts EXCEPT ${counted})`,
  )
  expect(wrong).toEqual([])
}

test('[PA1] whatever is typed finds what the rule of names says, in its order, of this doctor alone', async () => {
  const [doctor, other] = [await newDoctor(), await newDoctor()]
  const names = [...fc.sample(aName, { seed: 9, numRuns: 40 }), 'Ana D’Ávila', 'Bia Sá–Leão']
  for (const name of names) {
    await newPatient(doctor, name)
    await newPatient(other, `${name} Alheia`)
  }
  await newPatient(doctor, 'Ana Arquivada', { archived_at: 1 })
  const rank = (text: string, query: string) => {
    const [name, words] = [searchKey(text), query.split(' ')]
    if (name.startsWith(query)) return 0
    if (name.includes(` ${query}`)) return 1
    const [first, last] = [words[0] ?? '', words.at(-1) ?? '']
    const apart = !first.startsWith(last) && !last.startsWith(first)
    const inWords = words.every((word) => ` ${name}`.includes(` ${word}`))
    return apart && inWords && name.startsWith(first) ? 2 : 3
  }
  const { patients } = callsOf(doctor)
  const kinds = new Set<number>()
  for (const query of [
    's',
    'il',
    'da silv',
    'silveira ana',
    'ana silva',
    'mar da sil',
    ...fc.sample(aQuery, { seed: 9, numRuns: 30 }),
  ]) {
    const plainQuery = searchKey(query)
    const found = await patients({ query, counts: false })
    const matching = names.filter((name) => nameMatches(name, plainQuery))
    expect([...found].sort(), query).toEqual([...matching].sort())
    const places = found.map((name) => `${rank(name, plainQuery)}${searchKey(name)}`)
    if (plainQuery) expect(places, query).toEqual([...places].sort((a, b) => (a < b ? -1 : Number(a > b))))
    if (plainQuery) for (const name of found) kinds.add(rank(name, plainQuery))
  }
  for (const query of ["D'Ávila", 'd’avila', 'd´ávila', 'd`avila', 'dʼavila'])
    expect([...(await patients({ query }))].sort()).toEqual(names.filter((name) => /D['’]Ávila/.test(name)).sort())
  expect(await patients({ query: 'sá-leão' })).toEqual(['Bia Sá–Leão'])
  expect(kinds).toEqual(new Set([0, 1, 2, 3]))
  expect(await patients({ query: 'arquivada', archived: true })).toEqual(['Ana Arquivada'])
  await expectInStep()
}, 60_000)

test('what is counted and what is found stay in step with what is written, and nothing is left of what is gone', async () => {
  const doctor = await newDoctor()
  const { patients, visits, counts } = callsOf(doctor)
  const ana = await newPatient(doctor, 'Ana Quexada')
  await newPatient(doctor, 'Bia Quexada')
  expect(await counts('/api/patients/search')).toEqual({ active: 2, archived: 0 })
  await doctor.call('PATCH', `/api/patients/${ana}`, { name: 'Ana Zwingli' })
  expect([await patients({ query: 'quex' }), await patients({ query: 'wing' })]).toEqual([
    ['Bia Quexada'],
    ['Ana Zwingli'],
  ])

  const visit = await newConsultation(doctor, ana, {
    status: 'active',
    end_time: null,
    search_text: 'ana zwingli asma',
  })
  expect(await visits({ query: 'asma' })).toEqual([])
  await execute("UPDATE consultations SET status = 'completed', end_time = 5 WHERE id = ?", visit)
  expect([await visits({ query: 'asma zwi' }), await visits({ query: 'sma', patientId: ana })]).toEqual([
    [visit],
    [visit],
  ])
  expect(await counts('/api/consultations/search')).toEqual({ matching: 1, all: 1 })
  await execute("UPDATE consultations SET search_text = 'ana gota' WHERE id = ?", visit)
  expect([await visits({ query: 'asma' }), await visits({ query: 'gota' })]).toEqual([[], [visit]])
  await doctor.call('DELETE', `/api/patients/${ana}`)
  expect(await counts('/api/patients/search')).toEqual({ active: 1, archived: 1 })
  expect([await patients({ query: 'zwingli' }), await patients({ query: 'zwingli', archived: true })]).toEqual([
    [],
    ['Ana Zwingli'],
  ])
  await expectInStep()

  const token = doctor.id.replaceAll('-', '')
  const inPages = async (index: string) => {
    const results = await selectAll<{ page: string }>(`SELECT hex(block) AS page FROM ${index}_data`)
    const bytes = Array.from(new TextEncoder().encode(token.slice(8)), (byte) => byte.toString(16).padStart(2, '0'))
    return results.filter(({ page }) => page.includes(bytes.join('').toUpperCase())).length
  }
  for (const index of ['patient_grams', 'visit_grams']) expect(await inPages(index), index).toBeGreaterThan(0)
  const tables = ['transcript_entries', 'consultations', 'medical_patients']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table} WHERE doctor_id = ?`).bind(doctor.id)))
  await expectInStep()
  const countRows = await selectAll('SELECT * FROM list_counts WHERE doctor_id = ?', doctor.id)
  expect(countRows).toEqual([])
  for (const index of ['patient_grams', 'visit_grams']) expect(await inPages(index), index).toBe(0)
})

test('names and notes of before the one form of apostrophes and hyphens are found, signed ones too', async () => {
  const { doctor, patient, calls, consultation } = await openRecordStage()
  await calls.edit((await calls.section('hda')).id, 'Bebe um copo d’água por dia.')
  await calls.seeAll()
  await calls.signNow()
  const { patients, visits } = callsOf(doctor)
  await execute("UPDATE medical_patients SET nome_busca = 'ana d’avila sa–leao' WHERE id = ?", patient)
  await execute("UPDATE consultations SET search_text = 'ana d’avila asma' WHERE id = ?", consultation)
  const found = async () => [
    (await patients({ query: "d'avila" })).length + (await patients({ query: 'sá-leão' })).length,
    (await visits({ query: "d'ávila asma" })).length,
  ]
  expect(await found()).toEqual([0, 0])
  await runMinute(env, Date.now())
  expect(await found()).toEqual([2, 1])
  const migration = env.TEST_MIGRATIONS.find(({ name }) => name.startsWith('0043'))
  for (const query of migration?.queries ?? []) if (!query.includes('CREATE INDEX')) await execute(query)
  expect(await visits({ query: 'd’água' })).toEqual([consultation])
  await expectInStep()
})
