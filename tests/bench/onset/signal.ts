import { writeWav } from '#local/speech/pcm.ts'

/** Louder than this is speech, after so much that was not: one rule for the page and for the engine. */
export const LOUD = 0.02
export const QUIET_S = 0.3

const RATE = 48_000
const LEAD_S = 2
const PITCH_HZ = 170

/** An utterance of so many seconds, again and again; its text has the number between two words. */
type Shape = { voicedS: number; everyS: number; rest: string }
/** `everyS` is no multiple of a frame's 250 ms, so that onsets fall anywhere in a frame. */
export const shapes = {
  onset: { voicedS: 0.4, everyS: 2.337, rest: '' },
  talk: { voicedS: 3.2, everyS: 4.337, rest: ' na segunda-feira depois do almoço e piora quando eu subo' },
} satisfies Record<string, Shape>
export type ShapeName = keyof typeof shapes

/** The microphone's signal: vowel-like tones with silence between. */
export function signal(seconds: number, { voicedS, everyS }: Shape): Uint8Array {
  const samples = new Int16Array(seconds * RATE)
  for (let at = LEAD_S; at + voicedS < seconds; at += everyS)
    for (let i = 0; i < voicedS * RATE; i++) {
      const phase = (2 * Math.PI * PITCH_HZ * i) / RATE
      const voice = Math.sin(phase) + Math.sin(2 * phase) / 2 + Math.sin(5 * phase) / 3
      samples[Math.round(at * RATE) + i] = voice * 8_000
    }
  return writeWav(samples, RATE)
}

/** A word after the number: on the page the next line's time follows at once. */
export const saidOf = (n: number, { rest }: Shape = shapes.onset): string => `sinal ${n} ouvido${rest}`
export const SAID = 'sinal (\\d+) ouvido'
/** The part of the text that is spoken so long after its onset. */
export function saidUntil(seconds: number, n: number, shape: Shape): string {
  const words = saidOf(n, shape).split(' ')
  return words.slice(0, Math.floor((words.length * seconds) / shape.voicedS)).join(' ')
}
