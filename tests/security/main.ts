// npm run test:security: runs every test that the table names, with far more chance than `npm test` takes, and prints
// requirement, test, result. `-- --seed N --requests N` to try the same again, or more.
import { readArguments, readCount } from '#local/input.ts'
import { ensureChromium } from '#tests/testkit/chromium.ts'
import { type Outcome, runPlaywright, runVitest } from '#tests/testkit/suites.ts'
import type { Proof } from './asvs.ts'
import { asvs } from './asvs.ts'
import { printCounts, printTable } from './table.ts'

const { values } = readArguments({
  seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  requests: { type: 'string', default: '5000' },
})
for (const [name, value] of Object.entries(values)) readCount(`--${name}`, value)
console.log(`seed ${values.seed}, ${values.requests} requests\n`)

const proofs = asvs.flatMap((row): readonly Proof[] => ('tests' in row ? row.tests : []))
const files = [...new Set(proofs.map(([file]) => file))].sort()
process.env.CHROMIUM = ensureChromium()
const outcomes: Outcome[] = []
/** Vitest's projects, one after the other: they share no limit of how many run at once. */
const projects: Record<string, RegExp> = {
  domain: /^(?!tests\/)/,
  node: /^tests\/(?!workers|device|recorder|e2e)/,
  workers: /^tests\/workers\//,
  browser: /^tests\/(device|recorder)\//,
}
for (const [project, holds] of Object.entries(projects)) {
  const own = files.filter((file) => holds.test(file))
  const env = { FUZZ_SEED: values.seed, FUZZ_REQUESTS: values.requests }
  if (own.length > 0) outcomes.push(...(await runVitest([project], ['--testTimeout=180000', ...own], env)))
}
const inBrowser = files.filter((file) => file.startsWith('tests/e2e/'))
if (inBrowser.length > 0) outcomes.push(...(await runPlaywright(['--project=others', ...inBrowser])))

const failed = printTable(asvs, outcomes)
printCounts(outcomes)
const others = outcomes.filter(({ status }) => status === 'failed')
for (const { file, name } of others) console.log(`failed: ${file} › ${name}`)
console.log(`\n${failed === 0 && others.length === 0 ? 'All of it holds.' : `${failed} requirements do not hold.`}`)
process.exitCode = failed > 0 || others.length > 0 ? 1 : 0
