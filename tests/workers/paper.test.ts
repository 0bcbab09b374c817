import { expect, test } from 'vitest'
import { documentKinds } from '#domain/document/kind.ts'
import { printFonts } from '#workers/pdf/fonts.ts'
import type { IssuedPaper } from '#workers/pdf/paper.ts'
import { renderPaper } from '#workers/pdf/paper-render.ts'
import { paperOf } from '../testkit/paper.ts'
import { readPdf } from '../testkit/read-pdf.ts'
import golden from './golden/papers.json'

const printed = async (paper: IssuedPaper) => (await readPdf(await renderPaper(paper, printFonts()))).text

test('[DC5] [DC7] [DC10] [DC14] each kind prints what its golden text has', async () => {
  const found: Record<string, string[]> = {}
  for (const kind of documentKinds) found[kind] = (await printed(paperOf(kind))).join('\n').trim().split('\n')
  found.cancelled = (await printed(paperOf('attendance', { state: 'cancelled', replaced_by: 13, replaces: 9 })))
    .join('\n')
    .trim()
    .split('\n')
  expect(found).toEqual(golden)
})

test('a document longer than a page keeps its signature with its last lines, and says its pages', async () => {
  const long = paperOf('report')
  const field = { text: 'Evolui com melhora da tosse e da dispneia. '.repeat(90), sources: [] }
  const pages = await printed({
    ...long,
    issued: {
      ...long.issued,
      content: { ...long.issued.content, fields: { ...long.issued.content.fields, history: field } },
    },
  })
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.at(-1)).toContain('Imprimir e assinar à mão')
  for (const [at, page] of pages.entries()) expect(page).toContain(`Página ${at + 1} de ${pages.length}`)
})

test('[DC5] without RQE no specialty is announced; a missing address leaves a line', async () => {
  const paper = paperOf('attendance')
  const { head } = paper.issued
  const doctor = { ...head.doctor, rqe: null, address: null, phone: null }
  const [page = ''] = await printed({ ...paper, issued: { ...paper.issued, head: { ...head, doctor } } })
  expect(page).not.toContain('Pediatria')
  expect(page).toMatch(/Endereço: _{20,}/)
  // Nor does a pharmacy take a prescription without the patient's address.
  const prescription = paperOf('prescription').issued
  const issued = { ...prescription, head: { ...head, patient: { ...head.patient, address: null } } }
  for (const copy of await printed(paperOf('prescription', { issued })))
    expect(copy).toMatch(/CPF: 529\.982\.247-25\s+Endereço: _{20,}/)
})
