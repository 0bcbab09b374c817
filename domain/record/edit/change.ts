import type { ErrorCode } from '../../errors.ts'
import { growsTooLong } from '../limits.ts'
import type { Offer } from '../omissions/omissions.ts'
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
import { missedChange, remainingMissedChanges, type Structured, textAlerts } from '../text/text-check.ts'
import { hasSectionText, partOf } from '../text/text-parts.ts'
import { type Earlier, isWholeSentence } from './edit.ts'

/** The current record, its transcript, and its sentences as structured. */
export type CurrentRecord = {
  record: StructuredRecord
  grounds: Grounds
  offers?: readonly Offer[]
  structured?: Structured
}
/**
 * The parts of a record to change; absent parts stay. `addsVersion`: the text changes, so the old one becomes a
 * version.
 */
export type RecordChange = {
  section?: Section
  /** Sections whose sentences were checked again; their text stays. */
  rechecked?: Section[]
  warnings?: string[]
  alerts?: Flag[]
  offers?: Offer[]
  diagnoses?: Diagnosis[]
  unified_text?: string | null
  addsVersion: boolean
  /** The edit it belongs to. All autosaves of one edit add a single version, the one before it. */
  edit?: string
}
/** Decides on the current record: a change, nothing to do (null), or an error code. */
export type Decide = (current: CurrentRecord) => RecordChange | ErrorCode | null

/** An edit that may be saved many times. `began`: the section's sentences before its first save; null before that. */
export type OngoingEdit = { id: string; began: readonly Sentence[] | null }

/**
 * Replaces a section's text; `base` is the text that was edited. Returns null when it is saved already. Every save of
 * an `edit` is compared with its beginning, so that a half-typed word costs no sentence its proof. Errors:
 * record_not_found, record_changed, record_too_long.
 */
export const changeSection =
  (sectionId: string, content: string, base?: string, edit?: OngoingEdit): Decide =>
  (current) => {
    const section = current.record.sections.find((other) => other.id === sectionId)
    if (!section) return 'record_not_found'
    if (section.content === content) return null
    if (base !== undefined && base !== section.content) return 'record_changed'
    const before = edit?.began ? { ...section, sentences: [...edit.began] } : section
    const after = editSection(current.grounds, before, content, earlierSentences(current, before))
    const change = sectionChanged(current, section, {
      ...after,
      sentences: withSeen(after.sentences, section.sentences),
    })
    return typeof change === 'string' ? change : { ...change, ...(edit && { edit: edit.id }) }
  }

/** Checks the record again after its grounds changed; the text stays. */
export const recheckAlerts: Decide = (current) => {
  const { sections, unified_text: text } = current.record
  return { alerts: alertsFor(current, sections, text), addsVersion: false }
}

/** Marks sentences the doctor has seen during the edit: the same text without new findings. */
function withSeen(after: readonly Sentence[], current: readonly Sentence[]): Sentence[] {
  const keyOf = ({ text, proof }: Sentence) => `${proof} ${text}`
  // The first of several equal sentences counts.
  const looked = new Map(
    current
      .filter(({ seen }) => seen)
      .map((one) => [keyOf(one), one] as const)
      .toReversed(),
  )
  return after.map((sentence) => {
    const earlier = looked.get(keyOf(sentence))
    const messages = new Set(earlier?.flags.map(({ message }) => message))
    return earlier && sentence.flags.every(({ message }) => messages.has(message))
      ? { ...sentence, seen: true }
      : sentence
  })
}

/** Sentences whose words regain their proof when typed again; of equal texts the last counts. */
const earlierSentences = ({ record, structured }: CurrentRecord, { id, key, sentences }: Section): Earlier[] => [
  ...record.omissions
    .filter(({ section, evidence, reason }) => section === key && evidence.length > 0 && reason !== 'contradicted')
    .map((omission): Earlier => ({ ...omission, proof: 'transcript' })),
  ...(structured?.get(id) ?? []).filter(({ proof }) => proof !== 'doctor'),
  ...sentences.flatMap(({ replaces }): Earlier[] => (replaces ? [{ ...replaces, proof: 'transcript' }] : [])),
]

/**
 * Inserts an omission into its section, with its proof. Errors: omission_not_found, also of one that its lines contradict;
 * record_too_long.
 */
export const insertOmission =
  (omissionId: string): Decide =>
  (current) => {
    const omission = current.record.omissions.find(({ id, reason }) => id === omissionId && reason !== 'contradicted')
    const section = current.record.sections.find((other) => other.key === omission?.section)
    if (!omission || !section) return 'omission_not_found'
    const evidence = omission.evidence.map((line) => line.id)
    return sectionChanged(current, section, insertSentence(current.grounds, section, { ...omission, evidence }))
  }

