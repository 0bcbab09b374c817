import PDFDocument from 'pdfkit'
import { printedSections, type RecordDocument } from '#domain/formats/document.ts'
import { structureByRules } from '#domain/record/note/structure.ts'
import { proveRecord } from '#domain/record/proof/prove.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import type { Env } from '#workers/env.ts'
import { printFonts } from '#workers/pdf/fonts.ts'
import { margins, WIDTH } from '#workers/pdf/page.ts'
import { renderRecord } from '#workers/pdf/render.ts'
import { sampleDocument } from '#workers/pdf/sample.ts'
import { structure } from '#workers/structuring/structure.ts'

type Asked = { entries: TranscriptEntry[]; model: string; bodies: string[] }
const SPECIALTY = 'general'
/** As many parts of a consultation as the product has under way at once. */
const AT_ONCE = 2

/** Structuring and printing, each beside the least that could be called for it. */
const routes: Record<string, (asked: Asked) => Promise<object>> = {
  async '/structured'({ entries, model }) {
    const env = { MODEL_URL: model, MODEL_NAME: 'bench', MODEL_KEY: 'bench' } as Env
    const names = { patient: 'Célia Ramos', doctor: 'Dra. Ana Souza', identification: null }
    const draft = await structure(env, { jobId: 'bench', entries, context: '', specialty: SPECIALTY, names })
    const grounds = { entries, context: '', specialty: SPECIALTY } as const
    const { sections } = proveRecord(grounds, draft.sections, () => crypto.randomUUID(), draft.held)
    const sentences = sections.flatMap((section) => section.sentences)
    return { by: draft.structurer.name, sentences: sentences.length, warnings: draft.warnings.length }
  },
  async '/asked'({ model, bodies }) {
    let next = 0
    const asker = async () => {
      for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
        const answer = await fetch(`${model}/chat/completions`, init)
        const { choices } = (await answer.json()) as { choices: { message: { content: string } }[] }
        JSON.parse(choices[0]?.message.content ?? '')
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, asker))
    return { asked: bodies.length }
  },
  async '/printed'({ entries }) {
    const file = await renderRecord(documentOf(entries), printFonts())
    return { pages: pagesIn(file), bytes: file.byteLength }
  },
  async '/plain'({ entries }) {
    const file = await plainPdf(documentOf(entries))
    return { pages: pagesIn(file), bytes: file.byteLength }
  },
}

export default {
  async fetch(request) {
    const route = routes[new URL(request.url).pathname]
    return route ? Response.json(await route(await request.json<Asked>())) : new Response(null, { status: 404 })
  },
} satisfies ExportedHandler

let made: RecordDocument | undefined
/** Structured once: the pages of an hour's talk, written into the form of the demonstration's record. */
function documentOf(entries: TranscriptEntry[]): RecordDocument {
  if (made) return made
  const draft = structureByRules({ entries, specialty: SPECIALTY })
  const grounds = { entries, context: '', specialty: SPECIALTY } as const
  const { sections } = proveRecord(grounds, draft.sections, () => crypto.randomUUID(), draft.held)
  made = { ...sampleDocument(), sections }
  return made
}

/** pdfkit by itself: the same texts in the same faces and sizes, without tags, heads, seals or a thought of page ends. */
function plainPdf(document: RecordDocument): Promise<Uint8Array> {
  const options = { size: 'A4', margins, font: null } as unknown as PDFKit.PDFDocumentOptions
  const page = new PDFDocument(options)
  const parts: Uint8Array[] = []
  const done = new Promise<Uint8Array>((resolve, reject) => {
    page.on('data', (part: Uint8Array) => parts.push(part))
    page.on('error', reject)
    page.on('end', async () => resolve(new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())))
  })
  const { serif, strong } = printFonts()
  page.registerFont('serif', serif as never).registerFont('strong', strong as never)
  const flowing = { width: WIDTH, lineGap: 2.6 }
  for (const { title, paragraphs, items } of printedSections(document)) {
    if (title !== null) page.font('strong').fontSize(10.5).text(title, flowing)
    page.font('serif').fontSize(11.5)
    for (const text of [...paragraphs, ...items]) page.text(text, flowing)
  }
  page.end()
  return done
}

const pagesIn = (file: Uint8Array) => new TextDecoder('latin1').decode(file).match(/\/Type \/Page\b/g)?.length ?? 0
