import { defineConfig } from '@playwright/test'
import { ensureChromium } from '../support/chromium.ts'
import { APP_URL } from './stack.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './stack.ts',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: APP_URL,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    launchOptions: { executablePath: process.env.CHROMIUM ?? ensureChromium() },
    trace: 'retain-on-failure',
  },
})
