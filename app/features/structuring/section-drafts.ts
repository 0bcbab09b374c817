import { useRef, useState } from 'react'
import type { Section } from '#domain/record/record.ts'

/** `base`: what stood in the section when the edit began. */
type Draft = { text: string; base: string }
type Drafted = Pick<Section, 'key' | 'content'>

/** What is left of a draft once `sent` stands as `content`: whatever was typed while it was on its way stays. */
export const afterSaving = (draft: Draft, sent: string, content: string): Draft | null =>
  draft.text === sent ? null : { ...draft, base: content }

/**
 * The sections being edited, by their key in the template: a new structuring gives them other ids and loses no words.
 * Held by the record, for whoever closes it must know of them.
 */
export function useSectionDrafts<S extends Drafted>(sections: readonly S[]) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  const changed = ({ key, content }: Drafted) => (drafts.get(key)?.text ?? content) !== content
  // As written by now: an answer comes back to what was typed since it was asked for.
  const standing = useRef(drafts)
  function put(key: string, next: (before: Draft | undefined) => Draft | null) {
    const after = new Map(standing.current)
    const draft = next(after.get(key))
    if (draft === null) after.delete(key)
    else after.set(key, draft)
    standing.current = after
    setDrafts(after)
  }
  return {
    of: (section: Drafted) => drafts.get(section.key)?.text ?? null,
    /** What the edit began with, to be saved only if it stands. */
    baseOf: (section: Drafted) => drafts.get(section.key)?.base ?? section.content,
    /** The section reads otherwise than when the edit began. */
    stale: ({ key, content }: Drafted) => (drafts.get(key)?.base ?? content) !== content,
    changed,
    anyChanged: sections.some(changed),
    /** The first one that reads otherwise than what is kept. */
    first: sections.find(changed) ?? null,
    set: ({ key, content }: Drafted, text: string | null) =>
      put(key, (before) => (text === null ? null : { text, base: before?.base ?? content })),
    /** `sent` was kept, and stands as `content`. True where nothing is left to be kept. */
    saved: ({ key }: Drafted, sent: string, content: string): boolean => {
      put(key, (before) => (before ? afterSaving(before, sent, content) : null))
      return !standing.current.has(key)
    },
    /** What stands now was looked at: the draft may take its place. */
    rebase: ({ key, content }: Drafted) => put(key, (before) => (before ? { ...before, base: content } : null)),
  }
}

/** Why a sentence waits: what is being written in its section would be lost, or lose it. */
export const SECTION_OPEN = 'Salve ou cancele a edição desta seção antes.'
