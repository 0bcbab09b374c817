import { type AddressInfo, createServer } from 'node:net'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { STRIPE_TEST_KEY, STRIPE_TEST_WEBHOOK_SECRET } from './tests/testkit/stripe-stand-in.ts'

/** Screens of the product in a real browser: their pages are built before. */
const PAGES = ['./tests/testkit/built-pages.ts']
const pure = { environment: 'node' as const, setupFiles: ['./tests/testkit/console.ts'] }

/** Where the stand-in for Stripe listens while the workers' tests run: its setup reads it from the environment. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
process.env.STRIPE_TEST_PORT ??= String(await freePort())
/** A sandbox key of Stripe's in the environment: the same tests against Stripe itself. */
const sandboxKey = process.env.STRIPE_SECRET_KEY?.startsWith('sk_test_') ? process.env.STRIPE_SECRET_KEY : undefined

/** Every file's own workerd reads all modules anew, and the maps of its dependencies are most of what it would read. */
const dependenciesWithoutMaps = {
  name: 'dependencies-without-maps',
  transform: {
    filter: { id: /\/deps_ssr\// },
    handler: (code: string) => ({ code, map: { mappings: '' as const } }),
  },
}

export default defineConfig({
  test: {
    projects: [
      {
        test: { ...pure, name: 'domain', isolate: false, include: ['{domain,app,local}/**/*.test.ts'] },
      },
      {
        test: {
          ...pure,
          name: 'node',
          include: ['tests/{bench,e2e,security,speech,stripe,structure,faults,screens,pictures,fonts}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Pages that record in real time: most of it they wait, but beside compilers they would stutter.
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
          dependenciesWithoutMaps,
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
                // Nobody listens there: tests that need an engine hand the room one of their own.
                SPEECH_URL: 'ws://127.0.0.1:9/v1/listen',
                STRIPE_API_URL: sandboxKey ? '' : `http://127.0.0.1:${process.env.STRIPE_TEST_PORT}`,
                STRIPE_SECRET_KEY: sandboxKey ?? STRIPE_TEST_KEY,
                STRIPE_WEBHOOK_SECRET: STRIPE_TEST_WEBHOOK_SECRET,
                FUZZ_REQUESTS: process.env.FUZZ_REQUESTS ?? '',
                FUZZ_SEED: process.env.FUZZ_SEED ?? '',
              },
            },
          })),
        ],
        test: {
          name: 'workers',
          include: ['tests/workers/**/*.test.ts'],
          globalSetup: ['./tests/testkit/stripe-stand-in.ts'],
          setupFiles: ['./tests/testkit/console.ts', './tests/workers/database.ts'],
          fsModuleCache: false,
          // A line that a queue or a room writes after the last test is held back for the tests' own next message, and
          // the end of the file waits for its answer: for ever. Said straight to the runtime, nobody waits for it.
          disableConsoleIntercept: true,
          // Most of their time the longest files wait: for a queue's delay, for a room's alarm.
          maxWorkers: 3,
          testTimeout: 30_000,
          deps: {
            optimizer: {
              ssr: {
                enabled: true,
                rolldownOptions: { external: [/^node:/, /^cloudflare:/] },
                include: [
                  '@ai-sdk/openai-compatible',
                  'ai',
                  'better-auth/adapters/drizzle',
                  'better-auth/api',
                  'better-auth/minimal',
                  'better-auth/plugins/bearer',
                  'better-auth/plugins/generic-oauth',
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
