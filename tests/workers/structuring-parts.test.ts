import { expect, test, vi } from 'vitest'
import type { DraftSection } from '#domain/record/proof/draft.ts'
import { FELL_BACK, FELL_BACK_IN_PART } from '#domain/record/proof/warnings.ts'
import { safetyChecker } from '#domain/record/safety/check.ts'
import { templateOf } from '#domain/record/templates/template.ts'
import { logged } from '#tests/testkit/logged.ts'
import { chunksOf } from '#workers/structuring/chunks.ts'
import { applyConsolidation } from '#workers/structuring/consolidate.ts'
import { judging } from '#workers/structuring/judge.ts'
import { merged } from '#workers/structuring/merge.ts'
import { structure } from '#workers/structuring/structure.ts'
import { type Asked, answer, askedOnce, fakeModel, impatient, inputOf, type Line, withModel } from './fake-model.ts'

const symptoms = [
  'febre',
  'tosse',
  'enjoo',
  'tontura',
  'cansaço',
  'coceira',
  'insônia',
  'palpitação',
  'azia',
  'dormência',
]
const talk = 'A vizinha passou lá em casa e a gente conversou bastante sobre o tempo e sobre a feira. '.repeat(30)
/** Ten questions with their answers, each answer long; 30,000 characters. */
const long: Line[] = [
  ['doctor', 'O que trouxe o senhor aqui?'],
  ['patient', 'Estou com dor de cabeça há três dias.'],
  ...symptoms.flatMap((symptom): Line[] => [
    ['doctor', `O senhor teve ${symptom}?`],
    ['patient', `Tive ${symptom} ontem. ${talk}`],
  ]),
  ['doctor', 'Tome dipirona de seis em seis horas por três dias.'],
]
const numberOf = (line: string) => line.match(/^L(\d+) /)?.[1] ?? ''
const linesOf = (text: string) => text.split('\n').filter((line) => /^L\d+ /.test(line))
/** Writes one sentence for each symptom in the part; repeated lines get one too, in other words. */
const diligent = ({ messages }: Asked) => {
  const lines = linesOf(messages.at(-1)?.content ?? '')
  const own = Number(messages.at(-1)?.content.match(/Escreva só o que as linhas de L(\d+)/)?.[1])
  return answer(
    ...lines.flatMap((line) =>
      symptoms
        .filter((symptom) => line.includes(`Tive ${symptom} ontem`))
        .map((symptom) => {
          const isRepeated = Number(numberOf(line)) < own
          const text = isRepeated ? `Apresentou ${symptom} no dia anterior.` : `Refere ${symptom} ontem.`
          return ['hda', text, [`L${numberOf(line)}`, `Tive ${symptom} ontem`]] as const
        }),
    ),
    ...lines
      .filter((line) => line.includes('dipirona'))
      .map((line) => ['conduta', 'Dipirona por três dias.', [`L${numberOf(line)}`, 'Tome dipirona']] as const),
  )
}

test('a long consultation is cut before questions, into parts of a like size that overlap and miss nothing', () => {
  const lines = long.map(([speaker, text]) => ({ speaker, text }))
  const chunks = chunksOf(lines)
  expect(chunks).toHaveLength(3)
  expect(chunks.map(({ start }) => lines[start]?.speaker)).toEqual(['doctor', 'doctor', 'doctor'])
  expect([chunks[0]?.start, chunks.at(-1)?.end]).toEqual([0, lines.length])
  for (const [index, { from, start }] of chunks.slice(1).entries()) {
    expect(start).toBe(chunks[index]?.end)
    expect(start - from).toBe(6)
  }
  expect(chunksOf(lines.slice(0, 4))).toEqual([{ from: 0, start: 0, end: 4 }])
  expect(chunksOf([])).toEqual([])
  const monologue = Array.from({ length: 40 }, () => ({ speaker: 'patient' as const, text: talk }))
  expect(chunksOf(monologue).reduce((sum, { start, end }) => sum + end - start, 0)).toBe(40)
})

