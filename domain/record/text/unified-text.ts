import { localDateTime } from '../../local-time.ts'
import type { Addendum, Section, Signature, StructuredRecord, Structurer } from '../record.ts'
import { underHeadings } from './headed.ts'
import { headingOf, titleLine } from './text-parts.ts'

/** The mark on all copies and prints before the signature. */
export const DRAFT_MARK = 'Rascunho, não assinado'

/** The mark on all copies and prints of a consultation that the demonstration recogniser wrote. */
export const DEMONSTRATION = { label: 'Demonstração', value: 'O texto não é o que foi dito na consulta' } as const

type Copied = { signed: boolean; demonstration: boolean }
/** The lines above a copied text. */
export const copyMarks = ({ signed, demonstration }: Copied): string[] => [
  ...(signed ? [] : [DRAFT_MARK]),
  ...(demonstration ? [`${DEMONSTRATION.label}: ${DEMONSTRATION.value}`] : []),
]
/** The text with its marks above, for the clipboard. */
export function copiedText(text: string, of: Copied): string {
  const marks = copyMarks(of)
  return marks.length > 0 ? `${marks.join('\n')}\n\n${text}` : text
}

/**
 * The line on artificial intelligence that the CFM requires: tool, model, version, date and reviewer. Null for a record
 * that the doctor wrote.
 */
export function aiUseLine(
  structurer: Structurer | null,
  at: number,
  timeZone: string,
  reviewedBy?: string,
): string | null {
  if (structurer === null) return null
  const how =
    structurer.name === 'extractive'
      ? `estruturação por regras, versão ${structurer.version}`
      : `estruturação por modelo de linguagem${structurer.model ? ` ${structurer.model}` : ''}, versão ${structurer.version}`
  const review = reviewedBy ? `revisado por ${reviewedBy}` : 'ainda não revisado por médico'
  return `Registro de uso de IA: transcrição e ${how} (Relato), em ${localDateTime(at, timeZone).slice(0, 10)}; ${review}.`
}

const unreviewed = /^Registro de uso de IA: .*; ainda não revisado por médico\.[^\S\n]*$/gm
/** Replaces the line on AI in a text edited separately: signing is the review. */
export const withReview = (text: string, reviewedLine: string | null): string =>
  reviewedLine === null ? text : text.replace(unreviewed, () => reviewedLine)

export type UnifiedInput = {
  patientName: string
  record: Pick<StructuredRecord, 'created_at' | 'structurer'> & {
    sections: readonly Pick<Section, 'title' | 'content' | 'order'>[]
  }
  timeZone: string
  /** Name and CRM of the doctor, once the record is signed. */
  reviewedBy?: string
}

/** 'Texto para Prontuário'. A golden test fixes it to the byte. */
export function unifiedText({ patientName, record, timeZone, reviewedBy }: UnifiedInput): string {
  const sections = underHeadings(record.sections)
    .filter(({ content }) => content !== '')
    .map(({ title, content }) => `${headingOf({ title })}\n${content}`)
  const aiUse = aiUseLine(record.structurer, record.created_at, timeZone, reviewedBy)
  const made = aiUse === null ? [] : [`Estruturado em: ${localDateTime(record.created_at, timeZone)}\n${aiUse}`]
  return [titleLine(patientName), ...sections, ...made].join('\n\n')
}

/** A signed text with the signer, the time and the hash below it, then the addenda. */
export const signedText = (
  text: string,
  signature: Pick<Signature, 'doctor_name' | 'crm' | 'signed_at' | 'sha256'>,
  addenda: readonly Pick<Addendum, 'text' | 'doctor_name' | 'crm' | 'created_at'>[],
  timeZone: string,
): string =>
  [
    text.trimEnd(),
    [
      'ASSINATURA ELETRÔNICA SIMPLES',
      `${signature.doctor_name}, CRM ${signature.crm}, em ${localDateTime(signature.signed_at, timeZone)}`,
      `SHA-256 do conteúdo assinado: ${signature.sha256}`,
    ].join('\n'),
    ...addenda.map(
      (addendum) =>
        `ADENDO\n${addendum.text.trim()}\n${addendum.doctor_name}, CRM ${addendum.crm}, em ${localDateTime(addendum.created_at, timeZone)}`,
    ),
  ].join('\n\n')
