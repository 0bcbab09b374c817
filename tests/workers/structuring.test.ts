import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { proveRecord } from '#domain/record/proof/prove.ts'
import { FELL_BACK } from '#domain/record/proof/warnings.ts'
import { INVENTIONS, recordOf } from '#local/model/play.ts'
import { logged } from '#tests/testkit/logged.ts'
import { PATIENT, redactor } from '#workers/structuring/redact.ts'
import { structure } from '#workers/structuring/structure.ts'
import { newConsultation, newPatient } from './clinic.ts'
import { newDoctor } from './doctor.ts'
import { askedOnce, fakeModel, good, impatient, input, withModel } from './fake-model.ts'

test('the model gets schema, template and numbered lines, no names; its lines become ours', async () => {
  const { asked } = fakeModel(good)
  const { sections, warnings, structurer } = await structure(withModel, input)
  expect([warnings, structurer]).toEqual([[], { name: 'language_model', model: 'pequeno', version: '3' }])
  const sent = JSON.stringify(asked[0]?.messages)
  expect(sent).not.toMatch(/Rui|Barbosa|Neto\b|Souza|Ana\b/)
  expect(sent).toContain('L2 Paciente: Estou com tosse seca')
  expect(sent).toContain('L9 Paciente: Aqui é o [paciente], doutora [médico] me conhece.')
  expect(sent).toContain('- hpp (História Patológica Pregressa): ')
  expect(asked[0]?.response_format).toMatchObject({ type: 'json_schema', json_schema: { name: 'registro' } })
  const schema = JSON.stringify(asked[0]?.response_format?.json_schema.schema)
  for (const named of ['"quote"', '"line"', '"queixa_principal"']) expect(schema).toContain(named)

  const sentences = (key: string) => sections.find((section) => section.key === key)?.sentences
  expect(sentences('hda')).toEqual([
    { text: 'Paciente refere tosse seca e febre há quatro dias.', evidence: ['e1'] },
    { text: 'Nega falta de ar.', evidence: ['e2', 'e3'] },
  ])
  expect(sentences('hpp')).toEqual([{ text: 'Alergia a penicilina.', evidence: ['e5'] }])
  expect(JSON.stringify(sections)).not.toContain('Sagitário')
})

test('a specialty is asked for in its own words', async () => {
  const { asked } = fakeModel(good)
  await structure(withModel, { ...input, specialty: 'psychiatry' })
  expect(asked[0]?.messages.at(-1)?.content).toMatch(/Especialidade: Psiquiatria\. .*Ideação suicida/)
})

test('a style is asked for in words and named in the version; the usual one leaves the prompt as it was', async () => {
  const { asked } = fakeModel(good, good, good)
  const versions: string[] = []
  const usual = { form: 'telegraphic', extent: 'complete' } as const
  for (const style of [undefined, usual, { form: 'sentences', extent: 'concise' } as const]) {
    const { structurer } = await structure(withModel, { ...input, style })
    versions.push(structurer.version)
  }
  const [before = '', same, styled = ''] = asked.map(({ messages }) => messages.at(-1)?.content)
  expect(same).toBe(before)
  const added = styled.split('\n').filter((line) => !before.split('\n').includes(line))
  expect(added).toEqual([
    expect.stringMatching(/frases com verbo/),
    expect.stringMatching(/^Estilo deste médico: conciso/),
  ])
  expect(versions).toEqual(['3', '3', '3-frases-conciso2'])
})

test('a wrong shape is repaired once, shown with what is wrong; an object inside prose needs no repair', async () => {
  const repaired = fakeModel('Claro! Segue o registro: tosse seca.', good)
  expect((await structure(withModel, input)).structurer.name).toBe('language_model')
  expect(repaired.asked.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
    ['system', 'user'],
    ['system', 'user', 'assistant', 'user'],
  ])
  expect(repaired.asked[1]?.messages.at(-1)?.content).toContain('não seguiu o formato: não é o objeto')
  repaired.stop()

  const cut = fakeModel({ cut: good.slice(0, 200) }, good)
  expect((await structure(withModel, input)).structurer.name).toBe('language_model')
  expect(cut.asked[1]?.messages.at(-1)?.content).toContain('foi cortada')
  cut.stop()

  const chatty = fakeModel(`<think>{ qual chave? }</think>Aqui está:\n\`\`\`json\n${good}\n\`\`\`\nEspero ter ajudado!`)
  expect((await structure(withModel, input)).structurer.name).toBe('language_model')
  expect(chatty.asked).toHaveLength(1)
})

test.each([
  ['wrong_shape', ['{"sections":"nenhuma"}', '{"secoes":[]}'], 2],
  ['wrong_shape', [{ cut: good.slice(0, 200) }], 2],
  ['refused', ['{"sections":[]}'], 1],
  ['unreachable', [404], 1],
  ['unreachable', [500], 1],
  ['unreachable', [401], 1],
  ['unreachable', ['refused'], 1],
  ['too_slow', ['slow'], 1],
] as const)(
  '%s: the rules write the record, it says so, and the log says why (%j)',
  async (reason, plays, requests) => {
    const { asked } = fakeModel(...plays)
    const fallen = await structure(withModel, input, reason === 'too_slow' ? impatient : askedOnce)
    expect([fallen.structurer.name, fallen.warnings[0]]).toEqual(['extractive', FELL_BACK])
    expect(fallen.sections.some((section) => section.sentences.length > 0)).toBe(true)
    expect(asked).toHaveLength(requests)
    expect(logged()).toMatchObject([{ event: 'model_fell_back', jobId: input.jobId, reason }])
  },
)

