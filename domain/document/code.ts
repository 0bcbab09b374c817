/** Crockford's letters: none is mistaken for another on paper. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 25 letters of five bits: 125 bits. */
export const CODE_LENGTH = 25

/** The verification code of these random bytes, one a letter. */
export const codeOf = (bytes: Uint8Array): string =>
  [...bytes.slice(0, CODE_LENGTH)].map((byte) => LETTERS[byte & 31]).join('')

/** Shown and printed in five groups. */
export const groupedCode = (code: string): string => code.match(/.{1,5}/g)?.join('-') ?? code

/** A code as somebody types it from paper: case, groups, and O, I and L aside. Null for anything else. */
export function readCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return code.length === CODE_LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : null
}

/** The path of the page that says whether a document is real. */
export const verifyPath = (code: string): string => `/verificar/${groupedCode(code)}`
