/** What is being written into 'Texto para Prontuário'; `base`: the textBase of what it was begun in. */
export type Written = { text: string; base: string }
type Stands = {
  /** As it was kept; null while it follows the sections, which is then `made`. */
  kept: string | null
  made: string
  base: string
}

export type TextState = {
  /** What the box shows, and what is copied: a text that was emptied says what the sections say. */
  shown: string
  said: string
  empty: boolean
  /** Written, and not kept yet. */
  unsaved: boolean
  /** What it was begun in is no longer what stands. */
  stale: boolean
}

export function textStateOf(written: Written | null, { kept, made, base }: Stands): TextState {
  const standing = kept ?? made
  const text = written?.text.trim() ?? standing.trim()
  const empty = written !== null && text === ''
  const unsaved = empty ? kept !== null : text !== standing.trim()
  return {
    shown: written?.text ?? standing,
    said: empty ? made : (written?.text ?? standing),
    empty,
    unsaved,
    stale: unsaved && written?.base !== base,
  }
}
