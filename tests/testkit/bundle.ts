import { build, type InlineConfig, type Rolldown } from 'vite'
import { ROOT } from '#local/stack/processes.ts'

/** Builds without a configuration file and without a word. */
export async function buildQuietly(config: InlineConfig): ReturnType<typeof build> {
  const { NODE_ENV } = process.env
  const output = await build({ configFile: false, logLevel: 'error', root: ROOT, ...config })
  // The build leaves `production` to this process and its children, in which no dev server answers.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  return output
}

/** Makes one script of a module and its imports, for a page. */
export async function bundlePage(entry: string): Promise<string> {
  const lib = { entry, formats: ['iife' as const], name: 'bundled' }
  const outputs = (await buildQuietly({ publicDir: false, build: { write: false, lib } })) as Rolldown.RolldownOutput[]
  return outputs.flatMap(({ output }) => output.map((one) => ('code' in one ? one.code : ''))).join('\n')
}
