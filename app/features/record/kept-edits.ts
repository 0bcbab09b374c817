import { z } from 'zod/mini'
import { notesNamed, readNote, writeNote } from '#app/lib/device/notes.ts'
import { onUnlocked } from '#app/lib/device/vault.ts'
import { listen } from '#app/lib/listeners.ts'
import { type Draft, isBegun, type SectionDrafts } from './section-drafts.ts'

const NOTE = 'section'
const noteOf = (edit: string): string => `${NOTE} ${edit}`
const lockOf = (edit: string): string => `relato-edit ${edit}`
/** Delay after a keystroke, in ms; includes everything typed until then. */
const KEEP_AFTER_MS = 300
/** How long to wait for another page of this device to release an edit that it has just closed, in ms. */
const LET_GO_MS = 1_500

const keptEdit = z.object({
  key: z.string(),
  text: z.string(),
  base: z.string(),
  sent: z.string(),
  began: z.string(),
  edit: z.string(),
  at: z.number(),
})
type KeptEdit = z.infer<typeof keptEdit>

/**
 * Keeps each open edit sealed on this device until 'Salvar' or 'Cancelar' ends it, even if autosave stored it: a page
 * that closes loses no words, and a half-typed word never counts as finished. An edit belongs to the page that holds
 * its lock. The next page that opens the record claims edits without a lock. Returns the function that stops it.
 */
export function keepEdits(shelf: NoteShelf, drafts: SectionDrafts, now: () => number = Date.now): () => void {
  const locks = new Map<string, () => void>()
  const notes = noteWriter(shelf, drafts, now)
  const { written, isOwed, keep, forget } = notes
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  const begunEdits = () => drafts.all().filter(([, draft]) => isBegun(draft))

  function keepNow(): void {
    clearTimeout(timer)
    timer = undefined
    const edits = begunEdits()
    for (const [key, draft] of edits) if (isOwed(draft)) void keep(key, draft)
    // Deletes after writing: an edit that continues under another id is always on the disk.
    const going = new Set(edits.map(([, { edit }]) => edit))
    for (const [edit, { key }] of [...written]) if (!going.has(edit)) forget(key, edit)
  }
  function changed(): void {
    const edits = new Set(drafts.all().map(([, { edit }]) => edit))
    for (const edit of edits) if (!locks.has(edit)) locks.set(edit, holdLock(edit))
    const open = begunEdits()
    const going = new Set(open.map(([, { edit }]) => edit))
    if ([...written.keys()].some((edit) => !going.has(edit))) keepNow()
    else if (open.some(([, draft]) => isOwed(draft))) timer ??= setTimeout(keepNow, KEEP_AFTER_MS)
    for (const [edit, release] of locks) {
      if (edits.has(edit)) continue
      locks.delete(edit)
      // A page waiting for the lock must not find the edit that has just ended.
      void notes.forgotten().then(release)
    }
  }

  /** Restores the latest edit of each section. Older ones wait until it ends. */
  async function find(): Promise<void> {
    const found = (await storedEdits(shelf)).filter(({ edit }) => !locks.has(edit))
    for (const { key, edit } of found) {
      if (ended || drafts.get(key)) continue
      const release = await claimLock(edit)
      if (!release) continue
      // Its page may have ended it meanwhile.
      const note = keptEdit.safeParse(await shelf.read(noteOf(edit)).catch(() => null)).data
      if (!note || locks.has(edit)) {
        release()
        continue
      }
      const rest = unsavedRest(note, drafts.savedContent(note.key))
      if (!rest) void shelf.write(noteOf(note.edit), null)
      else if (!ended && !drafts.get(note.key)) {
        locks.set(note.edit, release)
        written.set(note.edit, note)
        drafts.restore(note.key, rest)
        continue
      }
      release()
    }
  }

  const unsubscribe = drafts.subscribe(changed)
  const notUnlocked = shelf.onUnlocked(() => {
    keepNow()
    void find()
  })
  const notLeaving = shelf.onLeaving(keepNow)
  void find()
  return () => {
    keepNow()
    ended = true
    notes.end()
    unsubscribe()
    notUnlocked()
    notLeaving()
    for (const release of locks.values()) release()
  }
}

/** Writes and deletes the notes of edits, and tells the drafts what this device keeps. */
function noteWriter(shelf: NoteShelf, drafts: SectionDrafts, now: () => number) {
  /** The last note written for each edit. */
  const written = new Map<string, KeptEdit>()
  let ended = false
  let forgotten: Promise<unknown> = Promise.resolve()

  const isOwed = ({ text, base, sent, edit, onDevice }: Draft): boolean => {
    const last = written.get(edit)
    const same = last?.text === text && last.base === base && last.sent === sent
    return !same || (text !== sent && onDevice !== text)
  }
  /** Deletes a note. If a redo brings the words back, they are written again. */
  function forget(key: string, edit: string): void {
    written.delete(edit)
    forgotten = shelf.write(noteOf(edit), null)
    if (!ended) drafts.markOnDevice(key, edit, null)
  }
  async function keep(key: string, { text, base, sent, began, edit }: Draft): Promise<void> {
    const note: KeptEdit = { key, text, base, sent, began, edit, at: now() }
    written.set(edit, note)
    const done = await shelf.write(noteOf(edit), note)
    // Ignores the result if the note was replaced or deleted meanwhile.
    if (!ended && written.get(edit) === note) drafts.markOnDevice(key, edit, done ? text : null)
  }

  return {
    written,
    isOwed,
    keep,
    forget,
    /** Resolves when the last deletion is stored. */
    forgotten: () => forgotten,
    end: () => {
      ended = true
    },
  }
}

/** Returns the edits stored on this device, latest first. */
async function storedEdits(shelf: NoteShelf): Promise<KeptEdit[]> {
  const names = await shelf.names(NOTE)
  const notes = await Promise.all(names.map((name) => shelf.read(name).catch(() => null)))
  return notes.flatMap((note) => keptEdit.safeParse(note).data ?? []).sort((a, b) => b.at - a.at)
}

/** The part of a note that is not saved in the current text; null if all of it is. */
function unsavedRest(note: KeptEdit, saved: string | null): KeptEdit | null {
  // Saved; its page may have closed before it recorded that here.
  if (note.text.trim() === saved || (note.text === note.sent && note.base === saved))
    return note.began === saved ? null : { ...note, sent: note.text, base: saved }
  // All of it was saved, and the text has changed since.
  return note.text === note.sent ? null : note
}

/** Takes the lock as soon as it is free. Returns the function that releases it. */
function holdLock(edit: string): () => void {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  void globalThis.navigator?.locks?.request(lockOf(edit), () => until).catch(() => undefined)
  return release
}

/** Takes the lock of an edit; null: another page holds it. */
function claimLock(edit: string): Promise<(() => void) | null> {
  const { locks } = navigator
  if (!locks) return Promise.resolve(() => {})
  return new Promise((resolve) => {
    locks
      .request(
        lockOf(edit),
        { signal: AbortSignal.timeout(LET_GO_MS) },
        () => new Promise<void>((free) => resolve(free)),
      )
      .catch(() => resolve(null))
  })
}

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
    const stops = [listen(window, 'pagehide', listener), listen(document, 'visibilitychange', hidden)]
    return () => {
      for (const stop of stops) stop()
    }
  },
})
