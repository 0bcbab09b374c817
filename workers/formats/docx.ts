import { BorderStyle, Document, Footer, Header, HeadingLevel, Packer, PageNumber, Paragraph, TextRun } from 'docx'
import type { Paper, PrintedSection, Seal } from '#domain/formats/document.ts'

const accent = '0F5E63'
const draft = 'B42B25'
const rule = { style: BorderStyle.SINGLE, size: 6, color: accent, space: 6 }

/** Control characters are no XML. */
const clean = (text: string) => text.replace(/(?![\t\n\r])\p{Cc}/gu, '')
const run = (text: string, options: { bold?: boolean; color?: string; size?: number } = {}) =>
  new TextRun({ text: clean(text), ...options })
const paragraph = (text: string) => new Paragraph({ spacing: { after: 80 }, children: [run(text)] })
const small = (text: string) => new Paragraph({ spacing: { after: 60 }, children: [run(text, { size: 17 })] })
const heading = (title: string | null, isInner = false) =>
  title === null
    ? []
    : [
        new Paragraph({
          heading: isInner ? HeadingLevel.HEADING_3 : HeadingLevel.HEADING_2,
          keepNext: true,
          children: [run(title)],
        }),
      ]

const sectionOf = ({ title, paragraphs, items, isInner }: PrintedSection) => [
  ...heading(title, isInner),
  ...paragraphs.map(paragraph),
  ...items.map((item) => new Paragraph({ bullet: { level: 0 }, children: [run(item)] })),
]
const sealOf = ({ title, paragraphs, lines, hash }: Seal) => [
  ...heading(title),
  ...[...paragraphs, ...lines].map(paragraph),
  small(hash),
]

/** The paper as a Word document. */
export async function docxOf(paper: Paper): Promise<Uint8Array<ArrayBuffer>> {
  const { letterhead, kind, subject, mark, facts, sections, seals, closing, title } = paper
  const marks = mark === null ? [] : [run(mark, { color: draft, bold: true })]
  const children = [
    new Paragraph({ children: [run(letterhead.name, { size: 36 })] }),
    new Paragraph({ border: { bottom: rule }, spacing: { after: 240 }, children: [run(letterhead.credentials)] }),
    new Paragraph({ heading: HeadingLevel.HEADING_1, children: [run(`${kind}: ${subject}`)] }),
    ...facts.map(({ label, value }) => new Paragraph({ children: [run(`${label}: `, { bold: true }), run(value)] })),
    ...sections.flatMap(sectionOf),
    ...seals.flatMap(sealOf),
    new Paragraph({ border: { bottom: { ...rule, color: 'D9D4CA' } }, children: [] }),
    ...closing.map(small),
  ]
  const document = new Document({
    title: clean(title),
    creator: clean(letterhead.name),
    lastModifiedBy: 'Relato',
    styles: {
      default: {
        document: { run: { font: 'Georgia', size: 23, language: { value: 'pt-BR' } } },
        heading1: { run: { size: 32, color: '1C1B19' }, paragraph: { spacing: { before: 120, after: 160 } } },
        heading3: {
          run: { size: 23, bold: true, color: '1C1B19' },
          paragraph: { spacing: { before: 160, after: 40 } },
        },
        heading2: { run: { size: 23, bold: true, color: accent }, paragraph: { spacing: { before: 240, after: 60 } } },
      },
    },
    sections: [
      {
        properties: { page: { size: { width: 11_906, height: 16_838 } } },
        headers: { default: new Header({ children: [new Paragraph({ alignment: 'right', children: marks })] }) },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                children: [
                  new TextRun({
                    size: 17,
                    children: [clean(`${subject}  ·  Página `), PageNumber.CURRENT, ' de ', PageNumber.TOTAL_PAGES],
                  }),
                ],
              }),
            ],
          }),
        },
        children,
      },
    ],
  })
  return new Uint8Array(await Packer.toArrayBuffer(document))
}
