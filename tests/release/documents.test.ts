import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { costTables } from '#ops/cost/cost.ts'

const workflows = globSync('.github/workflows/*.yml')
const documents = ['docs/operations.md', 'SECURITY.md', ...workflows]
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

test('the runbook and the workflows name only commands that exist', () => {
  // Every command of wrangler is registered in its program under its whole name.
  const wrangler = readFileSync('node_modules/wrangler/wrangler-dist/cli.js', 'utf8')
  const exists = (words: string) => new RegExp(`command: "wrangler ${words}"`).test(wrangler)
  const unknown = documents.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replace(/\s+/g, ' ')
    const own = [...text.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] as string)
    // Operands follow the words of a command: one of its beginnings must be it.
    const theirs = [...text.matchAll(/`(?:npx )?wrangler ([a-z][\w-]*(?: [a-z][\w-]*)*)/g)].map(
      (match) => match[1] as string,
    )
    const beginnings = (words: string) => words.split(' ').map((_, index, all) => all.slice(0, index + 1).join(' '))
    return [
      ...own.filter((name) => !(name in scripts)).map((name) => `${file}: npm run ${name}`),
      ...theirs.filter((words) => !beginnings(words).some(exists)).map((words) => `${file}: wrangler ${words}`),
    ]
  })
  expect(unknown).toEqual([])
  expect(workflows).toHaveLength(3)
})

test('the workflows use two actions of GitHub and no other, and may only read', () => {
  for (const file of workflows) {
    const text = readFileSync(file, 'utf8')
    const actions = [...text.matchAll(/uses: (\S+)@/g)].map((match) => match[1])
    expect([file, ...actions]).toEqual([file, 'actions/checkout', 'actions/setup-node'])
    expect(text).toMatch(/^permissions:\n {2}contents: read\n(?! )/m)
    // Packages run scripts of their own while they are installed: no secret is there yet.
    expect([file, text.slice(0, text.indexOf('npm ci')).match(/\$\{\{ secrets\.\w+/)]).toEqual([file, null])
  }
  expect(readFileSync('.github/workflows/release.yml', 'utf8')).toContain(
    'npm run release -- "$RELEASE_ENVIRONMENT" --yes',
  )
})

test('docs/cost.md has the tables of the current prices and plans', () => {
  expect(readFileSync('docs/cost.md', 'utf8')).toContain(`<!-- tables -->\n${costTables()}\n<!-- end -->`)
})

test('every shipped package has a licence that was allowed', () => {
  const { status, stdout } = spawnSync('node', ['ops/licences/main.ts'], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.not.stringContaining('not allowed')])
  expect(stdout).toMatch(/^MIT \(\d+\): .*\breact /m)
  expect(stdout).toMatch(/^OFL-1\.1 \(2\): /m)
})
