/** Every frame bears its room, its number and when it left, in samples that its noise never has. */
const MAGIC = Buffer.from(Int16Array.of(32_767, -32_768, 32_767, -32_768).buffer)
const MARK_BYTES = MAGIC.length + 12

/** The same clock in every process of this machine, in milliseconds. */
const clock = () => Number(process.hrtime.bigint()) / 1e6

export function mark(pcm: Uint8Array, room: number, frame: number): void {
  pcm.set(MAGIC)
  const view = new DataView(pcm.buffer, pcm.byteOffset + MAGIC.length)
  view.setUint16(0, room, true)
  view.setUint16(2, frame, true)
  view.setFloat64(4, clock(), true)
}

/** The frames of each room that were seen, each counted once: a duplicate does not replace a missing one. */
export class Seen {
  readonly #frames = new Map<number, Set<number>>()
  #delays: number[] = []

  /** Looks through audio that goes on where `rest` ended; the answer is its own end, in which a mark may begin. */
  look(audio: Buffer, rest: Buffer = Buffer.alloc(0)): Buffer {
    const now = clock()
    const all = rest.length > 0 ? Buffer.concat([rest, audio]) : audio
    let at = all.indexOf(MAGIC)
    for (; at >= 0 && at + MARK_BYTES <= all.length; at = all.indexOf(MAGIC, at + MARK_BYTES)) {
      const numberAt = at + MAGIC.length
      const room = all.readUInt16LE(numberAt)
      const frames = this.#frames.get(room) ?? new Set()
      const before = frames.size
      this.#frames.set(room, frames.add(all.readUInt16LE(numberAt + 2)))
      // A frame that an engine receives again after a restart counts once.
      if (frames.size > before) this.#delays.push(now - all.readDoubleLE(numberAt + 4))
    }
    return Buffer.from(all.subarray(at >= 0 ? at : Math.max(0, all.length - MARK_BYTES + 1)))
  }

  /** The frames seen so far, and the delays since the last report. */
  told(): Forwarded {
    const rooms = [...this.#frames.values()].map((frames) => frames.size)
    const delays = this.#delays
    this.#delays = []
    return { rooms, delays }
  }
}

/** Different frames of each room, and how long each was under way, in milliseconds. */
export type Forwarded = { rooms: number[]; delays: number[] }
