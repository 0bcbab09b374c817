import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test, vi } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { type AuditEntry, anchorKey, keyIdOf, nextSeal } from '#domain/audit/chain.ts'
import { readArguments } from '#local/input.ts'
import { digestsOf } from '#ops/audit/digests.ts'
import type { Deployed } from '#ops/release/built.ts'

const folder = mkdtempSync(join(tmpdir(), 'relato-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, content: string) => {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}
const run = (script: string, args: string[], env: Record<string, string> = {}) => {
  const { status, stdout } = spawnSync('node', [script, ...args], { encoding: 'utf8', env: { ...process.env, ...env } })
  return { status, said: stdout.trim().split('\n') }
}

test('wrangler.toml binds nothing at the top level, and staging, production and this machine share no name', () => {
  const config = (env?: string) => unstable_readConfig({ config: 'wrangler.toml', env }, { hideWarnings: true })
  const { vars, d1_databases, r2_buckets, queues, durable_objects, ratelimits, routes, workers_dev } = config()
  expect([vars, d1_databases, r2_buckets, queues, durable_objects.bindings, ratelimits, routes, workers_dev]).toEqual([
    {},
    [],
    [],
    { producers: [], consumers: [] },
    [],
    [],
    undefined,
    false,
  ])
  /** Every name of an environment in the account, in the world's address book and in a mailbox, with its kind. */
  const namesOf = (env: string) => {
    const { name, vars, routes: own = [], ...bound }: Deployed = config(env)
    const { producers, consumers } = bound.queues
    return [
      ['worker', name],
      ...bound.d1_databases.map((one) => ['D1', one.database_name]),
      ...bound.r2_buckets.map((one) => ['R2', one.bucket_name]),
      ...[...(producers ?? []), ...(consumers ?? [])].map((one) => ['queue', one.queue]),
      ...(consumers ?? []).map((one) => ['queue', one.dead_letter_queue]),
      ...bound.ratelimits.map((one) => ['rate limit', one.namespace_id]),
      ...own.map((one) => ['host', typeof one === 'string' ? one : one.pattern]),
      ['host', URL.parse(String(vars.APP_URL))?.hostname],
      ['sender', vars.MAIL_FROM],
    ].flatMap(([kind, one]) => (one === undefined ? [] : [`${kind} ${one}`]))
  }
  const separate = {
    production: namesOf('production'),
    staging: namesOf('staging'),
    local: [...namesOf('development'), ...namesOf('preview')],
  }
  const shared = Object.entries(separate).flatMap(([environment, names]) =>
    Object.entries(separate).flatMap(([other, others]) =>
      other === environment ? [] : names.filter((one) => others.includes(one)),
    ),
  )
  expect(shared).toEqual([])
  // Worker, D1, R2, five queues and their dead letters, rate limit, host, sender.
  for (const environment of ['staging', 'production'] as const)
    expect([environment, new Set(separate[environment]).size]).toEqual([environment, 12])
  // A setting that one of the two lacks would first be missed after the release to production.
  const shapeOf = (env: string) => {
    const { vars, queues: bound, send_email, ai, triggers } = config(env)
    const limits = (bound as Deployed['queues']).consumers?.map(({ queue, dead_letter_queue, ...rest }) => rest)
    return [Object.keys(vars), limits, send_email, ai, triggers]
  }
  expect(shapeOf('staging')).toEqual(shapeOf('production'))
  // Code that asks for production by name would treat staging as a developer's machine.
  const asking = spawnSync('git', ['grep', '-lE', "[!=]== 'production'", '--', 'app', 'domain', 'db', 'workers'])
  expect(asking.stdout.toString()).toBe('')
})

/** Reads the arguments as a command does; answers what it would print before it ends. */
function refusalOf(args: string[], options: Parameters<typeof readArguments>[0], operands?: string[]): string {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('the end of the command')
  })
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'command', ...args])
  expect(() => readArguments(options, operands)).toThrow('the end of the command')
  return String(print.mock.calls.at(-1)?.[0])
}

test('refuses an unknown, missing or surplus argument and names those it knows', () => {
  const options = { from: { type: 'string' }, list: { type: 'boolean' } } as const
  const choices = 'Known: DIR, --from VALUE, --list'
  expect(refusalOf(['x', '--bogus'], options, ['DIR'])).toBe(`Unknown option '--bogus'. ${choices}`)
  expect(refusalOf(['x', 'bogus'], options, ['DIR'])).toBe(`Unexpected argument 'bogus'. ${choices}`)
  expect(refusalOf(['--list'], options, ['DIR'])).toBe(`DIR is missing. ${choices}`)
  expect(refusalOf(['bogus'], {})).toBe("Unexpected argument 'bogus'. Known: no arguments")
})

