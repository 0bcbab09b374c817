import { expect, test } from 'vitest'
import { consultation } from '#domain/demo/consultation.ts'
import { emptyWriting, type OwnWriting } from '../record/writing/writing.ts'
import { previewOf } from './preview.ts'
import { type Proved, sampleSentences } from './sample-record.ts'

/** Words that only the record uses. */
const CLINICAL = /^(refere|nega|cerca|mmhg)$/
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/\d+(,\d+)?|[a-z]+/g) ?? []
/** Endings differ between speech and record; numbers never do. */
const stem = (word: string) => (/\d/.test(word) ? word : word.slice(0, Math.max(3, word.length - 2)))

function unproved({ text, at }: Proved): string[] {
  const cited = wordsOf(
    consultation
      .filter((line) => at.includes(line.at))
      .map((line) => line.text)
      .join(' '),
  )
  return wordsOf(text)
    .filter((word) => (/\d/.test(word) || word.length > 3) && !CLINICAL.test(word))
    .filter((word) => !cited.some((spoken) => (/\d/.test(word) ? spoken === word : spoken.startsWith(stem(word)))))
}

test('every sentence of the sample record cites lines of the conversation, and these say it', () => {
  const times = consultation.map(({ at }) => at)
  expect(times).toEqual([...new Set(times)].sort())
  for (const sentence of sampleSentences) {
    expect(sentence.at.length, sentence.text).toBeGreaterThan(0)
    expect(times, sentence.text).toEqual(expect.arrayContaining([...sentence.at]))
    expect(unproved(sentence), sentence.text).toEqual([])
  }
  expect(unproved({ text: 'Pressão de 152 por 99, com febre.', at: ['03:12'] })).toEqual(['99', 'febre'])
})

test('the preview has every sentence, in the words and style that the checks let pass in a record', () => {
  const previewed = (writing: Partial<OwnWriting>) =>
    previewOf('general', { ...emptyWriting, ...writing }).map(({ content }) => content)
  const usual = previewed({})
  for (const { text } of sampleSentences) expect(usual.join(' ')).toContain(text)
  const refused = [
    { from: 'losartana', to: 'enalapril' },
    { from: 'direito', to: 'esquerdo' },
    { from: 'pai', to: 'tio' },
  ]
  expect(previewed({ words: refused })).toEqual(usual)
  const own = previewed({
    words: [...refused, { from: 'dor de cabeça', to: 'cefaleia' }],
    style: { form: 'sentences', extent: 'concise' },
  })
  expect(own[0]).toBe('Paciente refere cefaleia na nuca ao acordar, há ~3 semanas.')
  expect(own.join(' ')).toMatch(/Refere pai com pressão alta.*Ao exame físico, PA 152x96 mmHg.*Losartana 50 mg/s)
})
