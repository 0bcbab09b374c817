import { expect, test } from 'vitest'
import { headingsOf } from '#domain/record/writing/headings.ts'
import { emptyWriting, type Heading, type OwnWriting, type SavedWriting } from '#domain/record/writing/writing.ts'
import { newConsultation, newPatient } from './clinic.ts'
import { codeOf, newDoctor, refusalOf, type TestDoctor } from './doctor.ts'
import { print } from './printing.ts'
import { recordCalls, structureNow } from './record-stage.ts'
import { selectOne } from './sql.ts'

const put = (doctor: TestDoctor, writing: unknown, base: number | null) =>
  doctor.call('PUT', '/api/own-writing', { writing, base })
const saved = async (doctor: TestDoctor) => (await doctor.call('GET', '/api/own-writing')).json<SavedWriting>()
const withTemplate = (...headings: Heading[]): OwnWriting => ({ ...emptyWriting, templates: { general: headings } })

test('how a doctor writes follows the account; a save over another screen’s is refused, and another doctor has none', async () => {
  const [doctor, other] = [await newDoctor(), await newDoctor('Dr. Outro')]
  expect(await saved(doctor)).toEqual({ writing: emptyWriting, saved_at: null })
  const writing = { ...emptyWriting, shortcuts: [{ name: 'exneuro', text: 'Sem déficits.' }] }
  const first = await (await put(doctor, writing, null)).json<SavedWriting>()
  expect(first.writing).toEqual(writing)
  expect(await saved(await doctor.again())).toEqual(first)
  expect(await codeOf(await put(doctor, emptyWriting, null))).toEqual([409, 'writing_changed'])
  const second = await (await put(doctor, emptyWriting, first.saved_at)).json<SavedWriting>()
  expect(await codeOf(await put(doctor, writing, first.saved_at))).toEqual([409, 'writing_changed'])
  expect(await saved(doctor)).toEqual(second)
  expect(await saved(other)).toEqual({ writing: emptyWriting, saved_at: null })

  const refused = async (bad: unknown) => (await refusalOf(await put(doctor, bad, second.saved_at))).slice(0, 2)
  const heading = { title: 'A', sections: ['hda'], fixed: [] }
  for (const bad of [
    null,
    { ...emptyWriting, templates: { other: [] } },
    { ...emptyWriting, words: [{ from: 'nega', to: 'refere' }] },
    { ...emptyWriting, style: { form: 'verse', extent: 'complete' } },
    withTemplate(heading, heading),
    withTemplate({ ...heading, fixed: Array.from({ length: 6 }, () => 'x') }),
    { ...emptyWriting, shortcuts: Array.from({ length: 24 }, (_, n) => ({ name: `n${n}`, text: 'a'.repeat(2_000) })) },
  ])
    expect([JSON.stringify(bad).slice(0, 60), await refused(bad)]).toEqual([expect.anything(), [400, 'invalid_body']])
})

