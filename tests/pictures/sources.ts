import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#local/stack/processes.ts'

/** The source files of the screens in the pictures. */
const SOURCES = [
  'app/ui/*.tsx',
  'app/styles/{app,tokens}.css',
  'app/routes/app/*.tsx',
  'app/features/{consultation,history,recording,structuring,transcript}/*.tsx',
]

/** Kept beside the pictures when they are taken: another one says that the screens have changed since. */
export function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const file of globSync(SOURCES, { cwd: ROOT }).sort()) hash.update(file).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}
export const HASH_FILE = join(ROOT, 'tests/pictures/taken-of.txt')
