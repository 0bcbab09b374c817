import { defineConfig } from '@playwright/test'
import base from '../e2e/playwright.config.ts'

const { projects: _, ...shared } = base

export default defineConfig({
  ...shared,
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: '../e2e/stack.ts',
  outputDir: '../../test-results',
  workers: 1,
  fullyParallel: false,
  use: { ...shared.use, trace: 'off' },
})
