import { textHash } from '../record/text/text-hash.ts'
import { speakerLabel } from '../transcript/transcript.ts'
import { type Paper, paperOf, sealSection } from './document.ts'
import { diagnosisResources, factResources, type Stated } from './fhir-facts.ts'
import {
  encounterResource,
  patientResource,
  practitionerResource,
  type Reference,
  type Resource,
} from './fhir-people.ts'
import { escapeHtml, sectionHtml } from './html.ts'
import { jsonText, moment } from './json.ts'
import type { RecordFile } from './record-file.ts'

/** An id of a resource that has none of its own: the same record gives the same one. UUID version 8, RFC 9562. */
function derivedId(record: string, name: string): string {
  const hex = textHash(`${record} ${name}`) + textHash(`${name} ${record}`)
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}
const refer = ({ id }: Pick<Resource, 'id'>): Reference => ({ reference: `urn:uuid:${id}` })

const narrative = (html: string) => ({
  status: 'additional',
  div: `<div xmlns="http://www.w3.org/1999/xhtml">${html}</div>`,
})
const plainNarrative = (text: string) => narrative(`<p>${escapeHtml(text)}</p>`)

/**
 * The record as a FHIR R4 document: a Bundle whose Composition has the text of every printed section. Resources state
 * only what the record states; a Provenance names the lines of the transcript that prove one. No profile is claimed.
 */
export const fhirOf = (file: RecordFile): string => jsonText(recordBundle(file))

/** A patient's signed records: a collection of their document Bundles, each as `fhirOf` writes it alone. */
export const fhirOfRecords = (patientId: string, files: readonly RecordFile[], now: number): string =>
  jsonText({
    resourceType: 'Bundle',
    id: derivedId(patientId, 'collection'),
    language: 'pt-BR',
    type: 'collection',
    timestamp: moment(now),
    // FHIR has no empty list.
    ...(files.length > 0 && {
      entry: files.map(recordBundle).map((resource) => ({ fullUrl: `urn:uuid:${resource.id}`, resource })),
    }),
  })

function recordBundle(file: RecordFile) {
  const { ids, signature } = file
  const paper = paperOf(file)
  const newId = (name: string) => derivedId(ids.record, name)
  const patient = patientResource(ids.patient, file)
  const practitioner = practitionerResource(newId('practitioner'), file)
  const encounter = encounterResource(ids.consultation, file, refer(patient), refer(practitioner))
  const about = { subject: refer(patient), encounter: refer(encounter), newId }
  const stated = [...diagnosisResources(file, about), ...factResources(file, about)]
  const composition = {
    resourceType: 'Composition',
    id: ids.record,
    language: 'pt-BR',
    status: signature === null ? 'preliminary' : file.addenda.length > 0 ? 'amended' : 'final',
    type: { coding: [{ system: 'http://loinc.org', code: '11488-4', display: 'Consult note' }], text: paper.kind },
    subject: refer(patient),
    encounter: refer(encounter),
    date: moment(file.addenda.at(-1)?.created_at ?? signature?.signed_at ?? file.printedAt),
    author: [refer(practitioner)],
    title: paper.title,
    ...(signature && {
      attester: [{ mode: 'legal', time: moment(signature.signed_at), party: refer(practitioner) }],
    }),
    section: compositionSections(paper, stated),
  } satisfies Resource
  const others = [patient, practitioner, encounter, ...stated.map(({ resource }) => resource)]
  return {
    resourceType: 'Bundle',
    id: newId('bundle'),
    language: 'pt-BR',
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${ids.record}` },
    type: 'document',
    timestamp: moment(file.printedAt),
    entry: [composition, ...others, ...provenances(file, stated, composition, newId)].map((resource) => ({
      fullUrl: `urn:uuid:${resource.id}`,
      resource,
    })),
  }
}

/** Every printed part, then one section that lists the resources. */
function compositionSections({ facts, sections, seals, closing, mark }: Paper, stated: readonly Stated[]) {
  const written = [
    { title: 'Consulta', paragraphs: facts.map(({ label, value }) => `${label}: ${value}`), items: [] },
    ...sections,
    ...seals.map(sealSection),
    { title: mark ?? 'Declarações', paragraphs: closing, items: [] },
  ]
  return [
    ...written.map(({ title, ...body }) => ({ ...(title !== null && { title }), text: narrative(sectionHtml(body)) })),
    ...(stated.length === 0
      ? []
      : [
          {
            title: 'Dados estruturados',
            text: plainNarrative('Diagnósticos e fatos que o registro nomeia.'),
            entry: stated.map(({ resource }) => refer(resource)),
          },
        ]),
  ]
}

/** One for each fact with lines, and one for the whole record with every cited line. */
function provenances(
  file: RecordFile,
  stated: readonly Stated[],
  composition: Resource,
  newId: (name: string) => string,
): Resource[] {
  const whole = file.sections.flatMap(({ sentences }) =>
    sentences.flatMap(({ evidence }) => evidence.map(({ id }) => id)),
  )
  return [{ resource: composition, lines: [...new Set(whole)] }, ...stated].flatMap(({ resource, lines }) => {
    const entity = lines.flatMap((id) => {
      const line = file.lines.get(id)
      const quote = line && `${speakerLabel(line.speaker)}: ${line.text}`
      return quote ? [{ role: 'source', what: { identifier: { system: LINES, value: id }, display: quote } }] : []
    })
    if (entity.length === 0) return []
    const agent = { type: { text: 'Relato' }, who: { display: 'Relato' } }
    const id = newId(`provenance ${resource.id}`)
    return [
      {
        resourceType: 'Provenance',
        id,
        target: [refer(resource)],
        recorded: moment(file.printedAt),
        agent: [agent],
        entity,
      },
    ]
  })
}
/** Ids of lines are unique within their consultation. */
const LINES = 'urn:relato:transcript-line'