test('parts are asked for two at a time, each with a few lines from before; nothing is written twice', async () => {
  let open = 0
  let most = 0
  const twoOpen = Promise.withResolvers<void>()
  const { asked } = fakeModel(async (request) => {
    most = Math.max(most, ++open)
    if (open === 2) setTimeout(twoOpen.resolve)
    await twoOpen.promise
    open--
    return diligent(request)
  })
  const { sections, warnings } = await structure(withModel, inputOf(long))
  expect(warnings).toEqual([])
  // The last call consolidates; its answer has another shape, so the parts are joined without it.
  expect(asked).toHaveLength(4)
  expect(most).toBe(2)
  const prompts = asked.map(({ messages }) => messages.at(-1)?.content ?? '')
  expect(prompts.map((prompt) => prompt.includes('<frases>'))).toEqual([false, false, false, true])
  expect(prompts[0]).toContain('Parte 1 de 3 da consulta. Escreva só o que as linhas de L1 a ')
  expect(prompts[0]).not.toContain('já registradas')
  expect(prompts[1]).toContain('já registradas')
  const written = sections.flatMap(({ sentences }) => sentences.map(({ text }) => text))
  expect(written).toEqual([...symptoms.map((symptom) => `Refere ${symptom} ontem.`), 'Dipirona por três dias.'])
})

test('one call consolidates the parts: what it merges is proven, what it invents or loses changes nothing', async () => {
  const sentences = [
    { text: 'Refere febre e tosse ontem.', from: ['S1', 'S2'] },
    { text: 'Nega diabetes.', from: [] },
    { text: 'Refere enjoo no joelho esquerdo há 9 anos.', from: ['s3'] },
    { text: 'Refere tontura ontem.', from: ['S4', 'S77'] },
    // Leaves out what it names: the original stays.
    { text: 'Refere cansaço ontem.', from: ['S5', 'S6'] },
  ]
  fakeModel((request) =>
    request.messages.at(-1)?.content.includes('<frases>')
      ? JSON.stringify({ sections: [{ key: 'hda', sentences }] })
      : diligent(request),
  )
  const { sections } = await structure(withModel, inputOf(long))
  const hda = sections.find(({ key }) => key === 'hda')?.sentences ?? []
  const of = (symptom: string) => `e${long.findIndex(([, text]) => text.startsWith(`Tive ${symptom}`))}`
  expect(hda.slice(0, 3)).toEqual([
    { text: 'Refere febre e tosse ontem.', evidence: [of('febre'), of('tosse')] },
    { text: 'Refere tontura ontem.', evidence: [of('tontura')] },
    { text: 'Refere cansaço ontem.', evidence: [of('cansaço'), of('coceira')] },
  ])
  const others = ['enjoo', 'coceira', 'insônia', 'palpitação', 'azia', 'dormência']
  expect(new Set(hda.slice(3).map(({ text }) => text))).toEqual(new Set(others.map((one) => `Refere ${one} ontem.`)))
  expect(sections.find(({ key }) => key === 'conduta')?.sentences).toHaveLength(1)
})

