/**
 * Slow levelling for quiet speakers, 16 kHz in and out. It only ever raises, towards one loudness of speech, and only
 * while somebody speaks: noise alone is left as it is. Counts and places of samples do not change; what comes out is
 * held back by one block, 10 to 20 ms behind what went in.
 */
const BLOCK = 160
const BLOCK_S = 0.01
/** Loudness at which speech is recognised well, as RMS of its voiced blocks. */
const SPEECH_DB = -23
const MOST_DB = 18
/** Speech stands this far above the noise, and above what no voice is quieter than. */
const ABOVE_NOISE_DB = 10
const QUIETEST_SPEECH_DB = -62
/** Held in a pause, noise is never lifted beyond this. */
const NOISE_LIMIT_DB = -52
/** The noise is the quietest moment of so many windows: half a second each, and speech has a gap in every second. */
const NOISE_WINDOWS = 3
const WINDOW_BLOCKS = 50
/** How quickly the estimate follows the voice, counted in seconds of voice. */
const LEARN_S = 1.5
/** So much of a voice must be heard before anything is raised for it. */
const KNOWN_S = 0.5
const UP_DB_S = 12
const DOWN_DB_S = 10
/** Pauses within a conversation keep the gain: nothing swells between two sentences. */
const HOLD_S = 3
const RELEASE_DB_S = 4
/** Full scale is never reached by our doing. */
const CEILING = 0.891 * 32_767

export type Leveller = {
  push(samples: Int16Array): Int16Array
  /** What is held back; what was learnt about the voice stays for the next run. */
  flush(): Int16Array
}

export function createLeveller(): Leveller {
  let block = new Int16Array(BLOCK)
  let filled = 0
  /** Complete, and waiting to know the gain of the block after it. */
  let held: { samples: Int16Array; gain: number } | null = null
  let edge = 1
  let windows: number[] = []
  let quietest = 0
  let blocks = 0
  /** Mean power of the voice, and how long it was heard. */
  let speech = 0
  let heard = 0
  let silence = 0
  let gainDb = 0

  /** Until enough was heard everything counts as noise. */
  function noiseWith(level: number): number {
    quietest = Math.min(quietest, level)
    const noise = windows.length < NOISE_WINDOWS ? level : Math.min(quietest, ...windows)
    if (++blocks % WINDOW_BLOCKS === 0) {
      windows = [...windows.slice(1 - NOISE_WINDOWS), quietest]
      quietest = 0
    }
    return noise
  }

  /** The gain this block may have at most, in whole: slow where it rises, at once where it would clip. */
  function gainOf(samples: Int16Array): number {
    const level = levelOf(samples)
    const noise = noiseWith(level)
    const speaking = level > Math.max(QUIETEST_SPEECH_DB, noise + ABOVE_NOISE_DB)
    silence = speaking ? 0 : silence + BLOCK_S
    if (speaking) {
      heard += BLOCK_S
      speech += (10 ** (level / 10) - speech) * Math.max(BLOCK_S / LEARN_S, BLOCK_S / heard)
      const missing = Math.min(MOST_DB, SPEECH_DB - 10 * Math.log10(speech), NOISE_LIMIT_DB - noise)
      const wanted = heard < KNOWN_S ? 0 : Math.max(0, missing)
      gainDb =
        wanted > gainDb ? Math.min(wanted, gainDb + UP_DB_S * BLOCK_S) : Math.max(wanted, gainDb - DOWN_DB_S * BLOCK_S)
    } else if (silence > HOLD_S) gainDb = Math.max(0, gainDb - RELEASE_DB_S * BLOCK_S)
    const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 1)
    gainDb = Math.max(0, Math.min(gainDb, 20 * Math.log10(CEILING / peak)))
    return 10 ** (gainDb / 20)
  }

  /** From edge to edge in a straight line: between two blocks lies the smaller gain, so neither is exceeded within. */
  function raise(samples: Int16Array, to: number): Int16Array {
    const from = edge
    edge = to
    if (from === 1 && to === 1) return samples
    return samples.map((value, i) => {
      const raised = Math.round(value * (from + ((to - from) * (i + 1)) / BLOCK))
      return Math.max(-32_768, Math.min(32_767, raised))
    })
  }

  return {
    push(samples) {
      const out = new Int16Array(samples.length + 2 * BLOCK)
      let made = 0
      let read = 0
      while (read < samples.length) {
        const count = Math.min(BLOCK - filled, samples.length - read)
        block.set(samples.subarray(read, read + count), filled)
        filled += count
        read += count
        if (filled < BLOCK) break
        const gain = gainOf(block)
        if (held) {
          out.set(raise(held.samples, Math.min(held.gain, gain)), made)
          made += BLOCK
        } else edge = Math.min(edge, gain)
        held = { samples: block, gain }
        block = new Int16Array(BLOCK)
        filled = 0
      }
      return out.slice(0, made)
    },
    flush() {
      const rest = block.slice(0, filled)
      const peak = rest.reduce((most, value) => Math.max(most, Math.abs(value)), 1)
      const last = Math.max(1, Math.min(held?.gain ?? edge, CEILING / peak))
      const first = held ? raise(held.samples, last) : new Int16Array(0)
      const out = new Int16Array(first.length + rest.length)
      out.set(first)
      // A run ends within one block: its gain may be what the block before could bear, but not more than it bears itself.
      const gain = Math.max(1, Math.min(edge, CEILING / peak))
      out.set(gain === 1 ? rest : rest.map((value) => Math.round(value * gain)), first.length)
      held = null
      filled = 0
      edge = gain
      return out
    },
  }
}

/** Loudness of a block in dB of full scale. */
function levelOf(samples: Int16Array): number {
  let power = 0
  for (const value of samples) power += value * value
  return 10 * Math.log10(power / samples.length / 32_767 ** 2 + 1e-10)
}
