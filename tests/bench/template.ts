import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from '#local/stack/processes.ts'

/**
 * The empty React Router application on Cloudflare, as create-cloudflare's template has it, with the versions of this
 * project: committed in template/, copied to where it finds the same packages.
 */
export function templateFolder(): string {
  const folder = join(ROOT, '.local/bench/template')
  // Keeps its build output: only committed files are restored.
  rmSync(join(folder, 'app'), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(join(import.meta.dirname, 'template'), folder, { recursive: true })
  return folder
}

/** Makes its production build; answers with the folder of `server` and `client`. */
export async function templateBuild(): Promise<string> {
  const folder = templateFolder()
  await run('react-router', ['build', folder])
  return join(folder, 'build')
}