test('a consolidation loses no dose, condition, hedge or denial, launders no line, and spares what was right', () => {
  const spoken: Line[] = [
    ['patient', 'Tomo losartana de cinquenta miligramas de manhã.'],
    ['doctor', 'Pode ser pedra na vesícula. Se der febre, venha ao pronto-socorro.'],
    ['patient', 'Sou alérgico a penicilina.'],
    ['doctor', 'Falta de ar?'],
    ['patient', 'Não.'],
    ['doctor', 'A losartana passa para cem miligramas.'],
  ]
  const lines = spoken.map(([speaker, text], at) => ({ id: `e${at}`, speaker, text }))
  const { sections: template } = templateOf('general')
  const judge = judging(safetyChecker(lines, ''), new Map(template.map(({ key, canonical }) => [key, canonical])))
  const say = (text: string, ...evidence: string[]) => ({ text, evidence })
  const sections = [
    { key: 'hda', sentences: [say('Refere falta de ar.', 'e3', 'e4')] },
    {
      key: 'medicamentos',
      sentences: [say('Losartana 50 mg pela manhã.', 'e0'), say('Losartana aumentada para 100 mg.', 'e5')],
    },
    { key: 'alergias', sentences: [say('Alergia a penicilina.', 'e2')] },
    { key: 'hipotese', sentences: [say('Colelitíase a investigar.', 'e1')] },
    { key: 'orientacoes', sentences: [say('Se febre, procurar pronto-socorro.', 'e1')] },
  ]
  const keys = sections.map(({ key }) => key)
  const made = (...sentences: [key: string, text: string, ...from: string[]][]) =>
    applyConsolidation(
      keys,
      sections,
      { sections: sentences.map(([key, text, ...from]) => ({ key, sentences: [{ text, from }] })) },
      judge,
    ).flatMap((section) => section.sentences)
  const texts = (...sentences: Parameters<typeof made>) => made(...sentences).map(({ text }) => text)
  const before = sections.flatMap((section) => section.sentences)
  for (const [text, id, original] of [
    ['Losartana pela manhã.', 'S2', 'Losartana 50 mg pela manhã.'],
    ['Colelitíase.', 'S5', 'Colelitíase a investigar.'],
    ['Procurar pronto-socorro.', 'S6', 'Se febre, procurar pronto-socorro.'],
    ['Refere falta de ar e alergia a penicilina.', 'S4', 'Alergia a penicilina.'],
  ] as const)
    expect(texts(['hda', text, id, 'S1'])).toContain(original)
  // A later value takes the place of the earlier one.
  expect(texts(['medicamentos', 'Losartana 100 mg.', 'S2', 'S3'])).not.toContain('Losartana 50 mg pela manhã.')
  // A sentence has the lines of what it is about, once.
  const all = before.map((_, at) => `S${at + 1}`)
  const penicillin = made(['alergias', 'Alergia a penicilina.', ...all], ['alergias', 'Alergia a penicilina.', 'S4'])
  expect(penicillin.filter(({ text }) => text === 'Alergia a penicilina.')).toEqual([
    say('Alergia a penicilina.', 'e2'),
  ])
  expect(new Set(texts())).toEqual(new Set(before.map(({ text }) => text)))
})

test('a part the model does not write is written by the rules, in its place; with none written it all is', async () => {
  const { stop } = fakeModel((request) =>
    request.messages.at(-1)?.content.includes('Parte 2 de 3') ? 404 : diligent(request),
  )
  const { sections, warnings, structurer } = await structure(withModel, inputOf(long), askedOnce)
  expect([structurer.name, warnings]).toEqual(['language_model', [FELL_BACK_IN_PART]])
  expect(logged()).toMatchObject([{ event: 'model_fell_back_in_part', reason: 'unreachable' }])
  const cited = new Set(sections.flatMap(({ sentences }) => sentences.flatMap(({ evidence }) => evidence)))
  for (const symptom of symptoms)
    expect(cited).toContain(`e${long.findIndex(([, text]) => text.startsWith(`Tive ${symptom}`))}`)
  expect(sections.at(-1)?.key).toBe('orientacoes')
  stop()

  fakeModel('slow')
  expect((await structure(withModel, inputOf(long), impatient)).warnings[0]).toBe(FELL_BACK)
})

test('a part the model says nothing of is written by the rules and told; one it only invents of keeps its words', async () => {
  const written = async (part: string) => {
    const { stop } = fakeModel((request) => {
      const prompt = request.messages.map(({ content }) => content).join(' ')
      return prompt.includes('Parte 2 de 3') ? part : diligent(request)
    })
    vi.mocked(console.log).mockClear()
    const { sections, warnings, structurer } = await structure(withModel, inputOf(long))
    expect(structurer.name).toBe('language_model')
    stop()
    return { warnings, log: logged(), sentences: sections.flatMap((section) => section.sentences) }
  }
  const silent = await written(answer())
  expect(silent.warnings).toEqual([FELL_BACK_IN_PART])
  expect(silent.log).toMatchObject([{ event: 'model_fell_back_in_part', reason: 'refused' }])
  const cited = new Set(silent.sentences.flatMap(({ evidence }) => evidence))
  for (const symptom of symptoms)
    expect(cited).toContain(`e${long.findIndex(([, text]) => text.startsWith(`Tive ${symptom}`))}`)

  const inventing = await written(answer(['hda', 'Dor torácica intensa.', ['L9', 'dor no peito muito forte']]))
  expect([inventing.warnings, inventing.log]).toEqual([[], []])
  expect(inventing.sentences).toContainEqual({ text: 'Dor torácica intensa.', evidence: [] })
  const byModel = [
    ...symptoms.map((symptom) => `Refere ${symptom} ontem.`),
    'Dipirona por três dias.',
    'Dor torácica intensa.',
  ]
  expect(byModel).toEqual(expect.arrayContaining(inventing.sentences.map(({ text }) => text)))
})

