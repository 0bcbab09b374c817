import type { SpokenLine } from '#domain/record/extractive/segment.ts'
import { structureExtractively } from '#domain/record/extractive/structure.ts'
import { proveRecord } from '#domain/record/proof/prove.ts'

let made = 0
const newId = () => `s${++made}`

/** The structuring job's work between reading the entries and saving the record. */
export default {
  async fetch(request) {
    const entries = (await request.json()) as SpokenLine[]
    const draft = structureExtractively({ entries, specialty: 'general' })
    const grounds = { entries, context: '', specialty: 'general' as const }
    const { sections, alerts, omissions } = proveRecord(grounds, draft.sections, newId, draft.sections)
    const filled = sections.filter((section) => section.content !== '').length
    const sentences = sections.flatMap((section) => section.sentences)
    return Response.json({
      filled,
      sentences: sentences.length,
      flagged: sentences.filter((sentence) => sentence.flags.length > 0).length,
      alerts: alerts.length,
      omissions: omissions.length,
      refusal: draft.refusal,
    })
  },
} satisfies ExportedHandler
