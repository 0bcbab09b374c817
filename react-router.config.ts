import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { buildServiceWorker } from './local/vite/service-worker.ts'

/** The map of all pages comes with the first: finding one later needs no network. */
export default {
  ssr: true,
  appDirectory: 'app',
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => buildServiceWorker(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
