import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { test } from '../e2e/test.ts'
import { icons } from './catalogue.ts'
import { save } from './shot.ts'

const SIGN = readFileSync('public/favicon.svg', 'utf8')
/** Fills the square: each platform cuts its own corners. */
const WHOLE = SIGN.replace('rx="8"', '')

async function drawIcon(page: Page, svg: string, size: number, margin = 0): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size })
  const sign = `<div style="width:${size - 2 * margin}px;padding:${margin}px">${svg}</div>`
  await page.setContent(`<body style="margin:0;background:${margin ? '#0f5e63' : 'transparent'}">${sign}`)
  return page.screenshot({ omitBackground: true })
}

/** An .ico that holds PNGs. */
function icoOf(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let at = head.length
  for (const [n, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * n
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

test('icons', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const small = []
  for (const size of [16, 32, 48]) small.push({ size, png: await drawIcon(page, SIGN, size) })
  save('public/favicon.ico', icoOf(small))
  for (const { file, size, kind } of icons) {
    const svg = kind === 'rounded' ? SIGN : WHOLE
    save(file, await drawIcon(page, svg, size, kind === 'maskable' ? size / 10 : 0))
  }
})
