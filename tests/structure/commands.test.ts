import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { type AuditEntry, anchorKey, keyIdOf, nextSeal } from '#domain/audit/chain.ts'
import { settingSentence } from '#domain/configuration.ts'
import { factProblems, site } from '#domain/site.ts'
import { digestsOf } from '#ops/audit/digests.ts'
import { builtProblems } from '#ops/deploy/built.ts'

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

test('deploy:check reads the build and names everything that keeps it from being production, never a value', () => {
  const secret = (seed: string) => `${seed}4x9Qw1Xr7Tb5Ny8Mu2Lp3Jh6Gf0DsAzVc`
  const secrets = {
    AUTH_SECRET: secret('a'),
    DEVICE_SECRET: secret('b'),
    AUDIT_SECRET: secret('c'),
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  const good = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`)
  const goodFile = file('good.env', good.join(''))
  const toml = readFileSync('wrangler.toml', 'utf8')
    .replaceAll('relato.example', 'relato.med.br')
    .replaceAll('00000000-0000-0000-0000-000000000000', '6f1b1f4e-0000-4000-8000-000000000001')
  /** The configuration that Vite writes into a build of this environment. */
  const built = (settings: string, env?: string) =>
    unstable_readConfig({ config: file('wrangler.toml', settings), env }, { hideWarnings: true })
  const check = (config: object, secretsFile = goodFile, age?: number) => {
    const path = file('wrangler.json', JSON.stringify(config))
    if (age !== undefined) utimesSync(path, age, age)
    const { status, said } = run('ops/deploy/check.ts', ['--built', path, '--secrets', secretsFile])
    return { status, said }
  }
  // These depend on the owner alone: facts of the company that are not confirmed, and claims that stay hidden.
  const facts = factProblems().map(({ name, fault }) => `${name}: ${settingSentence(fault)}`)
  const hidden = Object.entries(site.claims).flatMap(([name, { confirmed }]) => (confirmed ? [] : [name]))
  const claims = hidden.length > 0 ? [`Sem confirmação, fora das páginas: ${hidden.join(', ')}.`] : []
  const refusal = (...lines: string[]) => ({
    status: lines.length + facts.length > 0 ? 1 : 0,
    said: [
      ...lines,
      ...facts,
      ...claims,
      lines.length + facts.length > 0
        ? `Produção não pode ser publicada: ${lines.length + facts.length}.`
        : 'Produção pode ser publicada.',
    ],
  })

  const whole = built(toml, 'production')
  expect(check(whole)).toEqual(refusal())
  const poor = file('poor.json', JSON.stringify({ ...secrets, DEVICE_SECRET: '', STRIPE_SECRET_KEY: 'sk_test_1' }))
  expect(check(whole, poor, 0)).toEqual(
    refusal(
      'build: Mais antigo que wrangler.toml: faça-o de novo',
      'build: Mais antigo que domain/site.ts: faça-o de novo',
      'DEVICE_SECRET: Ausente ou fraco',
      'STRIPE_SECRET_KEY: Chave de teste',
    ),
  )
  // The repository as it is: examples, the route too.
  expect(check(built(readFileSync('wrangler.toml', 'utf8'), 'production'))).toEqual(
    refusal(
      'APP_URL: Valor de exemplo',
      'MAIL_FROM: Valor de exemplo',
      'routes: Valor de exemplo',
      'DB.database_id: Valor de exemplo',
    ),
  )
  // `npm run build` without CLOUDFLARE_ENV, or with another.
  for (const [env, made] of [
    [undefined, 'não tem ambiente'],
    ['preview', 'é de preview'],
  ] as const)
    expect(check(built(toml, env)).said[0]).toBe(`ENVIRONMENT: O build ${made}; faça-o com CLOUDFLARE_ENV=production`)

  const local = { preview: built(readFileSync('wrangler.toml', 'utf8'), 'preview') }
  const changed = (change: object) =>
    builtProblems({ ...whole, ...change }, local).map(([name, sentence]) => `${name}: ${sentence}`)
  expect(changed({})).toEqual([])
  expect(changed({ routes: undefined })).toEqual(['routes: Ausente'])
  expect(changed({ routes: ['outro.med.br/*'] })).toEqual(['routes: Não inclui o endereço de APP_URL'])
  expect(changed({ routes: ['*.med.br/*'], workers_dev: undefined, preview_urls: true })).toEqual([
    'workers_dev: Abriria outro endereço: deve ser false',
    'preview_urls: Abriria outro endereço: deve ser false',
  ])
  expect(changed({ triggers: {}, observability: { enabled: true } })).toEqual([
    'triggers.crons: Ausente',
    'observability.logs.invocation_logs: Registraria endereços: deve ser false',
  ])
  const { name, r2_buckets, ratelimits, queues } = local.preview
  const [consumer] = queues.consumers ?? []
  expect(changed({ name, r2_buckets, ratelimits, queues: { consumers: [{ ...consumer, queue: 'own' }] } })).toEqual([
    'Worker relato-preview: Também é de preview',
    'R2 relato-local-files: Também é de preview',
    'Queue relato-local-dead-letters: Também é de preview',
    'Rate limit 1002: Também é de preview',
  ])
})

test('the top level of wrangler.toml has nothing to serve with, and local environments take no name of production', () => {
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
  const namesOf = (env: string) => [
    ...JSON.stringify(config(env)).matchAll(
      /"(?:name|database_name|bucket_name|queue|dead_letter_queue)":"(relato.*?)"/g,
    ),
  ]
  const productionNames = new Set(namesOf('production').map(([, name]) => name))
  expect(productionNames.size).toBe(8)
  for (const env of ['development', 'preview'])
    expect(namesOf(env).filter(([, name]) => productionNames.has(name))).toEqual([])
})

/** Commands of package.json: an option or a word that they name when an argument is wrong, and their operands. */
const commands: Record<string, string[]> = {
  'local/launch.ts': ['--built'],
  'local/speech/install.ts': ['--from VALUE'],
  'local/speech/server.ts': ['--port VALUE'],
  'local/structure/main.ts': ['OUT_DIR', 'a', 'b'],
  'ops/audit/verify.ts': ['--dump VALUE'],
  'ops/cid10/install.ts': ['--remote', 'a'],
  'ops/deploy/check.ts': ['--secrets VALUE'],
  'ops/stripe/sync.ts': ['no arguments'],
  'tests/bench/main.ts': ['--only VALUE'],
  'tests/evals/safety.ts': ['FLAGS', 'a', 'b', 'c'],
  'tests/evals/structuring.ts': ['--list', 'a'],
  'tests/faults/main.ts': ['--rung VALUE'],
  'tests/run.ts': ['--full'],
  'tests/screens/main.ts': ['--area VALUE'],
  'tests/security/main.ts': ['--seed VALUE'],
}

test('a wrong argument, a missing folder or a broken file is one line that names it, without a stack trace', async () => {
  const cases = dirname(file('cases/broken.json', '{"id": '))
  const [none, sql, flags] = [join(folder, 'nowhere'), file('broken.sql', 'no SQL'), join(folder, 'flags.json')]
  const expected: [script: string, args: string[], says: string | RegExp][] = [
    ['local/structure/main.ts', [none, join(folder, 'out')], `${none}: does not exist`],
    ['tests/evals/structuring.ts', [cases, '--list'], /^broken: no consultation with facts: .*JSON/],
    ['tests/evals/safety.ts', [none, file('none.json', '[]'), flags], `${none}: does not exist`],
    ['tests/evals/safety.ts', [cases, sql, flags], /broken\.sql: .*JSON/],
    ['ops/cid10/install.ts', [none], /nowhere\/CID-10-CATEGORIAS\.CSV: does not exist$/],
    ['ops/audit/verify.ts', ['--dump', sql, '--anchors', cases], /broken\.sql: .*syntax error/],
    ['ops/deploy/check.ts', ['--built', none], `${none}: does not exist`],
    ['ops/stripe/sync.ts', [], /^STRIPE_SECRET_KEY is missing/],
    ['local/speech/install.ts', ['--from', none, '--dir', join(folder, 'models')], /nowhere não existe/],
    ['tests/faults/main.ts', ['--only', 'nope'], /^--only nope: not one of .*webhook/],
    ['tests/faults/main.ts', ['--rung', '9'], '--rung 9: not one of 1, 2, 3'],
    ['tests/faults/main.ts', ['--rung', '1', '--only', 'webhook'], '--only webhook: no such row on rung 1'],
    ['tests/bench/main.ts', ['--only', 'nope'], /^--only: There is no nope; there is relay, /],
    ['tests/screens/main.ts', ['--area', 'nope'], /^--area nope: not one of public, demo, /],
    ['tests/screens/main.ts', ['--state', 'patients/nope'], /^--state patients\/nope: not one of patients\//],
    ...Object.entries(commands).map(([script, [option, ...operands]]): (typeof expected)[number] =>
      operands.length > 0
        ? [script, [...operands, 'bogus'], new RegExp(`^Unexpected argument 'bogus'\\. Known: .*${option}`)]
        : [script, ['--bogus'], new RegExp(`^Unknown option '--bogus'\\. Known: .*${option}`)],
    ),
    ['local/structure/main.ts', [cases], 'OUT_DIR is missing. Known: CASES_DIR, OUT_DIR'],
  ]
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

test('audit:verify reads an export: all of it holds, or what does not is named', async () => {
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
