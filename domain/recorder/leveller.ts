/**
 * Slow levelling for quiet speakers, 16 kHz in and out. It only raises the level, towards one loudness of speech, and
 * only while a person speaks: noise alone stays as it is. Output has the same samples at the same places, one block
 * (10 to 20 ms) later.
 */
const BLOCK = 160
const BLOCK_S = 0.01
/** Loudness at which speech is recognised well, as RMS of its voiced blocks. */
const SPEECH_DB = -23
const MOST_DB = 18
/** Speech is louder than the noise by this, and never quieter than the minimum. */
const ABOVE_NOISE_DB = 10
const QUIETEST_SPEECH_DB = -62
/** In a pause the noise is never raised beyond this. */
const NOISE_LIMIT_DB = -52
/** The noise is the quietest moment of this many windows of half a second: speech has a gap in every second. */
const NOISE_WINDOWS = 3
const WINDOW_BLOCKS = 50
/** How quickly the estimate follows the voice, in seconds of voice. */
const LEARN_S = 1.5
/** Seconds of voice that are measured before anything is raised. */
const KNOWN_S = 0.5
const UP_DB_S = 12
const DOWN_DB_S = 10
/** Pauses within a conversation keep the gain: the level does not swell between two sentences. */
const HOLD_S = 3
const RELEASE_DB_S = 4
/** The output never exceeds this, so that levelling never clips. */
const CEILING = 0.891 * 32_767

/** Measures voice and noise, and decides the gain of each block. */
class GainControl {
  #windows: number[] = []
  #quietestDb = 0
  #blocks = 0
  /** Mean power of the voice, and its measured length. */
  #speechPower = 0
  #speechS = 0
  #silenceS = 0
  #gainDb = 0

  /** Returns the highest factor for the whole block: it rises slowly, and falls at once where it would clip. */
  gainOf(samples: Int16Array): number {
    const level = levelOf(samples)
    const noise = this.#noiseWith(level)
    const isSpeech = level > Math.max(QUIETEST_SPEECH_DB, noise + ABOVE_NOISE_DB)
    this.#silenceS = isSpeech ? 0 : this.#silenceS + BLOCK_S
    if (isSpeech) this.#follow(level, noise)
    else if (this.#silenceS > HOLD_S) this.#gainDb = Math.max(0, this.#gainDb - RELEASE_DB_S * BLOCK_S)
    this.#gainDb = Math.max(0, Math.min(this.#gainDb, 20 * Math.log10(CEILING / peakOf(samples))))
    return 10 ** (this.#gainDb / 20)
  }

  #follow(level: number, noise: number): void {
    this.#speechS += BLOCK_S
    const weight = Math.max(BLOCK_S / LEARN_S, BLOCK_S / this.#speechS)
    this.#speechPower += (10 ** (level / 10) - this.#speechPower) * weight
    const missing = Math.min(MOST_DB, SPEECH_DB - 10 * Math.log10(this.#speechPower), NOISE_LIMIT_DB - noise)
    const wanted = this.#speechS < KNOWN_S ? 0 : Math.max(0, missing)
    this.#gainDb =
      wanted > this.#gainDb
        ? Math.min(wanted, this.#gainDb + UP_DB_S * BLOCK_S)
        : Math.max(wanted, this.#gainDb - DOWN_DB_S * BLOCK_S)
  }

  /** Returns the noise level in dB. Everything counts as noise until there are enough windows. */
  #noiseWith(level: number): number {
    this.#quietestDb = Math.min(this.#quietestDb, level)
    const noise = this.#windows.length < NOISE_WINDOWS ? level : Math.min(this.#quietestDb, ...this.#windows)
    if (++this.#blocks % WINDOW_BLOCKS === 0) {
      this.#windows = [...this.#windows.slice(1 - NOISE_WINDOWS), this.#quietestDb]
      this.#quietestDb = 0
    }
    return noise
  }
}

export class Leveller {
  #block = new Int16Array(BLOCK)
  #filled = 0
  /** A complete block that waits for the gain of the next one. */
  #delayed: { samples: Int16Array; gain: number } | null = null
  /** Gain at the end of the last block. */
  #edge = 1
  readonly #control = new GainControl()

  /** Returns the samples that are ready: whole blocks, one block late. */
  push(samples: Int16Array): Int16Array {
    const out = new Int16Array(samples.length + 2 * BLOCK)
    let made = 0
    let read = 0
    while (read < samples.length) {
      const count = Math.min(BLOCK - this.#filled, samples.length - read)
      this.#block.set(samples.subarray(read, read + count), this.#filled)
      this.#filled += count
      read += count
      if (this.#filled < BLOCK) break
      const gain = this.#control.gainOf(this.#block)
      if (this.#delayed) {
        out.set(this.#raise(this.#delayed.samples, Math.min(this.#delayed.gain, gain)), made)
        made += BLOCK
      } else this.#edge = Math.min(this.#edge, gain)
      this.#delayed = { samples: this.#block, gain }
      this.#block = new Int16Array(BLOCK)
      this.#filled = 0
    }
    return out.slice(0, made)
  }

  /** Ends a run: returns the delayed samples. The measured voice stays for the next run. */
  flush(): Int16Array {
    const rest = this.#block.slice(0, this.#filled)
    const highest = CEILING / peakOf(rest)
    const last = Math.max(1, Math.min(this.#delayed?.gain ?? this.#edge, highest))
    const first = this.#delayed ? this.#raise(this.#delayed.samples, last) : new Int16Array(0)
    const out = new Int16Array(first.length + rest.length)
    out.set(first)
    // The last block is incomplete: it gets the gain of the block before, limited by its own peak.
    const gain = Math.max(1, Math.min(this.#edge, highest))
    out.set(gain === 1 ? rest : rest.map((value) => Math.round(value * gain)), first.length)
    this.#delayed = null
    this.#filled = 0
    this.#edge = gain
    return out
  }

  /** The gain moves in a straight line between edges. An edge has the smaller gain of its two blocks. */
  #raise(samples: Int16Array, to: number): Int16Array {
    const from = this.#edge
    this.#edge = to
    if (from === 1 && to === 1) return samples
    return samples.map((value, i) => {
      const raised = Math.round(value * (from + ((to - from) * (i + 1)) / BLOCK))
      return Math.max(-32_768, Math.min(32_767, raised))
    })
  }
}

const peakOf = (samples: Int16Array): number => samples.reduce((most, value) => Math.max(most, Math.abs(value)), 1)

/** Returns the loudness of a block in dB of full scale. */
function levelOf(samples: Int16Array): number {
  let power = 0
  for (const value of samples) power += value * value
  return 10 * Math.log10(power / samples.length / 32_767 ** 2 + 1e-10)
}
