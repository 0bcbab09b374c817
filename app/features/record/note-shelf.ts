import { notesNamed, readNote, writeNote } from '#app/lib/device/notes.ts'
import { onUnlocked } from '#app/lib/device/vault.ts'

/** The notes of one consultation on this device, and the events after which to read or write them. */
export type NoteShelf = {
  /** Stored names that start with this name. */
  names: (name: string) => Promise<string[]>
  /** Rejects while the device is locked. */
  read: (name: string) => Promise<unknown>
  /** Resolves to true once it is on the disk; null deletes it. */
  write: (name: string, value: unknown) => Promise<boolean>
  /** Locked notes can be read now. */
  onUnlocked: (listener: () => void) => () => void
  /** The page may close at any moment. */
  onLeaving: (listener: () => void) => () => void
}

export const noteShelf = (consultationId: string): NoteShelf => ({
  names: async (name) =>
    (await notesNamed(name)).filter((note) => note.consultationId === consultationId).map((note) => note.name),
  read: (name) => readNote(consultationId, name),
  write: (name, value) => writeNote(consultationId, name, value).catch(() => false),
  onUnlocked,
  onLeaving(listener) {
    const hidden = () => document.visibilityState === 'hidden' && listener()
    addEventListener('pagehide', listener)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      removeEventListener('pagehide', listener)
      document.removeEventListener('visibilitychange', hidden)
    }
  },
})
