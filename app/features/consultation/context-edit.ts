import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiFailure, whyOf } from '#app/lib/api.ts'
import { createListeners } from '#app/lib/listeners.ts'
import { unsavedHere } from '#app/lib/recording-here.ts'
import { toast } from '#app/ui/toast.tsx'
import type { Consultation } from '#domain/consultation/contract.ts'
import { usableContext } from '#domain/patient/patient.ts'
import { saveContext } from './calls.ts'

type ContextEdit = {
  /** The context on the server. */
  context: string
  /** The context being edited; null: no edit is open. */
  draft: string | null
  busy: boolean
  /** The reason why the draft was not saved. */
  failure: string | null
}

export const isUnsaved = ({ context, draft }: ContextEdit): boolean => draft !== null && draft.trim() !== context

/** Keeps the draft until it is saved or discarded; refusals and the end of the consultation do not remove it. */
export function contextEditor(kept: string, send: (context: string) => Promise<string>) {
  let now: ContextEdit = { context: usableContext(kept), draft: null, busy: false, failure: null }
  /** A save failed without a network: repeat it unless the draft changes. */
  let waits = false
  const changes = createListeners()
  function set(change: Partial<ContextEdit>) {
    now = { ...now, ...change }
    changes.call()
  }
  async function save() {
    const { draft, busy } = now
    if (draft === null || busy) return
    waits = false
    if (!isUnsaved(now)) return set({ draft: null, failure: null })
    set({ busy: true, failure: null })
    try {
      const context = usableContext(await send(draft.trim()))
      // Text typed during the request is not saved yet.
      set({ context, busy: false, ...(now.draft === draft && { draft: null }) })
    } catch (error) {
      waits = now.draft === draft && error instanceof ApiFailure && error.code === 'offline'
      set({ busy: false, failure: whyOf(error) })
    }
  }
  return {
    get: () => now,
    subscribe: changes.on,
    begin: () => set({ draft: now.context, failure: null }),
    write(draft: string) {
      waits = false
      set({ draft, failure: null })
    },
    drop() {
      waits = false
      set({ draft: null, failure: null })
    },
    save,
    /** The network is back: saves again. Leaves an open draft as it is. */
    async backOnline() {
      if (waits) await save()
    },
  }
}
export type ContextEditor = ReturnType<typeof contextEditor>

/** Shared by the running and the finished screen, so that the draft survives the change. */
export function useContextEditor({ id, clinicalContext }: Consultation): ContextEditor {
  const [editor] = useState(() =>
    contextEditor(clinicalContext, async (context) => {
      const saved = await saveContext(id, context)
      toast.success('Contexto salvo')
      return saved.clinicalContext
    }),
  )
  const unsaved = isUnsaved(useContextEdit(editor))
  // Asks before leaving while the draft has unsaved text.
  useEffect(() => (unsaved ? unsavedHere() : undefined), [unsaved])
  return editor
}

export const useContextEdit = (editor: ContextEditor): ContextEdit =>
  useSyncExternalStore(editor.subscribe, editor.get, editor.get)
