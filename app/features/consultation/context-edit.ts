import { useEffect, useState, useSyncExternalStore } from 'react'
import { whyOf } from '#app/lib/api.ts'
import { unsavedHere } from '#app/lib/recording-here.ts'
import type { Consultation } from '#domain/consultation/contract.ts'
import { usableContext } from '#domain/patient/patient.ts'
import { saveContext } from './calls.ts'

type ContextEdit = {
  /** As the server has it. */
  context: string
  /** What is being written; null: nothing is. */
  draft: string | null
  busy: boolean
  /** Why what is written was not saved. */
  failure: string | null
}

export const isUnsaved = ({ context, draft }: ContextEdit): boolean => draft !== null && draft.trim() !== context

/** What is written stays until it was saved or is given up: no refusal takes it away, nor the end of the consultation. */
export function contextEditor(kept: string, send: (context: string) => Promise<string>) {
  let now: ContextEdit = { context: usableContext(kept), draft: null, busy: false, failure: null }
  const listeners = new Set<() => void>()
  function set(change: Partial<ContextEdit>) {
    now = { ...now, ...change }
    for (const listener of [...listeners]) listener()
  }
  return {
    get: () => now,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    begin: () => set({ draft: now.context, failure: null }),
    write: (draft: string) => set({ draft, failure: null }),
    drop: () => set({ draft: null, failure: null }),
    async save() {
      const { draft, busy } = now
      if (draft === null || busy) return
      if (!isUnsaved(now)) return set({ draft: null, failure: null })
      set({ busy: true, failure: null })
      try {
        const context = usableContext(await send(draft.trim()))
        // What was typed on meanwhile is not saved yet.
        set({ context, busy: false, ...(now.draft === draft && { draft: null }) })
      } catch (error) {
        set({ busy: false, failure: whyOf(error) })
      }
    },
  }
}
export type ContextEditor = ReturnType<typeof contextEditor>

/** Held by what shows both the running consultation and the finished one: what is written goes over with it. */
export function useContextEditor({ id, clinicalContext }: Consultation): ContextEditor {
  const [editor] = useState(() =>
    contextEditor(clinicalContext, async (context) => (await saveContext(id, context)).clinicalContext),
  )
  const unsaved = isUnsaved(useContextEdit(editor))
  // Leaving is asked about as long as there is something to lose.
  useEffect(() => (unsaved ? unsavedHere() : undefined), [unsaved])
  return editor
}

export const useContextEdit = (editor: ContextEditor): ContextEdit =>
  useSyncExternalStore(editor.subscribe, editor.get, editor.get)
