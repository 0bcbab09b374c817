import { z } from 'zod'
import { instant } from '../contract.ts'
import { specialty } from './specialty.ts'

/** The parts of any record; every section of every specialty maps to one. */
export const canonicalKeys = [
  'queixa_principal',
  'hda',
  'hpp',
  'hf',
  'habitos',
  'exame_fisico',
  'hipotese',
  'conduta',
  'orientacoes',
] as const
export const canonicalKey = z.enum(canonicalKeys)
export type CanonicalKey = z.infer<typeof canonicalKey>

/** transcript: cites lines; doctor: typed, applied or inserted by hand; none: nothing proves it, and it is marked. */
export const proof = z.enum(['transcript', 'doctor', 'none'])
export type Proof = z.infer<typeof proof>

export const sentence = z.object({
  text: z.string(),
  /** Ids of the transcript entries that prove the sentence. */
  evidence: z.array(z.string()),
  proof,
})
export type Sentence = z.infer<typeof sentence>

export const confidence = z.enum(['high', 'medium', 'low'])
export type Confidence = z.infer<typeof confidence>

export const section = z.object({
  id: z.string(),
  /** The section within its specialty's template. */
  key: z.string(),
  canonical: canonicalKey,
  title: z.string(),
  content: z.string(),
  /** The content as it was structured, before any edit. */
  original_content: z.string(),
  order: z.int(),
  confidence,
  confidence_score: z.number().min(0).max(1),
  suggestions: z.array(z.string()),
  editable: z.boolean(),
  sentences: z.array(sentence),
})
export type Section = z.infer<typeof section>

/** Who wrote the record: what the line 'Registro de uso de IA' says. */
export const structurer = z.object({
  name: z.enum(['extractive', 'language_model']),
  /** Model and provider, where a language model wrote. */
  model: z.string().optional(),
  version: z.string(),
})
export type Structurer = z.infer<typeof structurer>

export const structuredRecord = z.object({
  consultation_id: z.string(),
  specialty,
  sections: z.array(section),
  processing_time_ms: z.number().min(0),
  warnings: z.array(z.string()),
  created_at: instant,
  raw_transcription: z.string(),
  structurer,
})
export type StructuredRecord = z.infer<typeof structuredRecord>
