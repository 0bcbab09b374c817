import { expect, test } from 'vitest'
import { completenessIssues } from './completeness.ts'
import { editedSentences } from './edit.ts'
import type { Sentence } from './record.ts'

const heard = (text: string, ...evidence: string[]): Sentence => ({
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

test('a sentence that stands keeps its proof, in any order; what the doctor wrote is the doctor’s', () => {
  const before = [heard('Nega febre.', 'e1'), heard('Refere tosse há 4 dias.', 'e2', 'e3'), invented]
  const [fever, cough] = before as [Sentence, Sentence]

  expect(editedSentences(before, 'Nega febre. Refere tosse há 4 dias. Iniciar anlodipino 5 mg.')).toEqual(before)
  expect(editedSentences(before, 'Refere tosse há 4 dias.\nNega febre. Piora à noite! E ao deitar')).toEqual([
    cough,
    fever,
    typed('Piora à noite!'),
    typed('E ao deitar'),
  ])
  // One figure changed: nobody said 5.
  expect(editedSentences(before, 'Refere tosse há 5 dias. Nega febre.')).toEqual([
    typed('Refere tosse há 5 dias.'),
    fever,
  ])
  // Part of a longer sentence proves nothing of it.
  expect(editedSentences(before, 'A mãe diz: Nega febre. Nega febre.')).toEqual([
    typed('A mãe diz: Nega febre.'),
    fever,
  ])
  expect(editedSentences(before, 'Hoje Nega febre.')).toEqual([typed('Hoje Nega febre.')])
  expect(editedSentences([heard('Nega febre'), heard('Nega febre e tosse.')], 'Nega febre e tosse.')).toEqual([
    heard('Nega febre e tosse.'),
  ])
  // Left as it was, an unproven sentence stays marked.
  expect(editedSentences(before, 'Iniciar anlodipino 5 mg.')).toEqual([invented])
  expect(editedSentences(before, ' . ')).toEqual([])
})

test('completeness asks for what a template expects and never judges conduct', () => {
  const issues = completenessIssues('general', [
    { key: 'queixa_principal', content: 'Tosse há quatro dias.' },
    { key: 'hpp', content: 'Alergia a dipirona.' },
  ])
  expect(issues).toContain('Medicamentos em uso: não investigados na consulta.')
  expect(issues).not.toContain('Alergias: não investigadas na consulta.')
  expect(issues).toContain('Conduta: seção vazia.')
  expect(issues.filter((issue) => issue.startsWith('Queixa'))).toEqual([])
})
