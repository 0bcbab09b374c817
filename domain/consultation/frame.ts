/**
 * The audio frame of protocol version 1 (event `audio_stream`), little endian:
 * byte 0 kind = 1; byte 1 version; bytes 2-3 uint16 take;
 * bytes 4-7 uint32 index of the first sample within the take (pauses do not advance it);
 * then Int16 samples, 16 kHz mono, 1 to 4,000 of them (250 ms, 8,000 bytes).
 */
export const SAMPLE_RATE = 16_000
export const FRAME_SAMPLES = 4_000
export const FRAME_MS = 250
export const FRAME_HEADER_BYTES = 8
export const FRAME_MAX_BYTES = FRAME_HEADER_BYTES + FRAME_SAMPLES * 2
const FRAME_KIND = 1
/** The last place a frame can name. */
export const SAMPLE_MAX = 0xffff_ffff
export const PROTOCOL_VERSION = 1
/** The server also reads frames of the version before this one. */
export const OLDEST_PROTOCOL_VERSION = 1

export type AudioFrame = { take: number; at: number; pcm: Uint8Array }
export type FrameFault = 'truncated' | 'oversized' | 'odd_length' | 'unknown_kind' | 'unknown_version' | 'empty'

export const samplesIn = (frame: AudioFrame): number => frame.pcm.byteLength / 2
/** Returns the part of the frame from sample `from` of the take. */
export const frameFrom = (frame: AudioFrame, from: number): AudioFrame =>
  frame.at === from ? frame : { ...frame, at: from, pcm: frame.pcm.subarray((from - frame.at) * 2) }
export const msOf = (samples: number): number => Math.round((samples * 1_000) / SAMPLE_RATE)

export function encodeFrame(take: number, at: number, samples: Int16Array): ArrayBuffer {
  const buffer = new ArrayBuffer(FRAME_HEADER_BYTES + samples.length * 2)
  const view = new DataView(buffer)
  view.setUint8(0, FRAME_KIND)
  view.setUint8(1, PROTOCOL_VERSION)
  view.setUint16(2, take, true)
  view.setUint32(4, at, true)
  for (let i = 0; i < samples.length; i++) view.setInt16(FRAME_HEADER_BYTES + i * 2, samples[i] as number, true)
  return buffer
}

/** Reads a frame or names what is wrong with it; never throws. `pcm` is a view of `bytes`, not a copy. */
export function parseFrame(bytes: ArrayBuffer): AudioFrame | { fault: FrameFault } {
  if (bytes.byteLength < FRAME_HEADER_BYTES) return { fault: 'truncated' }
  if (bytes.byteLength > FRAME_MAX_BYTES) return { fault: 'oversized' }
  const view = new DataView(bytes)
  if (view.getUint8(0) !== FRAME_KIND) return { fault: 'unknown_kind' }
  const version = view.getUint8(1)
  if (version < OLDEST_PROTOCOL_VERSION || version > PROTOCOL_VERSION) return { fault: 'unknown_version' }
  if (bytes.byteLength === FRAME_HEADER_BYTES) return { fault: 'empty' }
  if ((bytes.byteLength - FRAME_HEADER_BYTES) % 2 === 1) return { fault: 'odd_length' }
  return { take: view.getUint16(2, true), at: view.getUint32(4, true), pcm: new Uint8Array(bytes, FRAME_HEADER_BYTES) }
}
