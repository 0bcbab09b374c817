import { useMemo, useSyncExternalStore } from 'react'
import { readMarksOf } from '#domain/notification/notification.ts'

/**
 * Read marks are stored on the device, one list per doctor, like the switches that choose what is listed. The server
 * never learns what a doctor looked at, and the list reacts at once. Another device shows an entry as new until it is
 * read there too.
 */
const keyOf = (doctorId: string) => `relato-notifications-read:${doctorId}`
const listeners = new Set<() => void>()
/** Without device storage, the marks live as long as the page. */
const memoryMarks = new Map<string, string>()

function textOf(doctorId: string): string {
  try {
    return memoryMarks.get(doctorId) ?? localStorage.getItem(keyOf(doctorId)) ?? '[]'
  } catch {
    return '[]'
  }
}

function marksIn(text: string): string[] {
  try {
    const marks: unknown = JSON.parse(text)
    return Array.isArray(marks) ? marks.filter((mark) => typeof mark === 'string') : []
  } catch {
    return []
  }
}

export function markRead(doctorId: string, ids: readonly string[], existing: readonly string[]): void {
  const marks = marksIn(textOf(doctorId))
  if (ids.every((id) => marks.includes(id))) return
  const text = JSON.stringify(readMarksOf(marks, ids, existing))
  try {
    localStorage.setItem(keyOf(doctorId), text)
    memoryMarks.delete(doctorId)
  } catch {
    memoryMarks.set(doctorId, text)
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab has read them.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export function useReadMarks(doctorId: string): ReadonlySet<string> {
  const text = useSyncExternalStore(
    subscribe,
    () => textOf(doctorId),
    () => '[]',
  )
  return useMemo(() => new Set(marksIn(text)), [text])
}
