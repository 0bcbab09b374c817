import { cloudflare } from '@cloudflare/vite-plugin'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** Found late, a dependency reloads the Worker under the first visitor's request: the dev server bundles these at start. */
const workerDependencies = [
  'better-auth',
  'better-auth/adapters/drizzle',
  'better-auth/api',
  'better-auth/plugins/bearer',
  'drizzle-orm',
  'drizzle-orm/d1',
  'drizzle-orm/sqlite-core',
  'hono',
  'hono/body-limit',
  'hono/client',
  'hono/factory',
  'hono/http-exception',
  'hono/validator',
  'react-router',
  'zod',
]

export default defineConfig({
  plugins: [cloudflare({ viteEnvironment: { name: 'ssr' }, remoteBindings: false }), tailwindcss(), reactRouter()],
  environments: { ssr: { optimizeDeps: { include: workerDependencies } } },
  // The same for the browser: found late, a dependency reloads the page under whoever is using it.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/entry.server.tsx'] },
  server: { port: 5173, strictPort: true },
})
