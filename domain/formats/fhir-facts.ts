import { factsNamedIn } from '../patient/proposals.ts'
import { diagnosisName } from '../record/cid10/cid10.ts'
import type { Reference, Resource } from './fhir-people.ts'
import type { RecordFile } from './record-file.ts'
import { type Measure, vitalsIn } from './vitals.ts'

/** A resource and the ids of the lines that prove it. */
export type Stated = { resource: Resource; lines: readonly string[] }
export type About = { subject: Reference; encounter: Reference; newId: (name: string) => string }

const ICD_10 = 'http://hl7.org/fhir/sid/icd-10'
const CATEGORY = 'http://terminology.hl7.org/CodeSystem/condition-category'
const OBSERVATION = 'http://terminology.hl7.org/CodeSystem/observation-category'

/** The coded diagnoses. Their certainty is not recorded, so none is claimed. */
export const diagnosisResources = ({ diagnoses }: RecordFile, { subject, encounter, newId }: About): Stated[] =>
  diagnoses.map((one, index) => ({
    lines: [],
    resource: {
      resourceType: 'Condition',
      id: newId(`diagnosis ${index}`),
      category: [{ coding: [{ system: CATEGORY, code: 'encounter-diagnosis' }] }],
      code: { coding: [{ system: ICD_10, code: one.code, display: one.text }], text: diagnosisName(one) },
      subject,
      encounter,
    },
  }))

/**
 * The allergies, medicines and problems that proven sentences name, and the vital signs of the examination. A text that
 * the doctor edited separately replaces those sentences, so it gives none.
 */
export function factResources(file: RecordFile, about: About): Stated[] {
  if (file.unifiedText !== null) return []
  const sections = file.sections.map((one) => ({
    ...one,
    sentences: one.sentences.filter(({ proof }) => proof !== 'none'),
  }))
  // A hypothesis is not yet a fact of the patient; the doctor codes it as a diagnosis.
  const factual = sections.filter(({ canonical }) => canonical !== 'hipotese')
  const note = { consultation_id: file.ids.consultation, revision: 0, started_at: 0, signed_at: 0, sections: factual }
  const named = factsNamedIn(note).map(({ kind, text, source }, index): Stated => {
    const id = about.newId(`${kind} ${index}`)
    return { lines: source.kind === 'record' ? source.lines : [], resource: makers[kind](id, text, file, about) }
  })
  const examination = sections.filter(({ canonical }) => canonical === 'exame_fisico')
  return [...named, ...examination.flatMap(({ sentences }) => sentences).flatMap(vitalResources(file, about))]
}

const dayOf = ({ consultation }: RecordFile) => new Date(consultation.startTime).toISOString()

type Maker = (id: string, text: string, file: RecordFile, about: About) => Resource
const makers: Record<'allergy' | 'medicine' | 'problem', Maker> = {
  allergy: (id, text, file, { subject, encounter }) => ({
    resourceType: 'AllergyIntolerance',
    id,
    clinicalStatus: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' }],
    },
    code: { text },
    patient: subject,
    encounter,
    recordedDate: dayOf(file),
  }),
  medicine: (id, text, file, { subject, encounter }) => ({
    resourceType: 'MedicationStatement',
    id,
    status: 'active',
    medicationCodeableConcept: { text },
    subject,
    context: encounter,
    dateAsserted: dayOf(file),
  }),
  problem: (id, text, file, { subject, encounter }) => ({
    resourceType: 'Condition',
    id,
    code: { text },
    subject,
    encounter,
    recordedDate: dayOf(file),
  }),
}

const loinc = ({ loinc: code, name }: Pick<Measure, 'loinc' | 'name'>) => ({
  coding: [{ system: 'http://loinc.org', code }],
  text: name,
})
const quantity = ({ value, unit, ucum }: Measure) => ({
  value,
  unit,
  system: 'http://unitsofmeasure.org',
  code: ucum,
})

const vitalResources =
  (file: RecordFile, { subject, encounter, newId }: About) =>
  ({ text, evidence }: RecordFile['sections'][number]['sentences'][number]): Stated[] =>
    vitalsIn(text).map(({ code, parts }, index) => {
      const [only] = parts
      return {
        lines: evidence.map(({ id }) => id),
        resource: {
          resourceType: 'Observation',
          id: newId(`vital ${index} ${text}`),
          status: file.signature === null ? 'preliminary' : 'final',
          category: [{ coding: [{ system: OBSERVATION, code: 'vital-signs' }] }],
          code: loinc(code),
          subject,
          encounter,
          effectiveDateTime: dayOf(file),
          ...(parts.length === 1 && only
            ? { valueQuantity: quantity(only) }
            : { component: parts.map((part) => ({ code: loinc(part), valueQuantity: quantity(part) })) }),
          note: [{ text }],
        },
      }
    })
