import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textHash } from './record/text/text-hash.ts'
import { plain, searchKey, withoutHidden } from './text.ts'

const seldom = fc.constantFrom(
  '\u00ad',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\u0007',
  '\u2028',
  'ç',
  'Ã',
  'é',
  'İ',
  'ß',
  'ﬁ',
  '“',
  '…',
  'º',
  ' ',
  '\n',
  '  ',
  'a\u0301',
  'ậ',
  '👩‍⚕️',
  'Ł',
)
const anyText = fc.array(fc.oneof(seldom, fc.string({ unit: 'grapheme', maxLength: 3 }))).map((parts) => parts.join(''))

test('plain text is what taking the accents apart and leaving them out gives, whatever the text', () => {
  expect(plain('  Dor de  CABEÇA,\n há três dias: “náusea” ')).toBe('dor de cabeca, ha tres dias: “nausea”')
  const apart = (text: string) =>
    withoutHidden(text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')).replace(/\s+/g, ' ').trim()
  fc.assert(
    fc.property(anyText, (text) => plain(text) === apart(text)),
    { numRuns: 2_000 },
  )
})

test('one key for a name, whatever apostrophe or hyphen the keyboard writes', () => {
  for (const mark of '‘’‛ʻʼʹ´`′＇') expect(searchKey(`D${mark}Ávila`)).toBe("d'avila")
  for (const dash of '‐‑‒–—―−－') expect(searchKey(`Sá${dash}Leão`)).toBe('sa-leao')
})

test('the name of a text is FNV-1a in 64 bits', () => {
  const reference = (text: string) => {
    let hash = 0xcbf29ce484222325n
    for (let at = 0; at < text.length; at++)
      hash = ((hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n) & 0xffffffffffffffffn
    return hash.toString(16).padStart(16, '0')
  }
  expect(textHash('')).toBe('cbf29ce484222325')
  fc.assert(
    fc.property(anyText, (text) => textHash(text) === reference(text)),
    { numRuns: 2_000 },
  )
})
