import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settingSentence } from '#domain/configuration.ts'
import { factProblems, site } from '#domain/site.ts'
import { builtProblems } from '#ops/release/built.ts'
import { versionBefore } from '#ops/release/deployments.ts'
import { readConfig } from '#ops/release/provider.ts'
import { smokeProblems } from '#ops/release/smoke.ts'
import { completeToml, emptyToml, newMachine, secrets, serveWorker } from './operator.ts'

const machine = newMachine()
const { file, run, readAccount, folder } = machine
let served: Awaited<ReturnType<typeof serveWorker>>
beforeAll(async () => {
  served = await serveWorker()
})
afterAll(() => {
  served.close()
  machine.remove()
})
/** Twenty commands, one after the other; each loads wrangler first. */
const JOURNEY_MS = 240_000
const ROOM = 'Salas (Durable Objects): nascem perto de quem grava; o código ainda não as prende a uma jurisdição.'
const id = (count: number) => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`

test(
  'from an empty account: setup, a release that names what is missing, a release, and the way back',
  async () => {
    const config = file('wrangler.toml', emptyToml().replaceAll('relato.example', 'relato.med.br'))
    const at = ['staging', '--config', config]

    // Setup: a rehearsal calls nothing; without a terminal the place must be given; the second run makes nothing.
    const rehearsal = await run('setup', ...at, '--dry-run')
    expect([rehearsal.status, rehearsal.errors, rehearsal.calls]).toEqual([0, [], []])
    expect(rehearsal.out).toEqual(
      expect.arrayContaining([
        '  $ wrangler d1 create relato-staging',
        '  $ wrangler queues create relato-staging-mail',
        ROOM,
      ]),
    )
    expect(rehearsal.out).toContain(
      '  openssl rand -base64 32 | npx wrangler secret put AUDIT_SECRET --config wrangler.toml --env staging',
    )
    expect(rehearsal.out).toEqual(
      expect.arrayContaining(
        [
          'openssl rand -base64 32 | npx wrangler secret put OPERATOR_TOKEN',
          'npx wrangler secret put ACCESS_TEAM',
          'npx wrangler secret put ACCESS_AUD',
        ].map((line) => `  ${line} --config wrangler.toml --env staging`),
      ),
    )
    expect(await run('setup', ...at)).toMatchObject({
      status: 2,
      errors: ['--jurisdiction is missing: one of none, eu, us, fedramp'],
      calls: ['wrangler d1 list --json'],
    })
    const made = await run('setup', ...at, '--jurisdiction', 'eu')
    expect([made.status, made.errors]).toEqual([0, []])
    expect(made.calls).toEqual([
      'wrangler d1 list --json',
      'wrangler d1 create relato-staging --jurisdiction eu',
      'wrangler d1 list --json',
      'wrangler r2 bucket list --jurisdiction eu',
      'wrangler r2 bucket create relato-staging-files --jurisdiction eu',
      'wrangler queues list --page 1',
      ...['structuring', 'pdf', 'mail', 'billing', 'delivery', 'dead-letters'].map(
        (name) => `wrangler queues create relato-staging-${name}`,
      ),
    ])
    const { d1_databases, r2_buckets } = readConfig(config, 'staging')
    expect([d1_databases[0]?.database_id, r2_buckets[0]?.jurisdiction]).toEqual([id(900), 'eu'])
    expect(readConfig(config, 'production').r2_buckets[0]?.jurisdiction).toBeUndefined()
    const again = await run('setup', ...at)
    expect(again.calls.filter((call) => call.includes('create'))).toEqual([])
    expect([again.status, again.calls.at(-1)]).toEqual([0, 'wrangler queues list --page 4'])

    // A rehearsal of the release builds, calls nothing else and names each missing secret; with all of them it passes.
    file('staging.json', JSON.stringify(readConfig(config, 'staging')))
    const built = join(folder, 'server/wrangler.json')
    const dryRun = ['release', ...at, '--built', built, '--dry-run'] as const
    expect((await run('release', ...at, '--dry-run')).errors).toEqual([
      '--config: a build reads wrangler.toml of the repository; change and commit that',
    ])
    const poor = await run(...dryRun)
    expect([poor.status, poor.calls, poor.errors]).toEqual([
      1,
      ['react-router build'],
      [
        'AUTH_SECRET: Ausente ou fraco',
        'DEVICE_SECRET: Ausente ou fraco',
        'AUDIT_SECRET: Ausente ou fraco',
        'STRIPE_SECRET_KEY: Ausente',
        'STRIPE_WEBHOOK_SECRET: Ausente',
      ],
    ])
    expect(poor.out).toContain('  $ CLOUDFLARE_ENV=staging react-router build')
    expect(poor.out).toContain('  Sem ALERT_MAIL e ALERT_WEBHOOK: ninguém saberá de falhas.')
    const live = await run(...dryRun, '--secrets', file('live.json', JSON.stringify(secrets)))
    expect(live.errors).toEqual(['STRIPE_SECRET_KEY: Chave real: staging só aceita a de teste'])
    const own = file('own.json', JSON.stringify({ ...secrets, STRIPE_SECRET_KEY: 'sk_test_1' }))
    const door = file(
      'door.json',
      JSON.stringify({
        ...secrets,
        STRIPE_SECRET_KEY: 'sk_test_1',
        OPERATOR_TOKEN: 'x',
        ACCESS_TEAM: 'https://t.cloudflareaccess.com',
      }),
    )
    expect((await run(...dryRun, '--secrets', door)).errors).toEqual([
      'ACCESS_AUD: Ausente',
      'OPERATOR_TOKEN: Ausente ou fraco',
      'ACCESS_TEAM: Valor desconhecido: TIME.cloudflareaccess.com',
    ])
    const whole = await run(...dryRun, '--secrets', own)
    expect([whole.status, whole.errors, whole.calls, whole.out.at(-1)]).toEqual([
      0,
      [],
      ['react-router build'],
      'staging pode ser publicado.',
    ])
    expect(whole.out.filter((line) => /^\d+\. /.test(line))).toEqual([
      '1. Árvore de trabalho',
      '2. Build',
      '3. Conferência do build',
      '4. Migrações',
      '5. Envio da versão',
      '6. Fumaça: a versão nova com 0% das visitas',
      '7. Publicação: 10%',
      '8. Publicação: 100%',
      '9. Endereço, cron e filas',
      '10. Consulta sintética',
      '11. Depois',
    ])

    // The first release is whole, with its secrets; the next one is gradual, with those of the account.
    const real = [...at, '--built', built, '--address', served.address]
    expect(await run('release', ...real)).toMatchObject({
      status: 2,
      errors: ['--yes is missing: there is no terminal to ask'],
    })
    const early = await run('release', ...real, '--yes', '--secrets', own)
    expect(early.errors).toEqual(['versões: relato-staging ainda não atende: a primeira release precisa de --at-once'])
    const migrate = `wrangler d1 migrations apply DB --remote --config ${config} --env staging`
    const first = await run('release', ...real, '--yes', '--at-once', '--secrets', own)
    expect([first.status, first.errors, first.calls]).toEqual([
      0,
      [],
      ['react-router build', migrate, `wrangler deploy --config ${built} --tag a1b2c3d4e5f6 --secrets-file ${own}`],
    ])
    expect(served.worker.asked).toEqual(['/api/health', '/login'])

    file('account.json', JSON.stringify({ ...readAccount(), secrets: Object.keys(secrets) }))
    served.worker.asked.length = 0
    const next = await run('release', ...real, '--yes')
    expect([next.status, next.errors, next.calls]).toEqual([
      0,
      [],
      [
        'react-router build',
        `wrangler secret list --config ${config} --env staging --format json`,
        migrate,
        'wrangler deployments list --name relato-staging --json',
        `wrangler versions upload --config ${built} --tag a1b2c3d4e5f6`,
        `wrangler versions deploy ${id(2)}@0% ${id(1)}@100% --name relato-staging --yes`,
        `wrangler versions deploy ${id(2)}@10% ${id(1)}@90% --name relato-staging --yes`,
        `wrangler versions deploy ${id(2)}@100% --name relato-staging --yes`,
        `wrangler triggers deploy --config ${built}`,
      ],
    ])
    expect(served.worker.asked).toEqual([`/api/health relato-staging="${id(2)}"`, `/login relato-staging="${id(2)}"`])

    // A version that fails its smoke test serves no request.
    Object.assign(served.worker, { health: 503 })
    const broken = await run('release', ...real, '--yes', '--wait', '0')
    Object.assign(served.worker, { health: 200 })
    expect([broken.status, broken.errors, broken.calls.slice(-2)]).toEqual([
      1,
      [expect.stringMatching(/^fumaça: \/api\/health: 503 .*Todas as visitas continuam na versão .*0002$/)],
      [
        `wrangler versions deploy ${id(5)}@0% ${id(2)}@100% --name relato-staging --yes`,
        `wrangler versions deploy ${id(2)}@100% --name relato-staging --yes`,
      ],
    ])

    const dry = await run('rollback', ...at, '--dry-run')
    expect([dry.status, dry.calls]).toEqual([0, []])
    const back = await run('rollback', ...at, '--yes')
    expect(back.calls).toEqual([
      'wrangler deployments list --name relato-staging --json',
      `wrangler versions deploy ${id(1)}@100% --name relato-staging --yes`,
    ])
    expect(back.out.filter((line) => line.includes('migrações'))).toHaveLength(1)

    // A missing secret, or a build of another environment, stops the release.
    file('account.json', JSON.stringify({ ...readAccount(), secrets: ['AUTH_SECRET'] }))
    const refused = await run('release', ...real, '--yes')
    expect([refused.status, refused.errors[0], refused.calls.at(-1)]).toEqual([
      1,
      'DEVICE_SECRET: Ausente ou fraco',
      `wrangler secret list --config ${config} --env staging --format json`,
    ])
    file('staging.json', JSON.stringify(readConfig(config, 'preview')))
    const foreign = await run('release', ...real, '--yes', '--secrets', own)
    expect(foreign.errors).toEqual(['ENVIRONMENT: O build é de preview; faça-o com CLOUDFLARE_ENV=staging'])
  },
  JOURNEY_MS,
)

test('a smoke test names the part that fails, and a page of another build', async () => {
  const smoke = () =>
    smokeProblems({ address: served.address, headers: {}, client: join(folder, 'client'), patienceMs: 0 })
  expect(await smoke()).toEqual([])
  Object.assign(served.worker, { asset: 'entry-0.js', health: 503 })
  expect(await smoke()).toEqual([
    expect.stringMatching(/^\/api\/health: 503 /),
    '/login: assets/entry-0.js não é deste build',
  ])
  Object.assign(served.worker, { asset: 'entry-1.js', health: 200 })
})

test('the version to go back to is the last that served everybody before', () => {
  const whole = (version: string) => ({ created_on: '', versions: [{ version_id: version, percentage: 100 }] })
  const split = { created_on: '', versions: ['c', 'b'].map((version_id) => ({ version_id, percentage: 50 })) }
  expect(versionBefore([])).toBeUndefined()
  expect(versionBefore([whole('a')])).toBeUndefined()
  expect(versionBefore([whole('a'), whole('b')])).toBe('a')
  expect(versionBefore([whole('a'), whole('b'), split])).toBe('b')
  expect(versionBefore([whole('a'), whole('b'), split, whole('c')])).toBe('b')
})

test('release names every setting that keeps a build from production, never its value', async () => {
  const good = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`)
  const goodFile = file('good.env', good.join(''))
  const toml = completeToml()
  /** The configuration that Vite writes into a build of this environment. */
  const built = (settings: string, env?: string) => readConfig(file('settings.toml', settings), env)
  const check = async (config: object, secretsFile = goodFile, age?: number) => {
    const prepared = file('production.json', JSON.stringify(config))
    if (age !== undefined) utimesSync(prepared, age, age)
    const built = join(folder, 'server/wrangler.json')
    const args = ['production', '--dry-run', '--built', built, '--secrets', secretsFile]
    const { status, errors, out } = await run('release', ...args)
    return { status, errors, last: out.at(-1), notes: out.filter((line) => line.includes('Sem confirmação')) }
  }
  // These depend on the owner alone: facts of the company that are not confirmed, and claims that stay hidden.
  const facts = factProblems().map(({ name, fault }) => `${name}: ${settingSentence(fault)}`)
  const hidden = Object.entries(site.claims).flatMap(([name, { confirmed }]) => (confirmed ? [] : [name]))
  const refusal = (...lines: string[]) => ({
    status: lines.length + facts.length > 0 ? 1 : 0,
    errors: [...lines, ...facts],
    notes: hidden.length > 0 ? [`  Sem confirmação, fora das páginas: ${hidden.join(', ')}.`] : [],
    last:
      lines.length + facts.length > 0
        ? `production não pode ser publicado: ${lines.length + facts.length}. Onde cada valor se põe: docs/operations.md.`
        : 'production pode ser publicado.',
  })

  const whole = built(toml, 'production')
  expect(await check(whole)).toEqual(refusal())
  // An empty repository: examples, the route too; a build older than it, and weak secrets.
  const poor = file('poor.json', JSON.stringify({ ...secrets, DEVICE_SECRET: '', STRIPE_SECRET_KEY: 'sk_test_1' }))
  expect(await check(built(emptyToml(), 'production'), poor, 0)).toEqual(
    refusal(
      'build: Mais antigo que wrangler.toml: faça-o de novo',
      'build: Mais antigo que domain/site.ts: faça-o de novo',
      'DEVICE_SECRET: Ausente ou fraco',
      'APP_URL: Valor de exemplo',
      'MAIL_FROM: Valor de exemplo',
      'STRIPE_SECRET_KEY: Chave de teste',
      'routes: Valor de exemplo',
      'DB.database_id: Valor de exemplo',
    ),
  )
  // A build without CLOUDFLARE_ENV, or with another.
  for (const [env, made] of [
    [undefined, 'não tem ambiente'],
    ['preview', 'é de preview'],
    ['staging', 'é de staging'],
  ] as const)
    expect((await check(built(toml, env))).errors[0]).toBe(
      `ENVIRONMENT: O build ${made}; faça-o com CLOUDFLARE_ENV=production`,
    )

  const local = { preview: readConfig('wrangler.toml', 'preview') }
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
