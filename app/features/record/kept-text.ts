import { useEffect, useRef } from 'react'
import { z } from 'zod/mini'
import { type NoteShelf, noteShelf } from './note-shelf.ts'
import type { Written } from './record-text-state.ts'

const NOTE = 'text'
/** After a keystroke; what is typed until then goes with it. */
const KEEP_AFTER_MS = 300
const storedText = z.object({ text: z.string(), base: z.string() })

export type KeptText = {
  /** Unsaved text; null: none, or no longer. */
  set: (unsaved: Written | null) => void
  end: () => void
}

/**
 * Keeps unsaved words of 'Texto para Prontuário' sealed on this device, so that closing the page loses none. `onFound`
 * receives what an earlier page left; before that is read, nothing overwrites it.
 */
export function keepText(shelf: NoteShelf, onFound: (earlier: Written) => void): KeptText {
  let unsaved: Written | null = null
  /** The stored note; undefined until it was read. */
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
  // Each time it is drawn: what was found and is what stands is not unsaved, and lies there for nothing.
  useEffect(() => keeper.current?.set(text === null ? null : { text, base }))
  return { drop: () => keeper.current?.set(null) }
}
