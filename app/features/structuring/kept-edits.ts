import { z } from 'zod'
import { notesNamed, readNote, writeNote } from '#app/lib/device/notes.ts'
import { onUnlocked } from '#app/lib/device/vault.ts'
import type { Draft, SectionDrafts } from './section-drafts.ts'

const NOTE = 'section'
const noteOf = (edit: string): string => `${NOTE} ${edit}`
const lockOf = (edit: string): string => `relato-edit ${edit}`
/** After a keystroke; what is typed until then goes with it. */
const KEEP_AFTER_MS = 300
/** So long another page of this device may take to let an edit go that it has just closed. */
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
 * What is written in a section and not saved yet lies sealed on this device, until it is saved or given up: a page that
 * goes takes no words along. An edit belongs to the page that holds its lock; one that nobody holds is found again by
 * the page that opens the record next. The result ends it.
 */
export function keepEdits(consultationId: string, drafts: SectionDrafts, now: () => number = Date.now): () => void {
  const held = new Map<string, () => void>()
  const written = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  function keepNow(): void {
    clearTimeout(timer)
    timer = undefined
    const unsaved = drafts.all().filter(([, { text, sent }]) => text !== sent)
    const edits = new Set(unsaved.map(([, { edit }]) => edit))
    for (const [key, draft] of unsaved) {
      if (draft.kept === draft.text) continue
      written.add(draft.edit)
      void keep(key, draft)
    }
    // After what takes its place: an edit that goes on under another name is never on no disk at all.
    for (const edit of [...written].filter((known) => !edits.has(known))) forget(edit)
  }
  function forget(edit: string): void {
    written.delete(edit)
    void writeNote(consultationId, noteOf(edit), null).catch(() => undefined)
  }
  async function keep(key: string, { text, base, sent, began, edit }: Draft): Promise<void> {
    const note: KeptEdit = { key, text, base, sent, began, edit, at: now() }
    const done = await writeNote(consultationId, noteOf(edit), note).catch(() => false)
    if (!ended) drafts.kept(key, edit, done ? text : null)
  }

  function changed(): void {
    const edits = new Set(drafts.all().map(([, { edit }]) => edit))
    for (const [edit, release] of held) {
      if (edits.has(edit)) continue
      held.delete(edit)
      release()
    }
    for (const edit of edits) if (!held.has(edit)) held.set(edit, holdLock(edit))
    const unsaved = new Set(drafts.all().flatMap(([, { text, sent, edit }]) => (text === sent ? [] : [edit])))
    if ([...written].some((edit) => !unsaved.has(edit))) keepNow()
    else if (drafts.unkept() !== '') timer ??= setTimeout(keepNow, KEEP_AFTER_MS)
  }

  /** The latest of each section; an older one stays until that one is done with. */
  async function find(): Promise<void> {
    const names = (await notesNamed(NOTE)).filter((note) => note.consultationId === consultationId)
    const notes = await Promise.all(names.map(({ name }) => readNote(consultationId, name).catch(() => null)))
    const found = notes
      .flatMap((note) => keptEdit.safeParse(note).data ?? [])
      .sort((a, b) => b.at - a.at)
      .filter(({ edit }) => !held.has(edit))
    for (const note of found) {
      if (ended || drafts.get(note.key)) continue
      const release = await claimLock(note.edit)
      if (!release) continue
      // It was saved, and the page went before it could say so here.
      if (note.text.trim() === drafts.standing(note.key)) forget(note.edit)
      else if (!ended && !drafts.get(note.key)) {
        held.set(note.edit, release)
        written.add(note.edit)
        drafts.restore(note.key, note)
        continue
      }
      release()
    }
  }

  const unsubscribe = drafts.subscribe(changed)
  const notUnlocked = onUnlocked(() => {
    keepNow()
    void find()
  })
  const hidden = () => document.visibilityState === 'hidden' && keepNow()
  addEventListener('pagehide', keepNow)
  document.addEventListener('visibilitychange', hidden)
  void find()
  return () => {
    keepNow()
    ended = true
    unsubscribe()
    notUnlocked()
    removeEventListener('pagehide', keepNow)
    document.removeEventListener('visibilitychange', hidden)
    for (const release of held.values()) release()
  }
}

/** Holds it from when it is free until what is returned is called. */
function holdLock(edit: string): () => void {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  void globalThis.navigator?.locks?.request(lockOf(edit), () => until).catch(() => undefined)
  return release
}

/** Null: another page is writing it. */
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
