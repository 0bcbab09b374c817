import type { Sex } from '../patient/identification.ts'
import type { RecordFile } from './record-file.ts'

export type Resource = { resourceType: string; id: string } & Record<string, unknown>
export type Reference = { reference: string }

const genders: Record<Sex, string> = { feminino: 'female', masculino: 'male', intersexo: 'other' }
/** The naming system of CPF in the national health data network (RNDS). */
const CPF_SYSTEM = 'http://rnds.saude.gov.br/fhir/r4/NamingSystem/cpf'
const ROLE = 'http://terminology.hl7.org/CodeSystem/v3-RoleCode'

/** The patient with the identification that the record prints; unknown fields are absent. */
export function patientResource(id: string, { patientName, identification }: RecordFile): Resource {
  const { cpf, phone, birth_date, sex, mother_name, birthplace, address } = identification ?? {}
  return {
    resourceType: 'Patient',
    id,
    ...(birthplace && {
      extension: [
        { url: 'http://hl7.org/fhir/StructureDefinition/patient-birthPlace', valueAddress: { text: birthplace } },
      ],
    }),
    ...(cpf && { identifier: [{ system: CPF_SYSTEM, value: cpf.replace(/\D/g, '') }] }),
    name: [{ text: patientName }],
    ...(phone && { telecom: [{ system: 'phone', value: phone }] }),
    ...(sex && { gender: genders[sex] }),
    ...(birth_date && { birthDate: birth_date }),
    ...(address && { address: [{ text: address }] }),
    ...(mother_name && {
      contact: [{ relationship: [{ coding: [{ system: ROLE, code: 'MTH' }] }], name: { text: mother_name } }],
    }),
  }
}

/** The doctor with the CRM: at the signature where there is one. */
export function practitionerResource(id: string, { doctor }: RecordFile): Resource {
  const state = doctor.crm?.split('/')[1]
  return {
    resourceType: 'Practitioner',
    id,
    ...(doctor.crm && {
      identifier: [
        {
          type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MD' }], text: 'CRM' },
          value: doctor.crm,
          ...(state && { assigner: { display: `CRM-${state}` } }),
        },
      ],
    }),
    name: [{ text: doctor.name }],
    ...(doctor.phone && { telecom: [{ system: 'phone', value: doctor.phone }] }),
    ...(doctor.specialty && { qualification: [{ code: { text: doctor.specialty } }] }),
  }
}

const classes = {
  presencial: { code: 'AMB', display: 'ambulatory' },
  telemedicina: { code: 'VR', display: 'virtual' },
} as const

/** The consultation; without an end it is in progress. */
export function encounterResource(
  id: string,
  { consultation, endTime }: RecordFile,
  subject: Reference,
  doctor: Reference,
): Resource {
  return {
    resourceType: 'Encounter',
    id,
    status: endTime === null ? 'in-progress' : 'finished',
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', ...classes[consultation.type] },
    subject,
    participant: [{ individual: doctor }],
    period: {
      start: new Date(consultation.startTime).toISOString(),
      ...(endTime !== null && { end: new Date(endTime).toISOString() }),
    },
  }
}
