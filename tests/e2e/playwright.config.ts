import { defineConfig } from '@playwright/test'
import { launchOptions } from '../testkit/chromium.ts'
import { LANES, MICROPHONE } from './stack.ts'

/** A consultation from its first sentence to its last, in real time. Begun first, the lanes end together. */
const LONGEST = 'main-job.spec.ts'

const CANARY = 'canary.spec.ts'

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'longest', testMatch: LONGEST, teardown: 'canary' },
    { name: 'others', testMatch: '*.spec.ts', testIgnore: [LONGEST, CANARY], teardown: 'canary' },
    // A missing text is reported in words: a trace per state would cost more than the state.
    { name: 'screens', testDir: '../screens', testMatch: 'walk.spec.ts', use: { trace: 'off' }, teardown: 'canary' },
    // Runs after all others, even when they failed: it reads their output and requests.
    { name: 'canary', testMatch: CANARY },
  ],
  outputDir: '../../test-results',
  globalSetup: './stack.ts',
  workers: LANES,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    permissions: ['microphone'],
    // Playwright cannot hold or fail what a service worker answers. offline.spec.ts allows it.
    serviceWorkers: 'block',
    launchOptions: launchOptions(`${MICROPHONE}%noloop`),
    // Pictures of every step, or its DOM, are a sixth of what a journey costs: --trace=retain-on-failure asks for them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
  },
})
