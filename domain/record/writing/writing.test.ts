import { expect, test } from 'vitest'
import { read } from '#tests/testkit/consultations.ts'
import { paperOf, type RecordDocument } from '../../formats/document.ts'
import { structureByRules } from '../note/structure.ts'
import { proveRecord } from '../proof/prove.ts'
import type { Section } from '../record.ts'
import { emptySections } from '../section.ts'
import type { Specialty } from '../specialty.ts'
import { templateOf } from '../templates/template.ts'
import { copyFields } from '../text/copy-fields.ts'
import { textAlerts } from '../text/text-check.ts'
import { unifiedText } from '../text/unified-text.ts'
import { arrange, withOwnNames } from './arrange.ts'
import { readWritingFile, writingFile } from './file.ts'
import { headingsOf } from './headings.ts'
import pasted from './pasted-notes.json' with { type: 'json' }
import { expandLast, expandShortcut } from './shortcuts.ts'
import { preferWords } from './words.ts'
import { emptyWriting, type Heading, type OwnWriting, ownWriting } from './writing.ts'

const notes = pasted as { style: string; specialty: Specialty; note: string; headings: [string, string][] }[]
let ids = 0
const newId = () => `id${ids++}`

/** Another consultation than that of any pasted note. */
const talk = read(`
M: Bom dia. O que aconteceu?
P: Torci o joelho direito jogando bola, faz três dias. Está inchado.
M: Tem febre?
P: Não.
M: Toma algum remédio?
P: Losartana de cinquenta, uma vez por dia, para a pressão.
M: Alergia a algum remédio?
P: Dipirona. Fico com o corpo coçando.
M: Alguém na família com diabetes?
P: Minha mãe.
M: Joelho com derrame, dor à palpação da interlinha medial. Pressão treze por oito.
M: Isso parece uma lesão do menisco.
M: Vou pedir uma ressonância do joelho direito.
M: Gelo três vezes por dia e repouso. Retorno em dez dias com o exame.`)

function consultation(specialty: Specialty, words: OwnWriting['words'] = []) {
  const draft = structureByRules({ entries: talk, specialty })
  const grounds = { entries: talk, context: '', specialty }
  return { grounds, ...proveRecord(grounds, draft.sections, newId, draft.held, { words }) }
}
const filled = (sections: readonly Section[]) =>
  [...sections].sort((a, b) => a.order - b.order).filter(({ content }) => content !== '')
const printed = (specialty: Specialty, sections: readonly Section[]) =>
  paperOf({
    doctor: { name: 'Dra. Ana', crm: null, specialty: null, phone: null },
    patientName: 'Rui',
    identification: null,
    consultation: { type: 'presencial', startTime: 0, demonstration: false },
    specialty,
    sections,
    diagnoses: [],
    unifiedText: null,
    signature: null,
    addenda: [],
    aiUse: null,
    consent: '',
    consentSince: null,
    printedAt: 0,
    timeZone: 'America/Sao_Paulo',
  } satisfies RecordDocument).sections

test.each(notes)(
  'a template from a pasted note ($style) gives its headings and order on another consultation',
  (fixture) => {
    const { specialty, note, headings } = fixture
    const found = headingsOf(note, specialty)
    expect(found.map(({ title, sections }) => [title, sections.join(' ')])).toEqual(headings)

    const { sections } = consultation(specialty)
    const template = ownWriting.parse({
      ...emptyWriting,
      templates: { [specialty]: found },
    })
    const own = arrange(sections, template.templates[specialty], newId)
    // Keys, proof and words are those of the record; only titles and places differ.
    const byKey = (all: readonly Section[]) =>
      new Map(
        all
          .filter(({ key }) => !key.startsWith('propria_'))
          .map(({ title: _, order: __, ...rest }) => [rest.key, rest]),
      )
    expect(byKey(own)).toEqual(byKey(sections))
    // The print has the headings of the note, in its order, then what the note does not name.
    const titles = printed(specialty, own).map(({ title }) => title ?? '')
    const usual = new Map(templateOf(specialty).sections.map(({ key, title }) => [key, title]))
    const ofNote = headings.filter(([, keys]) => filled(sections).some(({ key }) => keys.split(' ').includes(key)))
    const rest = filled(sections).filter(({ key }) => !headings.some(([, keys]) => keys.split(' ').includes(key)))
    expect(titles).toEqual([...ofNote.map(([title]) => title), ...rest.map(({ key }) => usual.get(key))])
    expect(ofNote.length).toBeGreaterThan(3)
    // No sentence is lost in any form that leaves the product.
    const text = unifiedText({
      patientName: 'Rui',
      record: { created_at: 0, structurer: null, sections: own },
      timeZone: 'UTC',
    })
    const fields = copyFields('sections', { sections: own, diagnoses: [], edited: null })
    for (const sentence of sections.flatMap((section) => section.sentences.map(({ text }) => text))) {
      expect(text).toContain(sentence)
      expect(fields.map((field) => field.text).join('\n')).toContain(sentence)
    }
    expect(new Set(withOwnNames(specialty, own).map(({ title }) => title)).size).toBe(own.length)
  },
)

