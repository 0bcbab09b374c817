/** A code of CID-10 as people type it: 'j18', 'J18.9', 'j189'. */
const CODE = /^[a-z]\d{2}\.?\d?$/
/** Shorter words are found whole: most notes have a word that begins with 'de'. */
const BEGINNING = 3

/** A word to find in the notes; `whole`: not only as its beginning. */
export type NoteWord = { text: string; whole: boolean }

/**
 * Returns the words of notes that a typed word, in plain form, searches: none for signs alone, several for
 * 'pos-operatorio', one for a code of CID-10 with or without its dot.
 */
export function noteWords(typed: string): NoteWord[] {
  const texts = CODE.test(typed) ? [typed.replace('.', '')] : typed.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return texts.map((text) => ({ text, whole: text.length < BEGINNING }))
}
