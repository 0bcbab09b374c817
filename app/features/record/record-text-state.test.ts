import { expect, test } from 'vitest'
import { textStateOf } from './record-text-state.ts'

const follows = { saved: null, generated: 'Repouso.', base: 'a' }
const edited = { saved: 'Meu texto.', generated: 'Repouso.', base: 'b' }

test('a draft is unsaved, and stale if its base has changed', () => {
  expect(textStateOf(null, follows)).toMatchObject({ shown: 'Repouso.', unsaved: false, stale: false })
  expect(textStateOf(null, edited)).toMatchObject({ shown: 'Meu texto.', toCopy: 'Meu texto.', unsaved: false })
  const written = { text: 'Repouso. Água.', base: 'a' }
  expect(textStateOf(written, follows)).toMatchObject({ shown: 'Repouso. Água.', unsaved: true, stale: false })
  // A section was changed while it followed the sections; another window saved a text.
  expect(textStateOf(written, { ...follows, generated: 'Alta.', base: 'c' })).toMatchObject({
    unsaved: true,
    stale: true,
  })
  expect(textStateOf(written, edited)).toMatchObject({ shown: 'Repouso. Água.', unsaved: true, stale: true })
  expect(textStateOf({ text: 'Meu texto. ', base: 'a' }, edited)).toMatchObject({ unsaved: false, stale: false })
})

test('a text that was emptied is the sections’ again: what is copied then is what they say', () => {
  const emptied = (base: string) => ({ text: ' ', base })
  expect(textStateOf(emptied('b'), edited)).toEqual({
    shown: ' ',
    toCopy: 'Repouso.',
    empty: true,
    unsaved: true,
    stale: false,
  })
  expect(textStateOf(emptied('a'), edited)).toMatchObject({ unsaved: true, stale: true })
  expect(textStateOf(emptied('a'), follows)).toMatchObject({
    shown: ' ',
    toCopy: 'Repouso.',
    empty: true,
    unsaved: false,
  })
})
