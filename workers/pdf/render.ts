import {
  authorOf,
  dayOf,
  type Fact,
  factsOf,
  identificationOf,
  type Paper,
  type PrintedSection,
  paperOf,
  type RecordDocument,
  withShortNames,
} from '#domain/formats/document.ts'
import { type FileInfo, openFile } from './file.ts'
import type { Fonts } from './fonts.ts'
import {
  type Face,
  ink,
  keepHeading,
  keepTogether,
  keepWithNext,
  margins,
  type Page,
  RIGHT,
  rule,
  type Struct,
  WIDTH,
  write,
} from './page.ts'
import { endHeight, writeClosing, writeSeals } from './seal.ts'

/** `rows`: facts side by side. `head`, `foot`: one line on every page; a long one is cut at its end. */
type Layout = { rows: readonly (readonly Fact[])[]; head: string; foot: string }

/** Returns the record as a tagged A4 PDF. Pure: the same input gives the same pages. Errors: record_too_long. */
export function renderRecord(document: RecordDocument, fonts: Fonts): Promise<Uint8Array> {
  const input = withShortNames(document)
  const paper = paperOf(document)
  const info = {
    title: paper.title,
    author: input.doctor.name,
    subject: 'Registro de consulta médica',
    createdAt: input.printedAt,
  }
  // The date first: a long name is cut at its end.
  const head = `${dayOf(input)}  ·  ${input.patientName}`
  const rows = [...rowsOf(identificationOf(input)), factsOf(input)]
  return renderPages(paper, info, { rows, head, foot: authorOf(input) }, fonts)
}

/** Returns the paper of a consultation or a patient as `renderRecord` prints a record. Errors: record_too_long. */
export function renderFile(paper: Paper, printedAt: number, fonts: Fonts): Promise<Uint8Array> {
  const { title, letterhead, kind, facts } = paper
  const info = { title, author: letterhead.name, subject: kind, createdAt: printedAt }
  return renderPages(paper, info, { rows: rowsOf(facts), head: title, foot: letterhead.name }, fonts)
}

function renderPages(paper: Paper, info: FileInfo, layout: Layout, fonts: Fonts): Promise<Uint8Array> {
  const { page, file } = openFile(info, fonts)
  const root = page.struct('Document')
  page.addStructure(root)
  writeLetterhead(page, root, paper)
  writeSubject(page, root, paper, layout.rows)
  paper.sections.forEach((section, index) => {
    writeSection(page, root, section, index === paper.sections.length - 1 ? endHeight(page, paper) : 0)
  })
  writeSeals(page, root, paper)
  writeClosing(page, root, paper)
  root.end()
  onEveryPage(page, paper.mark, layout)
  page.end()
  return file
}

function writeLetterhead(page: Page, root: Struct, { letterhead, mark }: Paper) {
  const width = mark === null ? WIDTH : WIDTH - 150
  const options = { width, structParent: root, structType: 'P' }
  write(page, ['serif', 20, ink.text], letterhead.name, margins.left, 56, { ...options, lineGap: 0 })
  write(page, ['sans', 9.5, ink.second], letterhead.credentials, margins.left, page.y + 2, { ...options, width: WIDTH })
  rule(page, page.y + 12, ink.accent, 1.2)
  page.y += 38
}

function writeSubject(page: Page, root: Struct, { kind, subject }: Paper, rows: Layout['rows']) {
  const options = { width: WIDTH, structParent: root, structType: 'P' }
  write(page, ['strong', 9, ink.accent], kind, margins.left, page.y, { ...options, structType: 'H1' })
  write(page, ['serif', 17, ink.text], subject, margins.left, page.y + 5, { ...options, lineGap: 0 })
  page.y += 10
  for (const [index, row] of rows.entries()) {
    if (index > 0) page.y += 7
    factRow(page, root, row)
  }
  rule(page, page.y + 14, ink.line, 0.6)
  page.y += 34
}

