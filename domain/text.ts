import { remembered } from './remembered.ts'

/**
 * The longest name of a person. Stored here and not with the contracts, so that a page needs no contract code for a
 * number.
 */
export const NAME_MAX = 160

/** Base letters of accented Latin letters. A transcript is compared many thousand times: see `npm run bench`. */
const bare = new Map<string, string>()
for (let code = 0xc0; code < 0x180; code++) {
  const letter = String.fromCharCode(code)
  const base = unmarked(letter)
  if (base !== letter) bare.set(letter, base)
}

function unmarked(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

const BEYOND_ASCII = /[^\0-\x7f]/
/** Matches text that needs no work: no accent, no line break, no extra space. */
const EVEN = /^[!-~]+(?: [!-~]+)*$/

function withoutAccents(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text
  let out = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) < 0x80) continue
    const letter = bare.get(text[at] as string)
    if (letter === undefined) return unmarked(text)
    out += text.slice(from, at) + letter
    from = at + 1
  }
  return out + text.slice(from)
}

/** Controls except white space, and the characters that Unicode lets programs ignore. */
const HIDDEN = /(?![\t\n\v\f\r\u0085])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** The text without characters that no reader sees: soft hyphens, zero-width spaces, direction marks, controls. */
export const withoutHidden = (text: string): string => text.replace(HIDDEN, '')

/**
 * Lower case, no accents, no hidden characters, single spaces: the form in which names and words are compared and
 * searched.
 */
export const plain = remembered((text: string): string => {
  const low = text.toLowerCase()
  if (EVEN.test(low)) return low
  const letters = withoutAccents(low)
  return EVEN.test(letters) ? letters : withoutHidden(letters).replace(/\s+/g, ' ').trim()
})

const APOSTROPHES = /[‘’‛ʻʼʹ´`′＇]/g
const HYPHENS = /[‐‑‒–—―−－]/g

/**
 * The form in which names and notes are stored for search and asked for: plain, with one apostrophe and one hyphen. An
 * iPhone writes ’ where another keyboard writes '. The minute's job brings older texts into this form.
 */
export const searchKey = (text: string): string => plain(text).replace(APOSTROPHES, "'").replace(HYPHENS, '-')

/** 'Tosse' -> 'tosse', but 'TSH', 'B12' and 'DIU' stay. */
export const lowerFirst = (text: string): string =>
  /^\p{Lu}(?=\p{Ll}|\s|$)/u.test(text) ? `${text[0]?.toLowerCase()}${text.slice(1)}` : text
