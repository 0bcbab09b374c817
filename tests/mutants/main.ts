// npm run mutants -- --seed N --count N: changes one place of the safety checks at a time and runs their tests. Prints the
// changes that no test notices. Works in a copy of the project.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readArguments, readCount } from '#local/input.ts'
import { seeded, shuffled } from '../evals/train/linear.ts'
import { type Mutation, mutationsOf } from './mutations.ts'

const FOLDERS = ['domain/record/safety', 'domain/record/doubt']
const TESTS = [
  ...FOLDERS,
  ...['domain/record/proof', 'domain/record/edit', 'domain/record/text', 'tests/evals/verdicts.test.ts'],
]
/** A mutant that hangs is noticed. */
const PATIENCE_MS = 120_000
const ROOT = resolve(import.meta.dirname, '../..')

const { values } = readArguments({ seed: { type: 'string', default: '1' }, count: { type: 'string', default: '200' } })
const seed = readCount('--seed', values.seed)
const count = readCount('--count', values.count)

const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
try {
  for (const name of ['domain', 'local', 'tests', 'app', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  if (!(await passes())) throw new Error('The tests fail without any mutation.')
  const all = FOLDERS.flatMap((name) =>
    readdirSync(join(ROOT, name))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const path = join(name, file)
        return mutationsOf(path, readFileSync(join(ROOT, path), 'utf8')).map((mutation) => ({ path, mutation }))
      }),
  )
  const drawn = shuffled(all, seeded(seed)).slice(0, count)
  let killed = 0
  for (const [index, { path, mutation }] of drawn.entries()) {
    const isKilled = await noticed(path, mutation)
    killed += Number(isKilled)
    const { line, before, after } = mutation
    if (!isKilled) console.log(`survived ${path}:${line}  ${before.replace(/\s+/g, ' ')} -> ${after}`)
    if ((index + 1) % 20 === 0) console.log(`${index + 1} tried, ${killed} killed`)
  }
  console.log(`seed ${seed}: ${killed} of ${drawn.length} killed, drawn from ${all.length}`)
  if (killed < 0.8 * drawn.length) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Whether a test fails with the mutation. The file is as before afterwards. */
async function noticed(path: string, { from, to, after }: Mutation): Promise<boolean> {
  const file = join(folder, path)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.slice(0, from) + after + text.slice(to))
  const isNoticed = !(await passes())
  writeFileSync(file, text)
  return isNoticed
}

function passes(): Promise<boolean> {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'domain',
    '--project',
    'node',
    '--bail',
    '1',
    ...TESTS,
  ]
  const run = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' })
  const timer = setTimeout(() => run.kill('SIGKILL'), PATIENCE_MS)
  return new Promise((done) =>
    run.once('close', (code) => {
      clearTimeout(timer)
      done(code === 0)
    }),
  )
}
