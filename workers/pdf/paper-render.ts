import { encode } from 'uqr'
import type { Fact } from '#domain/formats/document.ts'
import { openFile } from './file.ts'
import type { Fonts } from './fonts.ts'
import { type Face, ink, keepTogether, margins, type Page, RIGHT, rule, type Struct, WIDTH, write } from './page.ts'
import {
  BLANK,
  type Block,
  bodyOf,
  cancelledMark,
  copyLabel,
  footLines,
  type IssuedPaper,
  letterheadLines,
  patientFacts,
  signHow,
  signPlace,
  statementLines,
  titleOf,
  verifyUrl,
} from './paper.ts'

const heading: Face = ['strong', 10.5, ink.accent]
const LOGO_TOP = 40
const LOGO_HEIGHT = 48
const small: Face = ['sans', 8.5, ink.second]

/** Returns an issued document as a tagged A4 PDF, each copy on pages of its own. Pure. */
export async function renderPaper(paper: IssuedPaper, fonts: Fonts): Promise<Uint8Array> {
  const { issued } = paper
  const { page, file } = openFile(
    {
      title: titleOf(paper),
      author: issued.head.doctor.name,
      subject: 'Documento médico',
      createdAt: issued.issued_at,
    },
    fonts,
  )
  const root = page.struct('Document')
  page.addStructure(root)
  const starts: number[] = []
  for (let copy = 1; copy <= issued.dispensing.copies; copy++) {
    if (copy > 1) page.addPage()
    starts.push(page.bufferedPageRange().count - 1)
    writeCopy(page, root, paper, copyLabel(issued.dispensing.copies, copy))
  }
  root.end()
  onEveryPage(page, paper, starts)
  page.end()
  return file
}

function writeCopy(page: Page, root: Struct, paper: IssuedPaper, label: string | null) {
  const { head } = paper.issued
  const options = { width: WIDTH, structParent: root, structType: 'P' }
  const logoEnd = writeLogo(page, paper)
  write(page, ['serif', 19, ink.text], head.doctor.name, margins.left, 52, {
    ...options,
    width: WIDTH - 110,
    lineGap: 0,
  })
  for (const line of letterheadLines(paper))
    write(page, ['sans', 9.5, ink.second], line, margins.left, page.y + 2, {
      ...options,
      width: paper.logo ? WIDTH - 120 : WIDTH,
    })
  if (label) {
    const { y } = page
    write(page, ['strong', 9.5, ink.accent], label, RIGHT - 110, logoEnd === 0 ? 57 : logoEnd + 4, {
      ...options,
      width: 110,
      align: 'right',
    })
    page.y = Math.max(y, logoEnd === 0 ? 0 : page.y)
  }
  page.y = Math.max(page.y, logoEnd)
  rule(page, page.y + 10, ink.accent, 1.2)
  page.y += 30
  const mark = cancelledMark(paper)
  if (mark) write(page, ['strong', 13, ink.draft], mark, margins.left, page.y, { ...options })
  write(page, ['serif', 17, ink.text], titleOf(paper), margins.left, page.y + (mark ? 6 : 0), {
    ...options,
    structType: 'H1',
    lineGap: 0,
  })
  write(page, ['strong', 11, ink.text], head.patient.name, margins.left, page.y + 10, { ...options })
  page.y += 3
  for (const row of factRows(patientFacts(paper)))
    write(page, ['sans', 9.5, ink.second], row, margins.left, page.y, options)
  rule(page, page.y + 10, ink.line, 0.6)
  page.y += 26
  for (const block of bodyOf(paper)) writeBlock(page, root, block, paper.kind === 'guidance')
  writeEnd(page, root, paper)
}

/** Draws the letterhead's logo at the right; returns where it ends, or 0 without one. The doctor's name says whose it is. */
function writeLogo(page: Page, { logo }: IssuedPaper): number {
  if (!logo) return 0
  page.markContent('Artifact', { type: 'Layout' })
  page.image(logo as never, RIGHT - 110, LOGO_TOP, { fit: [110, LOGO_HEIGHT], align: 'right' })
  page.endMarkedContent()
  return LOGO_TOP + LOGO_HEIGHT
}

/** One after the other; each line to write on has a row of its own. */
function factRows(facts: readonly Fact[]): string[] {
  const text = ({ label, value }: Fact) => `${label}: ${value}`
  const isBlank = ({ value }: Fact) => value === BLANK
  const filled = facts.filter((fact) => !isBlank(fact))
  return [filled.map(text).join('  ·  '), ...facts.filter(isBlank).map(text)].filter(Boolean)
}

