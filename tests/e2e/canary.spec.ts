import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from '@playwright/test'
import { type Exception, type Place, Search, type Secret, type Written } from './canary-search.ts'
import { held, seen } from './canary-secrets.ts'
import { outputs } from './stack.ts'

/** Set by `npm test`: every journey ran, so every kind of secret was typed. */
const WHOLE = process.env.E2E_WHOLE === 'yes'

const exceptions: Exception[] = [
  {
    name: 'a link of a mail as it is opened, once: its token leaves the address on load',
    kind: 'mail token',
    places: ['navigation', 'address'],
    text: /\/(api\/auth\/verify-email|reset-password)\?([^#]*&)?token=/,
  },
]

test('no name, number, word, password or token of the whole suite is in any output, address or console', () => {
  const pages = seen()
  const outputLines = outputs().flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      // The tests' own recogniser prints its words for the tests; that output is not the product's.
      .filter((line) => basename(file) !== 'recogniser.log' || !line.startsWith('heard '))
      .map((text): Written => ({ place: 'output', text })),
  )
  const search = new Search(secrets(pages.secrets))
  const written = [...outputLines, ...pages.written]
  const { leaks, excused } = search.through(written, exceptions)

  const counts = new Map<Place, number>()
  for (const { place } of written) counts.set(place, (counts.get(place) ?? 0) + 1)
  const countsText = (of: Iterable<[string, number | undefined]>) =>
    [...of].map(([name, n]) => `${n} ${name}`).join(', ')
  console.log(
    `searched: ${countsText(counts)}\nfor: ${countsText(Object.entries(search.known))}\nexcused: ${countsText(excused)}`,
  )

  expect(leaks.map(({ kind, place, text }) => `${kind} in ${place}: ${text}`)).toEqual([])
  // Even if only a few tests ran, some output was searched for some secret.
  for (const place of ['output', 'request'] as const) expect(counts.get(place) ?? 0, place).toBeGreaterThan(0)
  for (const kind of ['name', 'words', 'setting'] as const) expect(search.known[kind] ?? 0, kind).toBeGreaterThan(0)
  if (!WHOLE) return
  for (const place of ['navigation', 'address', 'referer', 'socket', 'console'] as const)
    expect(counts.get(place) ?? 0, place).toBeGreaterThan(0)
  for (const kind of ['number', 'address', 'password', 'session', 'mail token'] as const)
    expect(search.known[kind] ?? 0, kind).toBeGreaterThan(0)
})

function* secrets(typed: readonly Secret[]): Generator<Secret> {
  yield* held()
  yield* typed
}
