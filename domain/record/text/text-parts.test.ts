import { expect, test } from 'vitest'
import { hasSectionText, partOf, textParts } from './text-parts.ts'

const sections = [{ title: 'História da Doença Atual' }, { title: 'Conduta' }]
const [hda, conduta] = sections as [{ title: string }, { title: string }]
const text = [
  'CONSULTA MÉDICA - RUI NETO',
  '',
  'HISTÓRIA DA DOENÇA ATUAL',
  'Tosse.',
  'NEGA FEBRE.',
  '',
  'Sono bom.',
  '  CONDUTA',
  'Repouso.',
  'MINHA NOTA',
  'Volta com a mãe.',
  'Estruturado em: 01/01/2026, 10:00:00',
  'Registro de uso de IA: regras; ainda não revisado por médico.',
  'Depois.',
].join('\n')

test('a text is divided by the sections’ headings, the doctor’s own headings and the layout’s lines', () => {
  const parts = textParts(text, sections)
  const headings = parts
    .map(({ section, heading, isTitle, body }) => [section?.title ?? null, heading, isTitle, body.trim()])
    .filter(([, heading, , body]) => heading !== null || body !== '')
  expect(headings).toEqual([
    [null, 'CONSULTA MÉDICA - RUI NETO', true, ''],
    [hda.title, 'HISTÓRIA DA DOENÇA ATUAL', false, 'Tosse.\nNEGA FEBRE.\n\nSono bom.'],
    [conduta.title, 'CONDUTA', false, 'Repouso.'],
    [null, 'MINHA NOTA', false, 'Volta com a mãe.'],
    [null, null, false, 'Depois.'],
  ])
  for (const { from, to, body } of parts) expect(text.slice(from, to)).toBe(body)
  // A line like the title further down is a heading by the doctor.
  expect(textParts(`Nota.\n${text}`, sections)[1]).toMatchObject({ isTitle: false, section: null })
})

test('partOf finds a section’s text below its only heading', () => {
  expect(partOf(text, sections, conduta)?.body.trim()).toBe('Repouso.')
  expect(partOf(`${text}\nCONDUTA\nAlta.`, sections, conduta)).toBeUndefined()
  const says = (section: { title: string }, content: string, of = text) =>
    hasSectionText(of, sections, { ...section, content })
  expect([says(conduta, 'Repouso. '), says(conduta, 'Repouso. Água.'), says(conduta, '')]).toEqual([true, false, false])
  expect(says(hda, 'Tosse.\nNEGA FEBRE. Sono bom.')).toBe(true)
  expect([says(conduta, '', 'CONDUTA\n\nNOTA\nÁgua.'), says(conduta, '', 'Nada.')]).toEqual([true, true])
})
