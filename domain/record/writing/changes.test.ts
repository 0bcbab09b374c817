import { expect, test } from 'vitest'
import { read } from '#tests/testkit/consultations.ts'
import { proveRecord } from '../proof/prove.ts'
import { changedWords, countChanges } from './changes.ts'
import { readWritingFile, writingFile } from './file.ts'
import { leaveOut } from './words.ts'
import { emptyWriting, type OwnWriting, ownWriting } from './writing.ts'

test('a change of words that the doctor makes three times is offered once', () => {
  expect(changedWords('Dor de cabeça há 3 dias. Nega febre.', 'Cefaleia há 3 dias. Nega febre.')).toEqual([
    { from: 'dor de cabeça', to: 'cefaleia' },
  ])
  const none = [
    ['Nega febre.', 'Refere febre.'],
    ['Losartana 50 mg.', 'Losartana 100 mg.'],
    ['Tosse.', 'Coriza.'],
    ['Tosse seca.', 'Tosse seca há dois dias.'],
    ['Dor. Tosse seca.', 'Tosse produtiva.'],
    ['Um dois três quatro cinco fim.', 'Seis sete oito nove dez fim.'],
  ] as const
  for (const [before, after] of none) expect([before, changedWords(before, after)]).toEqual([before, []])

  const pair = { from: 'dor de cabeça', to: 'cefaleia' }
  const times = (count: number, from: OwnWriting = emptyWriting) =>
    Array.from({ length: count }).reduce<ReturnType<typeof countChanges>>(
      (done) => countChanges(done.writing, [pair]),
      { writing: from, offer: null },
    )
  expect([1, 2, 3, 4].map((count) => times(count).offer)).toEqual([null, null, pair, null])
  expect(times(9).writing.changes).toEqual([{ ...pair, times: 3, offered: true }])
  expect(times(3, { ...emptyWriting, words: [{ from: 'Dor de cabeça', to: 'cefalalgia' }] }).offer).toBeNull()
  expect(ownWriting.parse(times(3).writing)).toEqual(times(3).writing)
})

test('words that the doctor leaves out three times are offered, and then left out where nothing is lost', () => {
  const omission = { from: 'ao exame físico', to: '' } as const
  expect(changedWords('Ao exame físico, abdome flácido.', 'Abdome flácido.')).toEqual([omission])
  // Facts, denials, numbers, medicines, times and doubts are no habit of writing.
  for (const [before, after] of [
    ['Dor no joelho direito.', 'Dor no joelho.'],
    ['Nega febre e tosse.', 'Nega febre.'],
    ['Não tem febre.', 'Tem febre.'],
    ['Losartana 50 mg.', 'Losartana.'],
    ['Dor há anos.', 'Dor.'],
    ['Dor no momento.', 'Dor.'],
    ['Provável virose.', 'Virose.'],
    ['Dipirona, se dor.', 'Dipirona.'],
  ] as const)
    expect([before, changedWords(before, after)]).toEqual([before, []])
  let writing: OwnWriting = emptyWriting
  const offers = [1, 2, 3, 4].map(() => {
    const counted = countChanges(writing, [omission])
    writing = ownWriting.parse(counted.writing)
    return counted.offer
  })
  expect(offers).toEqual([null, null, omission, null])
  const chosen: OwnWriting = { ...emptyWriting, omitted: ['ao exame físico', 'paciente'] }
  expect(readWritingFile(writingFile(chosen))).toEqual({ writing: chosen })
  expect(countChanges({ ...chosen, changes: [{ ...omission, times: 2, offered: false }] }, [omission]).offer).toBeNull()
  expect(ownWriting.safeParse({ ...emptyWriting, omitted: ['direito'] }).success).toBe(false)

  expect(leaveOut('Ao exame físico, abdome “ao exame físico”.', chosen.omitted)).toBe('Abdome “ao exame físico”.')
  const spare = ['paciente', 'avaliação', 'relata']
  for (const governed of ['Irmã da paciente com asma.', 'Encaminhado para avaliação com cardiologista.'])
    expect(leaveOut(governed, spare)).toBe(governed)
  expect(leaveOut('Paciente com asma; relata tosse.', spare)).toBe('Com asma; tosse.')
  const sections = (omitted: string[]) => {
    const draft = [
      { key: 'exame_fisico', sentences: [{ text: 'Ao exame físico, joelho com derrame.', evidence: ['e1'] }] },
    ]
    const entries = read('\nM: Joelho com derrame.')
    const grounds = { entries, context: '', specialty: 'general' as const }
    const manner = { words: [], omitted, style: { form: 'sentences', extent: 'complete' } as const }
    return proveRecord(grounds, draft, () => 'id', undefined, manner).sections.find(({ key }) => key === 'exame_fisico')
  }
  expect(sections([])?.content).toBe('Ao exame físico, joelho com derrame.')
  expect(sections(['ao exame físico'])?.content).toBe('Joelho com derrame.')
  expect(sections(['ao exame físico'])?.sentences[0]?.evidence).toEqual(sections([])?.sentences[0]?.evidence)
})
