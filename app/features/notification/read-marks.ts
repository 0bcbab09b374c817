import { useMemo, useSyncExternalStore } from 'react'
import { createListeners } from '#app/lib/listeners.ts'
import { readStored, writeStored } from '#app/lib/stored.ts'
import { parseJson } from '#domain/json.ts'
import { readMarksOf } from '#domain/notification/notification.ts'

/**
 * Read marks are stored on the device, one list per doctor, like the switches that choose what is listed. The server
 * never learns what a doctor looked at, and the list reacts at once. Another device shows an entry as new until it is
 * read there too.
 */
const keyOf = (doctorId: string) => `relato-notifications-read:${doctorId}`
const changes = createListeners()
/** Without device storage, the marks live as long as the page. */
const memoryMarks = new Map<string, string>()

const textOf = (doctorId: string): string => memoryMarks.get(doctorId) ?? readStored(keyOf(doctorId)) ?? '[]'

function marksIn(text: string): string[] {
  const marks = parseJson(text)
  return Array.isArray(marks) ? marks.filter((mark) => typeof mark === 'string') : []
}

export function markRead(doctorId: string, ids: readonly string[], existing: readonly string[]): void {
  const marks = marksIn(textOf(doctorId))
  if (ids.every((id) => marks.includes(id))) return
  const text = JSON.stringify(readMarksOf(marks, ids, existing))
  if (writeStored(keyOf(doctorId), text)) memoryMarks.delete(doctorId)
  else memoryMarks.set(doctorId, text)
  changes.call()
}

export function useReadMarks(doctorId: string): ReadonlySet<string> {
  const text = useSyncExternalStore(
    changes.onAnyTab,
    () => textOf(doctorId),
    () => '[]',
  )
  return useMemo(() => new Set(marksIn(text)), [text])
}