test('every command answers a wrong argument, a missing folder or a broken file in one line, without a stack trace', async () => {
  const cases = dirname(file('cases/broken.json', '{"id": '))
  const [none, sql, flags] = [join(folder, 'nowhere'), file('broken.sql', 'no SQL'), join(folder, 'flags.json')]
  const expected: [script: string, args: string[], says: string | RegExp][] = [
    ['local/launch.ts', ['--bogus'], /^Unknown option '--bogus'\. Known: .*--built/],
    ['local/speech/install.ts', ['--from', none, '--dir', join(folder, 'models')], /nowhere não existe/],
    ['local/speech/server.ts', ['--bogus'], /^Unknown option '--bogus'\. Known: .*--port VALUE/],
    ['local/structure/main.ts', [none, join(folder, 'out')], `${none}: does not exist`],
    ['local/structure/prove.ts', [none, cases, join(folder, 'out')], `${none}: does not exist`],
    ['ops/audit/verify.ts', ['--dump', sql, '--anchors', cases], /broken\.sql: .*syntax error/],
    ['ops/cid10/install.ts', [none], /nowhere\/CID-10-CATEGORIAS\.CSV: does not exist$/],
    ['ops/copies/backup.ts', ['nowhere'], /^(COPIES_RECIPIENT and COPIES_SIGNING_KEY are missing)/],
    ['ops/copies/restore.ts', ['here', '--key', none], `${none}: does not exist`],
    ['ops/cost/main.ts', ['--bogus'], "Unknown option '--bogus'. Known: --write"],
    ['ops/lexicon/verify.ts', [none], `${none}: does not exist`],
    ['ops/licences/main.ts', ['--bogus'], "Unknown option '--bogus'. Known: no arguments"],
    ['ops/release/release.ts', ['staging', '--dry-run', '--config', none], /^--config: a build reads wrangler\.toml/],
    ['ops/release/rollback.ts', ['preview'], 'preview: not one of staging, production'],
    ['ops/release/setup.ts', [], /^staging\|production is missing\. Known: .*--jurisdiction VALUE/],
    [
      'ops/service/main.ts',
      ['--bogus'],
      'npm run ops -- status | find | replay | disable | enable | reset-second-factor | resend-mail | subscription',
    ],
    ['ops/stripe/sync.ts', [], /^STRIPE_SECRET_KEY is missing/],
    ['ops/trust/install.ts', [none], /nowhere: does not exist$/],
    ['tests/bench/main.ts', ['--only', 'nope'], /^--only nope: not one of relay, /],
    ['tests/copies/main.ts', ['--consultations', 'many'], '--consultations many: not a whole number'],
    ['tests/evals/aside/main.ts', ['--pack', none], `${none}: does not exist`],
    ['tests/evals/model/main.ts', ['--pack', none], `${none}: does not exist`],
    ['tests/evals/quality.ts', ['--bogus'], "Unknown option '--bogus'. Known: no arguments"],
    ['tests/evals/safety.ts', [cases, sql, flags], /broken\.sql: .*JSON/],
    ['tests/evals/structuring.ts', [cases, '--list'], /^broken: no consultation with facts: .*JSON/],
    ['tests/evals/train/main.ts', [none], `${none}: does not exist`],
    ['tests/faults/main.ts', ['--rung', '1', '--only', 'jobs'], '--only jobs: no such row on rung 1'],
    ['tests/faults/simulation/run.ts', ['--bogus'], /^Unknown option '--bogus'\. Known: .*--schedule VALUE/],
    ['tests/mutants/main.ts', ['--count', 'many'], '--count many: not a whole number'],
    ['tests/run.ts', ['--bogus'], /^Unknown option '--bogus'\. Known: .*--full/],
    ['tests/screens/main.ts', ['--state', 'patients/nope'], /^--state patients\/nope: not one of patients\//],
    ['tests/security/main.ts', ['--bogus'], /^Unknown option '--bogus'\. Known: .*--seed VALUE/],
  ]
  // Each of them reads its arguments in the one way.
  const readers = globSync('{local,ops,tests}/**/*.ts').filter((path) =>
    /\breadArguments\(/.test(readFileSync(path, 'utf8')),
  )
  expect(
    readers.filter((path) => !['local/input.ts', 'tests/structure/commands.test.ts'].includes(path)).sort(),
  ).toEqual(expected.map(([script]) => script))
  const env = { ...process.env, STRIPE_SECRET_KEY: '' }
  const answers = expected.map(async ([script, args, says]) => {
    const child = spawn('node', [script, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    const [failure, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect([script, args, code === 0, failure.trim().split('\n').length]).toEqual([script, args, false, 1])
    expect(failure.trim()).toEqual(typeof says === 'string' ? says : expect.stringMatching(says))
  })
  await Promise.all(answers)

  // A group without cases has no figures.
  writeFileSync(join(cases, 'aside.json'), readFileSync('tests/evals/cases/coceira-na-pele.json', 'utf8'))
  const { said } = run('tests/evals/structuring.ts', [cases])
  expect(said.map((row) => row.split(/\s/)[0])).toEqual(['case', 'coceira-na-pele', 'aside', 'all'])
})

test('audit:verify reads an export and names every row and seal that does not hold', async () => {
  const SECRET = 'a secret of the tests'
  const digests = await digestsOf([SECRET])
  const keyId = await keyIdOf(SECRET, digests)
  const at = Date.now() - 60_000
  const rows = [1, 2, 3].map(
    (id): AuditEntry => ({
      ...{ id, at: at + id, doctor_id: 'ana', action: 'patient_read', subject_kind: 'patient', subject_id: 'p' },
      ...{ request_id: null, patient_id: 'p', device: null, network: '203.0.113.x' },
    }),
  )
  const first = await nextSeal(null, rows.slice(0, 2), { sealedAt: at + 10, keyId }, digests)
  const second = await nextSeal(first.seal, rows.slice(2), { sealedAt: at + 20, keyId }, digests)
  for (const anchor of [first, second]) file(anchorKey(anchor.seal), JSON.stringify(anchor))

  const value = (one: unknown) => (one === null ? 'NULL' : typeof one === 'number' ? String(one) : `'${one}'`)
  const insert = (table: string, row: object) =>
    `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(value).join(', ')});\n`
  const schema = globSync('migrations/*.sql')
    .sort()
    .map((one) => readFileSync(one, 'utf8'))
    .join('\n;\n')
  const dump = (name: string, told: readonly object[]) =>
    file(
      name,
      [
        schema,
        ...told.map((row) => insert('audit_log', row)),
        ...[first, second].map(({ seal }) => insert('audit_seals', { ...seal, anchored_at: at + 30 })),
      ].join('\n;\n'),
    )
  const verify = (path: string, secret = SECRET) =>
    run('ops/audit/verify.ts', ['--dump', path, '--anchors', join(folder, 'audit')], { AUDIT_SECRET: secret })

  const whole = dump('whole.sql', rows)
  expect(verify(whole)).toEqual({
    status: 0,
    said: ['3 rows of 1 doctors, 2 seals; 0 let go after twenty years, 0 not sealed yet.', 'All of it holds.'],
  })
  const [one, two, three] = rows
  const changed = verify(dump('changed.sql', [one, { ...two, subject_id: 'q' }].filter(Boolean) as object[]))
  expect(changed).toMatchObject({
    status: 1,
    said: [
      'row_altered: doctor ana, row 2, seal 1',
      'row_removed: doctor ana, row 3, seal 2',
      expect.anything(),
      '2 faults.',
    ],
  })
  expect(three).toBeDefined()
  expect(verify(whole, 'another').said[0]).toBe(`key_unknown: doctor ana, seal 1, ${keyId}`)
  expect(run('ops/audit/verify.ts', ['--dump', whole]).status).toBe(2)
})

test('lexicon:verify names the medicines that no published list has', () => {
  const rows = [
    'PRODUTO;PRINCIPIO ATIVO',
    '"TYLENOL";"PARACETAMOL 500 mg"',
    'Clavulin;amoxicilina + clavulanato de potássio',
  ]
  const latin1 = file('published.csv', '')
  writeFileSync(latin1, Buffer.from(rows.join('\n'), 'latin1'))
  const { status, said } = run('ops/lexicon/verify.ts', [latin1])
  const missing = said.map((line) => line.trim())
  expect(status).toBe(1)
  expect(said[0]).toMatch(/^3 of \d+ medicines and \d+ of \d+ other names are in published\.csv$/)
  expect(missing).toContain('dipirona')
  expect(missing).not.toContain('paracetamol')
  expect(missing).not.toContain('amoxicilina com clavulanato')
  expect(run('ops/lexicon/verify.ts', [file('empty.csv', '1;2\n')])).toMatchObject({ status: 2 })
})
