// npm run test:security: runs every test that the table names, with far more chance than `npm test` takes, and prints
// requirement, test, result. `-- --seed N --requests N` to try the same again, or more.
import { readArguments, readCount } from '#local/input.ts'
import type { Proof } from './asvs.ts'
import { asvs } from './asvs.ts'
import { type Outcome, runBrowser, runVitest } from './run.ts'
import { printCounts, printTable } from './table.ts'

const { values } = readArguments({
  seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  requests: { type: 'string', default: '5000' },
})
for (const [name, value] of Object.entries(values)) readCount(`--${name}`, value)
console.log(`seed ${values.seed}, ${values.requests} requests\n`)

const proofs = asvs.flatMap((row): readonly Proof[] => ('tests' in row ? row.tests : []))
const files = [...new Set(proofs.map(([file]) => file))].sort()
const inBrowser = files.filter((file) => file.startsWith('tests/e2e/'))
const outcomes: Outcome[] = [
  ...(await runVitest(
    files.filter((file) => !inBrowser.includes(file)),
    { FUZZ_SEED: values.seed, FUZZ_REQUESTS: values.requests },
  )),
  ...(await runBrowser(inBrowser)),
]

const failed = printTable(asvs, outcomes)
printCounts(outcomes)
const others = outcomes.filter(({ status }) => status === 'failed')
for (const { file, name } of others) console.log(`failed: ${file} › ${name}`)
console.log(`\n${failed === 0 && others.length === 0 ? 'All of it holds.' : `${failed} requirements do not hold.`}`)
process.exitCode = failed > 0 || others.length > 0 ? 1 : 0
