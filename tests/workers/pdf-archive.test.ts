import { expect, test } from 'vitest'
import { printFonts } from '#workers/pdf/fonts.ts'
import { renderPaper } from '#workers/pdf/paper-render.ts'
import { renderRecord } from '#workers/pdf/render.ts'
import { sampleDocument } from '#workers/pdf/sample.ts'
import { paperOf } from '../testkit/paper.ts'

const rawOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

test('record and document can be archived (PDF/A-2a, PDF/UA-1), and no name breaks the properties of the file', async () => {
  const doctor = { ...sampleDocument().doctor, name: 'Dra. Inês <b>& Filhos' }
  const files = [
    await renderRecord({ ...sampleDocument(), doctor, patientName: 'João & Maria </rdf:li>' }, printFonts()),
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
