import { expect, test } from 'vitest'
import { partsOf } from './parts.ts'

const sentence = (text: string) => ({ text, evidence: [], proof: 'transcript' as const, flags: [], seen: false })

test('a section is cut into its sentences without losing or doubling a letter', () => {
  const cases = [
    { content: 'Nega tontura. Dor na nuca.', sentences: [sentence('Nega tontura.'), sentence('Dor na nuca.')] },
    // The same sentence twice stands twice, each with its own proof.
    { content: 'Nega dor. Nega dor.', sentences: [sentence('Nega dor.'), sentence('Nega dor.')] },
    // A sentence that the text no longer has is left out; what stands between is plain text.
    { content: 'Antes\nNega dor. Depois', sentences: [sentence('Febre.'), sentence('Nega dor.')] },
    { content: '', sentences: [] },
  ]
  for (const one of cases) {
    const parts = partsOf(one)
    expect(parts.map((part) => part.text).join('')).toBe(one.content)
    for (const part of parts) if (part.sentence !== null) expect(part.text).toBe(one.sentences[part.sentence]?.text)
  }
  expect(partsOf(cases[1] as (typeof cases)[0]).map((part) => part.sentence)).toEqual([0, null, 1])
})
