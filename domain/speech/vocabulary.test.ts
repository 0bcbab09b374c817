import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { specialtyNames } from '../account/profile.ts'
import { plain } from '../text.ts'
import { correctedWords, patientWords, phrasesOf, termsFor, withCorrected, withinLimits } from './vocabulary.ts'

const none = { corrected: [], patient: [] }

test('every listed term is one that the lexicons of the record know, and all lists fit into one query', () => {
  const folder = 'domain/record/lexicon'
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const lexicon = files.map((name) => plain(readFileSync(`${folder}/${name}`, 'utf8'))).join('\n')
  for (const specialty of specialtyNames) {
    const { open, private: hidden } = termsFor({ specialty, ...none })
    expect(open.filter((term) => !new RegExp(`\\b${plain(term)}\\b`).test(lexicon))).toEqual([])
    expect([withinLimits(open), hidden]).toEqual([open, []])
  }
  expect(termsFor({ specialty: 'Cardiologia', ...none }).open).toContain('sacubitril')
  expect(termsFor({ specialty: 'unknown', ...none })).toEqual(termsFor({ specialty: null, ...none }))
})

test('an edit teaches the words that it brought in, not the ordinary or short ones', () => {
  const before = 'Ela toma losa tana de manhã para a pressão'
  expect(correctedWords(before, 'Ela tomou losartana ontem de manhã, 50mg, para a pressão')).toEqual(['losartana'])
  expect(correctedWords('dispneia', 'dispnéia')).toEqual(['dispnéia'])
  expect(withCorrected(['losartana'], ['sacubitril', 'Losartana'])).toEqual(['sacubitril', 'Losartana'])
  expect(
    withCorrected(
      [],
      Array.from({ length: 30 }, (_, i) => `termo${'a'.repeat(i)}`),
    ),
  ).toHaveLength(20)
})

test('words about the patient and words that may be a name are private; the newest correction comes first', () => {
  const patient = patientWords('Rita Moura', 'Usa ziprasidona 40 mg; porfiria desde 2011')
  expect(patient).toEqual(['Rita', 'Moura', 'ziprasidona', 'porfiria'])
  const corrected = ['budesonida', 'Helena', 'rita', 'Ziprasidona']
  const terms = termsFor({ specialty: null, corrected, patient })
  expect(terms.private).toEqual([...patient, 'Helena'])
  expect(terms.open[0]).toBe('budesonida')
  expect(terms.open.filter((term) => /rita|moura|helena|ziprasidona|porfiria/i.test(term))).toEqual([])
  expect(phrasesOf(terms)).toHaveLength(terms.open.length + terms.private.length)
})

test('a query holds at most 100 terms and 400 tokens of two characters', () => {
  expect(withinLimits(['losartana', 'x'.repeat(900), 'dispneia'])).toEqual(['losartana', 'dispneia'])
  expect(withinLimits(Array.from({ length: 150 }, () => 'ab'))).toHaveLength(100)
  expect(withinLimits(Array.from({ length: 90 }, () => 'x'.repeat(10)))).toHaveLength(80)
})