test('a busy model is asked again; one that knows no schema is asked in words, once for the whole consultation', async () => {
  const busy = fakeModel(503, good)
  expect((await structure(withModel, input, { ...askedOnce, retries: 1 })).warnings).toEqual([])
  busy.stop()
  const { asked } = fakeModel((request) => (request.response_format ? 400 : `Pronto: ${good}`))
  expect((await structure(withModel, input)).structurer.name).toBe('language_model')
  expect(asked.map((request) => request.response_format?.type)).toEqual(['json_schema', undefined])
  expect(asked[1]?.messages[0]?.content).toContain('"evidence":[{"line":"L1","quote":"…"}]')
})

test('Workers AI is asked through its binding, with and without a schema', async () => {
  type Request = { response_format?: { type: string } }
  const run = vi.fn(async (_model: string, _request: Request) => ({ response: good as unknown }))
  const atEdge = { ...withModel, MODEL_URL: '', AI: { run } as unknown as Ai }
  expect((await structure(atEdge, input)).structurer).toEqual({
    name: 'language_model',
    model: 'pequeno',
    version: '3',
  })
  expect([run.mock.calls[0]?.[0], run.mock.calls[0]?.[1].response_format?.type]).toEqual(['pequeno', 'json_schema'])

  run.mockImplementation(async (_model, request) => {
    if (request.response_format) throw new Error("5025: This model doesn't support JSON Schema.")
    return { response: good }
  })
  expect((await structure(atEdge, input)).structurer.name).toBe('language_model')
  run.mockImplementation(async () => ({ response: JSON.parse(good) }))
  expect((await structure(atEdge, input)).structurer.name).toBe('language_model')
})

test('without a model nothing is called; named without an address it falls back; silence reaches no model', async () => {
  const { asked } = fakeModel(good)
  expect((await structure({ ...env, MODEL_URL: '', MODEL_NAME: '' }, input)).warnings).not.toContain(FELL_BACK)
  expect((await structure({ ...withModel, MODEL_URL: '' }, input)).warnings[0]).toBe(FELL_BACK)
  expect((await structure(withModel, { ...input, entries: input.entries.slice(0, 1) })).refusal).toBe(
    'too_little_speech',
  )
  expect(asked).toEqual([])
})

test.each(['good', 'inventing'] as const)(
  'the local stand-in that plays a %s model understands what is asked',
  async (part) => {
    fakeModel(({ messages }) => recordOf(messages.find(({ role }) => role === 'user')?.content ?? '', part))
    const { sections, structurer } = await structure(withModel, { ...input, specialty: 'emergency' })
    expect(structurer.name).toBe('language_model')
    const record = proveRecord({ ...input, specialty: 'emergency' }, sections, () => crypto.randomUUID())
    const sentences = record.sections.flatMap((section) => section.sentences)
    expect(sentences.filter(({ proof }) => proof === 'transcript').length).toBeGreaterThan(3)
    const made: string[] = INVENTIONS.map(([, text]) => text)
    expect(sentences.filter(({ text }) => made.includes(text))).toEqual([])
    const doubtful = record.omissions.filter(({ text, reason }) => reason === 'doubted' && made.includes(text))
    expect(doubtful).toHaveLength(part === 'good' ? 0 : 2)
  },
)

test('a name is hidden wherever it stands, an everyday word that happens to be one is not', () => {
  const redact = redactor({ patient: 'Maria das Dores Rosa Açucena', doctor: 'Dr. José Lima' })
  expect(redact('Dona Maria das Dores, tem dores no peito? Dores fortes, rosa na pele, maria.')).toBe(
    `Dona ${PATIENT}, tem dores no peito? Dores fortes, rosa na pele, ${PATIENT}.`,
  )
  expect(redact('boa tarde dona rosa e a maria das dores com dores e lesão rosa')).toBe(
    `boa tarde dona ${PATIENT} e a ${PATIENT} com dores e lesão rosa`,
  )
  expect(redactor({ patient: 'Ivo Sá', doctor: '' })('o Ivo Sá, seu sá, disse')).toBe(
    `o ${PATIENT}, seu ${PATIENT}, disse`,
  )
  // A name at the start of a sentence is recognised, too.
  const rosa = redactor({ patient: 'Rosa Clara de Sá', doctor: '' })
  expect(rosa('Rosa, pode entrar. Bom dia. Rosa, sente-se. Clara, obrigada. Sá, pode entrar.')).toBe(
    `${PATIENT}, pode entrar. Bom dia. ${PATIENT}, sente-se. ${PATIENT}, obrigada. ${PATIENT}, pode entrar.`,
  )
  expect(rosa('Clara a urina, rosa, sem odor. Rosa na pele.')).toBe('Clara a urina, rosa, sem odor. Rosa na pele.')
  expect(redact('A acucena comeu lima e o José saiu.')).toBe(`A ${PATIENT} comeu lima e o [médico] saiu.`)
})

