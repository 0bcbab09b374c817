import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { readNote, writeNote } from '#app/lib/device/notes.ts'
import { onUnlocked } from '#app/lib/device/vault.ts'
import type { Written } from './record-text-state.ts'

const NOTE = 'text'
const KEEP_AFTER_MS = 300
const kept = z.object({ text: z.string(), base: z.string() })

/**
 * What was written into 'Texto para Prontuário' and is not saved lies sealed on this device until it is: a page that
 * goes takes no words along. `found`: what an earlier page left.
 */
export function useKeptText(consultationId: string, unsaved: Written | null, found: (left: Written) => void): void {
  const known = useRef(false)
  const told = useRef(found)
  told.current = found
  useEffect(() => {
    let gone = false
    const read = async () => {
      const left = kept.safeParse(await readNote(consultationId, NOTE).catch(() => null)).data
      if (!left || gone || known.current) return
      known.current = true
      told.current(left)
    }
    void read()
    const unsubscribe = onUnlocked(() => void read())
    return () => {
      gone = true
      unsubscribe()
    }
  }, [consultationId])

  const [text, base] = [unsaved?.text ?? null, unsaved?.base ?? '']
  useEffect(() => {
    if (text === null && !known.current) return
    const keep = () => {
      known.current = text !== null
      void writeNote(consultationId, NOTE, text === null ? null : { text, base }).catch(() => undefined)
    }
    // What was saved must not be found again: not even by a page that is opened at once.
    if (text === null) return keep()
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [consultationId, text, base])
}