test('a record has the titles, order and words of its day: screen, text, signature and print; a later template changes the next one only', async () => {
  const doctor = await newDoctor('Dra. Inês Conceição')
  await doctor.call('PATCH', '/api/profile', { crm: '123456/SP' })
  const patient = await newPatient(doctor)
  const soap = headingsOf('S: tosse\nO: bem\nA: resfriado\nP: repouso\nESCALAS:\nx', 'general')
  const writing = { ...withTemplate(...soap), words: [{ from: 'febre', to: 'hipertermia' }] }
  const { saved_at: base } = await (await put(doctor, writing, null)).json<SavedWriting>()

  const [structured, typed] = [await newConsultation(doctor, patient), await newConsultation(doctor, patient)]
  expect(await structureNow(doctor, structured)).toBe('completed')
  const calls = recordCalls(doctor, structured)
  const { sections, specialty, omissions } = await calls.read()
  expect(specialty).toBe('general')
  const titles = [...new Set(sections.map(({ title }) => title))]
  expect(titles).toEqual(['S', 'O', 'A', 'P', 'ESCALAS'])
  const sentences = sections.flatMap((section) => section.sentences)
  const hot = sentences.filter(({ text }) => text.includes('hipertermia'))
  expect(hot).not.toEqual([])
  expect(hot.every(({ proof, flags }) => proof === 'transcript' && flags.length === 0)).toBe(true)
  expect(omissions.map(({ text }) => text).join(' ')).not.toMatch(/febre/)
  await calls.edit(sections.find(({ key }) => key.startsWith('propria_'))?.id ?? '', 'PHQ-9 de doze.')
  await calls.seeAll()
  expect(await calls.signNow()).toMatchObject({ signature: { crm: '123456/SP' } })
  const content = await selectOne<{ signed_content: string }>(
    'SELECT signed_content FROM records WHERE consultation_id = ?',
    structured,
  )
  const signed = JSON.parse(content?.signed_content ?? '') as { record: { sections: { key: string; title: string }[] } }
  expect(signed.record.sections.map(({ key, title }) => [key, title])).toEqual(
    sections.map(({ key, title }) => [key, title]),
  )

  // From now on the plan comes first, and nothing else is named.
  await put(doctor, withTemplate({ title: 'Plano', sections: ['conduta'], fixed: [] }), base)
  await doctor.call('POST', `/api/v1/transcription/records/${typed}`, { specialty: 'general' })
  const next = await recordCalls(doctor, typed).read()
  expect(next.sections.map(({ title }) => title).slice(0, 3)).toEqual([
    'Plano',
    'Queixa Principal',
    'História da Doença Atual',
  ])
  expect((await calls.read()).sections.map(({ title }) => title)).toEqual(sections.map(({ title }) => title))
  const printed = (await print(doctor, structured)).join('\n')
  expect(printed).toMatch(/^S$.*^A$.*^P$.*^ESCALAS$/ms)
  expect(printed.match(/^S$/gm)).toHaveLength(1)
  expect(printed).toContain('PHQ-9 de doze.')
  const file = await doctor.call('GET', `/api/v1/transcription/records/${structured}/export/txt`)
  expect(await file.text()).toMatch(/^S$.*^A$.*^P$.*^ESCALAS\nPHQ-9 de doze\.$/ms)
})

test('the style of the account is that of its next record: whole sentences, with the proof of before', async () => {
  const doctor = await newDoctor('Dr. Davi')
  const patient = await newPatient(doctor)
  const texts = async () => {
    const consultation = await newConsultation(doctor, patient)
    expect(await structureNow(doctor, consultation)).toBe('completed')
    const { sections, omissions } = await recordCalls(doctor, consultation).read()
    return { sentences: sections.flatMap(({ sentences }) => sentences), omissions: omissions.map(({ text }) => text) }
  }
  const usual = await texts()
  const style = { form: 'sentences', extent: 'concise' } as const
  await put(doctor, { ...emptyWriting, style }, null)
  expect((await saved(doctor)).writing.style).toEqual(style)
  const full = await texts()
  expect(full.sentences.map(({ text }) => text)).toMatchInlineSnapshot(`
    [
      "Paciente refere tosse seca e febre há 4 dias.",
      "Paciente nega dispneia.",
      "Refere alergia a penicilina.",
      "Provável bronquite aguda.",
      "Dipirona VO 6/6h, se febre.",
    ]
  `)
  expect(full.sentences.every(({ proof, flags }) => proof === 'transcript' && flags.length === 0)).toBe(true)
  const linesOf = ({ sentences }: typeof usual) =>
    new Set(sentences.flatMap(({ evidence }) => evidence.map(({ hash }) => hash)))
  expect(linesOf(full)).toEqual(linesOf(usual))
  expect(full.omissions.length).toBeLessThanOrEqual(usual.omissions.length)
})
