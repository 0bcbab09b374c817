import PDFDocument from 'pdfkit'
import { AppError } from '#domain/errors.ts'
import { asProperty, nameAccessibility } from './archive.ts'
import type { Fonts } from './fonts.ts'
import { margins, type Page, registerFaces } from './page.ts'

/** Limit because all pages stay in memory. Records within domain/record/limits.ts never reach it. */
const PAGES_MAX = 200

export type FileInfo = { title: string; author: string; subject: string; createdAt: number }

/** Opens a tagged A4 PDF that can be archived (PDF/A-2a, PDF/UA-1). `file` resolves to its bytes after `page.end()`. Errors: record_too_long beyond 200 pages. */
export function openFile(
  { title, author, subject, createdAt }: FileInfo,
  fonts: Fonts,
): { page: Page; file: Promise<Uint8Array> } {
  const page = new PDFDocument({
    size: 'A4',
    margins,
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    bufferPages: true,
    // Without this a default font is set again at every page break of a paragraph.
    font: null,
    info: {
      Title: asProperty(title),
      Author: asProperty(author),
      Subject: asProperty(subject),
      Creator: 'Relato',
      Producer: 'Relato',
      CreationDate: new Date(createdAt),
    },
  } as unknown as PDFKit.PDFDocumentOptions)
  nameAccessibility(page)
  const file = collect(page)
  page.on('pageAdded', () => {
    if (page.bufferedPageRange().count > PAGES_MAX) throw new AppError('record_too_long')
  })
  registerFaces(page, fonts)
  return { page, file }
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
