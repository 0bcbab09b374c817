import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { specialtyNames } from '../account/profile.ts'
import { plain } from '../text.ts'
import { patientTerms } from './patient-terms.ts'
import {
  correctedIn,
  correctedWords,
  phrasesOf,
  termsFor,
  termsOfMessage,
  withCorrected,
  withinLimits,
  withoutNames,
} from './vocabulary.ts'

const none = { corrected: [], earlier: [], health: [], patient: [] }

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
  const facts = ['Glifage XR 500 mg 2x/dia', 'Provável insuficiência cardíaca', 'AAS 100', 'Xyzumabe 3 gotas', 'HAS']
  const patient = patientTerms(
    'Rita Moura',
    'Filha Neide; usa ziprasidona 40 mg; porfiria desde 2011. Rita fuma',
    facts,
  )
  const conditions = ['insuficiência', 'cardíaca', 'AAS', 'ácido', 'acetilsalicílico', 'Xyzumabe', 'Hipertensão']
  const listed = ['Glifage', 'metformina', ...conditions, 'arterial', 'sistêmica']
  expect(patient.health).toEqual([...listed, 'ziprasidona', 'porfiria', 'fuma'])
  expect(patient.patient).toEqual(['Rita', 'Moura', 'Neide', 'Rita'])
  const corrected = ['budesonida', 'Helena', 'rita', 'neide', 'Ziprasidona']
  const terms = termsFor({ specialty: null, ...none, corrected, ...patient })
  // The names stay apart: a vendor gets none of them, also not as a corrected word.
  expect(terms.private).toEqual([...patient.health, 'Helena'])
  expect(terms.names.slice(0, 2)).toEqual(['Rita', 'Moura'])
  expect(terms.open[0]).toBe('budesonida')
  expect(
    terms.open.filter((term) => /rita|moura|helena|neide|ziprasidona|porfiria|glifage|xyzumabe/i.test(term)),
  ).toEqual([])
  expect(phrasesOf(terms)).toHaveLength(terms.open.length + terms.private.length + terms.names.length)
})

test('the last changed lines teach first, a typed or unchanged line teaches nothing, and no name joins the list', () => {
  const lines = [
    { text: 'Usa tolvaptana', original: 'usa tal vapor', revision: 9 },
    { text: 'Digitei sacubitril', revision: 12 },
    { text: 'Tomou dois comprimidos.', original: 'tomou dois comprimidos', revision: 11 },
    { text: 'Glifage em jejum, Conceição', original: 'grifo ágil em jejum', revision: 10 },
  ]
  expect(correctedIn(lines)).toEqual(['Glifage', 'Conceição', 'tolvaptana'])
  const names = ['Maria da Conceicao-Prado', 'Lúcia Telles']
  expect(withoutNames(['conceição', 'Glifage', 'prado', 'telles', 'tolvaptana'], names)).toEqual([
    'Glifage',
    'tolvaptana',
  ])
})

test("earlier words leave room for the specialty's, and obey the rules of a corrected word", () => {
  const earlier = [
    'Glifage',
    'rita',
    ...Array.from({ length: 98 }, (_, i) => `palavra${'abcdefghij'[i % 10]}${'abcdefghij'[Math.floor(i / 10)]}`),
  ]
  const terms = termsFor({ specialty: 'Cardiologia', ...none, corrected: ['tolvaptana'], earlier, patient: ['Rita'] })
  expect([terms.private, terms.names]).toEqual([['Glifage'], ['Rita']])
  expect(terms.open.slice(0, 3)).toEqual(['tolvaptana', 'palavraaa', 'palavraba'])
  expect(withinLimits(terms.open)).toEqual(expect.arrayContaining(['palavraaa', 'palavrajd', 'sacubitril']))
  expect(terms.open).toEqual(expect.arrayContaining(earlier.slice(2)))
})

test('a query or message holds at most 100 terms and 400 tokens of two characters', () => {
  expect(withinLimits(['losartana', 'x'.repeat(900), 'dispneia'])).toEqual(['losartana', 'dispneia'])
  expect(withinLimits(Array.from({ length: 150 }, () => 'ab'))).toHaveLength(100)
  expect(withinLimits(Array.from({ length: 90 }, () => 'x'.repeat(10)))).toHaveLength(80)
  // A message replaces the terms of the address: it leaves room for them, and is not sent without a private term.
  const keyterms = Array.from({ length: 90 }, (_, i) => `termo${i}`)
  const privateTerms = Array.from({ length: 60 }, (_, i) => `nome${i}`)
  const terms = termsOfMessage({ keyterms, privateTerms })
  expect([terms.filter((term) => term.startsWith('nome')).length, terms.length]).toEqual([40, 100])
  expect(termsOfMessage({ keyterms, privateTerms: [] })).toEqual([])
})
