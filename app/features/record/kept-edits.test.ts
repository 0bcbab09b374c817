import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepEdits, type NoteShelf } from './kept-edits.ts'
import { SectionDrafts } from './section-drafts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A device that outlives its pages; `slow` delays the answers. */
function device() {
  const notes = new Map<string, unknown>()
  const late: (() => void)[] = []
  const disk = { slow: false, unlock: () => {} }
  const shelf: NoteShelf = {
    names: async () => [...notes.keys()],
    read: async (name) => notes.get(name) ?? null,
    write: async (name, value) => {
      if (value === null) notes.delete(name)
      else notes.set(name, structuredClone(value))
      if (disk.slow) await new Promise<void>((resolve) => late.push(resolve))
      return true
    },
    onUnlocked(listener) {
      disk.unlock = listener
      return () => {}
    },
    onLeaving: () => () => {},
  }
  const answer = async () => {
    for (const resolve of late.splice(0)) resolve()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { notes, shelf, disk, answer }
}
let edits = 0
async function page(shelf: NoteShelf, saved: string) {
  const drafts = new SectionDrafts(() => `edit-${++edits}`)
  drafts.setSaved([{ key: 'hda', content: saved }])
  const close = keepEdits(shelf, drafts, () => edits)
  await vi.advanceTimersByTimeAsync(0)
  return { drafts, close, write: (text: string) => drafts.write('hda', text) }
}
const wait = (ms = 500) => vi.advanceTimersByTimeAsync(ms)

test('words that are taken back and come again by a redo are kept again, whatever is answered late', async () => {
  const { notes, shelf, disk, answer } = device()
  const { drafts, close, write } = await page(shelf, 'A.')
  drafts.begin('hda')
  write('A. colado')
  await wait()
  expect([notes.size, drafts.onlyInPage()]).toEqual([1, ''])
  write('A.')
  await wait()
  expect([notes.size, drafts.get('hda')?.onDevice]).toEqual([0, null])
  write('A. colado')
  expect(drafts.onlyInPage()).toBe('hda')
  await wait()
  expect([[...notes.values()], drafts.onlyInPage()]).toMatchObject([[{ text: 'A. colado', sent: 'A.' }], ''])

  // An answer that arrives after the words were removed is ignored.
  write('A.')
  await wait()
  disk.slow = true
  write('A. colado')
  await wait()
  write('A.')
  await answer()
  expect(drafts.get('hda')?.onDevice).toBe(null)
  write('A. colado')
  expect(drafts.onlyInPage()).toBe('hda')
  await wait()
  await answer()
  expect([notes.size, drafts.onlyInPage()]).toEqual([1, ''])
  close()
})

test('an edit that was saved on the way is open again on the next page, until it is over', async () => {
  const { notes, shelf } = device()
  const first = await page(shelf, 'Dor.')
  first.drafts.begin('hda')
  first.write('Dor. Pala')
  await wait()
  first.drafts.saved('hda', 'Dor. Pala', 'Dor. Pala', false)
  await wait()
  expect([...notes.values()]).toMatchObject([{ text: 'Dor. Pala', base: 'Dor. Pala', began: 'Dor.' }])
  const { edit } = first.drafts.get('hda') ?? {}
  first.close()
  const second = await page(shelf, 'Dor. Pala')
  expect(second.drafts.get('hda')).toMatchObject({
    text: 'Dor. Pala',
    sent: 'Dor. Pala',
    began: 'Dor.',
    edit,
    found: true,
  })
  expect([second.drafts.begun(), second.drafts.unsaved(), second.drafts.isStale('hda')]).toEqual(['hda', '', false])
  // Cancelled: the text from before the edit is back.
  second.drafts.drop('hda')
  await wait()
  expect(notes.size).toBe(0)
  second.close()

  // The page closed before the save was confirmed; another closed before it saw a later edit.
  const third = await page(shelf, 'Dor.')
  third.drafts.begin('hda')
  third.write('Dor. Pala')
  await wait()
  third.close()
  const fourth = await page(shelf, 'Dor. Pala')
  expect(fourth.drafts.get('hda')).toMatchObject({ sent: 'Dor. Pala', base: 'Dor. Pala', began: 'Dor.' })
  await wait()
  fourth.close()
  const fifth = await page(shelf, 'Dor. Palavra.')
  expect([fifth.drafts.open(), notes.size]).toEqual(['', 0])
  fifth.close()
})

test('an edit that ends during the search for it stays ended', async () => {
  const { notes, shelf, disk } = device()
  const first = await page(shelf, 'Dor.')
  first.drafts.begin('hda')
  first.write('Dor. Pala')
  await wait()
  first.close()
  const read = shelf.read
  const searches: (() => void)[] = []
  const second = await page(
    {
      ...shelf,
      async read(name) {
        const note = await read(name)
        if (searches.length < 2) await new Promise<void>((resolve) => searches.push(resolve))
        return note
      },
    },
    'Dor.',
  )
  // Both searches have read the note; the first one restores and saves it before the second one ends.
  disk.unlock()
  await wait(0)
  searches[0]?.()
  await wait(0)
  expect(second.drafts.open()).toBe('hda')
  second.drafts.saved('hda', 'Dor. Pala', 'Dor. Pala', true)
  searches[1]?.()
  await wait(2_000)
  expect([second.drafts.open(), notes.size]).toEqual(['', 0])
  second.close()
})
