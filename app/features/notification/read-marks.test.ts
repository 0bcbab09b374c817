import { afterEach, expect, test, vi } from 'vitest'
import { markRead } from './read-marks.ts'

afterEach(() => vi.unstubAllGlobals())

test('marks that the browser once could not keep are kept with the next, and no longer hide what another tab keeps', () => {
  const storage = new Map<string, string>()
  let full = false
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem(key: string, text: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      storage.set(key, text)
    },
  })
  const allIds = ['a', 'b', 'c', 'd']
  markRead('doctor', ['a'], allIds)
  const [key] = [...storage.keys()]
  const marks = () => JSON.parse(storage.get(key ?? '') ?? '[]')
  full = true
  markRead('doctor', ['b'], allIds)
  expect(marks()).toEqual(['a'])
  full = false
  markRead('doctor', ['c'], allIds)
  expect(marks()).toEqual(['a', 'b', 'c'])

  storage.set(key ?? '', JSON.stringify(['a', 'b', 'c', 'd']))
  markRead('doctor', ['a', 'e'], [...allIds, 'e'])
  expect(marks()).toEqual(['a', 'b', 'c', 'd', 'e'])
})
