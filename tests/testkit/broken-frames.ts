import { chosen } from './random.ts'

/** Empty, cut off, odd, too long; another kind, another version, another take. */
const broken: ((frame: Uint8Array) => Uint8Array)[] = [
  (frame) => frame.slice(0, 8),
  (frame) => frame.slice(0, 5),
  (frame) => frame.slice(0, frame.length - 1),
  (frame) => Uint8Array.from([...frame, 0, 0]),
  (frame) => frame.with(0, 9),
  (frame) => frame.with(1, 77),
  (frame) => frame.with(3, 0x7f),
]
export const BROKEN_KINDS = broken.length

/** Returns a broken copy of the frame and its kind. */
export function breakFrame(frame: ArrayBuffer, random: () => number): { kind: number; data: ArrayBuffer } {
  const make = chosen(random, broken)
  return { kind: broken.indexOf(make), data: make(new Uint8Array(frame)).buffer as ArrayBuffer }
}
