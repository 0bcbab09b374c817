// Finds secrets in logs and requests, in any spelling.
import { plain } from '#domain/text.ts'

/** `words`: spoken or written text, of which no five consecutive words may be found; the others are found whole. */
export type SecretKind = 'name' | 'number' | 'words' | 'address' | 'password' | 'session' | 'mail token' | 'setting'
export type Secret = { kind: SecretKind; text: string }
export type Place = 'output' | 'console' | 'request' | 'navigation' | 'address' | 'referer' | 'socket'
export type Written = { place: Place; text: string }
export type Leak = { kind: SecretKind; place: Place; text: string }

/** Secrets that may be found: named and counted. */
export type Exception = { name: string; kind: SecretKind; places: readonly Place[]; text: RegExp }

const STRETCH = 5
/** Shorter ones would be found in what says nothing of anybody. */
const SHORTEST: Record<SecretKind, number> = {
  name: 8,
  number: 10,
  words: 20,
  address: 8,
  password: 6,
  session: 16,
  'mail token': 16,
  setting: 12,
}

/** Escapes undone, case, accents and everything between letters and digits aside: `Jo%C3%A3o-Reis` is `joao reis`. */
function bare(text: string): string {
  const codes = text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return plain(unescaped(unescaped(codes.replace(/\\[nrt]/g, ' '))))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

const unescaped = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    new TextDecoder().decode(Buffer.from(bytes.replaceAll('%', ''), 'hex')),
  )

/** How a secret may be spelt. */
function spellings({ kind, text }: Secret): string[] {
  const whole = bare(text)
  if (whole.length < SHORTEST[kind]) return []
  // A first name alone is anybody's.
  if (kind === 'name') return whole.includes(' ') ? [whole] : []
  if (kind === 'number') return [whole, whole.replaceAll(' ', '')]
  if (kind !== 'words') return [whole]
  const words = whole.split(' ')
  const stretches = words.slice(STRETCH - 1).map((_, at) => words.slice(at, at + STRETCH).join(' '))
  return stretches.filter((stretch) => stretch.length >= SHORTEST.words)
}

export class Search {
  /** By their first word. */
  readonly #spelt = new Map<string, Map<string, SecretKind>>()
  /** How many secrets of a kind are long enough to be looked for. */
  readonly known: Partial<Record<SecretKind, number>> = {}

  constructor(secrets: Iterable<Secret>) {
    const seen = new Set<string>()
    for (const secret of secrets) {
      const own = spellings(secret)
      const key = `${secret.kind} ${secret.text}`
      if (own.length === 0 || seen.has(key)) continue
      seen.add(key)
      this.known[secret.kind] = (this.known[secret.kind] ?? 0) + 1
      for (const one of own) {
        const first = one.split(' ', 1)[0] as string
        const same = this.#spelt.get(first) ?? new Map<string, SecretKind>()
        this.#spelt.set(first, same.set(one, secret.kind))
      }
    }
  }

  /** The kinds of secrets in a text. */
  kindsIn(text: string): SecretKind[] {
    const line = bare(text)
    const found = new Set<SecretKind>()
    for (let at = 0; at < line.length; at = line.indexOf(' ', at) + 1 || line.length) {
      const end = line.indexOf(' ', at)
      const same = this.#spelt.get(line.slice(at, end < 0 ? undefined : end))
      if (!same) continue
      for (const [one, kind] of same)
        if (line.startsWith(one, at) && (line[at + one.length] ?? ' ') === ' ') found.add(kind)
    }
    return [...found]
  }

  /** Returns the leaks, and how often each exception applied. */
  through(
    written: Iterable<Written>,
    exceptions: readonly Exception[],
  ): { leaks: Leak[]; excused: Map<string, number> } {
    const leaks: Leak[] = []
    const excused = new Map(exceptions.map(({ name }) => [name, 0]))
    for (const { place, text } of written)
      for (const kind of this.kindsIn(text)) {
        const exception = exceptions.find(
          (one) => one.kind === kind && one.places.includes(place) && one.text.test(text),
        )
        if (exception) excused.set(exception.name, (excused.get(exception.name) ?? 0) + 1)
        else leaks.push({ kind, place, text })
      }
    return { leaks, excused }
  }
}
