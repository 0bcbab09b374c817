import type { Seal } from '#domain/formats/document.ts'
import {
  type Face,
  heightOf,
  ink,
  keepHeading,
  keepTogether,
  keepWithNext,
  margins,
  type Page,
  rule,
  type Struct,
  WIDTH,
  write,
} from './page.ts'

const heading: Face = ['strong', 10.5, ink.accent]
const body: Face = ['serif', 11.5, ink.text]
const who: Face = ['strong', 9.5, ink.text]
const when: Face = ['sans', 9, ink.second]
const hash: Face = ['sans', 7.5, ink.third]
const small: Face = ['sans', 8.5, ink.second]
const bodyGap = 2.6
const lineGap = 1.5
/** Height of the rule above a seal, its title and the space between, in points. */
const HEAD = 31
const GAP = 10

/** The end of a paper, after its sections: signature, addenda and the statements about the paper itself. */
export type Ending = { seals: readonly Seal[]; closing: readonly string[] }

/** Writes the signature and the addenda; a draft has neither. */
export function writeSeals(page: Page, root: Struct, { seals, closing }: Ending): void {
  seals.forEach((seal, index) => {
    const last = index === seals.length - 1
    writeSeal(page, root, seal, last ? closingHeight(page, closing) : 0)
  })
}

/** Height of the block that must not begin a page without the last lines of the sections. */
export function endHeight(page: Page, { seals, closing }: Ending): number {
  const [first, ...added] = seals
  const below = added.length > 0 ? 0 : closingHeight(page, closing)
  return first ? HEAD + footHeight(page, first) + below : below
}

const facesOf = (seal: Seal): (readonly [Face, string])[] => [
  ...seal.lines.map((line, index) => [index === 0 ? who : when, line] as const),
  [hash, seal.hash] as const,
]
const footHeight = (page: Page, seal: Seal): number =>
  facesOf(seal).reduce((sum, [face, line]) => sum + heightOf(page, face, line, { width: WIDTH, lineGap }) + 1, GAP)

/** Keeps a signature, its statement and `next` on one page; an addendum's text may flow over. */
function writeSeal(page: Page, root: Struct, seal: Seal, next: number) {
  const foot = footHeight(page, seal) + next
  const flowing = { width: WIDTH, lineGap: bodyGap }
  if (seal.paragraphs.length === 0) keepTogether(page, HEAD + foot)
  else keepHeading(page, HEAD, [body, seal.paragraphs], flowing, foot)
  divide(page, 14)
  const sect = page.struct('Sect')
  root.add(sect)
  const options = { width: WIDTH, structParent: sect, structType: 'P' }
  write(page, heading, seal.title, margins.left, page.y, { ...options, structType: 'H2' })
  page.y += 3
  for (const [index, paragraph] of seal.paragraphs.entries()) {
    if (index === seal.paragraphs.length - 1) keepWithNext(page, body, paragraph, flowing, foot)
    write(page, body, paragraph, margins.left, page.y, { ...options, ...flowing })
    page.y += 2
  }
  for (const [face, line] of facesOf(seal)) {
    write(page, face, line, margins.left, page.y, { ...options, lineGap })
    page.y += 1
  }
  sect.end()
  page.y += GAP
}

const closingHeight = (page: Page, closing: readonly string[]): number =>
  closing.reduce((sum, line) => sum + heightOf(page, small, line, { width: WIDTH, lineGap }) + 4, 12)

/** Writes the document's statements about itself at its end, on one page. */
export function writeClosing(page: Page, root: Struct, { closing }: Ending): void {
  keepTogether(page, closingHeight(page, closing))
  divide(page, 12)
  const options = { width: WIDTH, lineGap, structParent: root, structType: 'P' }
  for (const line of closing) {
    write(page, small, line, margins.left, page.y, options)
    page.y += 4
  }
}

/** Draws a rule above, except at the head of a page, which already has one. */
function divide(page: Page, height: number) {
  if (page.y <= margins.top) return
  rule(page, page.y + 2, ink.line, 0.6)
  page.y += height
}
