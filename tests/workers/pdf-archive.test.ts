import { expect, test } from 'vitest'
import { paperOf as paperOfRecord } from '#domain/formats/document.ts'
import { printFonts } from '#workers/pdf/fonts.ts'
import { renderPaper } from '#workers/pdf/paper-render.ts'
import { renderFile, renderRecord } from '#workers/pdf/render.ts'
import { sampleDocument } from '#workers/pdf/sample.ts'
import { paperOf } from '../testkit/paper.ts'

const rawOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

test('record, file and document can be archived (PDF/A-2a, PDF/UA-1), and no name breaks the properties of the file', async () => {
  const doctor = { ...sampleDocument().doctor, name: 'Dra. Inês <b>& Filhos' }
  const record = { ...sampleDocument(), doctor, patientName: 'João & Maria </rdf:li>' }
  const files = [
    await renderRecord(record, printFonts()),
    await renderFile(paperOfRecord(record), record.printedAt, printFonts()),
    await renderPaper(paperOf('report'), printFonts()),
  ]
  for (const raw of files.map(rawOf)) {
    expect(raw).toContain('<pdfaid:part>2</pdfaid:part>')
    expect(raw).toContain('<pdfaid:conformance>A</pdfaid:conformance>')
    expect(raw).toContain('<pdfuaid:part>1</pdfuaid:part>')
    // The colours have their profile.
    expect(raw).toMatch(/\/OutputIntents \[\d+ 0 R\]/)
    const properties = /<dc:title>[\s\S]*<\/dc:creator>/.exec(raw)?.[0] ?? ''
    expect(properties.match(/<rdf:li/g)).toHaveLength(2)
    expect(properties).not.toMatch(/&|<b>/)
  }
})
