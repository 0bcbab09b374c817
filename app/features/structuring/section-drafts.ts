import { useState } from 'react'
import type { Section } from '#domain/record/record.ts'

/** The sections being edited, by id. Held by the record, for whoever closes it must know of them. */
export function useSectionDrafts(sections: readonly Section[]) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map())
  const changed = ({ id, content }: Section) => (drafts.get(id) ?? content) !== content
  return {
    of: (section: Section) => drafts.get(section.id) ?? null,
    changed,
    anyChanged: sections.some(changed),
    /** The first one that reads otherwise than what is kept. */
    first: sections.find(changed) ?? null,
    set: ({ id }: Section, text: string | null) =>
      setDrafts((before) => {
        const after = new Map(before)
        if (text === null) after.delete(id)
        else after.set(id, text)
        return after
      }),
  }
}
