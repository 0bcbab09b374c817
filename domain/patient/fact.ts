import { z } from 'zod/mini'
import { instant, oneLine } from '../contract.ts'
import { plain } from '../text.ts'

/** The lists of a patient that live between visits. */
export const factKinds = ['allergy', 'medicine', 'problem'] as const
export const factKind = z.enum(factKinds)
export type FactKind = z.infer<typeof factKind>
export const factListTitles: Record<FactKind, string> = {
  allergy: 'Alergias',
  medicine: 'Medicamentos em uso',
  problem: 'Problemas',
}

/** Letters of an entry: a line of the list on a screen. */
export const FACT_MAX = 200
/** Rows of one patient, with ended and dismissed ones. Each visit reads all of them. */
export const FACTS_MAX = 500

/** The sentence of a signed record with the lines it cites, or words of a clinical context. */
export const factSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('record'),
    consultation_id: z.string(),
    /** The version that was signed. */
    revision: z.int(),
    signed_at: instant,
    section: z.string(),
    sentence: z.string(),
    lines: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('context'),
    /** Null: the patient's own context. */
    consultation_id: z.nullable(z.string()),
    sentence: z.string(),
  }),
])
export type FactSource = z.infer<typeof factSource>

const fact = z.object({
  id: z.string(),
  kind: factKind,
  text: z.string(),
  /** Null: the doctor typed it. */
  source: z.nullable(factSource),
  added_at: instant,
  ended_at: z.nullable(instant),
  end_reason: z.nullable(z.string()),
})
export type Fact = z.infer<typeof fact>

/** A fact that a signed record or a context names. Only the doctor adds it to a list. */
export type Proposal = { kind: FactKind; text: string; source: FactSource }
/** `replaces`: the listed medicines whose dose the record changed; they end when the doctor includes the new one. */
const offeredProposal = z.object({
  kind: factKind,
  text: z.string(),
  source: factSource,
  replaces: z.array(z.object({ id: z.string(), text: z.string() })),
})
export type OfferedProposal = z.infer<typeof offeredProposal>
/** A changed dose: the doctor answers it by itself, not with 'Incluir todas'. */
export const isInDoubt = ({ replaces }: OfferedProposal): boolean => replaces.length > 0
/** The word of a problem that is probable, as a doctor types it. */
export const PROBABLE = 'Provável'
/** Why a medicine ended when the doctor included its new dose. */
export const DOSE_CHANGED = 'Mudança de dose'

/** A line of 'Desde a última vez'; `consultation_id`: the signed record it comes from, null for the lists. */
const recallLine = z.object({ label: z.string(), text: z.string(), consultation_id: z.nullable(z.string()) })
export type RecallLine = z.infer<typeof recallLine>

/** `last_signed_at`: when the newest signed record was signed; null without any. */
export const memoryReply = z.object({
  facts: z.array(fact),
  proposals: z.array(offeredProposal),
  recall: z.array(recallLine),
  last_signed_at: z.nullable(instant),
})
export type PatientMemory = z.infer<typeof memoryReply>

const factText = oneLine.check(z.minLength(1, 'Escreva o item'), z.maxLength(FACT_MAX, 'Item muito longo'))
export const addFactBody = z.strictObject({ kind: factKind, text: factText })
/** The proposal by kind and text, as the reply gave it. */
export const answerProposalBody = z.strictObject({ kind: factKind, text: factText, accepted: z.boolean() })
export const endFactBody = z.strictObject({
  reason: z._default(oneLine.check(z.maxLength(FACT_MAX, 'Motivo muito longo')), ''),
})

/** The form in which texts of facts are compared. */
export const factKey = (text: string): string => plain(text)
export const isCurrent = (one: Fact): boolean => one.ended_at === null