test('a heading over several sections is printed once, and the text edited below it is still checked', () => {
  const { grounds, sections } = consultation('general')
  const soap = headingsOf('S: a\nO: b\nA: c\nP: d', 'general')
  const own = arrange(sections, soap, newId)
  const text = unifiedText({
    patientName: 'Rui',
    record: { created_at: 0, structurer: null, sections: own },
    timeZone: 'UTC',
  })
  expect(text.match(/^[SOAP]$/gm)).toEqual(['S', 'O', 'A', 'P'])
  const fields = copyFields('soap', { sections: own, diagnoses: [], edited: null })
  expect(fields.flatMap((field) => field.text.match(/^[SOAP]: /gm))).toEqual(['S: ', 'O: ', 'A: ', 'P: '])
  expect(textAlerts(grounds, own, text, [])).toEqual([])
  const kinds = (edited: string) => textAlerts(grounds, own, edited, []).map(({ kind }) => kind)
  expect(kinds(text.replace('\n\nO\n', '\nTem febre.\n\nO\n'))).toContain('negation')
  expect(kinds(`${text}\n\nP\nPrescrevo dipirona 500 mg de 6 em 6 horas.`)).toContain('allergy')
})

test('a heading in other capitals than a section that it does not hold is the same heading in text, print and screen', () => {
  const { sections } = consultation('general')
  const own = arrange(sections, [{ title: 'CONDUTA', sections: ['hipotese'], fixed: [] }], newId)
  const text = unifiedText({
    patientName: 'Rui',
    record: { created_at: 0, structurer: null, sections: own },
    timeZone: 'UTC',
  })
  expect(text.match(/^CONDUTA$/gm)).toHaveLength(1)
  expect(printed('general', own).filter(({ title }) => /^conduta$/i.test(title ?? ''))).toHaveLength(1)
  const names = withOwnNames('general', own).map(({ title }) => title)
  expect(names.filter((name) => /^conduta/i.test(name))).toEqual([
    'CONDUTA · Hipótese Diagnóstica',
    'CONDUTA · Conduta',
  ])
})

test('a section of the doctor’s own is empty; what the template does not name comes after it with its own title', () => {
  const heading = (title: string, sections: string[] = [], within?: Heading['within']): Heading => ({
    ...{ title, sections, fixed: [] },
    ...(within && { within }),
  })
  const sections = emptySections('general', newId)
  const own = arrange(sections, [heading('Escalas', [], 'exame_fisico'), heading('Plano', ['conduta', 'gone'])], newId)
  expect(own.slice(0, 3).map(({ key, title, canonical, content }) => [key, title, canonical, content])).toEqual([
    [expect.stringMatching(/^propria_/), 'Escalas', 'exame_fisico', ''],
    ['conduta', 'Plano', 'conduta', ''],
    ['queixa_principal', 'Queixa Principal', 'queixa_principal', ''],
  ])
  expect(own.map(({ order }) => order)).toEqual(own.map((_, at) => at + 1))
  expect(own).toHaveLength(sections.length + 1)
  // A heading of sections that the template no longer has is the doctor's own, as the page says.
  const moved = arrange(sections, [heading('Plano', ['conduta']), heading('X', ['gone']), heading('Escalas')], newId)
  expect(moved.slice(1, 3).map(({ title }) => title)).toEqual(['X', 'Escalas'])
  // An unsaved text finds its section by the key, wherever the heading now stands.
  expect(moved[2]?.key).toBe(own[0]?.key)
  expect(moved[1]?.key).not.toBe(own[0]?.key)
  expect(arrange(sections, undefined, newId)).toEqual(sections)
  expect(arrange(sections, [], newId)).toEqual(sections)
})

