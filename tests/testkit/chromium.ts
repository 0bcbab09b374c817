import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { ensurePackages } from './packages.ts'

const DEBIAN = '/usr/bin/chromium'

/** A Chromium to drive: Playwright's own, else Debian's, installed here and now where that is possible. */
export function ensureChromium(): string {
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  if (existsSync(DEBIAN)) return DEBIAN
  try {
    execFileSync('playwright', ['install', 'chromium'], { stdio: 'pipe', timeout: 300_000 })
    if (existsSync(own)) return own
  } catch {
    // Playwright's download needs the internet; Debian's package may still be reached.
  }
  ensurePackages(['chromium'])
  return DEBIAN
}

/** Everything a browser needs here, and nothing that reaches for the network. */
export const chromiumArgs = (microphone?: string): string[] => [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  ...(microphone ? [`--use-file-for-fake-audio-capture=${microphone}%noloop`] : []),
]
