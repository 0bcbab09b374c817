import { expect, it } from 'vitest'
import { readingOnce, remembered } from './remembered.ts'

it('reads a text once while a work runs, and keeps nothing of it afterwards', () => {
  const read: string[] = []
  const size = remembered((text) => {
    read.push(text)
    return text.length > 3 ? text.length : undefined
  })
  const upper = remembered((text) => text.toUpperCase())
  const twice = (text: string) => [size(text), size(text)]

  expect(twice('febre')).toEqual([5, 5])
  expect(read, 'outside of a work').toEqual(['febre', 'febre'])

  read.length = 0
  const work = () => [twice('tosse'), twice('dor'), readingOnce(() => twice('tosse')), twice('tosse')].flat()
  expect(readingOnce(work)).toEqual([5, 5, undefined, undefined, 5, 5, 5, 5])
  expect(read, 'nothing that was read is read again, not even where it gave nothing').toEqual(['tosse', 'dor'])
  expect(
    readingOnce(() => [size('tosse'), upper('tosse')]),
    'each reading for itself',
  ).toEqual([5, 'TOSSE'])
  expect(read, 'the next work reads anew').toEqual(['tosse', 'dor', 'tosse'])

  read.length = 0
  const broken = () => {
    size('febre')
    throw new Error('broken')
  }
  expect(() => readingOnce(broken)).toThrow('broken')
  twice('febre')
  expect(read, 'a work that broke keeps nothing either').toEqual(['febre', 'febre', 'febre'])
})
