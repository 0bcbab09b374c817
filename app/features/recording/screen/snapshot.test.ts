import { afterEach, expect, test, vi } from 'vitest'
import { emptyView } from '#domain/recorder/room-view.ts'
import { isWordless, SnapshotStore } from './snapshot.ts'

afterEach(() => void vi.useRealTimers())

function recordingStore(connection: 'connected' | 'disconnected') {
  vi.useFakeTimers()
  const store = new SnapshotStore()
  store.update({ recorder: { name: 'recording' } as never, view: { ...emptyView, connection } })
  const shown: number[] = []
  store.subscribe(() => void shown.push(store.read().waitingMs))
  return { store, shown }
}

test('shows the frames of a recording with the next update, or within half a second', () => {
  const { store, shown } = recordingStore('connected')
  store.updateSoon({ waitingMs: 250 })
  expect([store.read().waitingMs, shown]).toEqual([250, []])
  store.update({ localFailed: true })
  expect(shown).toEqual([250])
  vi.advanceTimersByTime(1_000)
  expect(shown).toEqual([250])
  store.updateSoon({ waitingMs: 500 })
  store.updateSoon({ waitingMs: 750 })
  vi.advanceTimersByTime(499)
  expect(shown).toEqual([250])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual([250, 750])
})

test('shows pending audio at once without a connection, and after the recording', () => {
  const { store, shown } = recordingStore('disconnected')
  store.updateSoon({ waitingMs: 250 })
  expect(shown).toEqual([250])
  store.update({ view: { ...store.read().view, connection: 'connected' }, recorder: { name: 'idle' } })
  store.updateSoon({ waitingMs: 0 })
  expect(shown).toEqual([250, 250, 0])
})

test('shows an acknowledged frame late, and a line of the room at once', () => {
  const { store } = recordingStore('connected')
  let updates = 0
  store.subscribe(() => updates++)
  const { view } = store.read()
  store.show({ ...view, takes: [{ take: 1, stored: 4_000, transcribed: 0 }] })
  expect([store.read().view.takes.length, updates]).toEqual([1, 0])
  store.show({ ...store.read().view, entries: [] })
  expect(updates).toBe(1)
})

test('[C50] a paused visit may be discarded once its sound was read and had no words', () => {
  const { read } = new SnapshotStore()
  const paused = { name: 'paused', take: 1 } as never
  const visit = (transcribed: number, recorder = paused) => ({
    ...read(),
    recorder,
    view: {
      ...emptyView,
      ...({ connection: 'connected', status: 'active', hasWelcome: true } as const),
      takes: [{ take: 1, stored: 4_000, transcribed }],
    },
  })
  expect(isWordless(visit(4_000))).toBe(true)
  expect(isWordless(visit(0))).toBe(false)
  expect(isWordless(visit(4_000, { name: 'recording', take: 1 } as never))).toBe(false)
  expect(isWordless({ ...visit(4_000), waitingMs: 250 })).toBe(false)
})
