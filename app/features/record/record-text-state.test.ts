import { expect, test } from 'vitest'
import { textStateOf } from './record-text-state.ts'

const follows = { kept: null, made: 'Repouso.', base: 'a' }
const edited = { kept: 'Meu texto.', made: 'Repouso.', base: 'b' }

test('what is written waits to be kept, unless what it was begun in is no longer what stands', () => {
  expect(textStateOf(null, follows)).toMatchObject({ shown: 'Repouso.', unsaved: false, stale: false })
  expect(textStateOf(null, edited)).toMatchObject({ shown: 'Meu texto.', said: 'Meu texto.', unsaved: false })
  const written = { text: 'Repouso. Água.', base: 'a' }
  expect(textStateOf(written, follows)).toMatchObject({ shown: 'Repouso. Água.', unsaved: true, stale: false })
  // A section was changed while it followed the sections; another window kept a text.
  expect(textStateOf(written, { ...follows, made: 'Alta.', base: 'c' })).toMatchObject({ unsaved: true, stale: true })
  expect(textStateOf(written, edited)).toMatchObject({ shown: 'Repouso. Água.', unsaved: true, stale: true })
  expect(textStateOf({ text: 'Meu texto. ', base: 'a' }, edited)).toMatchObject({ unsaved: false, stale: false })
})

test('a text that was emptied is the sections’ again: what is copied then is what they say', () => {
  const emptied = (base: string) => ({ text: ' ', base })
  expect(textStateOf(emptied('b'), edited)).toEqual({
    shown: ' ',
    said: 'Repouso.',
    empty: true,
    unsaved: true,
    stale: false,
  })
  expect(textStateOf(emptied('a'), edited)).toMatchObject({ unsaved: true, stale: true })
  expect(textStateOf(emptied('a'), follows)).toMatchObject({
    shown: ' ',
    said: 'Repouso.',
    empty: true,
    unsaved: false,
  })
})
