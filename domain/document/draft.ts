import { localDate, localDateTime } from '../local-time.ts'
import { mentionsIn } from '../record/lexicon/lexicon.ts'
import { inFull } from '../record/lexicon/shorts.ts'
import { capital } from '../record/note/wording.ts'
import type { CanonicalKey, Section, StructuredRecord } from '../record/record.ts'
import { quantitiesIn } from '../record/safety/numbers.ts'
import { deniesAny, tokensOf, writtenOf } from '../record/safety/words.ts'
import { plain } from '../text.ts'
import type { DocumentContent, DocumentHead, Medicine, Source } from './contract.ts'
import { type DocumentKind, documentFields } from './kind.ts'
import { medicinesIn } from './medicines.ts'
import { inPlainWords, medicineLine } from './plain-words.ts'

type Proven = { text: string; source: Source }
type Field = DocumentContent['fields'][string]
export type DraftRecord = Pick<StructuredRecord, 'sections' | 'diagnoses'>

const sentencesOf = (sections: readonly Section[], ...canonical: CanonicalKey[]): Proven[] =>
  [...sections]
    .sort((a, b) => a.order - b.order)
    .filter((section) => canonical.includes(section.canonical))
    .flatMap(({ title, sentences }) =>
      sentences.map(({ text, evidence }) => ({
        // A concise record has abbreviations; patients, schools and insurers read the document.
        text: inFull(text),
        source: { section: title, sentence: text, lines: evidence.map(({ id }) => id) },
      })),
    )

const EMPTY: Field = { text: '', sources: [] }
const joined = (parts: readonly Proven[], by = ' '): Field => ({
  text: parts.map(({ text }) => text).join(by),
  sources: parts.map(({ source }) => source),
})
/** Facts of the consultation itself, not of its note. */
const ofVisit = (text: string): Field => ({
  text,
  sources: [{ section: 'Consulta', sentence: 'Data e horário da consulta', lines: [] }],
})

/**
 * [DC1] [DC2] The document filled from the signed record. Every text has the sentences it comes from; a fact that the
 * record does not have stays empty.
 */
export function draft(kind: DocumentKind, record: DraftRecord, head: DocumentHead): DocumentContent {
  const filled = fillers[kind](record, head)
  const fields = Object.fromEntries(documentFields[kind].map(({ name }) => [name, filled.fields[name] ?? EMPTY]))
  return { fields, medicines: filled.medicines ?? [], cid_authorised: false }
}

type Filled = { fields: Record<string, Field>; medicines?: Medicine[] }
const fillers: Record<DocumentKind, (record: DraftRecord, head: DocumentHead) => Filled> = {
  prescription: (record) => ({ fields: {}, medicines: plannedMedicines(record) }),
  exam_request: (record) => ({
    fields: { exams: joined(plannedExams(record), '\n'), indication: hypothesis(record) },
  }),
  referral: (record) => {
    const [to, ...more] = referralsOf(record)
    return {
      fields: {
        specialty: to ? joined([to, ...more], ', ') : EMPTY,
        reason: hypothesis(record),
        summary: joined(sentencesOf(record.sections, 'queixa_principal', 'hda')),
      },
    }
  },
  sick_note: (record, { consultation, time_zone }) => ({
    fields: {
      days: daysOf(record),
      start: ofVisit(localDate(consultation.start, time_zone)),
      cid: diagnosisOf(record),
    },
  }),
  attendance: (_, { consultation, time_zone }) => {
    const at = (time: number) => localDateTime(time, time_zone).slice(12, 17)
    return {
      fields: {
        date: ofVisit(localDate(consultation.start, time_zone)),
        from: ofVisit(at(consultation.start)),
        to: consultation.end === null ? EMPTY : ofVisit(at(consultation.end)),
      },
    }
  },
  report: (record) => ({
    fields: {
      history: joined(sentencesOf(record.sections, 'queixa_principal', 'hda', 'hpp')),
      examination: joined(sentencesOf(record.sections, 'exame_fisico')),
      diagnosis: hypothesis(record),
      treatment: joined(sentencesOf(record.sections, 'conduta')),
    },
  }),
  guidance: (record) => {
    const plan = plannedMedicines(record)
    return {
      fields: {
        medicines: {
          text: plan.map(medicineLine).join('\n'),
          sources: plan.flatMap(({ sources }) => sources),
        },
        guidance: joined(
          sentencesOf(record.sections, 'orientacoes').map((one) => ({ ...one, text: inPlainWords(one.text) })),
          '\n',
        ),
      },
    }
  },
}