test('what repeats adds its lines; a denial of fewer things, another number or an unproven claim is no repetition', () => {
  const say = (text: string, ...evidence: string[]) => ({ text, evidence })
  const byModel = (sections: DraftSection[]) => ({ by: 'model' as const, sections })
  const parts = [
    [{ key: 'hda', sentences: [say('Tosse seca com febre alta.', 'e1'), say('Nega enjoo e vômito.', 'e2')] }],
    [
      { key: 'conduta', sentences: [say('Dipirona 500 mg.', 'e8')] },
      { key: 'hda', sentences: [say('Febre alta.', 'e4'), say('Nega enjoo.', 'e5'), say('Refere enjoo.')] },
    ],
    [{ key: 'conduta', sentences: [say('Dipirona 1 g.', 'e9'), say('Dipirona 1 g.')] }],
  ]
  expect(merged(['hda', 'hpp', 'conduta'], parts.map(byModel))).toEqual([
    {
      key: 'hda',
      sentences: [
        say('Tosse seca com febre alta.', 'e1', 'e4'),
        say('Nega enjoo e vômito.', 'e2'),
        say('Nega enjoo.', 'e5'),
        say('Refere enjoo.'),
      ],
    },
    { key: 'hpp', sentences: [] },
    { key: 'conduta', sentences: [say('Dipirona 500 mg.', 'e8'), say('Dipirona 1 g.', 'e9')] },
  ])
  // Proof that comes later replaces the claim that had none.
  expect(
    merged(['hda'], [byModel([{ key: 'hda', sentences: [say('Tosse seca.'), say('Tosse seca há dias.', 'e3')] }])]),
  ).toEqual([{ key: 'hda', sentences: [say('Tosse seca há dias.', 'e3')] }])

  // The same symptom of another person or another time is a different fact.
  const apart = (...texts: string[]) => {
    const parts = texts.map((text, index) => byModel([{ key: 'hda', sentences: [say(text, `e${index}`)] }]))
    return merged(['hda'], parts)[0]?.sentences.map(({ text }) => text)
  }
  for (const [longer, shorter] of [
    ['Mãe com diabetes.', 'Diabetes.'],
    ['Mãe com asma e pai com diabetes.', 'Mãe com diabetes.'],
    ['Teve febre ontem, hoje melhorou.', 'Teve febre hoje.'],
  ] as const)
    expect(apart(longer, shorter)).toEqual([longer, shorter])
  expect(apart('Teve febre alta ontem.', 'Teve febre.', 'Teve febre ontem.')).toEqual(['Teve febre alta ontem.'])
  expect(apart('Mãe com diabetes e asma.', 'Mãe com diabetes.')).toEqual(['Mãe com diabetes e asma.'])

  // A fuller sentence of the rules, before or behind, takes no sentence of the model away; the reverse does.
  const byRules = { by: 'rules' as const, sections: [{ key: 'hda', sentences: [say('Tosse seca há dias.', 'e3')] }] }
  const doubted = byModel([{ key: 'hda', sentences: [say('Tosse seca.')] }])
  for (const both of [
    [byRules, doubted],
    [doubted, byRules],
  ])
    expect(merged(['hda'], both)[0]?.sentences).toContainEqual(say('Tosse seca.'))
  const full = byModel([{ key: 'hda', sentences: [say('Tosse seca há dias, com catarro.', 'e4')] }])
  expect(merged(['hda'], [byRules, full])[0]?.sentences).toEqual([say('Tosse seca há dias, com catarro.', 'e4', 'e3')])
  // An unproven one of the model takes the place of no proven one, whichever part came first.
  const claim = byModel([{ key: 'hda', sentences: [say('Tosse seca há dias, com sangue.')] }])
  for (const both of [
    [byRules, claim],
    [claim, byRules],
  ])
    expect(merged(['hda'], both)[0]?.sentences).toContainEqual(say('Tosse seca há dias.', 'e3'))
})
