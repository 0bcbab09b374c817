import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { THEMES } from '../screens/picture.ts'
import { FULL } from '../support/full.ts'
import { fileOf, HEAVIEST_SHOT, shots } from './catalogue.ts'
import { HASH_FILE, sourcesHash } from './sources.ts'

/** Width and height of a lossy WebP, which is what Chromium writes. */
function sizeOf(webp: Buffer): [number, number] {
  const at = webp.indexOf('VP8 ', 12, 'latin1') + 8
  expect(webp.toString('latin1', 0, 4) + webp.toString('hex', at + 3, at + 6)).toBe('RIFF9d012a')
  return [webp.readUInt16LE(at + 6) & 0x3fff, webp.readUInt16LE(at + 8) & 0x3fff]
}

test('each picture of the product is there, as large as it says and no heavier than it may be', () => {
  for (const { name, width, height, scale } of shots)
    for (const theme of THEMES) {
      const file = readFileSync(fileOf(name, theme))
      expect([name, theme, ...sizeOf(file)]).toEqual([name, theme, width * scale, height * scale])
      expect(file.length).toBeLessThanOrEqual(HEAVIEST_SHOT)
    }
})

if (FULL)
  test('the pictures show the screens as they are: else `npm run pictures`', () => {
    expect(readFileSync(HASH_FILE, 'utf8').trim()).toBe(sourcesHash())
  })
