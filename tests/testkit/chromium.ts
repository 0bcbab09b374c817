import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { ensurePackages } from './packages.ts'
import { pause } from './until.ts'

const DEBIAN = '/usr/bin/chromium'

/** A Chromium to drive: the one asked for, else Playwright's own or Debian's, installed here and now where possible. */
export function ensureChromium(): string {
  const own = process.env.CHROMIUM ?? chromium.executablePath()
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
const chromiumArgs = (microphone?: string): string[] => [
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
  ...(microphone ? [`--use-file-for-fake-audio-capture=${microphone}`] : []),
]
/** How to start it. `microphone`: a WAV file that repeats; `%noloop` behind its path plays it once. */
export const launchOptions = (microphone?: string) => ({
  executablePath: ensureChromium(),
  args: chromiumArgs(microphone),
})

/** Processes of this very browser, by its own word: nothing else is ever stopped or killed. */
export async function processesOf(browser: Browser | null): Promise<{ type: string; id: number }[]> {
  const cdp = await browser?.newBrowserCDPSession()
  const { processInfo } = (await cdp?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  await cdp?.detach()
  return processInfo
}
export async function killRenderer(page: Page): Promise<void> {
  const processes = await processesOf(page.context().browser())
  const crashed = page.waitForEvent('crash')
  for (const { type, id } of processes) if (type === 'renderer') process.kill(id, 'SIGKILL')
  await crashed
}
/** As with the lid closed. */
export async function suspendBrowser(browser: Browser | null, ms: number): Promise<void> {
  const processes = await processesOf(browser)
  for (const { id } of processes) process.kill(id, 'SIGSTOP')
  await pause(ms)
  for (const { id } of processes.reverse()) process.kill(id, 'SIGCONT')
}
