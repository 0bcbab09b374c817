import type { SectionReply } from '#domain/record/contract.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import { saveSection } from './calls.ts'
import type { SectionDrafts } from './section-drafts.ts'

type Parts = {
  store: SectionDrafts
  record: () => StructuredRecord
  /** `ongoing`: the doctor goes on writing. */
  accept: (reply: SectionReply, ongoing: boolean) => void
}

/** How the words of an edit get to the server. Both throw what the call throws. */
export function sectionWrites({ store, record, accept }: Parts) {
  const sectionNow = (key: string) => record().sections.find((section) => section.key === key)
  return {
    /** As it is written by now. True where the edit is over with it. */
    async send(key: string, over: boolean): Promise<boolean> {
      const [draft, section] = [store.get(key), sectionNow(key)]
      if (!draft || !section) return true
      const { text, base, edit } = draft
      const reply = await saveSection(section.id, text.trim(), base, { edit, autosave: !over })
      const ends = store.saved(key, text, reply.section.content, over)
      accept(reply, !ends)
      return ends
    },
    /** Back to what stood before the edit; what another window wrote meanwhile stays. */
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
