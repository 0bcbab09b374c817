import { createHash } from 'node:crypto'
import { parseFrame } from '#domain/consultation/frame.ts'

/** Frames by `take:first sample`, each with the sha256 of its sound. */
export type Frames = Map<string, string>
export const sha256 = (pcm: Uint8Array): string => createHash('sha256').update(pcm).digest('hex')

/** The frames that a page sent, and the samples acknowledged of each take. */
export class Ledger {
  readonly sent: Frames = new Map()
  readonly acknowledged = new Map<number, number>()

  onSent(data: string | ArrayBuffer | Uint8Array): void {
    if (typeof data === 'string') return
    const frame = parseFrame(data instanceof ArrayBuffer ? data : Uint8Array.from(data).buffer)
    if ('fault' in frame) throw new Error(`the page sent a bad frame: ${frame.fault}`)
    this.sent.set(`${frame.take}:${frame.at}`, sha256(frame.pcm))
  }
  onReceived(text: string): void {
    const message = JSON.parse(text) as { type: string; take: number; stored: number }
    if (message.type !== 'audio_ack') return
    this.acknowledged.set(message.take, Math.max(this.acknowledged.get(message.take) ?? 0, message.stored))
  }
}
