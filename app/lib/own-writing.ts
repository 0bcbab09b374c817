import { useEffect, useRef, useState } from 'react'
import { changedWords, countChanges } from '#domain/record/writing/changes.ts'
import { expandShortcut } from '#domain/record/writing/shortcuts.ts'
import {
  emptyWriting,
  type OwnWriting,
  ownWritingReply,
  type SavedWriting,
  type Shortcut,
  type WordEdit,
} from '#domain/record/writing/writing.ts'
import { ApiFailure, api, read } from './api.ts'

const calls = api.api['own-writing']

/** How the doctor writes, for shortcuts and fixed texts. Empty until it is loaded, and where that fails. */
export function useOwnWriting() {
  const [writing, setWriting] = useState(emptyWriting)
  /** Null until it is loaded: nothing is counted before. */
  const saved = useRef<SavedWriting | null>(null)
  useEffect(() => {
    let isGone = false
    const accept = (reply: SavedWriting) => {
      if (isGone) return
      saved.current = reply
      setWriting(reply.writing)
    }
    // Without a connection the doctor types as without shortcuts.
    read(calls.$get(), ownWritingReply).then(accept).catch(ignoreFailure)
    return () => {
      isGone = true
    }
  }, [])

  /** Saves a change; where another screen saved meanwhile, once more over that. Returns false where it could not. */
  async function save(change: (writing: OwnWriting) => OwnWriting, isRetry = false): Promise<boolean> {
    const { writing: current, saved_at: base } = saved.current ?? { writing: emptyWriting, saved_at: null }
    try {
      saved.current = await read(calls.$put({ json: { writing: change(current), base } }), ownWritingReply)
      setWriting(saved.current.writing)
      return true
    } catch (error) {
      ignoreFailure(error)
      if (isRetry || error.code !== 'writing_changed') return false
    }
    saved.current = await read(calls.$get(), ownWritingReply).catch(() => saved.current)
    return save(change, true)
  }
  return {
    writing,
    /** Counts the words that an edit replaced or left out. Returns a pair to offer as a preference, the third time. */
    count: async (before: string, after: string): Promise<WordEdit | null> => {
      const pairs = saved.current ? changedWords(before, after) : []
      if (!saved.current || pairs.length === 0) return null
      let offer: WordEdit | null = null
      const withPairs = (writing: OwnWriting) => {
        const counted = countChanges(writing, pairs)
        offer = counted.offer
        return counted.writing
      }
      return (await save(withPairs)) ? offer : null
    },
    /** Adds the pair to the preferred words, or its words to those left out. Returns false where it could not be saved. */
    prefer: ({ from, to }: WordEdit): Promise<boolean> =>
      save((current) =>
        to === ''
          ? { ...current, omitted: [...(current.omitted ?? []), from] }
          : { ...current, words: [...current.words, { from, to }] },
      ),
  }
}

function ignoreFailure(error: unknown): asserts error is ApiFailure {
  if (!(error instanceof ApiFailure)) throw error
}

/** The text of a field after a key. A shortcut that has just ended is replaced by its phrase, the cursor behind it. */
export function typedText(field: HTMLTextAreaElement, shortcuts: readonly Shortcut[], max?: number): string {
  const expanded = expandShortcut(field.value, field.selectionEnd, shortcuts, max)
  if (!expanded) return field.value
  field.value = expanded.text
  field.setSelectionRange(expanded.caret, expanded.caret)
  return expanded.text
}
