import type { ConsultationType } from '#domain/consultation/contract.ts'
import { isoDay, localDate, localDateTime, localTimeWithZone } from '#domain/local-time.ts'
import { type Identification, identificationFacts } from '#domain/patient/identification.ts'
import { diagnosisName } from '#domain/record/cid10/cid10.ts'
import type { Addendum, Diagnosis, Section, Signature } from '#domain/record/record.ts'
import { type Specialty, specialtyLabels } from '#domain/record/specialty.ts'
import { underHeadings } from '#domain/record/text/headed.ts'
import { textParts, titleLine } from '#domain/record/text/text-parts.ts'
import { DEMONSTRATION, DRAFT_MARK } from '#domain/record/text/unified-text.ts'

/** The content of a printed record, without its layout. */
export type RecordDocument = {
  doctor: { name: string; crm: string | null; specialty: string | null; phone: string | null }
  patientName: string
  /** The patient's identification; below a signature, as it was signed. */
  identification: Partial<Identification> | null
  consultation: { type: ConsultationType; startTime: number; demonstration: boolean }
  specialty: Specialty
  sections: readonly Pick<Section, 'title' | 'content' | 'order' | 'canonical'>[]
  diagnoses: readonly Diagnosis[]
  /** 'Texto para Prontuário' as the doctor edited it; replaces the sections. */
  unifiedText: string | null
  /** Null for a draft: every page then says so. */
  signature: Signature | null
  addenda: readonly Addendum[]
  /** The line 'Registro de uso de IA: …'; null if the doctor wrote the record. */
  aiUse: string | null
  /** The patient's answer to the notice on AI and recording; below a signature, as it was signed. */
  consent: string
  /** The patient's newer answer, if it differs from the signed one. */
  consentSince: string | null
  printedAt: number
  /** The doctor's time zone, used for every printed time. */
  timeZone: string
}

/** The day of the consultation in the doctor's zone, dd/mm/aaaa. */
export const dayOf = ({ consultation, timeZone }: Pick<VisitDocument, 'consultation' | 'timeZone'>): string =>
  localDate(consultation.startTime, timeZone)

/** Contracts limit names to fewer letters; older rows may hold more, and names repeat on every page. */
const NAME_PRINTED_MAX = 200
export const shortName = (name: string) =>
  name.length > NAME_PRINTED_MAX ? `${name.slice(0, NAME_PRINTED_MAX)}…` : name

/** Cuts long names and marks the cut. */
export const withShortNames = (document: RecordDocument): RecordDocument => ({
  ...document,
  doctor: { ...document.doctor, name: shortName(document.doctor.name) },
  patientName: shortName(document.patientName),
  signature: document.signature && {
    ...document.signature,
    doctor_name: shortName(document.signature.doctor_name),
  },
  addenda: document.addenda.map((addendum) => ({ ...addendum, doctor_name: shortName(addendum.doctor_name) })),
})

const titleOf = (document: RecordDocument): string =>
  `Registro de consulta: ${document.patientName}, ${dayOf(document)}`

const crmOf = (crm: string | null) => (crm ? `CRM ${crm}` : 'CRM não informado')
const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join('  ·  ')

export const credentialsOf = ({ doctor }: Pick<VisitDocument, 'doctor'>): string =>
  joined(crmOf(doctor.crm), doctor.specialty, doctor.phone && `Telefone ${doctor.phone}`)
/** Foot of every page. The number comes first because a long name is cut at its end. */
export const authorOf = ({ doctor }: RecordDocument): string => joined(doctor.crm && `CRM ${doctor.crm}`, doctor.name)

/** CFM 2.314/2022 requires this wording on documents of remote consultations. */
const attendance: Record<ConsultationType, string> = {
  presencial: 'Consulta presencial',
  telemedicina: 'Atendimento por telemedicina',
}

/** The facts of a consultation that a file states with or without a record. */
export type VisitDocument = Pick<
  RecordDocument,
  'doctor' | 'patientName' | 'identification' | 'consultation' | 'consent' | 'printedAt' | 'timeZone'
>

/** The consultation's day and minute in the doctor's zone, 'dd/mm/aaaa às hh:mm'. */
export const dayAndTimeOf = ({ consultation, timeZone }: Pick<VisitDocument, 'consultation' | 'timeZone'>): string =>
  localDateTime(consultation.startTime, timeZone).slice(0, 17).replace(',', ' às')

export type Fact = { label: string; value: string }
export const factsOf = (document: RecordDocument): Fact[] => {
  const [day, attended, ...others] = visitFacts(document)
  // The letterhead has the doctor's own specialty.
  const template = { label: 'Modelo do registro', value: specialtyLabels[document.specialty].title }
  return [day, attended, template, ...others].filter((fact) => fact !== undefined)
}

/** When and how the consultation took place, and whether it is a demonstration. */
export const visitFacts = (visit: Pick<VisitDocument, 'consultation' | 'timeZone'>): Fact[] => [
  { label: 'Data', value: dayAndTimeOf(visit) },
  { label: 'Modalidade', value: attendance[visit.consultation.type] },
  ...(visit.consultation.demonstration ? [DEMONSTRATION] : []),
]

/** Patient data as printed; the age is that on the day of the consultation. */
export const identificationOf = ({ identification, consultation, timeZone }: VisitDocument): Fact[] =>
  identificationFacts(identification ?? {}, isoDay(consultation.startTime, timeZone))

