import type { DocumentHead, Source } from '../document/contract.ts'
import { type DraftRecord, draft } from '../document/draft.ts'
import { inPlainWords } from '../document/plain-words.ts'
import { type PagePart, type PageTexts, pageParts } from './contract.ts'

type Drafted = Record<PagePart, { text: string; sources: Source[] }>

/** The texts for the patient, from the same parts of the signed record as the documents: report, tests and guidance. */
export function draftPage(record: DraftRecord, head: DocumentHead): Drafted {
  const field = (kind: 'report' | 'exam_request' | 'guidance', name: string) =>
    draft(kind, record, head).fields[name] ?? { text: '', sources: [] }
  const [diagnosis, exams] = [field('report', 'diagnosis'), field('exam_request', 'exams')]
  const ordered = exams.text.replaceAll('\n', ', ')
  return {
    summary: {
      text: [inPlainWords(diagnosis.text), ordered && `Exames pedidos: ${ordered}.`].filter(Boolean).join('\n'),
      sources: [...diagnosis.sources, ...exams.sources],
    },
    medicines: field('guidance', 'medicines'),
    guidance: field('guidance', 'guidance'),
  }
}

/** The texts that were last shared, so that a new link keeps the doctor's words. A text of the record keeps its source. */
export const withShared = (drafted: Drafted, shared: PageTexts): Drafted =>
  Object.fromEntries(
    pageParts.map(({ name }) => [
      name,
      shared[name] === drafted[name].text ? drafted[name] : { text: shared[name], sources: [] },
    ]),
  ) as Drafted