/** Takes an entry off 'A conferir', or puts it back. Errors: omission_not_found. */
export const dismissOmission =
  (omissionId: string, dismissed: boolean): Decide =>
  ({ offers = [] }) => {
    const own = offers.filter(({ id }) => id === omissionId)
    if (own.length === 0) return 'omission_not_found'
    if (own.every((offer) => (offer.dismissed === true) === dismissed)) return null
    const changed = offers.map((offer) => (offer.id === omissionId ? { ...offer, dismissed } : offer))
    return { offers: changed, addsVersion: false }
  }

/** Marks sentences as seen, by their text. Errors: record_not_found; record_changed if one has another text by now. */
export const markSeen =
  (sectionId: string, texts: readonly string[]): Decide =>
  ({ record }) => {
    const section = record.sections.find((other) => other.id === sectionId)
    if (!section) return 'record_not_found'
    const current = new Set(section.sentences.map((sentence) => sentence.text))
    if (texts.some((text) => !current.has(text))) return 'record_changed'
    const looked = new Set(texts)
    if (section.sentences.every((sentence) => sentence.seen || !looked.has(sentence.text))) return null
    const sentences = section.sentences.map((sentence) =>
      looked.has(sentence.text) ? { ...sentence, seen: true } : sentence,
    )
    return { section: { ...section, sentences }, addsVersion: false }
  }

/**
 * Replaces 'Texto para Prontuário'; null or empty returns to the sections. `base`: the textBase of the text that was
 * edited. Errors: record_changed, record_too_long.
 */
export const changeText =
  (written: string | null, base: string): Decide =>
  (current) => {
    const { record } = current
    const { sections, unified_text } = record
    const text = written || null
    if (text === unified_text) return null
    if (base !== textBase(record)) return 'record_changed'
    if (growsTooLong([unified_text ?? ''], [text ?? ''])) return 'record_too_long'
    return { unified_text: text, alerts: alertsFor(current, sections, text), addsVersion: true }
  }

/** The alerts of the record with these sections and this text. */
export const alertsFor = (
  { record, grounds, structured }: CurrentRecord,
  sections: readonly Section[],
  text: string | null,
): Flag[] => [
  ...alertsOf(grounds, sections),
  ...textAlerts(grounds, sections, text, record.alerts, structured),
  ...remainingMissedChanges(sections, text, record.alerts),
]

/** Marks findings in the text as seen, by their messages. Errors: record_changed if one no longer exists. */
export const markTextSeen =
  (messages: readonly string[]): Decide =>
  ({ record }) => {
    const existing = new Set(record.alerts.map((alert) => alert.message))
    if (messages.some((message) => !existing.has(message))) return 'record_changed'
    const looked = new Set(messages)
    const now = (alert: Flag) => looked.has(alert.message) && alertNeedsLook(alert)
    if (!record.alerts.some(now)) return null
    return { alerts: record.alerts.map((alert) => (now(alert) ? { ...alert, seen: true } : alert)), addsVersion: false }
  }

/** Replaces the coded diagnoses. */
export const changeDiagnoses =
  (diagnoses: Diagnosis[]): Decide =>
  ({ record }) =>
    JSON.stringify(diagnoses) === JSON.stringify(record.diagnoses) ? null : { diagnoses, addsVersion: true }

const contentsOf = (sections: readonly Section[]): string[] => sections.map(({ content }) => content)

/**
 * Applies a section's change to a text that was edited separately. Null unless the old words occur there once, below the
 * section's own heading and as whole sentences.
 */
export function applyToText(
  text: string,
  sections: readonly Pick<Section, 'title'>[],
  before: Pick<Section, 'title' | 'content'>,
  after: Pick<Section, 'content'>,
): string | null {
  const part = partOf(text, sections, before)
  const old = before.content.trim()
  if (!part || old === '') return null
  const { body } = part
  const places: number[] = []
  for (let at = body.indexOf(old); at >= 0; at = body.indexOf(old, at + old.length))
    if (isWholeSentence(body, at, old)) places.push(part.from + at)
  const [place] = places
  if (place === undefined || places.length > 1) return null
  return text.slice(0, place) + after.content.trim() + text.slice(place + old.length)
}

function sectionChanged(current: CurrentRecord, before: Section, after: Section): RecordChange | ErrorCode {
  const { record } = current
  const sections = record.sections.map((other) => (other.id === after.id ? after : other))
  if (growsTooLong(contentsOf(record.sections), contentsOf(sections))) return 'record_too_long'
  const oldText = record.unified_text
  const updated = oldText === null ? null : applyToText(oldText, sections, before, after)
  const text = updated ?? oldText
  if (growsTooLong([oldText ?? ''], [text ?? ''])) return 'record_too_long'
  const missed =
    oldText !== null && updated === null && !hasSectionText(oldText, sections, after) ? [missedChange(after)] : []
  // A new change must be seen again, even if the doctor has seen an earlier one of this section.
  const others = alertsFor(current, sections, text).filter(({ message }) =>
    missed.every((alert) => alert.message !== message),
  )
  return { section: after, alerts: [...others, ...missed], unified_text: text, addsVersion: true }
}
