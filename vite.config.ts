import { cloudflare } from '@cloudflare/vite-plugin'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { fontkitWithoutBrotli } from './local/vite/fontkit-without-brotli.ts'
import { pdfkitWithoutAddress } from './local/vite/pdfkit-without-address.ts'
import { sharedChunk } from './local/vite/shared-chunks.ts'

/**
 * The dev server bundles these at start: a dependency found later would reload the Worker under a visitor's request.
 */
const workerDependencies = [
  '@ai-sdk/openai-compatible',
  'ai',
  'better-auth/adapters/drizzle',
  'better-auth/api',
  'better-auth/minimal',
  'better-auth/plugins/bearer',
  'docx',
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
 * zod tests whether it may compile code when a schema is made, which the CSP refuses and the browser reports. Routes
 * make schemas before app/entry.client.tsx runs, so the setting must be part of zod itself.
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

/** Splits the browser's code. */
const codeSplitting = { groups: [{ name: sharedChunk, debugName: 'shared' }] }

/**
 * A lazy module loads its own file first: if the network fails, the browser must not remember its shared files as
 * failed.
 */
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
  // The same for the browser: a dependency found later would reload the page.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/entry.server.tsx'] },
  server: { port: 5173, strictPort: true },
})
