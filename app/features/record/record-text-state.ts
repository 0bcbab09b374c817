/** The unsaved 'Texto para Prontuário'; `base`: the textBase when the edit began. */
export type Written = { text: string; base: string }
type Stands = {
  /** As it was kept; null while it follows the sections, which is then `made`. */
  kept: string | null
  made: string
  base: string
}

export type TextState = {
  /** The text in the box and for copying: an emptied text falls back to the sections. */
  shown: string
  said: string
  empty: boolean
  /** Written, and not kept yet. */
  unsaved: boolean
  /** The saved text changed since the edit began. */
  stale: boolean
}

export function textStateOf(written: Written | null, { kept, made, base }: Stands): TextState {
  const current = kept ?? made
  const text = written?.text.trim() ?? current.trim()
  const empty = written !== null && text === ''
  const unsaved = empty ? kept !== null : text !== current.trim()
  return {
    shown: written?.text ?? current,
    said: empty ? made : (written?.text ?? current),
    empty,
    unsaved,
    stale: unsaved && written?.base !== base,
  }
}
