import { expect, test } from 'vitest'
import type { canonicalKeys } from '../record.ts'
import { specialties } from '../specialty.ts'
import { templateOf } from '../templates/template.ts'
import { copiedMessage, copyFields, nextField, soapFields } from './copy-fields.ts'
import { copyParts, copyProfileBody } from './copy-profile.ts'

const section = (order: number, canonical: (typeof canonicalKeys)[number], title: string, content: string) => ({
  order,
  canonical,
  title,
  content,
})
const record = {
  sections: [
    section(3, 'conduta', 'Conduta', 'Dipirona 500 mg.'),
    section(0, 'queixa_principal', 'Queixa Principal', 'Tosse.'),
    section(1, 'exame_fisico', 'Exame Físico', '  '),
    section(2, 'hipotese', 'Hipótese Diagnóstica', 'Bronquite.'),
    section(4, 'orientacoes', 'Orientações', 'Repouso.'),
  ],
  diagnoses: [{ system: 'CID-10', code: 'J20.9', text: 'Bronquite aguda' }] as const,
  edited: null,
}

test('SOAP has four fields for every template, with every section in exactly one and the codes in the assessment', () => {
  expect(copyFields('soap', record)).toEqual([
    { title: 'Subjetivo', text: 'Queixa Principal: Tosse.' },
    { title: 'Objetivo', text: '' },
    { title: 'Avaliação', text: 'Hipótese Diagnóstica: Bronquite.\n\nCID-10 J20.9 Bronquite aguda' },
    { title: 'Plano', text: 'Conduta: Dipirona 500 mg.\n\nOrientações: Repouso.' },
  ])
  for (const specialty of specialties) {
    const sections = templateOf(specialty).sections.map((part) => ({ ...part, content: `Texto de ${part.key}.` }))
    const fields = copyFields('soap', { sections, diagnoses: [], edited: null })
    const all = fields.map(({ text }) => text).join('\n')
    for (const { key } of sections)
      expect([specialty, key, all.split(`Texto de ${key}.`).length]).toEqual([specialty, key, 2])
  }
  expect(copyFields('sections', record).map(({ title }) => title)).toEqual([
    'Queixa Principal',
    'Hipótese Diagnóstica',
    'Conduta',
    'Orientações',
    'Diagnósticos',
  ])
})

test('the next field passes over empty ones, says which it is, and begins again after the last', () => {
  const fields = copyFields('soap', record)
  expect([null, 0, 2, 3].map((last) => nextField(fields, last))).toEqual([0, 2, 3, 0])
  expect(copiedMessage(fields, 2)).toBe('Copiado: Avaliação (3 de 4)')
  expect(nextField([{ title: 'Plano', text: '' }], null)).toBeNull()
  expect(nextField([], null)).toBeNull()
})

test('a text edited separately is copied as edited, with the words under headings of its own', () => {
  const edited =
    'CONSULTA MÉDICA - RUI\n\nAntes de tudo.\n\nQUEIXA PRINCIPAL\nTosse seca.\n\nOBSERVAÇÃO MINHA\nVolta com a mãe.\n\nCONDUTA\nRepouso.'
  expect(copyFields('soap', { ...record, edited }).map(({ text }) => text)).toEqual([
    'Queixa Principal: Antes de tudo.\n\nTosse seca.\n\nOBSERVAÇÃO MINHA\nVolta com a mãe.',
    '',
    'CID-10 J20.9 Bronquite aguda',
    'Conduta: Repouso.',
  ])
})

test('a profile of the doctor puts sections together in its own order, with or without titles, and leaves out the rest', () => {
  const fields = [
    { title: 'Evolução', parts: ['hipotese', 'diagnosticos', 'queixa_principal'] },
    { title: 'Prescrição', parts: ['conduta'] },
    { title: 'Exame', parts: ['exame_fisico'] },
  ]
  const body = copyProfileBody.parse({ name: ' Hospital ', titles: false, fields })
  const own = { ...body, id: '00000000-0000-4000-8000-000000000001' }
  expect(copyFields(own, record)).toEqual([
    { title: 'Evolução', text: 'Bronquite.\n\nCID-10 J20.9 Bronquite aguda\n\nTosse.' },
    { title: 'Prescrição', text: 'Dipirona 500 mg.' },
    { title: 'Exame', text: '' },
  ])
  expect(copyFields({ ...own, titles: true }, record)[0]?.text).toBe(
    'Hipótese Diagnóstica: Bronquite.\n\nDiagnósticos: CID-10 J20.9 Bronquite aguda\n\nQueixa Principal: Tosse.',
  )
  // As a new profile begins, it says what SOAP says.
  // Sections of the doctor's template that share a heading: it is written once.
  const plan = record.sections.map((one) =>
    /conduta|orientacoes/.test(one.canonical) ? { ...one, title: 'Plano' } : one,
  )
  const both = { ...own, titles: true, fields: [{ title: 'P', parts: ['conduta' as const, 'orientacoes' as const] }] }
  expect(copyFields(both, { ...record, sections: plan })[0]?.text).toBe('Plano: Dipirona 500 mg.\nRepouso.')
  const soap = { ...own, titles: true, fields: soapFields() }
  expect(copyFields(soap, record).map(({ title }) => title)).toEqual(['Subjetivo', 'Objetivo', 'Avaliação', 'Plano'])
  expect(soap.fields.flatMap(({ parts }) => parts).sort()).toEqual([...copyParts].sort())

  const twice = [...fields, { title: 'De novo', parts: ['conduta'] }]
  const refused = (change: object) => copyProfileBody.safeParse({ name: 'Hospital', titles: true, fields, ...change })
  for (const change of [{ name: ' ' }, { fields: [] }, { fields: twice }, { fields: [{ title: 'Vazio', parts: [] }] }])
    expect([change, refused(change).success]).toEqual([change, false])
})
