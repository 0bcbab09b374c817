import { type AddressInfo, createServer } from 'node:net'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { FULL } from './tests/testkit/full.ts'
import { STRIPE_TEST_KEY, STRIPE_TEST_WEBHOOK_SECRET } from './tests/testkit/stripe-stand-in.ts'

/** Browser tests use built pages of the product. */
const PAGES = ['./tests/testkit/built-pages.ts']
const pure = { environment: 'node' as const, setupFiles: ['./tests/testkit/console.ts'] }

/** A free port for a stand-in; its setup reads it from the environment. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
process.env.STRIPE_TEST_PORT ??= String(await freePort())
process.env.RECEIVER_TEST_PORT ??= String(await freePort())
/** With a sandbox key of Stripe in the environment, the same tests run against Stripe itself. */
const sandboxKey = process.env.STRIPE_SECRET_KEY?.startsWith('sk_test_') ? process.env.STRIPE_SECRET_KEY : undefined

/** A password's hash takes 45 ms by design, and these tests make over a thousand. Browser tests keep all rounds. */
const fewerHashRounds = {
  name: 'fewer-hash-rounds',
  transform: {
    filter: { id: /@better-auth\/utils\/dist\/password/ },
    handler: (code: string) => code.replace('N: 16384', 'N: 16'),
  },
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...pure,
          name: 'domain',
          isolate: false,
          include: ['{domain,app,local}/**/*.test.ts'],
          // An hour of talk takes 4 s alone, and passed the usual five beside the other projects.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...pure,
          name: 'node',
          include: [
            'tests/{bench,e2e,evals,security,speech,stripe,structure,faults,screens,pictures,fonts,release}/**/*.test.ts',
          ],
          // These compute for long, and a busy machine takes three times what a quiet one takes.
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        // These pages record in real time: they mostly wait, but would stutter beside compilers.
        test: {
          ...pure,
          name: 'browser',
          globalSetup: PAGES,
          include: ['tests/{recorder,device}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            main: './tests/workers/entry.ts',
            remoteBindings: false,
            wrangler: { configPath: './wrangler.toml', environment: 'development' },
            miniflare: {
              bindings: {
                TEST_MIGRATIONS: await readD1Migrations('migrations'),
                AUTH_SECRET: 'a secret of the tests, long enough to be taken',
                DEVICE_SECRET: 'another secret of the tests, as long as the first',
                APP_URL: 'http://localhost',
                // No server listens there: tests that need an engine give the room one of their own.
                SPEECH_URL: 'ws://127.0.0.1:9/v1/listen',
                STRIPE_API_URL: sandboxKey ? '' : `http://127.0.0.1:${process.env.STRIPE_TEST_PORT}`,
                STRIPE_SECRET_KEY: sandboxKey ?? STRIPE_TEST_KEY,
                STRIPE_WEBHOOK_SECRET: STRIPE_TEST_WEBHOOK_SECRET,
                RECEIVER_URL: `http://127.0.0.1:${process.env.RECEIVER_TEST_PORT}`,
                FUZZ_REQUESTS: process.env.FUZZ_REQUESTS ?? '',
                FUZZ_SEED: process.env.FUZZ_SEED ?? '',
                TEST_FULL: FULL ? 'yes' : '',
              },
            },
          })),
        ],
        test: {
          name: 'workers',
          // Files share three runtimes, and tests/workers/database.ts empties them: a start each takes over a second.
          isolate: false,
          include: ['tests/workers/**/*.test.ts'],
          globalSetup: ['./tests/testkit/stripe-stand-in.ts', './tests/testkit/receiver.ts'],
          setupFiles: ['./tests/testkit/console.ts', './tests/workers/database.ts'],
          fsModuleCache: false,
          // Writes directly to the runtime. Otherwise vitest holds back a line written after the last test, and the end
          // of the file waits for its answer forever.
          disableConsoleIntercept: true,
          // The longest files mostly wait: for a queue's delay or a room's alarm.
          maxWorkers: 3,
          testTimeout: 60_000,
          deps: {
            optimizer: {
              ssr: {
                enabled: true,
                rolldownOptions: { external: [/^node:/, /^cloudflare:/], plugins: [fewerHashRounds] },
                include: [
                  '@ai-sdk/openai-compatible',
                  'ai',
                  'better-auth/adapters/drizzle',
                  'better-auth/api',
                  'better-auth/minimal',
                  'better-auth/plugins/bearer',
                  'better-auth/plugins/generic-oauth',
                  'docx',
                  'drizzle-orm',
                  'drizzle-orm/d1',
                  'drizzle-orm/sqlite-core',
                  'fflate',
                  'hono',
                  'hono/body-limit',
                  'hono/cookie',
                  'hono/factory',
                  'hono/http-exception',
                  'hono/validator',
                  'ipaddr.js',
                  'pdfkit',
                  'stripe',
                  'workers-ai-provider',
                  'zod',
                  'zod/locales',
                  'zod/mini',
                ],
              },
            },
          },
        },
      },
    ],
  },
})