/** Three short facts share a row; a long one has its own. */
function rowsOf(facts: readonly Fact[]): Fact[][] {
  const rows: Fact[][] = []
  for (const fact of facts) {
    const row = rows.at(-1)
    if (row && row.length < 3 && isShort(fact) && row.every(isShort)) row.push(fact)
    else rows.push([fact])
  }
  return rows
}
const isShort = ({ value }: Fact) => value.length <= 30

/** Writes facts side by side; the row is as high as its longest fact. */
function factRow(page: Page, root: Struct, facts: readonly Fact[]) {
  const top = page.y
  const column = WIDTH / Math.max(facts.length, isShort(facts[0] as Fact) ? 3 : 1)
  const options = { width: column - 10, structParent: root, structType: 'P' }
  let bottom = top
  facts.forEach(({ label, value }, index) => {
    const x = margins.left + index * column
    write(page, ['sans', 8.5, ink.third], label, x, top, options)
    write(page, ['strong', 10, ink.text], value, x, page.y + 1, options)
    bottom = Math.max(bottom, page.y)
  })
  page.y = bottom
}

const body: Face = ['serif', 11.5, ink.text]
const flowing = { width: WIDTH, lineGap: 2.6 }
const GAP = 13

/** `next`: height of the block that must stay with this section's last lines. */
function writeSection(page: Page, root: Struct, section: PrintedSection, next: number) {
  const { title, paragraphs, items, isInner } = section
  const texts = [...paragraphs, ...items]
  const after = next > 0 ? GAP + 2 + next : 0
  // Keep the heading with its text at the foot of a page.
  keepHeading(page, 18, [body, texts], flowing, after)
  let written = 0
  const before = (text: string) => {
    written += 1
    if (after > 0 && written === texts.length) keepWithNext(page, body, text, flowing, after)
  }
  const sect = page.struct('Sect')
  root.add(sect)
  const options = { width: WIDTH, structParent: sect, structType: 'P' }
  if (title !== null) {
    const face: Face = ['strong', 10.5, isInner ? ink.text : ink.accent]
    write(page, face, title, margins.left, page.y, { ...options, structType: isInner ? 'H3' : 'H2' })
    page.y += 3
  }
  for (const paragraph of paragraphs) {
    before(paragraph)
    write(page, body, paragraph, margins.left, page.y, { ...options, ...flowing })
    page.y += 2
  }
  if (items.length > 0) writeList(page, sect, items, before)
  sect.end()
  page.y += GAP
}

function writeList(page: Page, sect: Struct, items: readonly string[], before: (text: string) => void) {
  const list = page.struct('L')
  sect.add(list)
  for (const text of items) {
    before(text)
    keepTogether(page, 17)
    const item = page.struct('LI')
    list.add(item)
    write(page, body, text, margins.left, page.y, { ...flowing, structParent: item, structType: 'LBody' })
    item.end()
    page.y += 2
  }
  list.end()
}

/** Writes running head, mark and page numbers on all pages, as artifacts that screen readers skip. */
function onEveryPage(page: Page, mark: string | null, { head, foot }: Layout) {
  const { start, count } = page.bufferedPageRange()
  const oneLine = { lineBreak: false, height: 12, ellipsis: true }
  for (let index = 0; index < count; index++) {
    page.switchToPage(start + index)
    // Text in a margin would make pdfkit open a new page.
    Object.assign(page.page.margins, { top: 0, bottom: 0 })
    page.markContent('Artifact', { type: 'Pagination', attached: ['Top'] })
    if (mark !== null) drawMark(page, mark, index === 0 ? 58 : 44)
    if (index > 0) {
      const width = mark === null ? WIDTH : WIDTH - 150
      write(page, ['sans', 8.5, ink.second], head, margins.left, 48, { ...oneLine, width })
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

function drawMark(page: Page, mark: string, y: number) {
  page.font('strong').fontSize(8.5)
  const width = page.widthOfString(mark) + 20
  page
    .roundedRect(RIGHT - width, y, width, 18, 9)
    .lineWidth(0.8)
    .strokeColor(ink.draft)
    .stroke()
  write(page, ['strong', 8.5, ink.draft], mark, RIGHT - width + 10, y + 4.2, { lineBreak: false })
}
