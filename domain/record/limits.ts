/**
 * The text one record may hold, so that every allowed record prints in bounded time and memory (`npm run bench --
 * --only print`). An hour of talk fills about a tenth of it.
 */
export type TextLimit = { letters: number; lines: number }
/** Applies to all sections together, and to 'Texto para Prontuário'. */
export const RECORD_LIMIT: TextLimit = { letters: 40_000, lines: 1_000 }
/** Applies to all addenda together: a full record still accepts addenda after it is signed. */
export const ADDENDA_LIMIT: TextLimit = { letters: 20_000, lines: 400 }
/** Lines that an addendum prints besides its text: title, author, time, hash and spacing. */
const ADDENDUM_LINES = 10

/** Characters beyond Latin print as several letters: '↑' as 'aumento de '. */
const LATIN_END = 0x24f
const SPELLED_LETTERS = 5

function sizeOf(texts: readonly string[]): TextLimit {
  const size = { letters: 0, lines: 0 }
  for (const text of texts) {
    for (const char of text.normalize('NFC'))
      size.letters += (char.codePointAt(0) as number) > LATIN_END ? SPELLED_LETTERS : 1
    size.lines += text.split('\n').filter((line) => line.trim() !== '').length
  }
  return size
}

/** Whether the texts exceed the limit and the change makes them longer: an oversized record can still be shortened. */
export function growsTooLong(before: readonly string[], after: readonly string[]): boolean {
  const [was, is] = [sizeOf(before), sizeOf(after)]
  return (['letters', 'lines'] as const).some((unit) => is[unit] > RECORD_LIMIT[unit] && is[unit] > was[unit])
}

/** Whether all addenda together exceed their limit. */
export function addendaTooLong(texts: readonly string[]): boolean {
  const { letters, lines } = sizeOf(texts)
  return letters > ADDENDA_LIMIT.letters || lines + texts.length * ADDENDUM_LINES > ADDENDA_LIMIT.lines
}
