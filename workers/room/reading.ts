import { type AudioFrame, type FrameFault, parseFrame } from '#domain/consultation/frame.ts'
import { type ClientMessage, clientMessage, type Refusal, TEXT_FRAME_MAX_BYTES } from '#domain/consultation/protocol.ts'

/** `reason` is for the log. */
export type Refused = { refused: Refusal; reason: FrameFault | 'too_long' | 'off_protocol' }

export function readFrame(bytes: ArrayBuffer): AudioFrame | Refused {
  const frame = parseFrame(bytes)
  if (!('fault' in frame)) return frame
  const { fault } = frame
  if (fault === 'oversized') return { refused: 'frame_too_large', reason: fault }
  return { refused: fault === 'unknown_version' ? 'version_unsupported' : 'bad_frame', reason: fault }
}

export function readMessage(text: string): ClientMessage | Refused {
  // A character is at most 3 bytes of UTF-8, so most texts need no counting.
  const tooLong =
    text.length > TEXT_FRAME_MAX_BYTES / 3 && new TextEncoder().encode(text).byteLength > TEXT_FRAME_MAX_BYTES
  if (tooLong) return { refused: 'frame_too_large', reason: 'too_long' }
  const parsed = clientMessage.safeParse(json(text))
  return parsed.success ? parsed.data : { refused: 'bad_message', reason: 'off_protocol' }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
