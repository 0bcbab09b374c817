import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { build } from 'vite'

/** Builds the service worker into `directory`, with the list of the built files it keeps. Call it after everything else. */
export async function buildServiceWorker(directory: string): Promise<void> {
  const files = globSync('assets/*.{js,css,woff2}', { cwd: directory }).map((file) => `/${file}`)
  files.sort()
  const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      BUILT_FILES: JSON.stringify(files),
      BUILD: JSON.stringify(version),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: directory,
      emptyOutDir: false,
      rolldownOptions: { input: 'app/offline/service-worker.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
}
