/** The unsaved 'Texto para Prontuário'; `base`: the textBase when the edit began. */
export type Written = { text: string; base: string }
export type RecordTexts = {
  /** The saved text; null while the text follows the sections, which is then `generated`. */
  saved: string | null
  generated: string
  base: string
}

export type TextState = {
  /** The text in the box and for copying: an emptied text falls back to the sections. */
  shown: string
  toCopy: string
  empty: boolean
  /** Changed and not saved yet. */
  unsaved: boolean
  /** The saved text changed since the edit began. */
  stale: boolean
}

export function textStateOf(written: Written | null, { saved, generated, base }: RecordTexts): TextState {
  const current = saved ?? generated
  const text = written?.text.trim() ?? current.trim()
  const empty = written !== null && text === ''
  const unsaved = empty ? saved !== null : text !== current.trim()
  return {
    shown: written?.text ?? current,
    toCopy: empty ? generated : (written?.text ?? current),
    empty,
    unsaved,
    stale: unsaved && written?.base !== base,
  }
}
