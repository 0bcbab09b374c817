import {
  authorOf,
  credentialsOf,
  dayOf,
  type Fact,
  factsOf,
  identificationOf,
  type PrintedSection,
  printedSections,
  type RecordDocument,
  titleOf,
  withShortNames,
} from '#domain/formats/document.ts'
import { DRAFT_MARK } from '#domain/record/text/unified-text.ts'
import { openFile } from './file.ts'
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

/** Returns the record as a tagged A4 PDF. Pure: the same input gives the same pages. Errors: record_too_long. */
export async function renderRecord(document: RecordDocument, fonts: Fonts): Promise<Uint8Array> {
  const input = withShortNames(document)
  const { page, file } = openFile(
    {
      title: titleOf(input),
      author: input.doctor.name,
      subject: 'Registro de consulta médica',
      createdAt: input.printedAt,
    },
    fonts,
  )

  const root = page.struct('Document')
  page.addStructure(root)
  letterhead(page, root, input)
  identification(page, root, input)
  const sections = printedSections(input)
  sections.forEach((section, index) => {
    writeSection(page, root, section, index === sections.length - 1 ? endHeight(page, input) : 0)
  })
  writeSeals(page, root, input)
  writeClosing(page, root, input)
  root.end()
  onEveryPage(page, input)
  page.end()
  return file
}

function letterhead(page: Page, root: Struct, input: RecordDocument) {
  const width = input.signature === null ? WIDTH - 150 : WIDTH
  const options = { width, structParent: root, structType: 'P' }
  write(page, ['serif', 20, ink.text], input.doctor.name, margins.left, 56, { ...options, lineGap: 0 })
  write(page, ['sans', 9.5, ink.second], credentialsOf(input), margins.left, page.y + 2, { ...options, width: WIDTH })
  rule(page, page.y + 12, ink.accent, 1.2)
  page.y += 38
}

function identification(page: Page, root: Struct, input: RecordDocument) {
  const options = { width: WIDTH, structParent: root, structType: 'P' }
  write(page, ['strong', 9, ink.accent], 'Registro de consulta', margins.left, page.y, { ...options, structType: 'H1' })
  write(page, ['serif', 17, ink.text], input.patientName, margins.left, page.y + 5, { ...options, lineGap: 0 })
  page.y += 10
  for (const row of rowsOf(identificationOf(input))) {
    factRow(page, root, row)
    page.y += 7
  }
  factRow(page, root, factsOf(input))
  rule(page, page.y + 14, ink.line, 0.6)
  page.y += 34
}

/** Three short facts share a row; a long one has its own. */
function rowsOf(facts: Fact[]): Fact[][] {
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
function writeSection(page: Page, root: Struct, { title, paragraphs, items }: PrintedSection, next: number) {
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
    write(page, ['strong', 10.5, ink.accent], title, margins.left, page.y, { ...options, structType: 'H2' })
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

/** Writes running head, draft mark and page numbers on all pages, as artifacts that screen readers skip. */
function onEveryPage(page: Page, input: RecordDocument) {
  const { start, count } = page.bufferedPageRange()
  const draft = input.signature === null
  // The date first: a long name is cut at its end.
  const head = `${dayOf(input)}  ·  ${input.patientName}`
  const oneLine = { lineBreak: false, height: 12, ellipsis: true }
  for (let index = 0; index < count; index++) {
    page.switchToPage(start + index)
    // Text in a margin would make pdfkit open a new page.
    Object.assign(page.page.margins, { top: 0, bottom: 0 })
    page.markContent('Artifact', { type: 'Pagination', attached: ['Top'] })
    if (draft) draftMark(page, index === 0 ? 58 : 44)
    if (index > 0) {
      const width = draft ? WIDTH - 150 : WIDTH
      write(page, ['sans', 8.5, ink.second], head, margins.left, 48, { ...oneLine, width })
      page.moveTo(margins.left, 68).lineTo(RIGHT, 68).lineWidth(0.6).strokeColor(ink.line).stroke()
    }
    page.endMarkedContent()
    page.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    write(page, ['sans', 8.5, ink.third], authorOf(input), margins.left, 786, { ...oneLine, width: WIDTH - 120 })
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
