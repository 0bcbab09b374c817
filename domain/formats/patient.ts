import { isoDay, localDate, localTimeWithZone } from '../local-time.ts'
import { type Fact, factKinds, factListTitles, isCurrent } from '../patient/fact.ts'
import { type Identification, identificationFacts } from '../patient/identification.ts'
import {
  credentialsOf,
  dayAndTimeOf,
  factsOf,
  type Paper,
  type PrintedSection,
  paperOf,
  type RecordDocument,
  sealSection,
  shortName,
} from './document.ts'
import { jsonText, moment, recordValue } from './json.ts'
import type { RecordFile } from './record-file.ts'

/** The signed records of one file; the data export has them all. */
export const PATIENT_RECORDS_MAX = 50

/** A patient with the current lists and the signed records, newest first. */
export type PatientFile = {
  id: string
  name: string
  identification: Partial<Identification> | null
  facts: readonly Fact[]
  doctor: RecordDocument['doctor']
  records: readonly RecordFile[]
  /** The days (ms) of records whose signature does not verify: they are named, and their text is left out. */
  broken: readonly number[]
  /** Older signed records that are not in the file. */
  left: number
  printedAt: number
  timeZone: string
}

/** Any change of shape needs a new number. */
const VERSION = 1

/** Each list with its current facts; an empty list says so. */
const listSections = ({ facts, timeZone }: PatientFile): PrintedSection[] =>
  factKinds.map((kind) => {
    const current = facts.filter((fact) => fact.kind === kind && isCurrent(fact))
    const items = current.map(({ text, added_at }) => `${text} (na lista desde ${localDate(added_at, timeZone)})`)
    return { title: factListTitles[kind], paragraphs: items.length > 0 ? [] : ['Nada na lista.'], items }
  })

/** A heading with the day and the author, then the record's own sections and seals below it. */
function recordSections(record: RecordFile): PrintedSection[] {
  const paper = paperOf(record)
  const facts = factsOf(record).map(({ label, value }) => `${label}: ${value}`)
  const author = `${paper.letterhead.name}  ·  ${paper.letterhead.credentials}`
  return [
    { title: `Consulta de ${dayAndTimeOf(record)}`, paragraphs: [author, ...facts], items: [] },
    ...[...paper.sections, ...paper.seals.map(sealSection)].map((section) => ({ ...section, isInner: true })),
    { title: null, paragraphs: paper.closing, items: [], isInner: true },
  ]
}

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The patient's paper: identification, lists, and every signed record of the file, newest first. */
export function paperOfPatient(file: PatientFile): Paper {
  const name = shortName(file.name)
  const { records, broken, left, timeZone, printedAt } = file
  return {
    title: `Prontuário: ${name}, ${localDate(printedAt, timeZone)}`,
    letterhead: { name: shortName(file.doctor.name), credentials: credentialsOf(file) },
    kind: 'Prontuário',
    subject: name,
    mark: null,
    facts: identificationFacts(file.identification ?? {}, isoDay(printedAt, timeZone)),
    sections: [...listSections(file), ...records.flatMap(recordSections)],
    seals: [],
    closing: [
      `Escrito em ${localTimeWithZone(printedAt, timeZone)}, com ${plural(records.length, 'registro assinado', 'registros assinados')}. Rascunhos não saem neste arquivo.`,
      ...(left > 0
        ? [`${plural(left, 'registro mais antigo não está', 'registros mais antigos não estão')} neste arquivo.`]
        : []),
      ...broken.map(
        (at) =>
          `O registro da consulta de ${localDate(at, timeZone)} não está neste arquivo: a assinatura dele não confere.`,
      ),
    ],
  }
}

/** The patient as JSON: identification, current facts, and the value of each record. Times are UTC. */
export const jsonOfPatient = (file: PatientFile): string =>
  jsonText({
    format: 'relato.patient',
    version: VERSION,
    written_at: moment(file.printedAt),
    id: file.id,
    name: file.name,
    identification: file.identification ?? {},
    facts: file.facts.filter(isCurrent).map(({ kind, text, added_at }) => ({ kind, text, added_at: moment(added_at) })),
    records: file.records.map(recordValue),
    left_out: { older: file.left, broken_signature: file.broken.map(moment) },
  })