test('values and sentences are no headings, and a note without headings has none', () => {
  const note = 'PA: 120/80\nFC: 72\nPaciente refere dor: começou ontem.\nNEGA FEBRE.\nRetorno: 10 dias\nPeso: 70 kg'
  expect(headingsOf(note, 'general').map(({ title }) => title)).toEqual(['Retorno'])
  expect(headingsOf('Dor de cabeça há três dias, sem febre. Dipirona se dor.', 'general')).toEqual([])
  expect(headingsOf('HDA\nx\nH.D.A.:\ny\nhda', 'general')).toHaveLength(1)
  // 'AP' are the antecedents, as 'A/P' is the plan; 'ID' is the identification or the impression, so it is neither.
  const abbreviated = headingsOf('ID: J.S., 54 anos\nAP: HAS\nImpressão diagnóstica\nlombalgia', 'general')
  expect(abbreviated.map(({ title, sections: [first] }) => [title, first])).toEqual([
    ['AP', 'hpp'],
    ['Impressão diagnóstica', 'hipotese'],
  ])
  // From Word and web pages: tabs, hidden characters and other line ends.
  expect(
    headingsOf('\u200bHDA:\u2028\u202eCONDU\u00adTA:\vEXAME\tF\u00cdSICO', 'general').map(({ title }) => title),
  ).toEqual(['HDA', 'CONDUTA', 'EXAME F\u00cdSICO'])
  // The cost follows the length: 20,000 letters are read, not more.
  expect(headingsOf(`${'a:'.repeat(200_000)}\nHDA`, 'general')).toEqual([])
})

test('a shortcut expands once its name ends, within the limit of its field', () => {
  const shortcuts = [
    { name: 'exneuro', text: 'Vígil, orientado, sem déficits focais.' },
    { name: 'ex', text: 'Exame' },
  ]
  const typed = (text: string, max?: number) => expandShortcut(text, text.length, shortcuts, max)
  expect(typed('Hoje ;exneuro ')).toEqual({ text: 'Hoje Vígil, orientado, sem déficits focais. ', caret: 44 })
  expect(typed(';EX,')?.text).toBe('Exame,')
  expect(typed(';exneuro.')?.text).toBe('Vígil, orientado, sem déficits focais.')
  expect([typed(';exneuro'), typed(';other '), typed(';exneuro ', 20)]).toEqual([null, null, null])
  expect([typed('DM;EX;'), typed('Grau 2;ex '), typed('Dor;;ex ')?.text]).toEqual([null, null, 'Dor;Exame '])
  expect(expandShortcut('a ;ex b', 6, shortcuts)).toEqual({ text: 'a Exame b', caret: 8 })
  expect([expandLast('Hoje ;ex', shortcuts), expandLast('Hoje ;exx', shortcuts), expandLast('x', shortcuts)]).toEqual([
    'Hoje Exame',
    'Hoje ;exx',
    'x',
  ])
})

