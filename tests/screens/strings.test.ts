import { expect, test } from 'vitest'
import { states } from './index.ts'
import { strings } from './strings.ts'

const names = states.map(({ name }) => name)

test('no two states have one name', () => {
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('every text of the list has a state that shows it', () => {
  const declaredNames = new Set<string>(names)
  expect(Object.keys(strings).filter((name) => !declaredNames.has(name))).toEqual([])
})

test('no state is in the list without a text', () => {
  expect(Object.entries(strings).filter(([, entries]) => entries.length === 0)).toEqual([])
})
