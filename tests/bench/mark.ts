/** Every frame bears its room and its number, in samples that its noise never has. */
const MAGIC = Buffer.from(Int16Array.of(32_767, -32_768, 32_767, -32_768).buffer)
const MARK_BYTES = MAGIC.length + 4

export function mark(pcm: Uint8Array, room: number, frame: number): void {
  pcm.set(MAGIC)
  const view = new DataView(pcm.buffer, pcm.byteOffset)
  view.setUint16(MAGIC.length, room, true)
  view.setUint16(MAGIC.length + 2, frame, true)
}

/** The frames of each room that were seen, each once: what came twice does not stand for what never came. */
export class Seen {
  readonly #frames = new Map<number, Set<number>>()
  #times = 0

  /** Looks through audio that goes on where `rest` ended; the answer is its own end, in which a mark may begin. */
  look(audio: Buffer, rest: Buffer = Buffer.alloc(0)): Buffer {
    const all = rest.length > 0 ? Buffer.concat([rest, audio]) : audio
    let at = all.indexOf(MAGIC)
    for (; at >= 0 && at + MARK_BYTES <= all.length; at = all.indexOf(MAGIC, at + MARK_BYTES)) {
      const room = all.readUInt16LE(at + MAGIC.length)
      const frames = this.#frames.get(room) ?? new Set()
      this.#frames.set(room, frames.add(all.readUInt16LE(at + MAGIC.length + 2)))
      this.#times++
    }
    return Buffer.from(all.subarray(at >= 0 ? at : Math.max(0, all.length - MARK_BYTES + 1)))
  }

  told(): Forwarded {
    const rooms = [...this.#frames.values()].map((frames) => frames.size)
    return { rooms, again: this.#times - rooms.reduce((sum, one) => sum + one, 0) }
  }
}

/** Different frames of each room, and how many came more than once. */
export type Forwarded = { rooms: number[]; again: number }