function writeBlock(page: Page, root: Struct, { title, paragraphs, items }: Block, large: boolean) {
  const body: Face = ['serif', large ? 16 : 11.5, ink.text]
  const flowing = { width: WIDTH, lineGap: large ? 5 : 2.6 }
  const sect = page.struct('Sect')
  root.add(sect)
  const options = { ...flowing, structParent: sect, structType: 'P' }
  if (title !== null) {
    keepTogether(page, large ? 60 : 36)
    write(page, large ? ['strong', 14, ink.accent] : heading, title, margins.left, page.y, {
      ...options,
      structType: 'H2',
    })
    page.y += 3
  }
  for (const paragraph of paragraphs) {
    write(page, body, paragraph, margins.left, page.y, options)
    page.y += large ? 6 : 2
  }
  for (const item of items) {
    keepTogether(page, 50)
    write(page, ['strong', 12, ink.text], item.title, margins.left, page.y, options)
    for (const line of item.lines) write(page, body, line, margins.left + 16, page.y, { ...options, width: WIDTH - 16 })
    page.y += 9
  }
  sect.end()
  page.y += 11
}

const QR = 74
/** Space for a signature and a stamp, in points. */
const SIGNATURE = 62
const END = SIGNATURE + 150

/** Statement, signature line, and how to verify: together on one page, at its foot where there is room. */
function writeEnd(page: Page, root: Struct, paper: IssuedPaper) {
  const { doctor } = paper.issued.head
  const statements = statementLines(paper)
  keepTogether(page, END + statements.length * 13)
  const options = { width: WIDTH, structParent: root, structType: 'P' }
  for (const line of statements) write(page, ['sans', 10, ink.text], line, margins.left, page.y + 2, options)
  const top = Math.max(page.y + SIGNATURE, page.page.maxY() - 140)
  const start = margins.left + WIDTH / 2 - 120
  page.markContent('Artifact', { type: 'Layout' })
  page
    .moveTo(start, top)
    .lineTo(start + 240, top)
    .lineWidth(0.8)
    .strokeColor(ink.second)
    .stroke()
  page.endMarkedContent()
  const centred = { ...options, width: 240, align: 'center' as const }
  write(page, ['strong', 10, ink.text], doctor.name, start, top + 4, centred)
  write(page, small, `CRM ${doctor.crm}. ${signPlace(paper)}`, start, page.y + 1, centred)
  if (paper.state === 'issued') write(page, ['strong', 9.5, ink.accent], signHow(paper), start, page.y + 3, centred)
  const foot = Math.max(page.y + 10, page.page.maxY() - QR)
  drawCode(page, verifyUrl(paper), margins.left, foot)
  page.y = foot + 4
  const beside = { ...options, width: WIDTH - QR - 14 }
  for (const [index, line] of footLines(paper).entries())
    write(
      page,
      index === 1 ? ['strong', 11, ink.text] : ['sans', 7.5, ink.third],
      line,
      margins.left + QR + 14,
      page.y + 1,
      beside,
    )
}

/** Draws the address as squares; its text stands beside it, so a screen reader skips the picture. */
function drawCode(page: Page, address: string, x: number, y: number) {
  const { data, size } = encode(address, { border: 0 })
  const cell = QR / size
  page.markContent('Artifact', { type: 'Layout' })
  data.forEach((row, down) => {
    row.forEach((dark, across) => {
      if (dark) page.rect(x + across * cell, y + down * cell, cell, cell)
    })
  })
  page.fill(ink.text)
  page.endMarkedContent()
}

/** Number and page of each copy, as artifacts that screen readers skip. */
function onEveryPage(page: Page, paper: IssuedPaper, starts: readonly number[]) {
  const { start, count } = page.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    page.switchToPage(start + index)
    // Text in a margin would make pdfkit open a new page.
    Object.assign(page.page.margins, { top: 0, bottom: 0 })
    const first = starts.filter((at) => at <= index).at(-1) ?? 0
    const next = starts.find((at) => at > index) ?? count
    const text = [titleOf(paper), cancelledMark(paper), `Página ${index - first + 1} de ${next - first}`]
    page.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    write(page, ['sans', 8.5, ink.third], text.filter(Boolean).join('  ·  '), margins.left, 786, {
      lineBreak: false,
      height: 12,
      width: WIDTH,
    })
    page.endMarkedContent()
  }
}
