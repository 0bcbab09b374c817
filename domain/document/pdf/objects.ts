/**
 * A strict reader of PDF objects (ISO 32000-1, 7.3). Readers that repair files disagree about what a file shows, and
 * attacks on signed PDFs live on that. This reader refuses every spelling that the standard does not allow.
 */
type PdfName = { kind: 'name'; name: string }
/** `from` and `to`: the offsets of the token with its brackets. `value`: one letter a byte. */
export type PdfString = { kind: 'string'; value: string; isHex: boolean; from: number; to: number }
export type PdfRef = { kind: 'ref'; id: number; generation: number }
export type PdfDict = Map<string, PdfValue>
export type PdfValue = null | boolean | number | PdfName | PdfString | PdfRef | PdfValue[] | PdfDict
/** `end`: the offset after 'endobj'. */
export type PdfObject = {
  id: number
  generation: number
  from: number
  end: number
  value: PdfValue
  isStream: boolean
}

/** Thrown for bytes that the reader does not understand; callers refuse the file. */
export class PdfSyntaxError extends Error {}
const refuse = (): never => {
  throw new PdfSyntaxError('not a PDF that this reader understands')
}

const DEPTH_MAX = 32
/** The most values read of one file: a file of tiny objects must not fill the memory. */
const VALUES_MAX = 100_000
/** Letters of one string: a signature with its chain and timestamp has some 30 KB, twice that in hex. */
export const HEX_MAX = 512 * 1024
const LITERAL_MAX = 64 * 1024
const SPACES = new Set([0, 9, 10, 12, 13, 32])
const DELIMITERS = new Set([...'()<>[]{}/%'].map((letter) => letter.charCodeAt(0)))
const lettersOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
const codeOf = (letter: string): number => letter.charCodeAt(0)
const [PERCENT, SLASH, OPEN, CLOSE] = [codeOf('%'), codeOf('/'), codeOf('('), codeOf(')')]
const [LESS, MORE, LEFT, BACKSLASH] = [codeOf('<'), codeOf('>'), codeOf('['), codeOf('\\')]
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Reads tokens and objects from `at` onwards. Every method throws PdfSyntaxError where the bytes are something else. */
export class PdfReader {
  readonly bytes: Uint8Array
  at: number
  #values = 0

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  skipSpace(): void {
    for (;;) {
      const byte = this.bytes[this.at]
      if (byte === undefined) return
      if (byte === PERCENT) this.#skipLine()
      else if (SPACES.has(byte)) this.at++
      else return
    }
  }

