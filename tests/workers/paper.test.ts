import { expect, test } from 'vitest'
import type { IssuedContent, Medicine } from '#domain/document/contract.ts'
import { type DocumentKind, documentFields, documentKinds } from '#domain/document/kind.ts'
import { printFonts } from '#workers/pdf/fonts.ts'
import type { Paper } from '#workers/pdf/paper.ts'
import { renderPaper } from '#workers/pdf/paper-render.ts'
import { readPdf } from '../testkit/read-pdf.ts'
import golden from './golden/papers.json'

const medicine = (name: string, more: Partial<Medicine> = {}): Medicine => ({
  ...{ name, dose: '500 mg', route: 'VO', frequency: 'de 8/8 h', duration: '7 dias', amount: '1 cápsula' },
  ...{ quantity: '21 cápsulas', note: 'se dor', sources: [] },
  ...more,
})
const texts: Record<string, string> = {
  ...{ note: 'Retornar se piorar.', exams: 'Hemograma\nTSH', indication: 'Bronquite aguda.', specialty: 'Cardiologia' },
  ...{ reason: 'Sopro a esclarecer.', summary: 'Dispneia aos esforços há dois meses.', days: '3', start: '20/11/2026' },
  ...{ cid: 'J20.9', date: '20/11/2026', from: '12:00', to: '12:40', companion: 'Ana Prado', purpose: 'Perícia' },
  ...{ history: 'Tosse há quatro dias.\nSem febre.', examination: 'Roncos.', diagnosis: 'Bronquite aguda.' },
  ...{ treatment: 'Amoxicilina.', prognosis: 'Bom.', medicines: 'Amoxicilina 500 mg: 1 cápsula, pela boca' },
  guidance: 'Beber bastante água.\nProcurar o pronto-socorro se tiver falta de ar.',
}
function paperOf(kind: DocumentKind, change: Partial<Paper> = {}, more: Partial<IssuedContent> = {}): Paper {
  const fields = documentFields[kind].map(({ name }) => [name, { text: texts[name] ?? '', sources: [] }])
  const issued: IssuedContent = {
    ...{ v: 1, kind, code: 'A'.repeat(25), issued_at: Date.UTC(2026, 10, 20, 16) },
    head: {
      doctor: {
        ...{ name: 'Dra. Lúcia Prado', crm: '123456/SP', specialty: 'Pediatria', rqe: '4321' },
        ...{ address: 'Rua das Acácias, 10, Bauru, SP', phone: '(11) 91234-5678', email: 'lucia@relato.example' },
      },
      patient: {
        ...{ id: 'p', name: 'Rui Barbosa Neto', birth_date: '1980-03-12', sex: 'masculino' },
        ...{ cpf: '529.982.247-25', address: 'Av. Brasil, 1' },
      },
      consultation: {
        ...{ id: 'c', type: 'presencial', start: Date.UTC(2026, 10, 20, 15), end: null, demonstration: false },
      },
      ...{ record_sha256: 'b'.repeat(64), time_zone: 'America/Sao_Paulo' },
    },
    content: {
      ...{ fields: Object.fromEntries(fields), cid_authorised: kind === 'sick_note' },
      medicines: kind === 'prescription' ? [medicine('Amoxicilina'), medicine('Dipirona', { quantity: '', note: '' })] : [],
    },
    dispensing:
      kind === 'prescription'
        ? { copies: 2, valid_days: 10, class: 'Antimicrobiano, RDC 471/2021' }
        : { copies: 1, valid_days: null, class: null },
    ...more,
  }
  return {
    ...{ kind, number: 12, code: issued.code, sha256: 'c'.repeat(64), state: 'issued', cancelled_at: null },
    ...{ replaces: null, replaced_by: null, issued, origin: 'https://relato.example' },
    ...change,
  }
}
const printed = async (paper: Paper) => (await readPdf(await renderPaper(paper, printFonts()))).text

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
    issued: { ...long.issued, content: { ...long.issued.content, fields: { ...long.issued.content.fields, history: field } } },
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
})
