import { expect, test } from 'vitest'
import { bareLines, cough, knee, smallTalkOnly, turns } from '#tests/testkit/consultations.ts'
import { proveRecord } from '../proof/prove.ts'
import type { CanonicalKey } from '../record.ts'
import { statement } from './answer.ts'
import { normalise } from '../voice/normalise.ts'
import type { SpokenLine } from './segment.ts'
import { structureByRules } from './structure.ts'

const run = (entries: readonly SpokenLine[], context = '') => {
  let count = 0
  const draft = structureByRules({ entries, specialty: 'general' })
  const structured = {
    ...draft,
    ...proveRecord({ entries, context, specialty: 'general' }, draft.sections, () => `s${++count}`),
  }
  const at = (key: CanonicalKey) => structured.sections.find((section) => section.canonical === key)
  const written = (key: CanonicalKey) =>
    at(key)?.sentences.map((item) => `${item.text} ${item.evidence.map((line) => line.id).join(' ')}`) ?? []
  return { ...structured, at, written }
}

test('speech is freed of fillers, stutters and short forms, and keeps its numbers', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['É, então, ai, eu, eu tô com uma, uma dor aqui, sabe?', 'eu estou com uma dor aqui.'],
    ['Quando eu, quando eu vou pro trabalho.', 'quando eu vou para o trabalho.'],
    ['nove nove três, dois, dois a três dias', 'nove nove três, dois a três dias'],
    ['a pressão tá catorze por nove', 'a pressão está catorze por nove'],
  ]
  for (const [spoken, expected] of cases) expect(normalise(spoken)).toBe(expected)
})

test('the first person becomes the third, in the register of a note', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['Eu tive uma dor no meu braço e tomei dipirona', 'teve uma dor no braço e tomou dipirona'],
    ['Não tive febre', 'nega febre'],
    ['Tenho pressão alta, mas diabetes não', 'tem pressão alta, mas nega diabetes'],
    ['Minha mãe me disse que eu durmo mal', 'mãe disse que dorme mal'],
    ['Eu me sinto fraca', 'se sente fraca'],
    ['Começou faz duas semanas', 'começou há duas semanas'],
    // What is no finding is not denied, and nouns that look like verbs stay nouns.
    ['Não tenho certeza', 'não tem certeza'],
    ['no começo do uso do remédio eu uso mais', 'no começo do uso do remédio usa mais'],
  ]
  for (const [spoken, expected] of cases) expect(statement(spoken)).toBe(expected)
})

test('a consultation becomes sections whose every sentence cites its lines', () => {
  const { written, sections, warnings, refusal } = run(cough)
  expect(refusal).toBeUndefined()
  expect(warnings).toEqual([])
  expect(written('queixa_principal')).toEqual(['Refere tosse que não passa há cerca de três semanas. e1 e2'])
  expect(written('hda')).toEqual([
    'Tosse com catarro, um pouco amarelado, piora de noite. e3 e4',
    'Febre: teve nos primeiros dias, trinta e oito e meio, mas depois passou. e5 e6',
    'Falta de ar só quando sobe a ladeira lá de casa. e7 e8',
    'Nega dor no peito, enjoo e vômito. e9 e10 e11 e12',
  ])
  expect(written('hpp')).toEqual([
    'Refere pressão alta, nega diabetes; toma losartana cinquenta miligramas de manhã. e13 e14',
    'Tirou a vesícula em dois mil e quinze. e15 e16',
    'Alergia a penicilina, quando tomou ficou toda empolada. e17 e18',
  ])
  expect(written('hf')).toEqual(['Pai morreu de enfisema, irmã tem asma. e19 e20'])
  expect(written('habitos')).toEqual(['Não fuma. e21 e22', 'Álcool só no Natal, uma taça de vinho. e23 e24'])
  expect(written('exame_fisico')).toEqual([
    'A pressão está cento e quarenta por noventa. e26',
    'Saturação noventa e seis por cento. e26',
    'Na ausculta tem uns roncos na base direita. e27',
    'Garganta sem alterações. e27',
  ])
  expect(written('hipotese')).toEqual(['Provável bronquite, a descartar pneumonia. e28'])
  expect(written('conduta')).toEqual([
    'Solicitar raio X de tórax e hemograma. e29',
    'Prescrever azitromicina quinhentos miligramas, um comprimido por dia, por cinco dias. e30',
  ])
  expect(written('orientacoes')).toEqual([
    'Beber bastante água e evitar friagem. e32',
    'Se tiver falta de ar em repouso ou a febre voltar, procurar o pronto-socorro. e32',
    'Voltar em sete dias com os exames. e33',
  ])

  const known = new Set(cough.map((entry) => entry.id))
  for (const section of sections) {
    expect(section.content).toBe(section.sentences.map((item) => item.text).join(' '))
    expect(section.original_content).toBe(section.content)
    for (const item of section.sentences) {
      expect(item.proof).toBe('transcript')
      expect(item.evidence.length).toBeGreaterThan(0)
      expect(item.evidence.every((line) => known.has(line.id))).toBe(true)
    }
  }
  expect(new Set(sections.map((section) => section.id)).size).toBe(9)
})

