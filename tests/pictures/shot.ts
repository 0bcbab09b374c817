import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Page } from '@playwright/test'
import { showIn, THEMES } from '../screens/picture.ts'
import { fileOf, HEAVIEST_SHOT, type Shot } from './catalogue.ts'

const QUALITIES = [86, 80, 74, 70, 66, 62, 58, 54, 50]

/** The window as it stands, light and dark, as good as its weight allows. */
export async function take(page: Page, { name, width, height, scale }: Shot): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: false })
  for (const theme of THEMES) {
    await showIn(page, theme)
    let file = Buffer.alloc(0)
    for (const quality of QUALITIES) {
      const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality })
      file = Buffer.from(data, 'base64')
      if (file.length <= HEAVIEST_SHOT) break
    }
    save(fileOf(name, theme), file)
  }
  await cdp.detach()
}

export function save(path: string, file: Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, file)
  console.log(`${path}: ${(file.length / 1_000).toFixed(1)} kB`)
}