test('words to prefer are whole words, replaced once, with the capital of the sentence', () => {
  const words = [
    { from: 'dor de cabeça', to: 'cefaleia' },
    { from: 'cefaleia', to: 'dor de cabeça' },
    { from: 'dor', to: 'algia' },
    { from: 'hipertensão arterial', to: 'HAS' },
  ]
  expect(preferWords('Dor de cabeça há 3 dias. Cefaleia. Dores, dor.', words)).toBe(
    'Cefaleia há 3 dias. Dor de cabeça. Dores, algia.',
  )
  expect(preferWords('Hipertensão  arterial há 10 anos.', words)).toBe('HAS há 10 anos.')
  expect(preferWords('Nega febre.', [])).toBe('Nega febre.')
  // A quotation is what somebody said.
  expect(preferWords('Paciente: “Tô com dor de cabeça.” Dor de cabeça "sem dor".', words)).toBe(
    'Paciente: “Tô com dor de cabeça.” Cefaleia "sem dor".',
  )
  const refused = (from: string, to: string) =>
    !ownWriting.safeParse({ ...emptyWriting, words: [{ from, to }] }).success
  // Numbers, doses and denials are facts.
  for (const [from, to] of [
    ['50 mg', 'cinquenta'],
    ['nega', 'refere'],
    ['dor', 'sem dor'],
    ['', 'x'],
    ['x', ''],
    ['a+', 'b'],
  ] as const)
    expect([from, to, refused(from, to)]).toEqual([from, to, true])
  expect(refused('dor de cabeça', 'cefaleia')).toBe(false)
})

test('a sentence in preferred words keeps its proof, and keeps its own words where the checks doubt the others', () => {
  const written = (words: OwnWriting['words']) => {
    const { sections, offers, omissions } = consultation('general', words)
    const texts = (all: readonly { text: string }[]) => all.map(({ text }) => text)
    return {
      sentences: sections.flatMap((section) => section.sentences),
      offers: texts(offers),
      omissions: texts(omissions),
    }
  }
  const usual = written([])
  const refused = [
    { from: 'losartana', to: 'enalapril' },
    { from: 'joelho direito', to: 'joelho esquerdo' },
    { from: 'direito', to: 'esquerdo' },
    { from: 'mg', to: 'g' },
    { from: 'dia', to: 'semana' },
    { from: 'dias', to: 'semanas' },
    { from: 'mãe', to: 'tia' },
    { from: 'dipirona', to: 'penicilina' },
  ]
  // Neither a sentence nor an offer, which the doctor may insert, states another fact.
  expect(written(refused)).toEqual(usual)
  const preferred = written([{ from: 'solicitada', to: 'pedida' }])
  const pairs = preferred.sentences.map((sentence, at) => ({ sentence, before: usual.sentences[at] }))
  const changed = pairs.filter(({ sentence, before }) => sentence.text !== before?.text)
  expect(changed.map(({ sentence }) => sentence)).toEqual([
    { ...changed[0]?.before, text: 'Pedida ressonância magnética de joelho direito.' },
  ])
  // A fact that the note has in the doctor's words is not offered again.
  expect(preferred.omissions).toEqual(usual.omissions)
})

test('a file gives back what was exported, and says why another cannot be used', () => {
  const writing: OwnWriting = {
    changes: [],
    templates: { general: [{ title: 'Plano', sections: ['conduta'], fixed: ['Retorno se piora.'] }] },
    shortcuts: [{ name: 'ex', text: 'Exame\nsem alterações.' }],
    words: [{ from: 'dor', to: 'algia' }],
  }
  expect(readWritingFile(writingFile(writing))).toEqual({ writing })
  const problem = (text: string) => {
    const read = readWritingFile(text)
    return 'problem' in read ? read.problem : ''
  }
  expect(problem('x')).toMatch(/não é um modelo/)
  expect(problem('{"format":"relato.writing","version":2,"writing":{}}')).toMatch(/outra versão/)
  expect(problem(' '.repeat(200_001))).toMatch(/grande demais/)
  const twice = { ...writing, shortcuts: [...writing.shortcuts, ...writing.shortcuts] }
  expect(problem(writingFile(twice))).toMatch(/dois atalhos com o mesmo nome/)
  const [plan] = writing.templates.general as [Heading]
  expect(problem(writingFile({ ...writing, templates: { general: [plan, { ...plan, sections: [] }] } }))).toMatch(
    /títulos iguais/,
  )
  expect(problem(writingFile({ ...writing, shortcuts: [{ name: 'ex', text: 'a'.repeat(2_001) }] }))).toMatch(
    /muito longo/,
  )
})
