import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { proveRecord } from '#domain/record/prove.ts'
import type { Env } from '#workers/env.ts'
import { PATIENT, redactor } from '#workers/structuring/redact.ts'
import { FELL_BACK, structure } from '#workers/structuring/structure.ts'
import type { StructuringInput } from '#workers/structuring/structurer.ts'
import { dialogue } from './clinic.ts'

const input: StructuringInput = {
  jobId: crypto.randomUUID(),
  entries: [...dialogue, ['patient', 'Aqui é o Rui, doutora Ana Souza me conhece.'] as const].map(
    ([speaker, text], position) => ({
      id: `e${position}`,
      text,
      timestamp: position,
      speaker,
      isPartial: false,
      start_ms: position,
      end_ms: position + 1,
      confidence: 0.9,
    }),
  ),
  context: 'Rui Barbosa Neto, hipertenso.',
  specialty: 'general',
  names: { patient: 'Rui Barbosa Neto', doctor: 'Dra. Ana Souza' },
}

const withModel: Env = { ...env, MODEL_URL: 'http://model.test/v1', MODEL_NAME: 'pequeno', MODEL_KEY: 'chave' }
type Request = {
  messages: { role: string; content: string }[]
  response_format?: { type: string; json_schema: object }
}

/** An OpenAI-compatible endpoint that says what it is told to, and keeps what it was sent. */
function fakeModel(...answers: (string | number)[]) {
  const asked: Request[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (request, init) => {
    const sent = new Request(request as RequestInfo, init)
    expect([sent.url, sent.headers.get('authorization')]).toEqual([
      'http://model.test/v1/chat/completions',
      'Bearer chave',
    ])
    asked.push(await sent.json())
    const answer = answers.shift() ?? 500
    if (typeof answer === 'number') return new Response('{"error":{"message":"no"}}', { status: answer })
    return Response.json({
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'pequeno',
      choices: [{ index: 0, message: { role: 'assistant', content: answer }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    })
  })
  return { asked, stop: () => fetched.mockRestore() }
}
const good = JSON.stringify({
  sections: [
    { key: 'hda', sentences: [{ text: '[paciente] refere tosse seca e febre há quatro dias.', lines: ['L2', 'L77'] }] },
    { key: 'hpp', sentences: [{ text: 'Alergia a penicilina.', lines: ['l6'] }] },
    { key: 'conduta', sentences: [{ text: 'Iniciar amoxicilina.', lines: ['L99'] }] },
    { key: 'horoscopo', sentences: [{ text: 'Sagitário.', lines: ['L1'] }] },
  ],
})

test('the model gets the schema and no names; its evidence must exist; confidence is computed here', async () => {
  const { asked } = fakeModel(good)
  const { sections, warnings, structurer } = await structure(withModel, input)
  expect([warnings, structurer]).toEqual([[], { name: 'language_model', model: 'pequeno', version: '1' }])
  const sent = JSON.stringify(asked[0]?.messages)
  expect(sent).not.toMatch(/Rui|Barbosa|Neto\b|Souza|Ana\b/)
  expect(sent).toContain('L2 Paciente: Estou com tosse seca')
  expect(sent).toContain('L9 Paciente: Aqui é o [paciente], doutora [médico] me conhece.')
  expect(asked[0]?.response_format).toMatchObject({ type: 'json_schema', json_schema: { name: 'registro' } })

  const proven = proveRecord(input, sections, () => crypto.randomUUID()).sections
  const part = (key: string) => proven.find((section) => section.key === key)
  expect(part('hda')).toMatchObject({
    content: 'Paciente refere tosse seca e febre há quatro dias.',
    confidence: 'high',
  })
  expect(part('hda')?.sentences[0]).toMatchObject({ evidence: [{ id: 'e1' }], proof: 'transcript' })
  expect(part('hpp')?.sentences[0]?.evidence.map((line) => line.id)).toEqual(['e5'])
  expect(part('conduta')?.sentences[0]).toMatchObject({ text: 'Iniciar amoxicilina.', evidence: [], proof: 'none' })
  expect(part('conduta')).toMatchObject({ confidence: 'low', confidence_score: 0 })
  expect(JSON.stringify(proven)).not.toContain('Sagitário')
})

test('a wrong shape is repaired once; twice wrong, unreachable or empty falls back and says so', async () => {
  const { asked: repaired, stop } = fakeModel('Claro! Segue o registro: tosse seca.', good)
  expect((await structure(withModel, input)).structurer.name).toBe('language_model')
  expect(repaired[1]?.messages.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect(repaired[1]?.messages.at(-1)?.content).toContain('não seguiu o formato')
  stop()

  for (const answers of [['{"sections":"nenhuma"}', '{"secoes":[]}'], [404], ['{"sections":[]}']]) {
    const { stop } = fakeModel(...answers)
    const fallen = await structure(withModel, input)
    expect([fallen.structurer.name, fallen.warnings[0]]).toEqual(['extractive', FELL_BACK])
    expect(fallen.sections.some((section) => section.sentences.length > 0)).toBe(true)
    stop()
  }
  // Named, but with neither an address nor Workers AI.
  const orphan = await structure({ ...withModel, MODEL_URL: '' }, input)
  expect([orphan.structurer.name, orphan.warnings[0]]).toEqual(['extractive', FELL_BACK])

  // Without a model nothing is called and nothing is to be warned of; silence never reaches a model.
  const { asked: called } = fakeModel(good)
  expect((await structure({ ...env, MODEL_URL: '', MODEL_NAME: '' }, input)).warnings).not.toContain(FELL_BACK)
  expect((await structure(withModel, { ...input, entries: input.entries.slice(0, 1) })).refusal).toBe(
    'too_little_speech',
  )
  expect(called).toEqual([])
})

test('Workers AI is asked through its binding', async () => {
  const run = vi.fn(async (_model: string, _request: { response_format?: { type: string } }) => ({ response: good }))
  const answer = await structure({ ...withModel, MODEL_URL: '', AI: { run } as unknown as Ai }, input)
  expect(answer.structurer).toEqual({ name: 'language_model', model: 'pequeno', version: '1' })
  expect([run.mock.calls[0]?.[0], run.mock.calls[0]?.[1].response_format?.type]).toEqual(['pequeno', 'json_schema'])
})

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
  expect(redact('A acucena comeu lima e o José saiu.')).toBe(`A ${PATIENT} comeu lima e o [médico] saiu.`)
})
