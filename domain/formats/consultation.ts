import type { Gap } from '../consultation/gap.ts'
import type { TranscriptEntry } from '../transcript/entry.ts'
import { transcriptText } from '../transcript/transcript.ts'
import {
  credentialsOf,
  dayOf,
  identificationOf,
  type Paper,
  type PrintedSection,
  paperOf,
  sealSection,
  shortName,
  type VisitDocument,
  visitFacts,
} from './document.ts'
import { jsonText, moment, recordValue } from './json.ts'
import type { RecordFile } from './record-file.ts'

/** A consultation with its whole transcript; `record` is null while there is none. */
export type ConsultationFile = {
  id: string
  visit: VisitDocument
  record: RecordFile | null
  entries: readonly TranscriptEntry[]
  gaps: readonly Gap[]
}

/** Any change of shape needs a new number. */
const VERSION = 1

const transcriptSection = ({ entries, gaps }: ConsultationFile): PrintedSection => {
  const lines = transcriptText(entries, gaps).split('\n').filter(Boolean)
  return { title: 'Transcrição', paragraphs: lines.length > 0 ? lines : ['Sem falas.'], items: [] }
}

/** The record's paper, or that of the visit alone, followed by the transcript. */
export function paperOfConsultation(file: ConsultationFile): Paper {
  const { visit, record } = file
  const transcript = transcriptSection(file)
  if (record) {
    const paper = paperOf(record)
    // The hash of a signature covers the record: what follows the seals is no part of its text.
    return { ...paper, sections: [...paper.sections, ...paper.seals.map(sealSection), transcript], seals: [] }
  }
  const patientName = shortName(visit.patientName)
  return {
    title: `Consulta: ${patientName}, ${dayOf(visit)}`,
    letterhead: { name: shortName(visit.doctor.name), credentials: credentialsOf(visit) },
    kind: 'Consulta',
    subject: patientName,
    mark: null,
    facts: [...identificationOf(visit), ...visitFacts(visit)],
    sections: [transcript],
    seals: [],
    closing: ['Esta consulta não tem registro.', visit.consent],
  }
}

/** The consultation as JSON: the record's value, every line of the transcript and the gaps. Times are UTC. */
export const jsonOfConsultation = (file: ConsultationFile): string =>
  jsonText({
    format: 'relato.consultation',
    version: VERSION,
    written_at: moment(file.visit.printedAt),
    paper: paperOfConsultation(file),
    id: file.id,
    lines: file.entries
      .filter(({ isPartial }) => !isPartial)
      .map(({ id, start_ms, end_ms, speaker = null, text }) => ({ id, start_ms, end_ms, speaker, text })),
    gaps: file.gaps,
    record: file.record && recordValue(file.record),
  })
