import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of an authenticator app with this secret, `steps` half minutes from now. */
export function codeShown(secret: string, steps = 0): string {
  const bits = [...secret.replaceAll(' ', '')].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0'))
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hmac = createHmac('sha1', key).update(counter).digest()
  const at = (hmac.at(-1) ?? 0) & 15
  return String((hmac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** One that it does not show in these minutes. */
export function codeNotShown(secret: string): string {
  const shown = [-2, -1, 0, 1, 2].map((steps) => codeShown(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !shown.includes(code)) ?? ''
}
