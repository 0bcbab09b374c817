/**
 * Streaming resampler: mono Float32 at the device's rate -> Int16 at 16 kHz, then frames. A windowed-sinc low-pass in
 * polyphase form. The position is a whole number, so that an hour of audio does not drift.
 */
import { FRAME_SAMPLES, SAMPLE_RATE } from '../consultation/frame.ts'

const ATTENUATION_DB = 80
/** Sound above 8 kHz would fold back into speech: the stopband begins there. */
const STOPBAND = 0.5
const TRANSITION = 0.075

export type Resampler = {
  /** Returns the samples that are complete; the rest waits for more input. */
  push(input: Float32Array): Int16Array
  /** Returns the tail, as if silence followed, and starts again. In all, ceil(input x 16000 / rate) samples. */
  flush(): Int16Array
}

/** Returns a resampler for a device of `rate` Hz. */
export function createResampler(rate: number): Resampler {
  if (!Number.isInteger(rate) || rate < 1) throw new RangeError('rate')
  if (rate === SAMPLE_RATE) return { push: toInt16, flush: () => new Int16Array(0) }
  const divisor = gcd(SAMPLE_RATE, rate)
  const up = SAMPLE_RATE / divisor
  const down = rate / divisor
  const half = halfLength(rate)
  const phases = designPhases(rate, up, half)

  // `history` begins `half` samples before the input sample at or before the next output.
  let history = new Float32Array(half)
  let phase = 0
  let inputCount = 0
  let outputCount = 0

  function run(input: Float32Array, limit: number): Int16Array {
    const line = new Float32Array(history.length + input.length)
    line.set(history)
    line.set(input, history.length)
    const room = Math.max(0, Math.ceil(((line.length - 2 * half) * up) / down) + 1)
    const output = new Int16Array(Math.min(limit, room))
    let start = 0
    let made = 0
    while (made < output.length && start + 2 * half < line.length) {
      const taps = phases[phase] as Float32Array
      let sum = 0
      for (let k = 0; k < taps.length; k++) sum += (taps[k] as number) * (line[start + k] as number)
      output[made++] = quantise(sum)
      phase += down
      const step = Math.floor(phase / up)
      phase -= step * up
      start += step
    }
    history = line.slice(start)
    outputCount += made
    return output.subarray(0, made)
  }

  return {
    push(input) {
      inputCount += input.length
      return run(input, Number.POSITIVE_INFINITY)
    },
    flush() {
      const due = Math.ceil((inputCount * up) / down) - outputCount
      const tail = due > 0 ? run(new Float32Array(half + Math.ceil(down / up) + 1), due) : new Int16Array(0)
      history = new Float32Array(half)
      phase = inputCount = outputCount = 0
      return tail
    },
  }
}

const quantise = (value: number): number => Math.round(Math.max(-1, Math.min(1, value)) * 32_767)

function toInt16(input: Float32Array): Int16Array {
  const output = new Int16Array(input.length)
  for (let i = 0; i < input.length; i++) output[i] = quantise(input[i] as number)
  return output
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

/** Kaiser's estimate of the length that reaches the attenuation within the transition band. */
function halfLength(rate: number): number {
  const width = TRANSITION * Math.min(rate, SAMPLE_RATE)
  return Math.ceil(((ATTENUATION_DB - 8) / (2.285 * 2 * Math.PI)) * (rate / width) * 0.5)
}

/** Returns one row of taps per phase: row p is for an output p/up of a sample after an input sample. */
function designPhases(rate: number, up: number, half: number): Float32Array[] {
  const lower = Math.min(rate, SAMPLE_RATE)
  const cutoff = ((STOPBAND - TRANSITION / 2) * lower) / rate
  const beta = 0.1102 * (ATTENUATION_DB - 8.7)
  return Array.from({ length: up }, (_, phase) => {
    const taps = new Float32Array(2 * half + 1)
    let sum = 0
    for (let k = 0; k < taps.length; k++) {
      const distance = k - half - phase / up
      const edge = distance / (half + 1)
      const tap =
        2 *
        cutoff *
        sinc(2 * cutoff * distance) *
        (bessel(beta * Math.sqrt(Math.max(0, 1 - edge * edge))) / bessel(beta))
      taps[k] = tap
      sum += tap
    }
    // Every phase passes a constant unchanged: without this, phases would differ audibly.
    return taps.map((tap) => tap / sum)
  })
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

/** Modified Bessel function of the first kind, order zero. */
function bessel(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > 1e-12 * sum; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

export type Framer = {
  /** Returns the frames that are complete. */
  push(samples: Int16Array): Int16Array[]
  /** Returns the short last frame before a pause or stop; null when there is none. */
  flush(): Int16Array | null
}

/** Returns a cutter of samples into frames of 250 ms, or of `size` samples. */
export function createFramer(size = FRAME_SAMPLES): Framer {
  let frame = new Int16Array(size)
  let filled = 0
  return {
    push(samples) {
      const frames: Int16Array[] = []
      let read = 0
      while (read < samples.length) {
        const count = Math.min(size - filled, samples.length - read)
        frame.set(samples.subarray(read, read + count), filled)
        filled += count
        read += count
        if (filled < size) continue
        frames.push(frame)
        frame = new Int16Array(size)
        filled = 0
      }
      return frames
    },
    flush() {
      if (filled === 0) return null
      const last = frame.slice(0, filled)
      frame = new Int16Array(size)
      filled = 0
      return last
    },
  }
}
