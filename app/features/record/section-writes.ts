import type { SectionReply } from '#domain/record/contract.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import { saveSection } from './calls.ts'
import type { SectionDrafts } from './section-drafts.ts'

type Parts = {
  store: SectionDrafts
  record: () => StructuredRecord
  /** `ongoing`: the doctor continues to write. */
  accept: (reply: SectionReply, ongoing: boolean) => void
}

/** Sends the text of an edit to the server. Both functions throw the error of the call. */
export function sectionWrites({ store, record, accept }: Parts) {
  const sectionNow = (key: string) => record().sections.find((section) => section.key === key)
  return {
    /** Sends the current draft. Resolves to true if that ends the edit. */
    async send(key: string, over: boolean): Promise<boolean> {
      const [draft, section] = [store.get(key), sectionNow(key)]
      if (!draft || !section) return true
      const { text, base, edit } = draft
      const reply = await saveSection(section.id, text.trim(), base, { edit, autosave: !over })
      const ends = store.saved(key, text, reply.section.content, over)
      accept(reply, !ends)
      return ends
    },
    /** Restores the text from before the edit, unless another window has changed it. */
    async giveUp(key: string): Promise<void> {
      const [draft, section] = [store.get(key), sectionNow(key)]
      if (draft && section && !store.isStale(key) && draft.base !== draft.began) {
        const { began, base, edit } = draft
        accept(await saveSection(section.id, began, base, { edit, autosave: false }), false)
      }
      store.drop(key)
    },
  }
}
