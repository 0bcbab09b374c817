import { afterEach, expect, test, vi } from 'vitest'
import { markRead } from './read-marks.ts'

afterEach(() => vi.unstubAllGlobals())

test('marks that the browser once could not keep are kept with the next, and no longer hide what another tab keeps', () => {
  const kept = new Map<string, string>()
  let full = false
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, text: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, text)
    },
  })
  const known = ['a', 'b', 'c', 'd']
  markRead('doctor', ['a'], known)
  const [key] = [...kept.keys()]
  const marks = () => JSON.parse(kept.get(key ?? '') ?? '[]')
  full = true
  markRead('doctor', ['b'], known)
  expect(marks()).toEqual(['a'])
  full = false
  markRead('doctor', ['c'], known)
  expect(marks()).toEqual(['a', 'b', 'c'])

  kept.set(key ?? '', JSON.stringify(['a', 'b', 'c', 'd']))
  markRead('doctor', ['a', 'e'], [...known, 'e'])
  expect(marks()).toEqual(['a', 'b', 'c', 'd', 'e'])
})
