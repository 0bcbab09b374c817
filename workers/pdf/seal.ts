import { addendumSeals, closingLines, type RecordDocument, type Seal, signatureSeal } from './document.ts'
import { type Face, heightOf, ink, keepTogether, margins, type Page, rule, type Struct, WIDTH, write } from './page.ts'

const heading: Face = ['strong', 10.5, ink.accent]
const body: Face = ['serif', 11.5, ink.text]
const who: Face = ['strong', 9.5, ink.text]
const when: Face = ['sans', 9, ink.second]
const hash: Face = ['sans', 7.5, ink.third]
const small: Face = ['sans', 8.5, ink.second]
const bodyGap = 2.6
const lineGap = 1.5

/** Who signed, and what was added since. A draft has neither. */
export function writeSeals(page: Page, root: Struct, input: RecordDocument): void {
  const signature = signatureSeal(input)
  if (!signature) return
  writeSeal(page, root, signature)
  for (const addendum of addendumSeals(input)) writeSeal(page, root, addendum)
}

/** A signature stays on one page with what it says; the text of an addendum may run over. */
function writeSeal(page: Page, root: Struct, seal: Seal) {
  const faces = [
    ...seal.lines.map((line, index) => [index === 0 ? who : when, line] as const),
    [hash, seal.hash] as const,
  ]
  const foot = faces.reduce((sum, [face, line]) => sum + heightOf(page, face, line, { width: WIDTH, lineGap }) + 1, 6)
  keepTogether(page, 34 + (seal.paragraphs.length > 0 ? 2 * 17 : foot))
  divide(page, 14)
  const sect = page.struct('Sect')
  root.add(sect)
  const options = { width: WIDTH, structParent: sect, structType: 'P' }
  write(page, heading, seal.title, margins.left, page.y, { ...options, structType: 'H2' })
  page.y += 3
  for (const paragraph of seal.paragraphs) {
    write(page, body, paragraph, margins.left, page.y, { ...options, lineGap: bodyGap })
    page.y += 2
  }
  keepTogether(page, foot)
  for (const [face, line] of faces) {
    write(page, face, line, margins.left, page.y, { ...options, lineGap })
    page.y += 1
  }
  sect.end()
  page.y += 10
}

/** What the document says of itself, at its end and together. */
export function writeClosing(page: Page, root: Struct, input: RecordDocument): void {
  const lines = closingLines(input)
  const options = { width: WIDTH, lineGap }
  keepTogether(page, 24 + lines.reduce((sum, line) => sum + heightOf(page, small, line, options) + 4, 0))
  divide(page, 12)
  for (const line of lines) {
    write(page, small, line, margins.left, page.y, { ...options, structParent: root, structType: 'P' })
    page.y += 4
  }
}

/** A line above, but at the head of a page, where one stands already. */
function divide(page: Page, height: number) {
  if (page.y <= margins.top) return
  rule(page, page.y + 2, ink.line, 0.6)
  page.y += height
}
