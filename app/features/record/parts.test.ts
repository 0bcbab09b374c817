import { expect, test } from 'vitest'
import { partsOf, startOf, withoutSentence } from './parts.ts'

const sentence = (text: string) => ({ text, evidence: [], proof: 'transcript' as const, flags: [], seen: false })
const cases = [
  { content: 'Nega tontura. Dor na nuca.', sentences: [sentence('Nega tontura.'), sentence('Dor na nuca.')] },
  // Two equal sentences, each with its own proof.
  { content: 'Nega dor. Nega dor.', sentences: [sentence('Nega dor.'), sentence('Nega dor.')] },
  // Skips a sentence that the text no longer has; the words between are plain text.
  { content: 'Antes\nNega dor. Depois', sentences: [sentence('Febre.'), sentence('Nega dor.')] },
  { content: '', sentences: [] },
] as const satisfies { content: string; sentences: unknown[] }[]

test('a section is cut into its sentences without losing or doubling a letter', () => {
  for (const { content, sentences } of cases) {
    const parts = partsOf({ content, sentences: [...sentences] })
    expect(parts.map((part) => part.text).join('')).toBe(content)
    for (const part of parts) if (part.sentence !== null) expect(part.text).toBe(sentences[part.sentence]?.text)
  }
  expect(partsOf({ ...cases[1], sentences: [...cases[1].sentences] }).map((part) => part.sentence)).toEqual([
    0,
    null,
    1,
  ])
})

test('exactly one sentence is removed, and each is found in the text', () => {
  const content = 'Losartana 50 mg pela manhã. Iniciar anlodipino 5 mg. Pedidos creatinina e MAPA.\nRetorno.'
  const sentences = ['Losartana 50 mg pela manhã.', 'Iniciar anlodipino 5 mg.', 'Pedidos creatinina e MAPA.'].map(
    sentence,
  )
  expect(withoutSentence({ content, sentences }, 1)).toBe(
    'Losartana 50 mg pela manhã. Pedidos creatinina e MAPA.\nRetorno.',
  )
  expect(withoutSentence({ content, sentences }, 2)).toBe(
    'Losartana 50 mg pela manhã. Iniciar anlodipino 5 mg.\nRetorno.',
  )
  // Removes the chosen one of two identical sentences.
  expect(withoutSentence({ content: 'Nega dor. Nega dor.', sentences: [...cases[1].sentences] }, 0)).toBe('Nega dor.')
  expect(withoutSentence({ content: 'Nega dor.', sentences: [sentence('Nega dor.')] }, 0)).toBe('')
  expect([0, 1, 2].map((index) => startOf({ content, sentences }, index))).toEqual([
    0,
    content.indexOf('Iniciar'),
    content.indexOf('Pedidos'),
  ])
})
