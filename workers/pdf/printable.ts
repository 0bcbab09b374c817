/** Characters of clinical text missing in the printed faces, with their spoken form. */
const spelled: Record<string, string> = {
  μ: 'µ',
  '→': '->',
  '←': '<-',
  '↑': 'aumento de ',
  '↓': 'redução de ',
  '≈': '~',
  '′': "'",
  '″': '"',
  α: 'alfa',
  β: 'beta',
  γ: 'gama',
  δ: 'delta',
  Δ: 'delta',
  Ω: 'ohm',
}
const UNKNOWN = '[?]'
const invisible = /[\p{Cc}\p{Cf}\p{M}]/u

/**
 * pdfkit measures the rest of an unbroken word again for each of its lines and caches every measurement: memory grows
 * with the square of the length. A hash (64 characters) stays whole.
 */
const UNBROKEN_MAX = 64
/** Zero-width space: a line may end here. fontkit draws it as a space of no width. */
const BREAK = '\u200b'

export type HasGlyph = (codePoint: number) => boolean

/**
 * Spells out, simplifies (₂ -> 2) or marks each character that the face cannot draw, so that none disappears. Long
 * words get places to break.
 */
export function printable(text: string, hasGlyph: HasGlyph, substitutes = new Map<string, string>()): string {
  let out = ''
  let unbroken = 0
  for (const char of text.normalize('NFC')) {
    let drawn = substitutes.get(char)
    if (drawn === undefined) {
      drawn = substituteOf(char, hasGlyph)
      substitutes.set(char, drawn)
    }
    if (drawn.includes(' ')) unbroken = 0
    else if (unbroken + drawn.length > UNBROKEN_MAX) {
      out += BREAK
      unbroken = drawn.length
    } else unbroken += drawn.length
    out += drawn
  }
  return out
}

function substituteOf(char: string, hasGlyph: HasGlyph): string {
  const canDraw = (part: string) => [...part].every((one) => hasGlyph(one.codePointAt(0) as number))
  if (/\s/u.test(char)) return ' '
  if (canDraw(char)) return char
  const spelling = spelled[char]
  if (spelling !== undefined) return spelling
  const simpler = char.normalize('NFKC')
  if (simpler !== char && canDraw(simpler)) return simpler
  return invisible.test(char) ? '' : UNKNOWN
}
