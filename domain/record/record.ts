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

/** transcript: cites lines; doctor: typed, applied or inserted by hand; none: without proof, and marked. */
export const proof = z.enum(['transcript', 'doctor', 'none'])
export type Proof = z.infer<typeof proof>

/** A cited transcript entry. `hash` is textHash of its text when the sentence was made ('' in the oldest records). */
export const evidenceLine = z.object({ id: z.string(), hash: z.string() })
export type EvidenceLine = z.infer<typeof evidenceLine>

/** The findings of the safety checks. */
const flagKinds = [
  'negation',
  'number',
  'drug',
  'side',
  'relative',
  'question',
  /** A possibility is written as certain; what depends on something, as decided; what is past, as present. */
  'certainty',
  'condition',
  'time',
  /** The cited lines say nothing of what the sentence says. */
  'support',
  /** A finding on the whole record: an allergy from the conversation or an earlier note is missing. */
  'allergy',
  /** 'Texto para Prontuário' was edited separately and lacks a later change of a section. */
  'text',
  /** The sentence is too long to read at once: the checks read it in parts. */
  'length',
  /** The record is no longer the one that was signed. */
  'signature',
] as const
/** `message`: a sentence for the doctor, in pt-BR. */
export const flag = z.object({
  kind: z.enum(flagKinds),
  message: z.string(),
  /** Ids of the transcript entries that contradict it, where the check knows them. */
  lines: z.optional(z.array(z.string())),
  /** A sentence ready for the record that settles the finding: of an allergy that the record lacks. */
  offer: z.optional(z.string()),
  /** Only for findings in 'Texto para Prontuário': whether the doctor has seen them. */
  seen: z.optional(z.boolean()),
})
export type Flag = z.infer<typeof flag>

/**
 * Findings in 'Texto para Prontuário', which is copied and printed, also block saving and signing until they are seen.
 */
export const alertNeedsLook = ({ kind, seen }: Flag): boolean => !seen && (seen === false || kind === 'text')

/** The measured probability that a sentence of the rules is right, from 0 to 1. */
const probability = z.number().check(z.minimum(0), z.maximum(1))

/** A proven sentence that the doctor changed: what it was before. */
const replaced = z.object({ text: z.string(), evidence: z.array(evidenceLine), probability: z.optional(probability) })
export type Replaced = z.infer<typeof replaced>

const sentence = z.object({
  text: z.string(),
  /** The transcript entries that prove the sentence. */
  evidence: z.array(evidenceLine),
  proof,
  /** Findings of the safety checks; a doctor's sentence is checked for contradiction only. */
  flags: z.array(flag),
  /** The doctor has seen it, though unproven or flagged. */
  seen: z.boolean(),
  /**
   * The proven sentence that the doctor changed into this one: the checks compare it with those lines, which do not
   * prove it.
   */
  replaces: z.optional(replaced),
  probability: z.optional(probability),
})
export type Sentence = z.infer<typeof sentence>

/** Whether the doctor has to see it before the record is saved to the history or signed. */
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
  /** The content as structured, before any edit. */
  original_content: z.string(),
  order: z.int(),
  confidence,
  confidence_score: z.number().check(z.minimum(0), z.maximum(1)),
  suggestions: z.array(z.string()),
  editable: z.boolean(),
  sentences: z.array(sentence),
})
export type Section = z.infer<typeof section>

/** The author of the draft, for the line 'Registro de uso de IA'. */
export const structurer = z.object({
  name: z.enum(['extractive', 'language_model']),
  /** Model and provider of a language model. */
  model: z.optional(z.string()),
  version: z.string(),
})
export type Structurer = z.infer<typeof structurer>

/** A sentence that the record lacks: offered with its place and its proof. */
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
/**
 * Why it is not in the note: the rules would write it and the record does not; it is not certain enough; the checks doubt
 * it, for the reasons in `flags`; or its lines contradict it, and it cannot be inserted as it is.
 */
const omissionReasons = ['left_out', 'uncertain', 'doubted', 'contradicted'] as const
export const omission = z.object({
  id: z.string(),
  /** Absent where the record is older than the reasons. */
  reason: z.optional(z.enum(omissionReasons)),
  kind: z.enum(omissionKinds),
  /** The key of the template's section for it. */
  section: z.string(),
  /** A sentence ready for the record. */
  text: z.string(),
  /** Empty only for a doubted sentence that no line proves. */
  evidence: z.array(evidenceLine),
  flags: z.optional(z.array(flag)),
  probability: z.optional(probability),
})
export type Omission = z.infer<typeof omission>
/** Whether the checks kept it out of the note. */
export const isHeldBack = ({ reason }: Pick<Omission, 'reason'>): boolean =>
  reason === 'doubted' || reason === 'contradicted'

/**
 * A diagnosis the doctor coded. The code is entered or spoken, comes from the table of CID-10 where the system has it,
 * and is never made by a model.
 */
export const diagnosis = z.object({
  system: z.literal('CID-10'),
  code: z.string().check(z.regex(/^[A-Z]\d{2}(\.\d)?$/)),
  text: freeText.check(z.minLength(1), z.maxLength(300)),
  /** The doctor typed the code and its name: the system had no table to compare them with. */
  typed: z.optional(z.literal(true)),
})
export type Diagnosis = z.infer<typeof diagnosis>

/** The prescriptions against listed allergies that the doctor signed, and why. */
const allergyOverride = z.object({ prescriptions: z.array(z.string()), reason: z.string() })
export type AllergyOverride = z.infer<typeof allergyOverride>

/** 'Assinatura eletrônica simples': who, when, and the sha256 (hex) of the signed content. */
export const signature = z.object({
  kind: z.literal('simples'),
  doctor_name: z.string(),
  crm: z.string(),
  signed_at: instant,
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  allergy_override: z.optional(allergyOverride),
})
export type Signature = z.infer<typeof signature>

/** An addition after signing; `sha256` covers its text, time and author and the signature before it. */
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
  /** Null: the doctor wrote the record, and no AI took part. */
  structurer: z.nullable(structurer),
  /** Counts every change: a save or signature names the revision the doctor saw. */
  revision: z.int(),
  /** Findings of the safety checks in the record as a whole. */
  alerts: z.array(flag),
  /** 'A conferir': what the transcript says and the record lacks. */
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
