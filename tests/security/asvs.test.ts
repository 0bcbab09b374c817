import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asvs } from './asvs.ts'
import { printTable } from './table.ts'

test('every requirement has a test that is there, or says why it has none', ({ onTestFinished }) => {
  const proofs = asvs.flatMap((row) => ('tests' in row ? row.tests : []))
  const missing = proofs.filter(([file, name]) => {
    const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
    // Some names are generated: the table then has the fixed part.
    const [whole, part] = [name, name.includes(': ') ? name.split(': ').filter((one) => source.includes(one)) : []]
    return !source.includes(whole) && part.length === 0
  })
  expect(missing).toEqual([])
  expect(asvs.filter((row) => 'tests' in row && row.tests.length === 0)).toEqual([])
  expect(asvs.filter(({ id }) => !/^\d{1,2}\.\d\.\d{1,2}$/.test(id))).toEqual([])

  // The table's problems fail the run: a test that failed, was skipped, or did not run.
  const problems: string[] = []
  const { log } = console
  console.log = (line: string) => problems.push(line)
  onTestFinished(() => {
    console.log = log
  })
  const row = { id: '1.1.1', level: 1, wants: 'something', tests: [['a.test.ts', 'a thing']] as const }
  const outcome = (status: 'passed' | 'failed' | 'skipped') =>
    printTable([row], [{ file: 'a.test.ts', name: 'a thing that is so', status, counted: {} }])
  expect([outcome('passed'), outcome('failed'), outcome('skipped'), printTable([row], [])]).toEqual([0, 1, 1, 1])
  expect(problems.filter((line) => line.startsWith('1.1.1')).map((line) => line.slice(12, 20).trim())).toEqual([
    'holds',
    'FAILS',
    'SKIPPED',
    'NO TEST',
  ])
})
