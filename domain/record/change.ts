import type { ErrorCode } from '../errors.ts'
import type { Earlier } from './edit.ts'
import { followed } from './followed.ts'
import { alertsOf, editSection, type Grounds, insertSentence } from './prove.ts'
import type { Diagnosis, Flag, Section, StructuredRecord } from './record.ts'
import { textAlerts } from './text-check.ts'

/** The record as it stands, what it rests on, and its sections' sentences as they were structured, by section. */
export type Standing = {
  record: StructuredRecord
  grounds: Grounds
  structured?: ReadonlyMap<string, readonly Earlier[]>
}
/** What becomes of a record; what is not named stands. `keeps`: something that was written changes, a version is kept. */
export type RecordChange = {
  section?: Section
  alerts?: Flag[]
  diagnoses?: Diagnosis[]
  unified_text?: string | null
  keeps: boolean
}
/** Decides on the record as it stands: a change, nothing to do (null), or why not. */
export type Decide = (standing: Standing) => RecordChange | ErrorCode | null

/** `base`: the words that were edited. Sent again after it was written, a change is none. */
export const editing =
  (sectionId: string, content: string, base?: string): Decide =>
  (standing) => {
    const section = standing.record.sections.find((other) => other.id === sectionId)
    if (!section) return 'record_not_found'
    if (section.content === content) return null
    if (base !== undefined && base !== section.content) return 'record_changed'
    return sectionChanged(
      standing,
      section,
      editSection(standing.grounds, section, content, earlierIn(standing, section)),
    )
  }

/** What the section said with its proof, or may say: the last of these words count. */
const earlierIn = ({ record, structured }: Standing, { id, key, sentences }: Section): Earlier[] => [
  ...record.omissions
    .filter((omission) => omission.section === key)
    .map(({ text, evidence }): Earlier => ({ text, evidence, proof: 'transcript' })),
  ...(structured?.get(id) ?? []).filter(({ proof }) => proof !== 'doctor'),
  ...sentences.flatMap(({ replaces }): Earlier[] => (replaces ? [{ ...replaces, proof: 'transcript' }] : [])),
]

/** What was said and left out goes into its section, with its proof. */
export const inserting =
  (omissionId: string): Decide =>
  (standing) => {
    const omission = standing.record.omissions.find((other) => other.id === omissionId)
    const section = standing.record.sections.find((other) => other.key === omission?.section)
    if (!omission || !section) return 'omission_not_found'
    const lines = omission.evidence.map((line) => line.id)
    return sectionChanged(standing, section, insertSentence(standing.grounds, section, omission.text, lines))
  }

/** The doctor looked at these sentences; one that reads otherwise by now was not the one looked at. */
export const seeing =
  (sectionId: string, texts: readonly string[]): Decide =>
  ({ record }) => {
    const section = record.sections.find((other) => other.id === sectionId)
    if (!section) return 'record_not_found'
    const known = new Set(section.sentences.map((sentence) => sentence.text))
    if (texts.some((text) => !known.has(text))) return 'record_changed'
    const looked = new Set(texts)
    if (section.sentences.every((sentence) => sentence.seen || !looked.has(sentence.text))) return null
    const sentences = section.sentences.map((sentence) =>
      looked.has(sentence.text) ? { ...sentence, seen: true } : sentence,
    )
    return { section: { ...section, sentences }, keeps: false }
  }

/** 'Texto para Prontuário' as the doctor wrote it; null follows the sections again. `base`: the text that was edited. */
export const writingText =
  (text: string | null, base?: string | null): Decide =>
  ({ record: { sections, unified_text, alerts }, grounds }) => {
    if (text === unified_text) return null
    if (base !== undefined && base !== unified_text) return 'record_changed'
    return {
      unified_text: text,
      alerts: [...alertsOf(grounds, sections), ...textAlerts(grounds, sections, text, alerts)],
      keeps: true,
    }
  }

export const coding =
  (diagnoses: Diagnosis[]): Decide =>
  ({ record }) =>
    JSON.stringify(diagnoses) === JSON.stringify(record.diagnoses) ? null : { diagnoses, keeps: true }

function sectionChanged({ record, grounds }: Standing, before: Section, after: Section): RecordChange {
  const sections = record.sections.map((other) => (other.id === after.id ? after : other))
  const text = record.unified_text
  const taken = text === null ? null : followed(text, sections, before, after)
  const message = `O texto para prontuário foi editado à parte e não acompanhou a mudança em “${after.title}”.`
  const lost = text !== null && taken === null
  // Whoever looked at an earlier change that it did not follow has not looked at this one.
  const apart = record.alerts.filter((alert) => alert.kind === 'text' && !(lost && alert.message === message))
  const alerts: Flag[] = [
    ...alertsOf(grounds, sections),
    ...textAlerts(grounds, sections, taken ?? text, record.alerts),
    ...apart,
    ...(lost ? [{ kind: 'text' as const, message, seen: false }] : []),
  ]
  return { section: after, alerts, unified_text: taken ?? text, keeps: true }
}
