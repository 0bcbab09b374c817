import { execFileSync } from 'node:child_process'

/** Debian packages the spoken tests need. */
export const SPEECH_PACKAGES = ['espeak-ng', 'sox', 'pocketsphinx', 'pocketsphinx-en-us'] as const

function isInstalled(name: string): boolean {
  try {
    const status = execFileSync('dpkg', ['--status', name], { encoding: 'utf8', stdio: 'pipe' })
    return /^Status: install ok installed$/m.test(status)
  } catch {
    return false
  }
}

/** Installs what is missing when it may; otherwise says what to install. A fresh machine has no package lists yet. */
export function ensurePackages(names: readonly string[]): void {
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  const command = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0) throw new Error(`These tests need Debian packages. As root: ${command}`)
  try {
    execFileSync('sh', ['-c', command], { stdio: 'pipe', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  } catch (error) {
    throw new Error(`Could not install ${missing.join(', ')} (${command})`, { cause: error })
  }
}
