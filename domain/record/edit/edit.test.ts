import { expect, test, vi } from 'vitest'
import type { Sentence } from '../record.ts'
import { editedSentences } from './edit.ts'

const proven = (text: string, ...evidence: string[]): Sentence => ({
  text,
  evidence: evidence.map((id) => ({ id, hash: '' })),
  proof: 'transcript',
  flags: [],
  seen: false,
})
const typed = (text: string): Sentence => ({ text, evidence: [], proof: 'doctor', flags: [], seen: false })
const invented: Sentence = {
  text: 'Iniciar anlodipino 5 mg.',
  evidence: [],
  proof: 'none',
  flags: [],
  seen: false,
}

test('an unchanged sentence keeps its proof in any order; other text is the doctor’s', () => {
  const before = [proven('Nega febre.', 'e1'), proven('Refere tosse há 4 dias.', 'e2', 'e3'), invented]
  const [fever, cough] = before as [Sentence, Sentence]

  expect(editedSentences(before, 'Nega febre. Refere tosse há 4 dias. Iniciar anlodipino 5 mg.')).toEqual(before)
  expect(editedSentences(before, 'Refere tosse há 4 dias.\nNega febre. Piora à noite! E ao deitar')).toEqual([
    cough,
    fever,
    typed('Piora à noite!'),
    typed('E ao deitar'),
  ])
  // One number changed: 5 is not in the transcript.
  expect(editedSentences(before, 'Refere tosse há 5 dias. Nega febre.')).toEqual([
    typed('Refere tosse há 5 dias.'),
    fever,
  ])
  // Part of a longer sentence does not prove it.
  expect(editedSentences(before, 'A mãe diz: Nega febre. Nega febre.')).toEqual([
    typed('A mãe diz: Nega febre.'),
    fever,
  ])
  expect(editedSentences(before, 'Hoje Nega febre.')).toEqual([typed('Hoje Nega febre.')])
  expect(editedSentences([proven('Nega febre'), proven('Nega febre e tosse.')], 'Nega febre e tosse.')).toEqual([
    proven('Nega febre e tosse.'),
  ])
  // An unchanged unproven sentence stays marked.
  expect(editedSentences(before, 'Iniciar anlodipino 5 mg.')).toEqual([invented])
  expect(editedSentences(before, ' . ')).toEqual([])
})

test('text after or beside a sentence never joins it unmarked', () => {
  const quoted = proven('Disse: “está pior”.', 'e1')
  const inBrackets = proven('PA de 120 x 80 mmHg (sentado.)', 'e2')
  const before = [quoted, inBrackets, invented]
  expect(
    editedSentences(before, 'Disse: “está pior”. PA de 120 x 80 mmHg (sentado.) Estável.\n1. Iniciar anlodipino 5 mg.'),
  ).toEqual([quoted, inBrackets, typed('Estável.'), invented])
  for (const mark of ['- ', '• ', '1) ', '12. '])
    expect([mark, editedSentences(before, `Plano\n${mark}Iniciar anlodipino 5 mg.`).at(-1)]).toEqual([mark, invented])
  expect(editedSentences(before, 'Ele falou: “sim.” Iniciar anlodipino 5 mg.').at(-1)).toEqual(invented)

  // Sentences without a stop, from before they got one: they match side by side only.
  const [rest, drug] = [
    { ...invented, text: 'Repouso' },
    { ...invented, text: 'Iniciar anlodipino 5 mg' },
  ]
  expect(editedSentences([rest, drug], 'Repouso Iniciar anlodipino 5 mg')).toEqual([rest, drug])
  const none = (text: string) => ({ ...typed(text), proof: 'none' })
  expect(editedSentences([rest, drug], 'Repouso Iniciar anlodipino 5 mg Retorno em 7 dias.')).toEqual([
    none('Repouso Iniciar anlodipino 5 mg Retorno em 7 dias.'),
  ])
  // An invention that was extended or split stays marked, even if seen; part of it is the doctor's.
  const seen = { ...invented, seen: true }
  for (const text of [
    'Iniciar hoje anlodipino 5 mg.',
    'iniciar anlodipino 5 mg',
    'Iniciar anlodipino 5 mg.Retorno.',
    'Plano: Iniciar anlodipino 5 mg.',
  ])
    expect(editedSentences([seen], text)).toEqual([none(text)])
  expect(editedSentences([seen], 'Iniciar anlodipino. Dose de 5 mg. Retorno.')).toEqual([
    none('Iniciar anlodipino.'),
    none('Dose de 5 mg.'),
    typed('Retorno.'),
  ])
  expect(editedSentences([seen], 'Iniciar losartana 5 mg.')).toEqual([typed('Iniciar losartana 5 mg.')])
  const flagged: Sentence = { ...proven('Refere febre.', 'e1'), flags: [{ kind: 'negation', message: 'Negou.' }] }
  expect(editedSentences([flagged], 'Refere febre e tosse.')).toEqual([none('Refere febre e tosse.')])
  expect(editedSentences([proven('Refere febre.', 'e1')], 'Refere febre e tosse.')).toEqual([
    typed('Refere febre e tosse.'),
  ])
})

test('a text of equal sentences is searched once, not once for each', () => {
  const many = Array.from({ length: 3_000 }, () => proven('a.', 'e1'))
  const content = 'a. '.repeat(3_000).trim()
  let searches = 0
  const indexOf = String.prototype.indexOf
  const spy = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, ...args) {
    searches++
    return indexOf.apply(this, args)
  })
  const out = editedSentences(many, content)
  const half = editedSentences(many, 'a. '.repeat(1_500))
  spy.mockRestore()
  expect([out.length, half.length]).toEqual([3_000, 1_500])
  expect(searches).toBeLessThan(10_000)
})
