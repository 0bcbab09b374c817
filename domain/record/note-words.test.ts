import { expect, test } from 'vitest'
import { noteWords } from './note-words.ts'

test('a typed word stands for words of a note', () => {
  const textsOf = (typed: string) => noteWords(typed).map(({ text }) => text)
  expect(noteWords('pneumonia')).toEqual([{ text: 'pneumonia', whole: false }])
  expect(noteWords('dm')).toEqual([{ text: 'dm', whole: true }])
  expect(['j18', 'j18.9', 'j189'].map(textsOf)).toEqual([['j18'], ['j189'], ['j189']])
  expect(textsOf('pos-operatorio')).toEqual(['pos', 'operatorio'])
  expect(textsOf('120/80')).toEqual(['120', '80'])
  expect([textsOf('%'), textsOf('')]).toEqual([[], []])
})