/** `title`: null where an edited text has none. `isInner`: below the section without it that comes before. */
export type PrintedSection = { title: string | null; paragraphs: string[]; items: string[]; isInner?: boolean }

const paragraphsOf = (text: string) =>
  text
    .normalize('NFC')
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)

/** A code is always printed with its coding system. */
const diagnosesOf = ({ diagnoses }: RecordDocument): PrintedSection[] =>
  diagnoses.length === 0
    ? []
    : [
        {
          title: 'Diagnósticos',
          paragraphs: [],
          items: diagnoses.map((one) => `${one.system} ${one.code}  ${diagnosisName(one)}`),
        },
      ]

/** Returns sections in order, diagnoses after the hypothesis; empty ones are left out. */
export function printedSections(document: RecordDocument): PrintedSection[] {
  if (document.unifiedText !== null)
    return [...editedSections(document, document.unifiedText), ...diagnosesOf(document)]
  const headed = underHeadings(document.sections)
  const behind = headed.findLastIndex(({ sections }) => sections.some(({ canonical }) => canonical === 'hipotese'))
  const printed = headed.map(({ title, content }) => ({ title, paragraphs: paragraphsOf(content), items: [] }))
  return [
    ...printed.slice(0, behind + 1),
    ...(behind >= 0 ? diagnosesOf(document) : []),
    ...printed.slice(behind + 1),
    ...(behind >= 0 ? [] : diagnosesOf(document)),
  ].filter((section) => section.paragraphs.length > 0 || section.items.length > 0)
}

/** The doctor's own text, heading by heading, without the title, time and AI line that the page prints anyway. */
const editedSections = ({ patientName, sections }: RecordDocument, text: string): PrintedSection[] =>
  textParts(text, sections)
    .map(({ section, heading, body }): PrintedSection => {
      const title = heading === titleLine(patientName).normalize('NFC') ? null : (section?.title ?? heading)
      const paragraphs = paragraphsOf(body)
      // Capitals without text below are not a heading.
      return title !== null && paragraphs.length === 0
        ? { title: null, paragraphs: [title], items: [] }
        : { title, paragraphs, items: [] }
    })
    .filter(({ paragraphs }) => paragraphs.length > 0)

/** The author of a text, the time, and the hash that shows later changes. */
export type Seal = { title: string; paragraphs: string[]; lines: string[]; hash: string }

/** A seal as a section, for files in which more follows it. */
export const sealSection = ({ title, paragraphs, lines, hash }: Seal): PrintedSection => ({
  title,
  paragraphs: [...paragraphs, ...lines, hash],
  items: [],
})

/** The signature as printed; null for a draft. */
const signatureSeal = ({ signature, timeZone }: RecordDocument): Seal | null =>
  signature && {
    title: 'Assinatura eletrônica simples',
    paragraphs: [],
    lines: [
      joined(signature.doctor_name, crmOf(signature.crm)),
      `Assinado em ${localTimeWithZone(signature.signed_at, timeZone)}. Sem certificado ICP-Brasil.`,
      ...(signature.allergy_override
        ? [`${signature.allergy_override.prescriptions.join(' ')} Motivo: ${signature.allergy_override.reason}`]
        : []),
    ],
    hash: `SHA-256 do conteúdo assinado: ${signature.sha256}`,
  }

/** The addenda as printed, in order. */
const addendumSeals = ({ addenda, timeZone }: RecordDocument): Seal[] =>
  addenda.map(({ text, doctor_name, crm, created_at, sha256 }, index) => ({
    title: addenda.length > 1 ? `Adendo ${index + 1}` : 'Adendo',
    paragraphs: paragraphsOf(text),
    lines: [
      joined(doctor_name, crmOf(crm)),
      `Acrescentado em ${localTimeWithZone(created_at, timeZone)}, depois da assinatura.`,
    ],
    hash: `SHA-256 do adendo: ${sha256}`,
  }))

/** The statements at the end of the document. */
const closingLines = (document: RecordDocument): string[] => [
  ...(document.signature === null
    ? [`${DRAFT_MARK}. Este documento ainda depende da revisão e da assinatura do médico.`]
    : []),
  ...(document.aiUse === null ? [] : [document.aiUse]),
  document.consent,
  ...(document.consentSince === null ? [] : [`Depois da assinatura: ${document.consentSince}`]),
]

/** A paper without a layout: every format that is read writes this, so all say the same. */
export type Paper = {
  title: string
  letterhead: { name: string; credentials: string }
  /** The kind of paper, above the name of the person it is about. */
  kind: string
  subject: string
  /** Stands on the paper until it is signed; null afterwards. */
  mark: string | null
  facts: Fact[]
  sections: PrintedSection[]
  seals: Seal[]
  closing: string[]
}

/** The paper of a record, in the order of its print. */
export function paperOf(record: RecordDocument): Paper {
  const document = withShortNames(record)
  const seal = signatureSeal(document)
  return {
    title: titleOf(document),
    letterhead: { name: document.doctor.name, credentials: credentialsOf(document) },
    kind: 'Registro de consulta',
    subject: document.patientName,
    mark: seal === null ? DRAFT_MARK : null,
    facts: [...identificationOf(document), ...factsOf(document)],
    sections: printedSections(document),
    seals: seal === null ? [] : [seal, ...addendumSeals(document)],
    closing: closingLines(document),
  }
}
