import { z } from 'zod/mini'

/** Bytes of a logo: a letterhead prints it 5 cm wide. In base64 it fits into any call's body. */
export const LOGO_BYTES_MAX = 40_000
export const LOGO_WIDTH_MAX = 800
export const LOGO_HEIGHT_MAX = 400

export type LogoSize = { width: number; height: number }

const [START, END, SCAN] = [0xd8, 0xd9, 0xda]
/** Baseline and progressive frames: what every PDF reader draws. */
const FRAMES = [0xc0, 0xc1, 0xc2]

/**
 * The size in pixels of a JPEG in grey or colour, or null for any other file. PDF/A takes its bytes as they are, so four
 * colours and other depths are refused.
 */
export function readJpeg(bytes: Uint8Array): LogoSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const markerAt = (at: number) => (at + 1 < bytes.length && bytes[at] === 0xff ? bytes[at + 1] : undefined)
  if (markerAt(0) !== START || markerAt(bytes.length - 2) !== END) return null
  let size: LogoSize | null = null
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = markerAt(at)
    if (marker === undefined) return null
    if (marker === SCAN) return size
    const length = view.getUint16(at + 2)
    if (length < 2 || at + 2 + length > bytes.length) return null
    if (FRAMES.includes(marker)) {
      if (size || length < 8 || bytes[at + 4] !== 8 || ![1, 3].includes(bytes[at + 9] ?? 0)) return null
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    at += 2 + length
  }
  return null
}

/** Whether a letterhead takes a logo of this size. */
export const fitsLetterhead = ({ width, height }: LogoSize): boolean =>
  width >= 1 && height >= 1 && width <= LOGO_WIDTH_MAX && height <= LOGO_HEIGHT_MAX

const base64 = z.string().check(z.maxLength(Math.ceil(LOGO_BYTES_MAX / 3) * 4, 'Imagem muito grande'), z.base64())
/** PUT /api/profile/logo. Errors: logo_unreadable, too_many_requests. */
export const logoBody = z.strictObject({ jpeg: base64 })
/** GET and PUT of it; null without one. */
export const logoReply = z.object({ logo: z.nullable(z.object({ sha256: z.string(), jpeg: z.string() })) })
export type Logo = NonNullable<z.infer<typeof logoReply>['logo']>
