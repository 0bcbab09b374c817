/** Characters of clinical text that the printed faces lack, in the words a doctor would use instead. */
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

/** Nothing may vanish from a document in silence: what the face cannot draw is spelled, simplified (₂ -> 2) or marked. */
export function printable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const drawable = (part: string) => [...part].every((char) => hasGlyph(char.codePointAt(0) as number))
  let out = ''
  for (const char of text.normalize('NFC')) {
    const simpler = () => char.normalize('NFKC')
    if (/\s/u.test(char)) out += ' '
    else if (drawable(char)) out += char
    else if (spelled[char] !== undefined) out += spelled[char]
    else if (simpler() !== char && drawable(simpler())) out += simpler()
    else if (!invisible.test(char)) out += UNKNOWN
  }
  return out
}
