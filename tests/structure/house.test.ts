import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { site } from '#domain/site.ts'

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .trim()
  .split('\n')
const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length
const code = tracked.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))

/** Returns the files that lint rejects in a project with these files. */
function faulted(files: [file: string, source: string][]): string[] {
  const house = mkdtempSync(join(tmpdir(), 'house-'))
  try {
    for (const rule of ['domain/purity.grit', 'workers/log/silence.grit']) {
      mkdirSync(join(house, dirname(rule)), { recursive: true })
      copyFileSync(rule, join(house, rule))
    }
    const { vcs: _, ...settings } = JSON.parse(readFileSync('biome.json', 'utf8')) as Record<string, unknown>
    writeFileSync(join(house, 'biome.json'), JSON.stringify(settings))
    for (const [file, source] of files) {
      mkdirSync(join(house, dirname(file)), { recursive: true })
      writeFileSync(join(house, file), source)
    }
    const args = ['lint', '--reporter=json', '--max-diagnostics=none']
    const { stdout } = spawnSync('biome', args, { cwd: house, encoding: 'utf8' })
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { category: string; location: { path: string | { file: string } } }[]
    }
    const at = diagnostics
      .filter((one) => /noRestrictedImports|plugin/.test(one.category))
      .map((one) => one.location.path)
    return at.map((path) => (typeof path === 'string' ? path : path.file).replace(/^\.\//, ''))
  } finally {
    rmSync(house, { recursive: true, force: true })
  }
}

/** Each case gets a file of its own: x0.ts, x1.ts … */
const apart = (cases: [file: string, source: string][]) =>
  cases.map(([file, source], index): [string, string] => [
    /^workers\/(app|log\/log)\.ts$/.test(file) ? file : file.replace('/x.', `/x${index}.`),
    source,
  ])

const forbidden: [file: string, source: string][] = [
  ['domain/record/x.ts', "import '#db/client.ts'"],
  ['domain/record/x.ts', "import '../../workers/env.ts'"],
  ['domain/record/x.ts', "import 'hono'"],
  ['domain/record/x.ts', 'export const now = Date.now()'],
  ['domain/record/x.ts', 'export const chance = Math.random()'],
  ['db/queries/x.ts', "import '#workers/env.ts'"],
  ['db/queries/x.ts', "import 'cloudflare:workers'"],
  ['workers/api/x.ts', "import '#app/lib/api.ts'"],
  ['workers/api/x.ts', "import 'drizzle-orm'"],
  ['workers/api/x.ts', "import { z } from 'zod'\nexport const x = z"],
  ['app/lib/x.ts', "import { z } from 'zod'\nexport const x = z"],
  ['workers/http/pages.ts', "import '#app/ui/button.tsx'"],
  ['app/ui/x.tsx', "import '#domain/errors.ts'"],
  ['app/ui/x.tsx', "import '#app/lib/api.ts'"],
  ['app/lib/x.ts', "import '#workers/auth/auth.ts'"],
  ['app/features/history/x.ts', "import '#app/features/recording/recorder.ts'"],
  ['app/features/history/x.ts', "import '../recording/recorder.ts'"],
  ['app/features/history/screen/x.ts', "import '../../recording/screen/workspace.tsx'"],
  ['app/features/history/x.ts', "import '#app/routes/app/history.tsx'"],
  ['app/routes/app/x.tsx', "import '#db/client.ts'"],
  ['local/stack/x.ts', "import '#workers/env.ts'"],
  ['local/stack/x.ts', "import '#db/schema/index.ts'"],
  ['local/stack/x.ts', "import 'stripe'"],
  ['local/stripe/x.ts', "import '#workers/env.ts'"],
  ['workers/api/x.ts', "console.log('a name')"],
  ['workers/room/x.ts', 'export const { error: say } = console'],
  ['app/routes/app/x.tsx', "console.error('a name')"],
  ['app/features/recording/x.ts', "window.console.warn('a name')"],
  ['db/queries/x.ts', "globalThis.console.debug('a name')"],
  ['domain/record/x.ts', "console.log('a name')"],
  ['workers/jobs/x.ts', "process.stdout.write('a name')"],
]
const allowed: [file: string, source: string][] = [
  [
    'domain/record/x.ts',
    "import { z } from 'zod/mini'\nimport { plain } from '../text.ts'\nexport const x = [z, plain]",
  ],
  ['app/lib/x.ts', "import type { Api } from '#workers/api/api.ts'\nexport type X = Api"],
  ['local/stripe/x.ts', "import type Stripe from 'stripe'\nexport type X = Stripe.Price"],
  ['workers/log/log.ts', 'export const log = (event: object): void => console.log(JSON.stringify(event))'],
  [
    'workers/http/pages.ts',
    "import { serverContext } from '#app/lib/server-context.ts'\nexport const x = serverContext",
  ],
  [
    'app/routes/app/x.tsx',
    "import { Recorder } from '#app/features/recording/recorder.tsx'\nexport const X = Recorder",
  ],
]

test('who may know whom holds by lint', () => {
  const bad = apart(forbidden)
  const found = new Set(faulted(bad))
  expect(bad.filter(([file]) => !found.has(file))).toEqual([])
  expect(faulted(apart(allowed))).toEqual([])
}, 60_000)

test('no file outgrew its room, no folder says nothing', () => {
  expect(code.filter((file) => lines(file) > 350)).toEqual([])
  expect(tracked.filter((file) => /(^|\/)(utils|helpers|misc|common)(\/|\.tsx?$)/.test(file))).toEqual([])
  expect(lines('README.md')).toBeLessThanOrEqual(120)
})

test('a decision has a date and a status, and at most 50 lines of 120 characters', () => {
  for (const file of tracked.filter((name) => name.startsWith('docs/decisions/'))) {
    const text = readFileSync(file, 'utf8').split('\n')
    expect([file, text[2]?.startsWith('Date: 20'), text[3]?.startsWith('Status: ')]).toEqual([file, true, true])
    expect([file, lines(file) <= 50, text.filter((line) => line.length > 120)]).toEqual([file, true, []])
  }
})

test('names are kebab-case', () => {
  const odd = code.filter((file) => !/^[a-z0-9.+$-]+$/.test(basename(file)))
  expect(odd).toEqual([])
})

test('the lock names every package that another machine may want: npm ci refuses it otherwise', () => {
  type Lock = { packages: Record<string, { optionalDependencies?: Record<string, string> }> }
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const wanted = Object.entries(packages).flatMap(([at, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${at}/node_modules/${name}`],
    ),
  )
  expect(wanted).toEqual([])
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"')
})

test('claims, hours, discount, guarantee and contact stand in domain/site.ts alone', () => {
  const { claims, support, company } = site
  const values = [
    claims.doctors.value.figure,
    claims.consultations.value.figure,
    claims.satisfaction.value.figure,
    claims.laws.value.figure,
    support.email.value,
    support.phone.value.shown,
    support.phone.value.link,
    company.name.value,
    company.dataOfficer.value,
    ...support.hours.value.map(({ days }) => days),
  ]
  const escaped = values.map((value) => value.replace(/[.*+?()|[\]\\]/g, '\\$&'))
  const repeated = new RegExp(
    [
      ...escaped,
      String.raw`\d ?%[^%]{0,30}(precisão|acurácia|desconto)`,
      String.raw`DISCOUNT\w*\s*=\s*[\d.]`,
      String.raw`garantia de \d|\d+ dias de garantia`,
      String.raw`\d+h (às|a|–) \d+h|segunda a sexta`,
    ].join('|'),
    'i',
  )
  const places = [...code, ...tracked.filter((file) => /^public\/.*\.(webmanifest|txt|html|json)$/.test(file))].filter(
    (file) => /^(app|db|domain|workers|local|public)\/|^tests\/pictures\//.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const found = places.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      // A comment may show the form of a sentence.
      .filter((line) => !/^\s*(\/\*\*|\*|\/\/)/.test(line) && repeated.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found.filter((line) => !line.startsWith('domain/site.ts: '))).toEqual([])
  expect(found.length).toBeGreaterThan(8)
})