const hypothesis = ({ sections }: DraftRecord): Field => joined(sentencesOf(sections, 'hipotese'))

const plannedMedicines = ({ sections }: DraftRecord): Medicine[] =>
  sentencesOf(sections, 'conduta').flatMap(({ text, source }) => medicinesIn(text, source))

/** The first code that the doctor entered. It is printed only with the patient's permission. */
const diagnosisOf = ({ diagnoses }: DraftRecord): Field => {
  const [first] = diagnoses
  if (!first) return EMPTY
  const sentence = `${first.system} ${first.code} ${first.text}`
  return { text: first.code, sources: [{ section: 'Diagnósticos', sentence, lines: [] }] }
}

/** The things of one kind that the plan names, each with its words: 'radiografia do joelho direito'. */
function namedInPlan({ sections }: DraftRecord, kind: string): (Proven & { note: string })[] {
  return sentencesOf(sections, 'conduta').flatMap(({ text, source }) => {
    const tokens = tokensOf(text)
    if (tokens.some(({ word }) => deniesAny(word))) return []
    const all = mentionsIn(tokens).filter(({ concept }) => concept.kind === kind)
    const named = all.filter(
      (one) =>
        !all.some(
          (other) => other !== one && other.from <= one.from && other.to >= one.to && width(other) > width(one),
        ),
    )
    const starts = named.map(({ from }) => from)
    return named.map(({ from, to, concept }) => {
      const next = Math.min(tokens.length, ...starts.filter((start) => start > from))
      const mark = tokens.findIndex((token, at) => at >= to && (token.kind === 'mark' || token.said === 'e'))
      const end = Math.max(to, Math.min(next, mark < 0 ? tokens.length : mark))
      return { text: capital(writtenOf(tokens.slice(from, end))), source, note: concept.note }
    })
  })
}
const width = ({ from, to }: { from: number; to: number }): number => to - from

const plannedExams = (record: DraftRecord): Proven[] => unique(namedInPlan(record, 'exam'))
const referralsOf = (record: DraftRecord): Proven[] =>
  unique(namedInPlan(record, 'specialty').map((one) => ({ ...one, text: capital(one.note) })))

const unique = (list: readonly Proven[]): Proven[] =>
  [...new Map([...list].reverse().map((one) => [plain(one.text), one])).values()].reverse()

const leave = /^(atestado|afastamento|afastad[oa]|afastar|repouso|licenca)$/
/** 'Afastamento do trabalho por três dias'. */
function daysOf({ sections }: DraftRecord): Field {
  for (const { text, source } of sentencesOf(sections, 'conduta', 'orientacoes')) {
    const tokens = tokensOf(text)
    const at = tokens.findIndex(({ word }) => leave.test(word))
    if (at < 0 || tokens.some(({ word }) => deniesAny(word))) continue
    const days = quantitiesIn(tokens).find(({ unit, from }) => unit === 'dia' && from > at)
    if (days && Number.isInteger(days.value)) return { text: String(days.value), sources: [source] }
  }
  return EMPTY
}

/** The sources of the draft for texts that the doctor left as they were; a changed text has none. */
export function withSources(
  {
    fields,
    medicines,
    cid_authorised,
  }: { fields: Record<string, string>; medicines: readonly Omit<Medicine, 'sources'>[]; cid_authorised: boolean },
  own: DocumentContent,
): DocumentContent {
  // The doctor may fill a part that the record leaves empty: the other parts keep their source.
  const same = (one: Omit<Medicine, 'sources'>, { sources: _, ...drafted }: Medicine) =>
    Object.entries(drafted).every(([part, text]) => text === '' || one[part as keyof typeof one] === text)
  return {
    fields: Object.fromEntries(
      Object.entries(own.fields).map(([name, drafted]) => {
        // [DC10] A code without permission is neither printed nor stored.
        const text = name === 'cid' && !cid_authorised ? '' : (fields[name] ?? '')
        return [name, { text, sources: text !== '' && text === drafted.text ? drafted.sources : [] }]
      }),
    ),
    medicines: medicines.map((one) => ({
      ...one,
      sources: own.medicines.find((drafted) => same(one, drafted))?.sources ?? [],
    })),
    cid_authorised,
  }
}
