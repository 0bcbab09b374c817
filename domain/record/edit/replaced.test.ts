import { expect, test } from 'vitest'
import { editSection, insertSentence, proveRecord } from '../proof/prove.ts'
import { needsLook, type Section } from '../record.ts'

const entries = [
  { id: 'e1', speaker: 'patient' as const, text: 'Eu tomo losartana de cinquenta miligramas todo dia.' },
  { id: 'e2', speaker: 'patient' as const, text: 'A dor é no joelho direito, começou faz quatro dias.' },
  { id: 'e3', speaker: 'patient' as const, text: 'Minha mãe usa enalapril.' },
  { id: 'e4', speaker: 'patient' as const, text: 'Estou com uma tosse seca.' },
]
const grounds = { entries, context: '', specialty: 'general' as const }
let next = 0
const section = (key: string, ...sentences: [text: string, line: string][]) =>
  sentences.reduce(
    (before, [text, line]) => insertSentence(grounds, before, { text, evidence: [line] }),
    proveRecord(grounds, [], () => `s${next++}`).sections.find((one) => one.key === key) as Section,
  )
const kinds = (section: Section) => section.sentences.flatMap(({ flags }) => flags.map(({ kind }) => kind))
const hpp = section('hpp', ['Em uso de losartana 50 mg.', 'e1'])
const edited = (section: Section, content: string) => editSection(grounds, section, content)

test('[SF14] a proven sentence changed in dose, drug, kin or side is compared with its lines', () => {
  expect(kinds(hpp)).toEqual([])
  const dose = edited(hpp, 'Em uso de losartana 500 mg.')
  expect(dose.sentences).toMatchObject([
    { proof: 'doctor', evidence: [], seen: false, replaces: { text: 'Em uso de losartana 50 mg.' } },
  ])
  expect(dose.sentences[0]?.flags).toEqual([
    {
      kind: 'number',
      message:
        'Nas falas citadas não aparece “500”; foi dito “cinquenta”. A frase comprovada dizia: “Em uso de losartana 50 mg.”',
      lines: ['e1'],
    },
  ])
  expect(dose.sentences.filter(needsLook)).toHaveLength(1)
  expect(kinds(edited(hpp, 'Em uso de enalapril 50 mg.'))).toContain('drug')
  expect(kinds(edited(hpp, 'Em uso de captopril 50 mg.'))).toContain('drug')
  const night = section('hpp', ['Em uso de losartana 50 mg à noite.', 'e1'])
  expect(kinds(edited(night, 'Em uso de valsartana 50 mg à noite.'))).toEqual(['drug'])
  expect(kinds(edited(night, 'Valsartana 50 mg.'))).toEqual(['drug'])
  expect(kinds(edited(hpp, 'Mãe em uso de losartana 50 mg.'))).toEqual(['relative'])
  const knee = section('hda', ['Dor no joelho direito há 4 dias.', 'e2'])
  expect(kinds(edited(knee, 'Dor no joelho esquerdo há 4 dias.'))).toEqual(['side'])
  expect(kinds(edited(knee, 'Dor no joelho direito há 5 dias.'))).toEqual(['number'])
  const mother = section('hf', ['Mãe em uso de enalapril.', 'e3'])
  expect(kinds(edited({ ...mother, canonical: 'hpp' }, 'Em uso de enalapril.'))).toEqual(['relative'])
})

test('[SF14] a changed sentence stays compared through later edits; the doctor’s own text is free', () => {
  // Step by step, and beside other edits.
  const dose = edited(hpp, 'Em uso de losartana 500 mg.')
  expect(kinds(edited(dose, 'Em uso de losartana 500 mg. Sono bom.'))).toEqual(['number'])
  const seen = { ...dose, sentences: dose.sentences.map((one) => ({ ...one, seen: true })) }
  expect(edited(seen, 'Em uso de losartana 500 mg. Sono bom.').sentences[0]).toMatchObject({ seen: true })
  expect(kinds(edited(dose, 'Em uso de losartana 5 mg.'))).toEqual(['number'])
  const daily = edited(hpp, 'Em uso de losartana 50 mg ao dia.')
  expect(kinds(daily)).toEqual([])
  expect(kinds(edited(daily, 'Em uso de losartana 500 mg ao dia.'))).toEqual(['number'])
  expect(kinds(edited(edited(dose, 'Em uso de losartana 50 mg pela manhã.'), 'Em uso de losartana 50 mg.'))).toEqual([])

  // A sentence added after it, or a new one, is the doctor's own knowledge.
  expect(kinds(edited(hpp, 'Em uso de losartana 50 mg. Iniciar captopril 25 mg de 12/12 h.'))).toEqual([])
  expect(kinds(edited(hpp, 'Pressão de 150 x 90 mmHg em casa, há 10 anos, sem tratamento.'))).toEqual([])
  const cough = section('hda', ['Refere tosse seca.', 'e4'])
  expect(kinds(edited(cough, 'Refere tosse seca, com saturação de 97%.'))).toEqual([])
  expect(
    edited(cough, 'Refere tosse seca. Refere tosse seca no frio.').sentences.map(({ replaces }) => replaces),
  ).toEqual([undefined, undefined])
})

test('[SF18] a dose is compared with the transcript wherever it is typed', () => {
  const conversation = {
    ...grounds,
    entries: [
      ...entries,
      { id: 'e5', speaker: 'doctor' as const, text: 'Troco a sinvastatina de vinte por rosuvastatina de dez à noite.' },
    ],
  }
  const sentences = [{ text: 'Trocar sinvastatina 20 mg por rosuvastatina de dez à noite.', evidence: ['e5'] }]
  const { sections } = proveRecord(conversation, [{ key: 'conduta', sentences }], () => `s${next++}`)
  const plan = sections.find(({ key }) => key === 'conduta') as Section
  const flagged = (content: string) => editSection(conversation, plan, content).sentences.filter(needsLook)
  // 'Vinte' was the dose of another drug.
  for (const dose of ['de vinte', '20 mg']) expect(flagged(plan.content.replace('de dez', dose))).toHaveLength(1)
  expect(flagged(`${plan.content} Losartana 100 mg.`)).toMatchObject([{ text: 'Losartana 100 mg.' }])
  expect(flagged('Losartana 100 mg.')).toMatchObject([{ flags: [{ kind: 'number', lines: ['e1'] }] }])
  expect(flagged(`${plan.content} Losartana 50 mg.`)).toEqual([])
})