  /** A comment with words of structure would be an object to a reader that repairs by scanning. */
  #skipLine(): void {
    const from = this.at
    while (this.at < this.bytes.length && this.bytes[this.at] !== 10 && this.bytes[this.at] !== 13) this.at++
    if (this.at - from > 256 || /obj|xref|trailer|stream/.test(lettersOf(this.bytes.subarray(from, this.at)))) refuse()
  }

  /** Whether the next token begins with this word; spaces before it are skipped. */
  sees(word: string): boolean {
    this.skipSpace()
    return this.#seesHere(word)
  }

  #seesHere(word: string): boolean {
    for (let index = 0; index < word.length; index++)
      if (this.bytes[this.at + index] !== word.charCodeAt(index)) return false
    return true
  }

  takes(word: string): boolean {
    if (!this.sees(word)) return false
    this.at += word.length
    return true
  }

  expect(word: string): void {
    if (!this.takes(word)) refuse()
  }

  /** The next run of letters that are neither space nor delimiter. */
  word(): string {
    this.skipSpace()
    const from = this.at
    while (this.at < this.bytes.length && this.#isRegular(this.bytes[this.at] as number)) this.at++
    if (this.at - from > 256) refuse()
    return lettersOf(this.bytes.subarray(from, this.at))
  }

  #isRegular(byte: number): boolean {
    return !SPACES.has(byte) && !DELIMITERS.has(byte)
  }

  integer(): number {
    const word = this.word()
    return /^\d{1,10}$/.test(word) ? Number(word) : refuse()
  }

  value(depth = 0): PdfValue {
    if (depth > DEPTH_MAX || ++this.#values > VALUES_MAX) refuse()
    this.skipSpace()
    const byte = this.bytes[this.at]
    if (byte === SLASH) return { kind: 'name', name: this.#name() }
    if (byte === OPEN) return this.#literal()
    if (byte === LEFT) return this.#array(depth)
    if (byte === LESS) return this.bytes[this.at + 1] === LESS ? this.#dict(depth) : this.#hex()
    const word = this.word()
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    if (!/^[+-]?(\d{1,10}(\.\d{0,10})?|\.\d{1,10})$/.test(word)) refuse()
    return /^\d+$/.test(word) ? this.#numberOrRef(Number(word)) : Number(word)
  }

  #numberOrRef(first: number): number | PdfRef {
    const after = this.at
    const second = this.word()
    if (/^\d{1,5}$/.test(second) && this.word() === 'R') return { kind: 'ref', id: first, generation: Number(second) }
    this.at = after
    return first
  }

  #name(): string {
    this.at++
    const from = this.at
    // A name follows its slash at once: a space would make it the empty name.
    if (!this.#isRegular(this.bytes[from] ?? 0)) refuse()
    const name = this.word()
    if (/#(?![0-9A-Fa-f]{2})/.test(name)) refuse()
    return name.replace(/#(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }

  #array(depth: number): PdfValue[] {
    this.at++
    const values: PdfValue[] = []
    while (!this.takes(']')) values.push(this.value(depth + 1))
    return values
  }

  #dict(depth: number): PdfDict {
    this.at += 2
    const dict: PdfDict = new Map()
    while (!this.takes('>>')) {
      if (this.bytes[this.at] !== SLASH) refuse()
      const key = this.#name()
      // Readers disagree about which of two equal keys counts.
      if (dict.has(key)) refuse()
      dict.set(key, this.value(depth + 1))
    }
    return dict
  }

  #hex(): PdfString {
    const from = this.at
    const end = this.bytes.indexOf(MORE, from)
    if (end < 0 || end - from > HEX_MAX) refuse()
    const codes: number[] = []
    for (let at = from + 1; at < end; at++) {
      const digit = Number.parseInt(String.fromCharCode(this.bytes[at] as number), 16)
      if (Number.isNaN(digit)) refuse()
      codes.push(digit)
    }
    if (codes.length % 2 === 1) refuse()
    this.at = end + 1
    let value = ''
    for (let at = 0; at < codes.length; at += 2)
      value += String.fromCharCode(((codes[at] as number) << 4) | (codes[at + 1] as number))
    return { kind: 'string', value, isHex: true, from, to: this.at }
  }

  #literal(): PdfString {
    const from = this.at++
    let value = ''
    for (let open = 1; ; ) {
      const byte = this.bytes[this.at++]
      if (byte === undefined || this.at - from > LITERAL_MAX) return refuse()
      if (byte === BACKSLASH) {
        value += this.#escaped()
        continue
      }
      if (byte === OPEN) open++
      if (byte === CLOSE && --open === 0) break
      value += String.fromCharCode(byte)
    }
    return { kind: 'string', value, isHex: false, from, to: this.at }
  }

  #escaped(): string {
    const letter = String.fromCharCode(this.bytes[this.at++] ?? 0)
    if (/[0-7]/.test(letter)) {
      let digits = letter
      while (digits.length < 3 && /[0-7]/.test(String.fromCharCode(this.bytes[this.at] ?? 0)))
        digits += String.fromCharCode(this.bytes[this.at++] as number)
      return String.fromCharCode(Number.parseInt(digits, 8) & 255)
    }
    if (letter === '\r' && this.bytes[this.at] === 10) this.at++
    if (letter === '\r' || letter === '\n') return ''
    return escapes[letter] ?? letter
  }

  /** 'N G obj … endobj', with the bytes of a stream skipped by its direct length. */
  object(): PdfObject {
    this.skipSpace()
    const from = this.at
    const [id, generation] = [this.integer(), this.integer()]
    if (this.word() !== 'obj') refuse()
    const value = this.value()
    const isStream = this.takes('stream')
    if (isStream) {
      const length = value instanceof Map ? value.get('Length') : null
      if (this.bytes[this.at] === 13) this.at++
      if (this.bytes[this.at++] !== 10 || typeof length !== 'number' || !Number.isInteger(length) || length < 0)
        return refuse()
      this.at += length
      this.expect('endstream')
    }
    this.expect('endobj')
    return { id, generation, from, end: this.at, value, isStream }
  }
}

/** One spelling for values that mean the same. */
export function spelled(value: PdfValue | undefined): string {
  if (value === undefined) return ''
  if (value === null || typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map(spelled).join(' ')}]`
  if (value instanceof Map)
    return `<<${[...value.keys()]
      .sort()
      .map((key) => `${JSON.stringify(key)} ${spelled(value.get(key))}`)
      .join(' ')}>>`
  if (value.kind === 'ref') return `${value.id} ${value.generation} R`
  return value.kind === 'name' ? `/${JSON.stringify(value.name)}` : `(${JSON.stringify(value.value)})`
}

export const isRef = (value: PdfValue | undefined): value is PdfRef =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'ref'
/** The text of a name; null for anything else. */
export const nameOf = (value: PdfValue | undefined): string | null =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'name' ? value.name : null
