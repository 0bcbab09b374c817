import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A test by its file and the beginning of its title. */
export type Proof = readonly [file: string, title: string]
/** A requirement of OWASP ASVS 5.0, and what shows that it is met; or why nothing here does (see asvs.md). */
export type Row = { id: string; level: number; wants: string } & (
  | { tests: readonly Proof[] }
  | { deviation: string }
  | { unchecked: string }
)

function proofOf(text: string): Proof {
  const [file = '', title = ''] = text.split(' › ')
  if (file.startsWith('e2e/')) return [`tests/${file}.spec.ts`, title]
  return [file.includes('/') ? file : `tests/workers/${file}.test.ts`, title]
}

function rowOf(line: string): Row {
  const [id = '', level, wants = '', shown = ''] = line.slice(2, -2).split(' | ')
  const head = { id, level: Number(level), wants }
  const [, kind, why = ''] = /^(deviates|unchecked): (.*)$/.exec(shown) ?? []
  if (kind === 'deviates') return { ...head, deviation: why }
  if (kind === 'unchecked') return { ...head, unchecked: why }
  return { ...head, tests: shown.split(' · ').map(proofOf) }
}

/** In the order of the standard. */
export const asvs: readonly Row[] = readFileSync(join(import.meta.dirname, 'asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map(rowOf)
