import type { Flag } from '../record.ts'
import type { CheckedSentence } from './check.ts'

/** The checks compare the words of a sentence with each other: their time grows with the square of its length. */
export const LONGEST_SENTENCE = 600
const tooLong: Flag = {
  kind: 'length',
  message: `A frase tem mais de ${LONGEST_SENTENCE} caracteres e foi conferida em partes: divida-a em frases menores.`,
}

/** [SF22] Checks a longer sentence part by part, and says so. */
export function inParts(check: (sentence: CheckedSentence) => Flag[]): (sentence: CheckedSentence) => Flag[] {
  return (sentence) => {
    if (sentence.text.length <= LONGEST_SENTENCE) return check(sentence)
    const found = new Map([[tooLong.message, tooLong]])
    for (const text of partsOf(sentence.text))
      for (const flag of check({ ...sentence, text })) if (!found.has(flag.message)) found.set(flag.message, flag)
    return [...found.values()]
  }
}

/** Cuts behind the last mark of a part, or else behind its last space. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    const piece = text.slice(from, from + LONGEST_SENTENCE)
    const isLast = from + piece.length === text.length
    const mark = Math.max(...['. ', '; ', ', ', '\n'].map((end) => piece.lastIndexOf(end)))
    const cut = isLast ? -1 : mark > 0 ? mark : piece.lastIndexOf(' ')
    parts.push(cut > 0 ? piece.slice(0, cut + 1) : piece)
    from += cut > 0 ? cut + 1 : piece.length
  }
  return parts
}
