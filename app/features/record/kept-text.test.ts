import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NoteShelf } from './kept-edits.ts'
import { keepText } from './kept-text.ts'
import type { Written } from './record-text-state.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A device with this note, which is readable once it is unlocked. */
function device(left: Written | null, unlocked = true) {
  const state = { note: left as unknown, unlocked, unlock: () => {}, leave: () => {} }
  const shelf: NoteShelf = {
    names: async () => [],
    read: async () => {
      if (!state.unlocked) throw new Error('no key to open with')
      return state.note
    },
    write: async (_, value) => {
      state.note = value
      return true
    },
    onUnlocked(listener) {
      state.unlock = () => {
        state.unlocked = true
        listener()
      }
      return () => {}
    },
    onLeaving(listener) {
      state.leave = listener
      return () => {}
    },
  }
  return { state, shelf }
}
const of = (text: string): Written => ({ text, base: 'b' })
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('whoever writes without a pause is kept too, a page that goes keeps the last key, and what was saved is gone at once', async () => {
  const { state, shelf } = device(null)
  const keeper = keepText(shelf, () => {})
  await wait(0)
  for (const text of ['a', 'ab', 'abc', 'abcd']) {
    keeper.set(of(text))
    await wait(100)
  }
  expect(state.note).toEqual(of('abc'))
  state.leave()
  expect(state.note).toEqual(of('abcd'))
  keeper.set(of('abcde'))
  keeper.set(null)
  expect(state.note).toBe(null)
  await wait(1_000)
  expect(state.note).toBe(null)
  keeper.set(of('x'))
  keeper.end()
  expect(state.note).toEqual(of('x'))
})

test('the note of an earlier page is read before it is overwritten', async () => {
  const { state, shelf } = device(of('de antes'), false)
  const found: Written[] = []
  const keeper = keepText(shelf, (left) => found.push(left))
  await wait(0)
  keeper.set(null)
  keeper.set(of('novo'))
  await wait(1_000)
  state.leave()
  keeper.set(null)
  expect([found, state.note]).toEqual([[], of('de antes')])
  keeper.set(of('novo'))
  state.unlock()
  await wait(0)
  expect([found, state.note]).toEqual([[of('de antes')], of('de antes')])
  await wait(300)
  expect(state.note).toEqual(of('novo'))
  keeper.end()
})
