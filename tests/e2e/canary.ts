// Finds secrets in any spelling, and records what every browser context asks and prints, for canary.spec.ts.
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { plain } from '#domain/text.ts'
import { ROOT } from '#local/stack/processes.ts'

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

// --- what the browsers ask and print --------------------------------------------------------------------------------
/** One file a process, a line for each thing. */
export const SEEN = join(ROOT, '.local/e2e-seen')
export type Seen = { place: Place; text: string } | { secret: Secret }

const reportedErrors = new Set<string>()
let unreported: string[] = []

/** Also for what a test knows to be secret and no page ever sends. */
export const secret = (kind: SecretKind, text: string): void => tell({ secret: { kind, text } })

function tell(one: Seen): void {
  const line = JSON.stringify(one)
  if (reportedErrors.has(line)) return
  reportedErrors.add(line)
  unreported.push(line)
}

/** On the disk, once a test: what a process saw outlives it. */
export function writeDown(): void {
  if (unreported.length === 0) return
  mkdirSync(SEEN, { recursive: true })
  appendFileSync(join(SEEN, `${process.pid}.jsonl`), unreported.map((line) => `${line}\n`).join(''))
  unreported = []
}

/**
 * Fails the running test on `noise` that it did not name, and on faults that it may not name: a broken policy, or a
 * request to a foreign host.
 */
type Listener = { noise: (line: string) => void; fault: (line: string) => void }
let listener: Listener | null = null
export const listenAs = (one: Listener | null): void => {
  listener = one
}

/** Printed by the page for violations that the browser does not print; Chromium's own message counts as well. */
const VIOLATION = 'securitypolicyviolation: '
const tellViolations = (prefix: string) => {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    console.error(`${prefix}${effectiveDirective} ${blockedURI} ${sample}`),
  )
}

const watched = new WeakSet<BrowserContext>()

/** Before its first page. */
export async function watch(context: BrowserContext): Promise<void> {
  if (watched.has(context)) return
  watched.add(context)
  context.on('console', (message) => {
    const text = message.text()
    tell({ place: 'console', text })
    if (text.startsWith(VIOLATION) || text.includes('Content Security Policy'))
      listener?.fault(`the policy was broken: ${text}`)
    else if (['error', 'warning'].includes(message.type())) listener?.noise(`${message.type()}: ${text}`)
  })
  context.on('weberror', (error) => {
    tell({ place: 'console', text: String(error.error()) })
    listener?.noise(`uncaught: ${error.error().message}`)
  })
  context.on('request', requested)
  context.on('page', onPageOpened)
  await context.addInitScript(tellViolations, VIOLATION)
}

function onPageOpened(page: Page): void {
  page.on('framenavigated', (frame) => tell({ place: 'address', text: frame.url() }))
  page.on('websocket', (socket) => {
    tell({ place: 'socket', text: socket.url() })
    if (!isOwn(socket.url())) listener?.fault(`asked somebody else: ${socket.url()} from ${page.url()}`)
  })
}

function requested(request: Request): void {
  const url = request.url()
  if (/^(data|blob):/.test(url)) return
  const isNavigation = request.isNavigationRequest()
  tell({ place: isNavigation ? 'navigation' : 'request', text: url })
  const { referer } = request.headers()
  if (referer) tell({ place: 'referer', text: referer })
  if (!isOwn(url) || (!isNavigation && isElsewhere(request)))
    listener?.fault(`asked somebody else: ${url} from ${referer ?? 'a page'}`)
  tellSecretsIn(request.postData())
}

/** This machine: the app and the stand-ins. */
const isOwn = (url: string): boolean => ['localhost', '127.0.0.1'].includes(new URL(url).hostname)

/** A page's subresources must come from the page's own origin. */
function isElsewhere(request: Request): boolean {
  // A service worker names no page.
  const { referer } = request.headers()
  return Boolean(referer) && new URL(referer ?? '').origin !== new URL(request.url()).origin
}

/** The fields of the API's bodies in which somebody's data travels. */
const FIELDS: Partial<Record<SecretKind, string>> = {
  name: 'name nome_completo full_name mother_name nome_mae patientName',
  number: 'cpf phone telefone',
  address: 'email',
  password: 'password newPassword currentPassword',
  words: 'address endereco text content message clinical_context clinicalContext observacoes_gerais search query',
  'mail token': 'token',
  // A recovery code; those of six digits, and of diagnoses, are too short to be looked for.
  setting: 'code',
}
const kindOf = new Map(
  Object.entries(FIELDS).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as SecretKind])),
)

function tellSecretsIn(body: string | null): void {
  if (!body?.startsWith('{')) return
  try {
    JSON.parse(body, (name, text: unknown) => {
      const kind = kindOf.get(name)
      if (kind && typeof text === 'string') secret(kind, text)
      return text
    })
  } catch {
    // A body that a test broke on purpose.
  }
}

/** The sessions that a context's browser still holds. */
export async function rememberSessions(contexts: readonly BrowserContext[]): Promise<void> {
  for (const context of contexts)
    for (const { name, value } of await context.cookies().catch(() => []))
      if (name.includes('session_token')) secret('session', decodeURIComponent(value).split('.')[0] as string)
}
