import PDFDocument from 'pdfkit'
import { DRAFT_MARK } from '#domain/record/unified-text.ts'
import {
  closingLines,
  credentialsOf,
  dayOf,
  factsOf,
  type PrintedSection,
  printedSections,
  type RecordDocument,
  titleOf,
} from './document.ts'
import type { Fonts } from './fonts.ts'
import { printable } from './printable.ts'

// Points. A4 is 595.28 x 841.89; the column holds about 85 characters of the text face.
const margins = { top: 84, bottom: 78, left: 70, right: 70 }
const WIDTH = 595.28 - margins.left - margins.right
const RIGHT = 595.28 - margins.right
const ink = {
  text: '#1c1b19',
  second: '#57534c',
  third: '#6f6a61',
  line: '#d9d4ca',
  accent: '#0f5e63',
  draft: '#b42b25',
}

type Page = PDFKit.PDFDocument
type Struct = PDFKit.PDFStructureElement

/** The record as a tagged A4 document. Pure: the same input gives the same pages. */
export async function renderRecord(input: RecordDocument, fonts: Fonts): Promise<Uint8Array> {
  const page = new PDFDocument({
    size: 'A4',
    margins,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    bufferPages: true,
    // A default font would come back, with its size, at every page that a paragraph flows onto.
    font: null,
    info: {
      Title: titleOf(input),
      Author: input.doctor.name,
      Subject: 'Registro de consulta médica',
      Creator: 'Relato',
      Producer: 'Relato',
      CreationDate: new Date(input.printedAt),
    },
  } as unknown as PDFKit.PDFDocumentOptions)
  const file = collect(page)
  page
    .registerFont('sans', fonts.sans as never)
    .registerFont('strong', fonts.strong as never)
    .registerFont('serif', fonts.serif as never)

  const root = page.struct('Document')
  page.addStructure(root)
  letterhead(page, root, input)
  identification(page, root, input)
  for (const section of printedSections(input)) writeSection(page, root, section)
  closing(page, root, input)
  root.end()
  onEveryPage(page, input)
  page.end()
  return file
}

/** Writes in a face and size of choice, only what that face can draw. */
function write(
  page: Page,
  [face, size, colour]: readonly [keyof Fonts, number, string],
  text: string,
  x: number,
  y: number,
  options: PDFKit.Mixins.TextOptions,
) {
  page.font(face).fontSize(size).fillColor(colour)
  page.text(printable(text, glyphsOf(page)), x, y, options)
}

/** pdfkit keeps the open face to itself; it is fontkit's, which knows what it can draw. */
function glyphsOf(page: Page): (codePoint: number) => boolean {
  const { font } = (page as unknown as { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } })._font
  return (codePoint) => font.hasGlyphForCodePoint(codePoint)
}

function letterhead(page: Page, root: Struct, input: RecordDocument) {
  const options = { width: WIDTH - 150, structParent: root, structType: 'P' }
  write(page, ['serif', 20, ink.text], input.doctor.name, margins.left, 56, { ...options, lineGap: 0 })
  write(page, ['sans', 9.5, ink.second], credentialsOf(input), margins.left, page.y + 2, options)
  rule(page, page.y + 12, ink.accent, 1.2)
  page.y += 38
}

function identification(page: Page, root: Struct, input: RecordDocument) {
  const options = { width: WIDTH, structParent: root, structType: 'P' }
  write(page, ['strong', 9, ink.accent], 'Registro de consulta', margins.left, page.y, { ...options, structType: 'H1' })
  write(page, ['serif', 17, ink.text], input.patientName, margins.left, page.y + 5, { ...options, lineGap: 0 })
  const top = page.y + 10
  const facts = factsOf(input)
  const column = WIDTH / facts.length
  let bottom = top
  facts.forEach(({ label, value }, index) => {
    const x = margins.left + index * column
    write(page, ['sans', 8.5, ink.third], label, x, top, { ...options, width: column - 10 })
    write(page, ['strong', 10, ink.text], value, x, page.y + 1, { ...options, width: column - 10 })
    bottom = Math.max(bottom, page.y)
  })
  rule(page, bottom + 14, ink.line, 0.6)
  page.y = bottom + 34
}

