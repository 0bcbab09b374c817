import type { Page } from '@playwright/test'
import { createResampler } from '#domain/recorder/resample.ts'
import type { TappedRun } from './harness/install-tap.ts'

/** What the browser gave the worklet, run by run, on a page that was opened with ?rate. */
export async function tappedRuns(page: Page): Promise<Float32Array[]> {
  const runs = await page.evaluate(() => (window as unknown as { readTap: () => Promise<TappedRun[]> }).readTap())
  return runs.map(({ base64 }) => {
    const bytes = Buffer.from(base64, 'base64')
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4).slice()
  })
}

/** Our resampler's output for exactly these samples: 16 kHz. */
export function resampled(samples: Float32Array, rate: number): Int16Array {
  const resampler = createResampler(rate)
  return Int16Array.from([...resampler.push(samples), ...resampler.flush()])
}

/** The same while more is to come. */
export const resampledSoFar = (samples: Float32Array, rate: number): Int16Array => createResampler(rate).push(samples)
