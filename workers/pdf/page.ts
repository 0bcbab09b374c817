import type { Fonts } from './fonts.ts'
import { printable } from './printable.ts'

export type Page = PDFKit.PDFDocument
export type Struct = PDFKit.PDFStructureElement
export type Face = readonly [face: keyof Fonts, size: number, colour: string]

// Points. A4 is 595.28 x 841.89; the column holds about 85 characters of the text face.
export const margins = { top: 84, bottom: 78, left: 70, right: 70 }
export const WIDTH = 595.28 - margins.left - margins.right
export const RIGHT = 595.28 - margins.right
export const ink = {
  text: '#1c1b19',
  second: '#57534c',
  third: '#6f6a61',
  line: '#d9d4ca',
  accent: '#0f5e63',
  draft: '#b42b25',
}

/** Writes text in a face and size; characters missing in the face are replaced. */
export function write(
  page: Page,
  [face, size, colour]: Face,
  text: string,
  x: number,
  y: number,
  options: PDFKit.Mixins.TextOptions,
): void {
  page.font(face).fontSize(size).fillColor(colour)
  page.text(drawable(page, text), x, y, options)
}

/** The height of a text in the column. */
export function heightOf(page: Page, [face, size]: Face, text: string, options: PDFKit.Mixins.TextOptions): number {
  page.font(face).fontSize(size)
  return page.heightOfString(drawable(page, text), options)
}

type OpenFace = {
  characterSet: readonly number[]
  hasGlyphForCodePoint(codePoint: number): boolean
  glyphForCodePoint(codePoint: number): unknown
}
/** pdfkit hides the open face; this fontkit object can tell which glyphs exist. */
const openFace = (page: Page) => (page as unknown as { _font: { font: OpenFace } })._font.font

/** The most characters looked up for one face: more than its own glyphs and the marks of any European text. */
const SUBSTITUTES_MAX = 4_000
const substitutes = new WeakMap<OpenFace, Map<string, string>>()

/** Returns the text as the current face can draw it. Looks each character up once per face. */
function drawable(page: Page, text: string): string {
  const face = openFace(page)
  let ofFace = substitutes.get(face)
  if (ofFace === undefined || ofFace.size > SUBSTITUTES_MAX) {
    ofFace = new Map()
    substitutes.set(face, ofFace)
  }
  return printable(text, (codePoint) => face.hasGlyphForCodePoint(codePoint), ofFace)
}

/** Reading a face's tables takes longer than printing a page: each face is read once. */
const opened = new WeakMap<Uint8Array, OpenFace>()

/** Makes the fonts available under the names of `Face`. */
export function registerFaces(page: Page, fonts: Fonts): void {
  for (const name of ['sans', 'strong', 'serif'] as const) {
    const openedFace = opened.get(fonts[name])
    page.registerFont(name, (openedFace ?? fonts[name]) as never).font(name)
    if (!openedFace) opened.set(fonts[name], askInOrder(openFace(page)))
  }
}

/** A glyph maps to the first character that asked for it. Asking in order keeps documents independent of earlier ones. */
function askInOrder(face: OpenFace): OpenFace {
  for (const codePoint of [...face.characterSet].sort((a, b) => a - b)) face.glyphForCodePoint(codePoint)
  return face
}

/** Draws a line across the column at `y`, in points. */
export function rule(page: Page, y: number, colour: string, width: number): void {
  page.markContent('Artifact', { type: 'Layout' })
  page.moveTo(margins.left, y).lineTo(RIGHT, y).lineWidth(width).strokeColor(colour).stroke()
  page.endMarkedContent()
}

/** Starts a new page if the next `height` points do not fit. */
export function keepTogether(page: Page, height: number): void {
  if (page.y + height > page.page.maxY()) page.addPage()
}

/** A page break leaves at least two lines of a paragraph on each side. */
const ALONG = 2
/** Longer texts always exceed two lines twice: they need no measurement. */
const LEADING_LETTERS = 1_000
const linesOf = (page: Page, face: Face, text: string, options: PDFKit.Mixins.TextOptions) => {
  const line = heightOf(page, face, 'x', options)
  return { line, count: Math.round(heightOf(page, face, text, options) / line) }
}

/** Reserves space for a heading and its text: all of a short last text with what follows, else two lines. */
export function keepHeading(
  page: Page,
  heading: number,
  [face, texts]: readonly [Face, readonly string[]],
  options: PDFKit.Mixins.TextOptions,
  next: number,
): void {
  const [text = '', ...more] = texts
  const { line, count } = linesOf(page, face, text.slice(0, LEADING_LETTERS), options)
  const whole = more.length === 0 && count < 2 * ALONG
  keepTogether(page, heading + (whole ? count * line + next : Math.min(count, ALONG) * line))
}

/** Starts a new page if the following block of height `next` would not fit with the text's last two lines. */
export function keepWithNext(
  page: Page,
  face: Face,
  text: string,
  options: PDFKit.Mixins.TextOptions,
  next: number,
): void {
  const { line, count } = linesOf(page, face, text, options)
  const room = page.page.maxY() - page.y
  if (count * line + next <= room || count - Math.floor(room / line) >= ALONG) return
  if (count < 2 * ALONG) {
    if (page.y > margins.top) page.addPage()
    return
  }
  // End this page earlier, so that the text flows over by itself.
  const here = (count - ALONG) * line + 1
  page.page.margins = { ...page.page.margins, bottom: page.page.margins.bottom + room - here }
}
