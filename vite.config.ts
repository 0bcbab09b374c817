import { cloudflare } from '@cloudflare/vite-plugin'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { fontkitWithoutBrotli } from './local/vite/fontkit-without-brotli.ts'
import { pdfkitWithoutAddress } from './local/vite/pdfkit-without-address.ts'
import { sharedChunk } from './local/vite/shared-chunks.ts'

/** Found late, a dependency reloads the Worker under the first visitor's request: the dev server bundles these at start. */
const workerDependencies = [
  '@ai-sdk/openai-compatible',
  'ai',
  'better-auth/adapters/drizzle',
  'better-auth/api',
  'better-auth/minimal',
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
  'pdfkit',
  'react-router',
  'stripe',
  'workers-ai-provider',
  'zod/mini',
]

/** Sonner writes its styles into a style element, which the CSP refuses; app/styles/app.css imports the same file. */
const sonnerWithoutStyles: Plugin = {
  name: 'sonner-without-styles',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]sonner[\\/]dist[\\/]index\.mjs$/ },
    handler(code) {
      const bare = code.replace(/^__insertCSS\(".*"\);?$/m, '')
      if (bare === code) this.error('sonner no longer inserts its styles as expected: look at this plugin again.')
      return { code: bare, map: null }
    },
  },
}

/**
 * zod tries code from strings when a schema is made, which the CSP refuses and the browser reports. The routes make
 * theirs before app/entry.client.tsx runs: that nothing is tried has to be zod's own beginning.
 */
const zodWithoutEval: Plugin = {
  name: 'zod-without-eval',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/ },
    handler(code) {
      if (!code.includes('export const globalConfig ='))
        this.error('zod no longer keeps its settings as expected: look at this plugin again.')
      return { code: `${code}\nglobalConfig.jitless = true\n`, map: null }
    },
  },
}

/** Of what the browser gets. */
const codeSplitting = { groups: [{ name: sharedChunk, debugName: 'shared' }] }

/** What comes late asks for its own file first: where the network fails, what others need is not kept as failed with it. */
const resolveDependencies = (_: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) =>
  hostType === 'html' ? files : files.filter((file) => file.endsWith('.css'))

export default defineConfig({
  plugins: [
    pdfkitWithoutAddress,
    fontkitWithoutBrotli,
    sonnerWithoutStyles,
    zodWithoutEval,
    cloudflare({ viteEnvironment: { name: 'ssr' }, remoteBindings: false }),
    tailwindcss(),
    reactRouter(),
  ],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting } }, modulePreload: { resolveDependencies } } },
    ssr: { build: { minify: true }, optimizeDeps: { include: workerDependencies } },
  },
  // The same for the browser: found late, a dependency reloads the page under whoever is using it.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/entry.server.tsx'] },
  server: { port: 5173, strictPort: true },
})
