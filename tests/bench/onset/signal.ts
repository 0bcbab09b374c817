import { writeWav } from '#local/speech/pcm.ts'

/** Louder than this is speech, after so much that was not: one rule for the page and for the engine. */
export const LOUD = 0.02
export const QUIET_S = 0.3

const RATE = 48_000
const LEAD_S = 2
const VOICED_S = 0.4
/** No multiple of a frame's 250 ms, so that onsets fall anywhere in a frame. */
export const EVERY_S = 2.337
const PITCH_HZ = 170

/** The microphone's signal: a vowel-like tone again and again, with silence between. */
export function signal(seconds: number): Uint8Array {
  const samples = new Int16Array(seconds * RATE)
  for (let at = LEAD_S; at + VOICED_S < seconds; at += EVERY_S)
    for (let i = 0; i < VOICED_S * RATE; i++) {
      const phase = (2 * Math.PI * PITCH_HZ * i) / RATE
      const voice = Math.sin(phase) + Math.sin(2 * phase) / 2 + Math.sin(5 * phase) / 3
      samples[Math.round(at * RATE) + i] = voice * 8_000
    }
  return writeWav(samples, RATE)
}

/** A word after the number: on the page the next line's time follows at once. */
export const saidOf = (n: number): string => `sinal ${n} ouvido`
export const SAID = 'sinal (\\d+) ouvido'
