import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, start } from '#local/stack/processes.ts'

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

let built: Promise<string> | undefined
/** Its production build, `server` and `client`; made once, however many measures ask. */
export function templateBuild(): Promise<string> {
  built ??= build()
  return built
}

async function build(): Promise<string> {
  const cwd = templateFolder()
  const lines: string[] = []
  const onLine = (line: string) => lines.push(line)
  const running = start({ name: 'template', command: 'react-router', args: ['build'], cwd, onLine })
  if ((await running.ended) !== 0) throw new Error(lines.join('\n'))
  return join(cwd, 'build')
}
