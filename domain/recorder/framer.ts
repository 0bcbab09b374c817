import { FRAME_SAMPLES } from '../consultation/frame.ts'

/** Cuts a stream of samples into frames of 250 ms. Only the last one before a pause or stop is shorter. */
export type Framer = { push(samples: Int16Array): Int16Array[]; flush(): Int16Array | null }

export function createFramer(size = FRAME_SAMPLES): Framer {
  let open = new Int16Array(size)
  let filled = 0
  return {
    push(samples) {
      const frames: Int16Array[] = []
      let read = 0
      while (read < samples.length) {
        const count = Math.min(size - filled, samples.length - read)
        open.set(samples.subarray(read, read + count), filled)
        filled += count
        read += count
        if (filled < size) continue
        frames.push(open)
        open = new Int16Array(size)
        filled = 0
      }
      return frames
    },
    flush() {
      if (filled === 0) return null
      const last = open.slice(0, filled)
      open = new Int16Array(size)
      filled = 0
      return last
    },
  }
}