test('a name is hidden however it is spelled or made small; what merely sounds alike stays', () => {
  const thiago = redactor({ patient: 'Thiago Luiz Souza', doctor: 'Dra. Anna Christina Baptista' })
  for (const said of ['Tiago', 'tiago', 'Luís Sousa', 'Thiaguinho', 'tiaguinho', 'Luizinho', 'THIAGO'])
    expect([said, thiago(`O ${said} chegou.`)]).toEqual([said, `O ${PATIENT} chegou.`])
  for (const said of ['Ana Cristina', 'ana', 'Aninha', 'Batista', 'Cristininha', 'Dra. Ana'])
    expect([said, thiago(`A ${said} chegou.`)]).toEqual([
      said,
      expect.stringMatching(/^A (Dra\. )?\[médico\] chegou\.$/),
    ])
  for (const [name, said] of [
    ['Walter Moraes', 'Valter Morais'],
    ['Gisele Gonçalves', 'Gisela Gonsalves'],
    ['Rachel Nunez', 'Raquel Nunes'],
    ['Victor Manoel', 'Vitor Manuel'],
    ['Karla Yasmin', 'Carla Iasmim'],
    ['Elena Corrêa', 'Helena Correia'],
    ['Ruth Assumpção', 'Rute Assunção'],
    ['Giovanna Felipe', 'Geovana Filipe'],
  ] as const)
    expect(redactor({ patient: name, doctor: '' })(`Chegou ${said} hoje.`)).toBe(`Chegou ${PATIENT} hoje.`)
  expect(redactor({ patient: 'Marcos Ana', doctor: '' })('O Marquinhos fez dois aninhos.')).toBe(
    `O ${PATIENT} fez dois aninhos.`,
  )
  const text = 'Será que a vizinha da roça vem? Iam à cozinha, sozinhos, e o médico ana-lisou a cena.'
  expect(redactor({ patient: 'Ian Serra Rosa Sena', doctor: 'Dr. Daniel Cosme' })(text)).toBe(text)
})

test('remédios, salgado, cabeça or neto are only names where they stand as names', () => {
  const redact = redactor({ patient: 'Maria dos Remédios Salgado Neto', doctor: 'Dr. Paulo Cabeça Chagas' })
  const talk = [
    'Que remédios o senhor toma? Remédios para pressão. Como muito salgado e tenho dor de cabeça.',
    'meu neto tem dores de cabeça, e o seu neto? doença de Chagas? a cabeça dói com os remédios.',
  ].join(' ')
  expect(redact(talk)).toBe(talk)
  expect(
    redact('Dona Remédios, sente-se. A maria dos remédios salgado veio com o doutor Cabeça. Falei com o Neto.'),
  ).toBe(`Dona ${PATIENT}, sente-se. A ${PATIENT} veio com o doutor [médico]. Falei com o ${PATIENT}.`)
})

test('what cannot be structured is refused with its reason, and the reason stays', async () => {
  const doctor = await newDoctor()
  const patient = await newPatient(doctor)
  const tryIt = async (change: Record<string, string | number | null>, lines?: ['doctor' | 'patient', string][]) => {
    const consultation_id = await newConsultation(doctor, patient, change, lines)
    const response = await doctor.call('POST', '/api/v1/transcription/structure', {
      consultation_id,
      specialty: 'general',
    })
    return { consultation_id, status: response.status, code: (await response.json<{ code: string }>()).code }
  }
  expect(await tryIt({ status: 'active' })).toMatchObject({ status: 409, code: 'consultation_active' })
  expect(await tryIt({}, [])).toMatchObject({ status: 422, code: 'no_transcript' })
  const silent = await tryIt({}, [['doctor', 'Bom dia.']])
  expect(silent).toMatchObject({ status: 422, code: 'too_little_speech' })
  const detail = await (await doctor.call('GET', `/api/consultations/${silent.consultation_id}`)).json()
  expect(detail).toMatchObject({
    consultation: { recordState: 'refused' },
    structuring: { status: 'failed', error: 'A consulta tem pouca fala para formar um registro.' },
    structuredData: null,
  })
})

test("the detail names the specialty of the patient's last record before it", async () => {
  const doctor = await newDoctor()
  const patient = await newPatient(doctor)
  const at = (day: number, specialty: string | null = null, of = patient) =>
    newConsultation(doctor, of, { start_time: day * 86_400_000, specialty })
  const first = await at(1)
  await at(2, 'pediatrics')
  await at(3, 'cardiology')
  await at(4)
  await at(5, 'neurology', await newPatient(doctor))
  const next = await at(6)
  await at(7, 'orthopedics')
  const lastOf = async (id: string) =>
    (await (await doctor.call('GET', `/api/consultations/${id}`)).json<{ lastSpecialty: string | null }>())
      .lastSpecialty
  expect([await lastOf(first), await lastOf(next)]).toEqual([null, 'cardiology'])
})