test('short lines without punctuation or speakers each land in their section', () => {
  const { written, warnings } = run(bareLines)
  expect(written('queixa_principal')).toEqual(['Refere dor de cabeça há três dias. e1 e2'])
  expect(written('hda')).toEqual(['Nega febre mas ficou enjoada. e3'])
  expect(written('hpp')).toEqual(['Refere pressão alta e toma losartana todo dia. e4', 'Alergia a dipirona. e5 e6'])
  expect(written('hf')).toEqual(['Mãe teve infarto. e7'])
  expect(written('habitos')).toEqual(['Não fuma e bebe cerveja no fim de semana. e8'])
  expect(written('exame_fisico')).toEqual(['A pressão está em quatorze por nove. e9'])
  expect(written('hipotese')).toEqual(['Parece ser enxaqueca. e10'])
  expect(written('conduta')).toEqual(['Solicitar hemograma. e11', 'Tomar paracetamol de oito em oito horas. e12'])
  expect(written('orientacoes')).toEqual(['Voltar em uma semana se não melhorar. e13'])
  expect(warnings).toEqual(['A maioria das falas está sem identificação de quem falou; revise as seções.'])
})

test('an answer that turns the question round is not taken for its opposite', () => {
  const { written } = run(turns)
  expect(written('hda')).toEqual([
    'Refere falta de ar, quando sobe escada. e3 e4',
    'Nega palpitação. e5 e6',
    'Agora não, mas sentiu febre na semana passada. e7 e8',
    // 'Não desmaiou, né?' 'Sim.' may mean either: nothing is written of it.
    'Refere sangramento. e11 e12',
    'Refere tosse. e23 e24',
  ])
  expect(written('hpp')).toEqual([
    'A dipirona não, mas é alérgico a ibuprofeno. e13 e14',
    'As vacinas estão em dia. e19 e20',
  ])
  expect(written('hf')).toEqual(['Mãe é diabética. e15 e16', 'Enxaqueca na família: avó. e17 e18'])
  expect(written('hipotese')).toEqual(['Provável angina. e21'])
  expect(written('orientacoes')).toEqual(['Voltar em duas semanas com os exames. e22'])
})

test('sides, past events and denials that confirm a denial keep their sense', () => {
  const { written, at } = run(knee)
  const history = [...written('queixa_principal'), ...written('hda')].join('\n')
  expect(history).toContain('Torceu jogando bola no sábado, ouviu um estalo.')
  expect(history).toContain('Inchou bastante, e não conseguiu pisar. e3 e4')
  expect(history).toContain('Dor do lado de dentro. e5 e6')
  expect(history).toContain('Nega febre. e9 e10')
  expect(written('hpp')).toEqual(['Operou o menisco do joelho esquerdo em dois mil e dezoito. e7 e8'])
  expect(written('exame_fisico')).toEqual(['Gaveta anterior positiva. e11', 'Dor na linha medial. e11'])
  expect(at('habitos')?.content).toBe('')
  expect(at('hpp')?.suggestions).toContain('Alergias: não investigadas na consulta.')
})

test('small talk, silence and partials make no record', () => {
  expect(run(smallTalkOnly)).toMatchObject({ warnings: [], refusal: 'no_clinical_content' })
  expect(run([])).toMatchObject({ warnings: [], refusal: 'too_little_speech' })
  expect(
    run([
      { id: 'a', text: 'sim' },
      { id: 'b', text: 'tá bom' },
    ]),
  ).toMatchObject({ refusal: 'too_little_speech' })
  expect(run(cough.map((entry) => ({ ...entry, isPartial: true })))).toMatchObject({
    refusal: 'too_little_speech',
  })
})

test('labels that stand the wrong way round are read the right way, and said so', () => {
  const exchanged = (entries: readonly SpokenLine[]) =>
    entries.map((entry) => ({
      ...entry,
      speaker: entry.speaker === 'doctor' ? ('patient' as const) : ('doctor' as const),
    }))
  const swapped = run(exchanged(cough))
  expect(swapped.sections.map((section) => section.content)).toEqual(
    run(cough).sections.map((section) => section.content),
  )
  expect(swapped.warnings).toEqual(['Os rótulos de Médico e Paciente parecem trocados; confira quem falou.'])

  // Without any label what was asked and answered is known by what was said; nothing is denied that was not.
  const denials = (entries: readonly SpokenLine[]) =>
    run(entries).sections.flatMap((section) =>
      section.sentences.filter((item) => /nega|não/i.test(item.text)).map((item) => item.text),
    )
  const unlabelled = denials(cough.map(({ speaker: _, ...entry }) => entry))
  const labelled = denials(cough)
  expect(unlabelled.length).toBeGreaterThan(2)
  for (const text of unlabelled) expect(labelled).toContain(text)
})
