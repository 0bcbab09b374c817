import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { publicPages } from '#app/features/public/page-meta.ts'
import { THEMES } from '../screens/picture.ts'
import { FULL } from '../testkit/full.ts'
import { cardFile, fileOf, HEAVIEST_OG, HEAVIEST_SHOT, icons, OG, shots } from './catalogue.ts'
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

/** Width and height of a PNG. */
const pngSize = (png: Buffer): [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)]

test('each icon and each picture of a shared address is there', () => {
  for (const { file, size } of icons) expect([file, ...pngSize(readFileSync(file))]).toEqual([file, size, size])
  const manifest = JSON.parse(readFileSync('public/site.webmanifest', 'utf8')) as { icons: { src: string }[] }
  const drawn = icons.map(({ file }) => file)
  expect(drawn).toEqual(expect.arrayContaining(manifest.icons.map(({ src }) => `public${src}`)))
  for (const { picture } of Object.values(publicPages)) {
    const file = readFileSync(cardFile(picture))
    expect(file.length).toBeLessThanOrEqual(HEAVIEST_OG)
    // The frame of a baseline JPEG: its height and width.
    const frame = file.indexOf(Buffer.from('ffc0', 'hex'))
    expect([picture, file.readUInt16BE(frame + 7), file.readUInt16BE(frame + 5)]).toEqual([
      picture,
      OG.width,
      OG.height,
    ])
  }
})

if (FULL)
  test('the pictures show the screens as they are: else `npm run pictures`', () => {
    expect(readFileSync(HASH_FILE, 'utf8').trim()).toBe(sourcesHash())
  })
