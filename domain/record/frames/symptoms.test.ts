import { expect, test } from 'vitest'
import { readDialogue } from '#domain/dialogue/dialogue.ts'
import { writeNote } from '../note/write.ts'
import { readFrames } from './read.ts'

/** The sentences of the complaint and the present illness. Lines of the doctor begin with '-'. */
const illness = (...lines: readonly string[]): string[] =>
  writeNote(
    readFrames(
      readDialogue(
        lines.map((line, at) => ({
          id: `l${at}`,
          speaker: line.startsWith('-') ? ('doctor' as const) : ('patient' as const),
          text: line.replace(/^-\s*/, ''),
        })),
      ),
    ),
  )
    .filter(({ part }) => /^(qp|hda)$/.test(part))
    .map(({ part, text }) => `${part} ${text}`)

test('an answer about another matter tells nothing of the symptom in focus', () => {
  const sentences = illness(
    '- O que a senhora está sentindo?',
    'Estou com uma tosse, doutor.',
    '- Desde quando?',
    'Tem duas semanas.',
    '- E quantas fraldas o neném molha?',
    'Umas seis por dia.',
    '- Quando foi a sua última menstruação?',
    'Faz vinte dias.',
  )
  expect(sentences).toContain('qp Tosse há 2 semanas.')
  expect(sentences.join(' ')).not.toMatch(/6|20 dias/)
})

test('the side after a correction counts, and a hand that points is no pain', () => {
  const sentences = illness(
    '- Onde dói, me mostra com a mão?',
    'É o joelho esquerdo. Ah, não, o direito, que eu operei.',
    '- Há quanto tempo dói?',
    'Três meses.',
  )
  expect(sentences.join(' ')).toContain('joelho direito')
  expect(sentences.join(' ')).not.toMatch(/esquerdo|na mão/)
})

test('worse since, guesses, comparisons and normal values are no beginning and no symptom', () => {
  const sentences = illness(
    '- O que houve?',
    'É uma dor de cabeça. Piorou nas últimas três semanas.',
    '- Mais alguma coisa?',
    'Achei que era azia. Parece dor de dente.',
    '- Teve febre?',
    'Febre eu medi, trinta e seis e sete.',
  )
  expect(sentences).toContain('qp Cefaleia com piora há 3 semanas.')
  expect(sentences.join(' ')).not.toMatch(/pirose|dente|febre/i)
})

test('one answer denies and affirms', () => {
  const sentences = illness('- Tosse, febre, falta de ar?', 'Febre e tosse não. Falta de ar só quando subo a ladeira.')
  expect(sentences).toContain('hda Nega febre e tosse.')
  expect(sentences.join(' ')).toMatch(/[Dd]ispneia/)
  expect(sentences.join(' ')).not.toMatch(/[Nn]ega [^.]*dispneia/)
})

test('a number of hours, years, days or drops is no temperature of a fever', () => {
  for (const text of ['Febre e tosse há trinta e seis horas.', 'Tenho trinta e seis anos e estou com febre.'])
    expect(readFrames(readDialogue([{ id: 'l0', speaker: 'patient', text }])).find('symptom', 'febre')?.polarity).toBe(
      'affirmed',
    )
  const aged = illness('- O que houve?', 'Tenho trinta e seis anos e estou com febre.')
  expect(aged.join(' ')).not.toContain('há 36')
  expect(illness('- O que houve?', 'Estou com febre há quarenta dias.').join(' ')).not.toContain('°C')
  expect(
    illness('- O que houve?', 'Estou com febre.', '- Tomou algo?', 'Tomei quarenta gotas.').join(' '),
  ).not.toContain('°C')
})

test("'direito' behind a verb is no side", () => {
  expect(illness('- O que houve?', 'Dor no ombro esquerdo, não durmo direito.').join(' ')).not.toContain('direito')
  expect(illness('- O que houve?', 'Dor no joelho, não consigo andar direito.').join(' ')).not.toContain('direito')
  expect(illness('- O que houve?', 'Dor no calcanhar direito.').join(' ')).toContain('calcanhar direito')
})

test('a trigger stays where a second one is denied', () => {
  expect(
    illness('- O que houve?', 'Dor no joelho.', '- Quando piora?', 'Piora quando caminho, não quando deito.'),
  ).toContain('hda Dor no joelho, com piora aos esforços.')
})
