import type { ErrorCode } from '../../errors.ts'
import { growsTooLong } from '../limits.ts'
import { alertsOf, editSection, type Grounds, insertSentence } from '../proof/prove.ts'
import {
  alertNeedsLook,
  type Diagnosis,
  type Flag,
  type Section,
  type Sentence,
  type StructuredRecord,
} from '../record.ts'
import { textBase } from '../text/text-base.ts'
import { lost, type Structured, stillLost, textAlerts } from '../text/text-check.ts'
import { saysSection } from '../text/text-parts.ts'
import type { Earlier } from './edit.ts'
import { followed } from './followed.ts'

/** The record as it stands, what it rests on, and what its sections were as they were structured. */
export type Standing = { record: StructuredRecord; grounds: Grounds; structured?: Structured }
/** What becomes of a record; what is not named stands. `keeps`: something that was written changes, a version is kept. */
export type RecordChange = {
  section?: Section
  alerts?: Flag[]
  diagnoses?: Diagnosis[]
  unified_text?: string | null
  keeps: boolean
  /** The edit it is of, while that is saved as it is written: of all it writes one version is kept, the one before it. */
  edit?: string
}
/** Decides on the record as it stands: a change, nothing to do (null), or why not. */
export type Decide = (standing: Standing) => RecordChange | ErrorCode | null

/** An edit that may be saved many times. `began`: the section's sentences before its first words; null until those are. */
export type OngoingEdit = { id: string; began: readonly Sentence[] | null }

/**
 * `base`: the words that were edited. Sent again after it was written, a change is none. However often an `edit` was
 * saved on the way, its words are held against what it began with: half a word on its way costs no sentence its proof.
 */
export const editing =
  (sectionId: string, content: string, base?: string, edit?: OngoingEdit): Decide =>
  (standing) => {
    const section = standing.record.sections.find((other) => other.id === sectionId)
    if (!section) return 'record_not_found'
    if (section.content === content) return null
    if (base !== undefined && base !== section.content) return 'record_changed'
    const before = edit?.began ? { ...section, sentences: [...edit.began] } : section
    const after = editSection(standing.grounds, before, content, earlierIn(standing, before))
    const change = sectionChanged(standing, section, {
      ...after,
      sentences: seenAlready(after.sentences, section.sentences),
    })
    return typeof change === 'string' ? change : { ...change, ...(edit && { edit: edit.id }) }
  }

/** What was looked at while the edit was under way: the same words with nothing more to find fault with. */
function seenAlready(after: readonly Sentence[], standing: readonly Sentence[]): Sentence[] {
  const keyOf = ({ text, proof }: Sentence) => `${proof} ${text}`
  // The first of several counts.
  const looked = new Map(
    standing
      .filter(({ seen }) => seen)
      .map((one) => [keyOf(one), one] as const)
      .toReversed(),
  )
  return after.map((sentence) => {
    const known = looked.get(keyOf(sentence))
    const messages = new Set(known?.flags.map(({ message }) => message))
    return known && sentence.flags.every(({ message }) => messages.has(message))
      ? { ...sentence, seen: true }
      : sentence
  })
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

/**
 * 'Texto para Prontuário' as the doctor wrote it; null, or nothing, follows the sections again. `base`: the textBase of
 * what was written in.
 */
export const writingText =
  (written: string | null, base: string): Decide =>
  ({ record, grounds, structured }) => {
    const { sections, unified_text, alerts } = record
    const text = written || null
    if (text === unified_text) return null
    if (base !== textBase(record)) return 'record_changed'
    if (growsTooLong([unified_text ?? ''], [text ?? ''])) return 'record_too_long'
    return {
      unified_text: text,
      alerts: [
        ...alertsOf(grounds, sections),
        ...textAlerts(grounds, sections, text, alerts, structured),
        ...stillLost(sections, text, alerts),
      ],
      keeps: true,
    }
  }

/** The doctor looked at these findings, by their messages; one that is no longer made was not the one looked at. */
export const seeingText =
  (messages: readonly string[]): Decide =>
  ({ record }) => {
    const known = new Set(record.alerts.map((alert) => alert.message))
    if (messages.some((message) => !known.has(message))) return 'record_changed'
    const looked = new Set(messages)
    const now = (alert: Flag) => looked.has(alert.message) && alertNeedsLook(alert)
    if (!record.alerts.some(now)) return null
    return { alerts: record.alerts.map((alert) => (now(alert) ? { ...alert, seen: true } : alert)), keeps: false }
  }

export const coding =
  (diagnoses: Diagnosis[]): Decide =>
  ({ record }) =>
    JSON.stringify(diagnoses) === JSON.stringify(record.diagnoses) ? null : { diagnoses, keeps: true }

const contentsOf = (sections: readonly Section[]): string[] => sections.map(({ content }) => content)

function sectionChanged(
  { record, grounds, structured }: Standing,
  before: Section,
  after: Section,
): RecordChange | ErrorCode {
  const sections = record.sections.map((other) => (other.id === after.id ? after : other))
  if (growsTooLong(contentsOf(record.sections), contentsOf(sections))) return 'record_too_long'
  const standing = record.unified_text
  const taken = standing === null ? null : followed(standing, sections, before, after)
  const text = taken ?? standing
  if (growsTooLong([standing ?? ''], [text ?? ''])) return 'record_too_long'
  const left = standing !== null && taken === null && !saysSection(standing, sections, after) ? [lost(after)] : []
  // Whoever looked at an earlier change that it did not follow has not looked at this one.
  const known = stillLost(sections, text, record.alerts).filter(({ message }) =>
    left.every((alert) => alert.message !== message),
  )
  const alerts: Flag[] = [
    ...alertsOf(grounds, sections),
    ...textAlerts(grounds, sections, text, record.alerts, structured),
    ...known,
    ...left,
  ]
  return { section: after, alerts, unified_text: text, keeps: true }
}
