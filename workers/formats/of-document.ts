import { documentNames } from '#domain/document/kind.ts'
import type { Paper } from '#domain/formats/document.ts'
import { jsonText, moment } from '#domain/formats/json.ts'
import {
  bodyOf,
  cancelledMark,
  footLines,
  type IssuedPaper,
  letterheadLines,
  patientFacts,
  statementLines,
  titleOf,
} from '../pdf/paper.ts'
import type { FileSource } from './write.ts'

/** Any change of shape needs a new number. */
const VERSION = 1
const COPY = 'Cópia do texto, para outros programas: o documento que vale é o PDF, assinado.'

/** The paper of an issued document, with the words of its PDF. */
function paperOfDocument(issued: IssuedPaper): Paper {
  const { doctor, patient } = issued.issued.head
  return {
    title: titleOf(issued),
    letterhead: { name: doctor.name, credentials: letterheadLines(issued).filter(Boolean).join('  ·  ') },
    kind: titleOf(issued),
    subject: patient.name,
    mark: cancelledMark(issued),
    facts: patientFacts(issued),
    sections: bodyOf(issued).map(({ title, paragraphs, items }) => ({
      title,
      paragraphs,
      // Each format marks its items itself: '• 1. Amoxicilina' would have two marks.
      items: items.map((item) => [item.title.replace(/^\d+\. /, ''), ...item.lines].join(' – ')),
    })),
    seals: [],
    closing: [...statementLines(issued), COPY, ...footLines(issued)],
  }
}

/** The source of an issued document's files. Its JSON has the issued content, which the sha256 covers. */
export const documentSource = (issued: IssuedPaper, now: number): FileSource => ({
  paper: () => paperOfDocument(issued),
  json: () =>
    jsonText({
      format: 'relato.document',
      version: VERSION,
      written_at: moment(now),
      name: documentNames[issued.kind].title,
      number: issued.number,
      state: issued.state,
      cancelled_at: issued.cancelled_at === null ? null : moment(issued.cancelled_at),
      replaces: issued.replaces,
      replaced_by: issued.replaced_by,
      sha256: issued.sha256,
      content: issued.issued,
    }),
})
