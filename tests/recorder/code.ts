/** A code in tones: one frequency per symbol of 250 ms, neighbours always differ. It shows missing or moved audio. */
const SYMBOL_MS = 250
const TONES = Array.from({ length: 16 }, (_, i) => 600 + i * 200)
const SYMBOLS = 40

/** The same in every run, and of one piece when it repeats. */
const code: readonly number[] = (() => {
  const symbols: number[] = []
  let state = 7
  while (symbols.length < SYMBOLS) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const symbol = (state >> 16) % TONES.length
    const last = symbols.length === SYMBOLS - 1
    if (symbol !== symbols.at(-1) && !(last && symbol === symbols[0])) symbols.push(symbol)
  }
  return symbols
})()

/**
 * Samples from -1 to 1. Each tone fades in and out within 5 ms, so that none spills over into the next. `breathing`: every
 * third one is much quieter, as a voice has pauses and a machine has none.
 */
export function codedSamples(rate: number, level = 0.4, breathing = false): Float32Array {
  const length = Math.round((rate * SYMBOL_MS) / 1_000)
  const fade = rate * 0.005
  const samples = new Float32Array(length * SYMBOLS)
  code.forEach((symbol, n) => {
    for (let i = 0; i < length; i++) {
      const edge = Math.min(1, i / fade, (length - i) / fade)
      const loudness = breathing && n % 3 === 2 ? level / 20 : level
      samples[n * length + i] = loudness * edge * Math.sin((2 * Math.PI * (TONES[symbol] as number) * i) / rate)
    }
  })
  return samples
}

/** The recognised symbols, in order, each with how many of its five looks of 50 ms found it. */
export function heardSymbols(samples: ArrayLike<number>, rate: number): { symbol: number; looks: number }[] {
  const look = Math.round(rate * 0.05)
  const symbols: { symbol: number; looks: number }[] = []
  for (let at = 0; at + look <= samples.length; at += look) {
    const powers = TONES.map((hz) => goertzel(samples, at, look, hz / rate))
    const most = Math.max(...powers)
    const symbol = most > 0 ? powers.indexOf(most) : -1
    const last = symbols.at(-1)
    if (last?.symbol === symbol) last.looks++
    else symbols.push({ symbol, looks: 1 })
  }
  return symbols
}

function goertzel(samples: ArrayLike<number>, from: number, count: number, frequency: number): number {
  const factor = 2 * Math.cos(2 * Math.PI * frequency)
  let [one, two] = [0, 0]
  for (let i = from; i < from + count; i++) {
    const next = (samples[i] as number) + factor * one - two
    two = one
    one = next
  }
  return one * one + two * two - factor * one * two
}

/** How many consecutive symbols match the repeating code. */
export function longestInCode(symbols: readonly number[]): number {
  let longest = 0
  for (let from = 0; from < symbols.length; from++) {
    for (const [start] of code.entries()) {
      let length = 0
      while (from + length < symbols.length && symbols[from + length] === code[(start + length) % SYMBOLS]) length++
      longest = Math.max(longest, length)
    }
  }
  return longest
}

/** Whether the symbols stand so in the code that repeats, without one missing. */
export const followsCode = (symbols: readonly number[]): boolean => longestInCode(symbols) === symbols.length
