import { useEffect, useRef } from 'react'
import { z } from 'zod/mini'
import { type NoteShelf, noteShelf } from './kept-edits.ts'
import type { Written } from './record-text-state.ts'

const NOTE = 'text'
/** Delay after a keystroke, in ms; includes everything typed until then. */
const KEEP_AFTER_MS = 300
const storedText = z.object({ text: z.string(), base: z.string() })

export type KeptText = {
  /** The unsaved text; null: none. */
  set: (unsaved: Written | null) => void
  end: () => void
}

/**
 * Keeps unsaved words of 'Texto para Prontuário' sealed on this device, so that closing the page loses none. `onFound`
 * receives what an earlier page left; before that is read, nothing overwrites it.
 */
export function keepText(shelf: NoteShelf, onFound: (earlier: Written) => void): KeptText {
  let unsaved: Written | null = null
  /** The stored note; undefined until it is read. */
  let stored: Written | null | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  function keepNow(): void {
    clearTimeout(timer)
    timer = undefined
    if (stored === undefined || isSame(stored, unsaved)) return
    stored = unsaved
    void shelf.write(NOTE, unsaved && { text: unsaved.text, base: unsaved.base })
  }
  function set(next: Written | null): void {
    unsaved = next
    if (stored === undefined || isSame(stored, next)) return
    // Saved text must not be found again, even by a page opened immediately.
    if (next === null) keepNow()
    else timer ??= setTimeout(keepNow, KEEP_AFTER_MS)
  }
  async function read(): Promise<void> {
    if (stored !== undefined) return
    const note = await shelf.read(NOTE).catch(() => undefined)
    if (note === undefined || ended || stored !== undefined) return
    stored = storedText.safeParse(note).data ?? null
    if (stored) onFound(stored)
    if (unsaved) set(unsaved)
  }

  const notUnlocked = shelf.onUnlocked(() => void read())
  const notLeaving = shelf.onLeaving(keepNow)
  void read()
  return {
    set,
    end() {
      keepNow()
      ended = true
      notUnlocked()
      notLeaving()
    },
  }
}

const isSame = (a: Written | null, b: Written | null): boolean => a?.text === b?.text && a?.base === b?.base

/** `drop` deletes the note at once: the page may close before it renders again. */
export function useKeptText(
  consultationId: string,
  unsaved: Written | null,
  found: (earlier: Written) => void,
): { drop: () => void } {
  const onFound = useRef(found)
  onFound.current = found
  const keeper = useRef<KeptText | null>(null)
  useEffect(() => {
    const mine = keepText(noteShelf(consultationId), (earlier) => onFound.current(earlier))
    keeper.current = mine
    return () => mine.end()
  }, [consultationId])
  const [text, base] = [unsaved?.text ?? null, unsaved?.base ?? '']
  // Runs at every render: deletes a draft that equals the saved text.
  useEffect(() => keeper.current?.set(text === null ? null : { text, base }))
  return { drop: () => keeper.current?.set(null) }
}
