import { z } from 'zod/mini'
import { lengthLabel } from '../recorder/elapsed.ts'

/** Why audio or text is known to be missing at a place of the transcript. */
const gapReasons = [
  /** The device announced it and never sent it. */
  'not_received',
  /** Stored, but without results when the doctor finished. */
  'not_transcribed',
  /** Voice in which the engine found no words, twice. */
  'no_words',
  /** The microphone broke off while recording. */
  'microphone',
  /** The device slept. */
  'asleep',
  /** The patient revoked consent: unsent audio was discarded. */
  'discarded',
  /** The device had no space and no connection. */
  'not_kept',
] as const
export const gapReason = z.enum(gapReasons)
export type GapReason = z.infer<typeof gapReason>

/** Text after the length. */
const gapLabels: Record<GapReason, string> = {
  not_received: 'de áudio não recebido',
  not_transcribed: 'de áudio não transcrito',
  no_words: 'de fala sem texto reconhecido',
  microphone: 'sem sinal do microfone',
  asleep: 'com o aparelho suspenso',
  discarded: 'de áudio descartado a pedido do paciente',
  not_kept: 'de áudio que o aparelho não pôde guardar',
}

/** Times on the audio clock of the consultation. */
export const gap = z.object({ take: z.int(), start_ms: z.int(), end_ms: z.int(), reason: gapReason })
export type Gap = z.infer<typeof gap>

/** Label in the transcript: '12 s de áudio não recebido'. */
export function gapLabel({ start_ms, end_ms, reason }: Gap): string {
  const ms = end_ms - start_ms
  return ms > 0 ? `${lengthLabel(ms)} ${gapLabels[reason]}` : gapLabels[reason]
}
