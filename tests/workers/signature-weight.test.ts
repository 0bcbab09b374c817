import { expect, test } from 'vitest'
import { isLight } from '#workers/document/signature/weight.ts'

const wrap = (tag: number, inside: Uint8Array): Uint8Array =>
  Uint8Array.from([tag, 0x83, inside.length >> 16, (inside.length >> 8) & 255, inside.length & 255, ...inside])

test('identifiers are counted wherever asn1js reads them', () => {
  const heavy = wrap(6, new Uint8Array(40_000).fill(1))
  const many = new Uint8Array(9 * 4_000)
  for (let at = 0; at < many.length; at += 9) many.set([6, 7, 1, 1, 1, 1, 1, 1, 1], at)
  const inBits = wrap(3, Uint8Array.from([0, ...heavy]))
  const constructed = Uint8Array.from([0x26, ...heavy.subarray(1)])
  const longHead = Uint8Array.from([0x30, 0x88, 0, 0, 0, 0, 0, 0, 156, 69, ...heavy])
  for (const one of [heavy, constructed, longHead, wrap(0x30, heavy), wrap(4, wrap(4, heavy)), inBits])
    expect([one.length, isLight(one)]).toEqual([one.length, false])
  expect(isLight(wrap(0x30, many))).toBe(true)
  expect(isLight(wrap(0x30, Uint8Array.from([...many, ...many])))).toBe(false)
  expect(isLight(Uint8Array.from([0x30, 0x80, ...heavy, 0, 0]))).toBe(false)
  for (const one of [[], [6], [6, 0x84], [0x30, 0xff], [31, 255, 255], [4, 0x84, 255, 255, 255, 255]])
    expect(isLight(Uint8Array.from(one))).toBe(true)
})