function writeSection(page: Page, root: Struct, section: PrintedSection) {
  // A heading never stands alone at the foot of a page: it takes two lines of its text along.
  keepTogether(page, 18 + 2 * 17)
  const sect = page.struct('Sect')
  root.add(sect)
  const options = { width: WIDTH, structParent: sect, structType: 'P' }
  write(page, ['strong', 10.5, ink.accent], section.title, margins.left, page.y, { ...options, structType: 'H2' })
  page.y += 3
  for (const paragraph of section.paragraphs) {
    write(page, ['serif', 11.5, ink.text], paragraph, margins.left, page.y, { ...options, lineGap: 2.6 })
    page.y += 2
  }
  sect.end()
  page.y += 13
}

function closing(page: Page, root: Struct, input: RecordDocument) {
  const lines = closingLines(input)
  const options = { width: WIDTH, lineGap: 1.5, structParent: root, structType: 'P' }
  page.font('sans').fontSize(8.5)
  keepTogether(
    page,
    24 + lines.reduce((sum, line) => sum + page.heightOfString(line, { width: WIDTH, lineGap: 1.5 }) + 4, 0),
  )
  rule(page, page.y + 4, ink.line, 0.6)
  page.y += 14
  for (const line of lines) {
    write(page, ['sans', 8.5, ink.second], line, margins.left, page.y, options)
    page.y += 4
  }
}

/** Running head, draft mark and page numbers, once the number of pages is known. They are artifacts to a reader. */
function onEveryPage(page: Page, input: RecordDocument) {
  const { start, count } = page.bufferedPageRange()
  // The date first: a long name is cut at its end.
  const head = `${dayOf(input.consultation.startTime)}  ·  ${input.patientName}`
  const headWidth = input.signedAt === null ? WIDTH - 150 : WIDTH
  const foot = [input.doctor.name, input.doctor.crm && `CRM ${input.doctor.crm}`].filter(Boolean).join('  ·  ')
  const oneLine = { lineBreak: false, height: 12, ellipsis: true }
  for (let index = 0; index < count; index++) {
    page.switchToPage(start + index)
    // Text in a margin would make pdfkit open a new page.
    Object.assign(page.page.margins, { top: 0, bottom: 0 })
    page.markContent('Artifact', { type: 'Pagination', attached: ['Top'] })
    if (input.signedAt === null) draftMark(page, index === 0 ? 58 : 44)
    if (index > 0) {
      write(page, ['sans', 8.5, ink.second], head, margins.left, 48, { ...oneLine, width: headWidth })
      page.moveTo(margins.left, 68).lineTo(RIGHT, 68).lineWidth(0.6).strokeColor(ink.line).stroke()
    }
    page.endMarkedContent()
    page.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    write(page, ['sans', 8.5, ink.third], foot, margins.left, 786, { ...oneLine, width: WIDTH - 120 })
    write(page, ['sans', 8.5, ink.third], `Página ${index + 1} de ${count}`, RIGHT - 110, 786, {
      width: 110,
      align: 'right',
    })
    page.endMarkedContent()
  }
}

function draftMark(page: Page, y: number) {
  page.font('strong').fontSize(8.5)
  const width = page.widthOfString(DRAFT_MARK) + 20
  page
    .roundedRect(RIGHT - width, y, width, 18, 9)
    .lineWidth(0.8)
    .strokeColor(ink.draft)
    .stroke()
  write(page, ['strong', 8.5, ink.draft], DRAFT_MARK, RIGHT - width + 10, y + 4.2, { lineBreak: false })
}

function rule(page: Page, y: number, colour: string, width: number) {
  page.markContent('Artifact', { type: 'Layout' })
  page.moveTo(margins.left, y).lineTo(RIGHT, y).lineWidth(width).strokeColor(colour).stroke()
  page.endMarkedContent()
}

function keepTogether(page: Page, height: number) {
  if (page.y + height > page.page.maxY()) page.addPage()
}

function collect(page: Page): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    page.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    page.on('error', reject)
    page.on('end', () => {
      const file = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.byteLength, 0))
      let offset = 0
      for (const chunk of chunks) {
        file.set(chunk, offset)
        offset += chunk.byteLength
      }
      resolve(file)
    })
  })
}
