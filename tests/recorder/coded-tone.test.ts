import { expect, test } from 'vitest'
import { Leveller } from '#domain/recorder/leveller.ts'
import { codedSamples, followsCode, heardSymbols, longestInCode } from './code.ts'
import { eventually, resampled, Stage } from './stage.ts'

const stage = new Stage()
/** The browser's own gain would now and then leave the levelling nothing to do. */
const WITHOUT_GAIN = `
  const { getUserMedia } = MediaDevices.prototype
  MediaDevices.prototype.getUserMedia = function ({ audio }) {
    return getUserMedia.call(this, { audio: { ...audio, autoGainControl: false } })
  }
`

const symbolsIn = (samples: ArrayLike<number>, rate: number) =>
  heardSymbols(samples, rate)
    .slice(1, -1)
    .map(({ symbol }) => symbol)

const TONES = [
  [44_100, 'as it is', 0.4],
  [48_000, 'quiet and levelled', 0.01],
  [48_000, 'as it is', 0.4],
  [16_000, 'as it is', 0.4],
] as const

/** Proof: from the microphone to the room no sample is lost, doubled, moved or changed, over a pause too. */
test.each(TONES)(
  'a coded tone through microphone, worklet, queue and room is exact to the sample but for the resampling, at %i Hz, %s',
  async (rate, how, level) => {
    const levelled = how === 'quiet and levelled'
    await stage.launch({ samples: codedSamples(rate, level, levelled), rate })
    // The last samples of a run come to the room after the pause.
    const stored = (runs: number) =>
      eventually(async () => {
        const tapped = await stage.tappedRuns()
        const length = tapped.reduce((sum, run) => sum + Math.ceil((run.length * 16_000) / rate), 0)
        expect([tapped.length, stage.samples().length]).toEqual([runs, length])
        return length
      })
    // Suppression takes a steady tone for noise, as it should.
    const audio = { noiseReduction: false, autoAdjustVolume: levelled }
    await stage.enter({ audio, before: WITHOUT_GAIN, query: `/?rate=${rate}` })
    await stage.start(70_000)
    await stage.pause()
    const first = await stored(1)
    await stage.button('Retomar gravação').click()
    await stage.recorded(1, first + 90_000)
    await stage.pause()
    await stored(2)

    const inputRuns = await stage.tappedRuns()
    expect(inputRuns).toHaveLength(2)
    // Our resampler's output for exactly these samples, run by run: the room may contain nothing else.
    const leveller = new Leveller()
    const wanted = inputRuns.map((samples) => {
      const plain = resampled(samples, rate)
      if (!levelled) return [...plain]
      const raised = [...leveller.push(plain), ...leveller.flush()]
      expect(raised.some((value, i) => Math.abs(value) > 1.5 * Math.abs(plain[i] as number) + 10)).toBe(true)
      return raised
    })
    const pcm = stage.samples()
    expect([stage.room.takes.size, first, pcm.length]).toEqual([
      1,
      wanted[0]?.length,
      inputRuns.reduce((sum, { length }) => sum + Math.ceil((length * 16_000) / rate), 0),
    ])
    const differs = wanted.flat().findIndex((value, i) => value !== pcm[i])
    expect(differs, 'first sample that is not the one the microphone gave').toBe(-1)

    // And it is the code, symbol by symbol: all of it, unless the fake microphone itself stuttered for want of time.
    const parts = [pcm.slice(0, first), pcm.slice(first)]
    for (const [i, part] of parts.entries()) {
      const symbols = symbolsIn(part, 16_000)
      const gave = symbolsIn(inputRuns[i] as Float32Array, rate)
      expect(symbols.length).toBeGreaterThan(14)
      expect(followsCode(symbols), symbols.join(' ')).toBe(followsCode(gave))
      expect(longestInCode(symbols), symbols.join(' ')).toBeGreaterThan(7)
    }
  },
)
