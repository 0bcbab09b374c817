import { z } from 'zod/mini'
import { freeText, instant } from '../contract.ts'
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

/** A transcript entry as it stood when the sentence was made: `hash` is textHash of its text then ('' in records older than hashes). */
export const evidenceLine = z.object({ id: z.string(), hash: z.string() })
export type EvidenceLine = z.infer<typeof evidenceLine>

/** What a safety check may find. */
const flagKinds = [
  'negation',
  'number',
  'drug',
  'side',
  'relative',
  'question',
  /** Nothing of what the sentence says is in the lines it cites. */
  'support',
  /** Of the whole record: an allergy that was spoken of, or noted before, is missing. */
  'allergy',
  /** 'Texto para Prontuário' was edited apart and did not follow a later change of a section. */
  'text',
  /** The sentence is longer than the checks read at once: they read it in parts. */
  'length',
  /** What stands is not what was signed. */
  'signature',
] as const
/** `message`: a sentence for the doctor, in pt-BR. */
export const flag = z.object({
  kind: z.enum(flagKinds),
  message: z.string(),
  /** The ids of the transcript entries that it says otherwise than, where the check knows them. */
  lines: z.optional(z.array(z.string())),
  /** Of what was found in 'Texto para Prontuário' only: whether the doctor has looked at it. */
  seen: z.optional(z.boolean()),
})
export type Flag = z.infer<typeof flag>

/** What was found in 'Texto para Prontuário', which is what is copied and printed: it holds saving and signing, too. */
export const alertNeedsLook = ({ kind, seen }: Flag): boolean => !seen && (seen === false || kind === 'text')

/** A proven sentence that the doctor changed: what it said, and the lines it rested on. */
const replaced = z.object({ text: z.string(), evidence: z.array(evidenceLine) })
export type Replaced = z.infer<typeof replaced>

const sentence = z.object({
  text: z.string(),
  /** The transcript entries that prove the sentence. */
  evidence: z.array(evidenceLine),
  proof,
  /** What the safety checks found; a sentence of the doctor's is checked for contradiction only. */
  flags: z.array(flag),
  /** The doctor has looked at it, though unproven or flagged. */
  seen: z.boolean(),
  /** What the doctor changed into this: it is held against those lines, which prove nothing of it. */
  replaces: z.optional(replaced),
})
export type Sentence = z.infer<typeof sentence>

/** What has to be looked at before the record is saved to the history or signed. */
export const needsLook = (item: Pick<Sentence, 'proof' | 'flags' | 'seen'>): boolean =>
  !item.seen && (item.proof === 'none' || item.flags.length > 0)

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
  confidence_score: z.number().check(z.minimum(0), z.maximum(1)),
  suggestions: z.array(z.string()),
  editable: z.boolean(),
  sentences: z.array(sentence),
})
export type Section = z.infer<typeof section>

/** Who wrote the record: what the line 'Registro de uso de IA' says. */
export const structurer = z.object({
  name: z.enum(['extractive', 'language_model']),
  /** Model and provider, where a language model wrote. */
  model: z.optional(z.string()),
  version: z.string(),
})
export type Structurer = z.infer<typeof structurer>

/** Said in the consultation and cited by no sentence: offered with its place and its proof. */
export const omissionKinds = [
  'allergy',
  'medication',
  'symptom',
  'history',
  'family',
  'habit',
  'examination',
  'hypothesis',
  'plan',
  'guidance',
] as const
export const omission = z.object({
  id: z.string(),
  kind: z.enum(omissionKinds),
  /** The section of the template it would go to. */
  section: z.string(),
  /** Ready for the record. */
  text: z.string(),
  evidence: z.array(evidenceLine).check(z.minLength(1)),
})
export type Omission = z.infer<typeof omission>

/** A diagnosis the doctor coded: a code is entered or spoken, never made by a model, and comes from the system's table. */
export const diagnosis = z.object({
  system: z.literal('CID-10'),
  code: z.string().check(z.regex(/^[A-Z]\d{2}(\.\d)?$/)),
  text: freeText.check(z.minLength(1), z.maxLength(300)),
})
export type Diagnosis = z.infer<typeof diagnosis>

/** 'Assinatura eletrônica simples': who, when, and the sha256 (hex) of the content as it was signed. */
export const signature = z.object({
  kind: z.literal('simples'),
  doctor_name: z.string(),
  crm: z.string(),
  signed_at: instant,
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type Signature = z.infer<typeof signature>

/** What is added after signing; `sha256` covers its text, time and author and the signature before it. */
export const addendum = z.object({
  id: z.string(),
  text: z.string(),
  doctor_name: z.string(),
  crm: z.string(),
  created_at: instant,
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type Addendum = z.infer<typeof addendum>

export const structuredRecord = z.object({
  consultation_id: z.string(),
  specialty,
  sections: z.array(section),
  processing_time_ms: z.number().check(z.minimum(0)),
  warnings: z.array(z.string()),
  created_at: instant,
  raw_transcription: z.string(),
  structurer,
  /** Counts every change: what is saved or signed is what was looked at. */
  revision: z.int(),
  /** What the safety checks find in the record as a whole. */
  alerts: z.array(flag),
  /** 'Dito e não registrado'. */
  omissions: z.array(omission),
  diagnoses: z.array(diagnosis),
  /** 'Texto para Prontuário' as the doctor edited it; null while it follows the sections. */
  unified_text: z.nullable(z.string()),
  /** When the doctor saved it to the history; null again once its content changes. */
  saved_at: z.nullable(instant),
  signature: z.nullable(signature),
  addenda: z.array(addendum),
})
export type StructuredRecord = z.infer<typeof structuredRecord>
