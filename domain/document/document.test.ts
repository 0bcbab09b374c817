import { expect, test } from 'vitest'
import type { Section } from '../record/record.ts'
import { checkTexts } from './check.ts'
import { classOf, dispensingOf } from './classes.ts'
import { CODE_LENGTH, codeOf, groupedCode, readCode } from './code.ts'
import type { DocumentHead } from './contract.ts'
import { draft, withSources } from './draft.ts'
import { documentFields, documentKinds, medicineParts } from './kind.ts'
import { allergiesAgainst, check } from './medicine-check.ts'
import { inWords } from './number-words.ts'
import { inPlainWords } from './plain-words.ts'

const head: DocumentHead = {
  doctor: {
    name: 'Dra. Lúcia Prado',
    crm: '123456/SP',
    specialty: 'Pediatria',
    rqe: null,
    address: 'Rua das Acácias, 10',
    phone: '(11) 91234-5678',
    email: 'lucia@relato.example',
  },
  patient: { id: 'p', name: 'Rui Neto', birth_date: '1980-03-12', sex: 'masculino', cpf: null, address: null },
  consultation: {
    id: 'c',
    type: 'presencial',
    start: Date.UTC(2026, 10, 20, 15),
    end: Date.UTC(2026, 10, 20, 15, 40),
    demonstration: false,
  },
  record_sha256: 'a'.repeat(64),
  time_zone: 'America/Sao_Paulo',
}
let order = 0
const section = (canonical: Section['canonical'], ...texts: string[]): Section => ({
  id: canonical,
  key: canonical,
  canonical,
  title: canonical,
  content: texts.join(' '),
  original_content: '',
  order: order++,
  confidence: 'high',
  confidence_score: 1,
  suggestions: [],
  editable: true,
  sentences: texts.map((text, at) => ({
    text,
    evidence: [{ id: `e${at}`, hash: '' }],
    proof: 'transcript' as const,
    flags: [],
    seen: true,
  })),
})
const record = {
  diagnoses: [{ system: 'CID-10' as const, code: 'J20.9', text: 'Bronquite aguda' }],
  sections: [
    section('hda', 'Tosse seca há quatro dias.'),
    section('hpp', 'Usa metformina 850 mg.'),
    section('exame_fisico', 'Hemograma de ontem normal.'),
    section('hipotese', 'Bronquite aguda.'),
    section(
      'conduta',
      'Amoxicilina com clavulanato 875 mg VO de 12/12 h por 7 dias.',
      'Ibuprofeno 600 mg VO de 8/8 h, se dor; suspender dipirona.',
      'Não prescrever codeína.',
      'Solicito hemograma, TSH e radiografia do joelho direito.',
      'Não precisa de tomografia.',
      'Encaminho ao cardiologista.',
      'Afastamento do trabalho por três dias.',
    ),
    section('orientacoes', 'Procurar o PS se tiver dispneia.', 'Medir a PA todo dia.'),
  ],
}
const texts = (kind: (typeof documentKinds)[number]) =>
  Object.fromEntries(Object.entries(draft(kind, record, head).fields).map(([name, { text }]) => [name, text]))

test('[DC1] [DC2] each kind has the facts of the signed record with their sentences, and no other', () => {
  const { medicines } = draft('prescription', record, head)
  expect(medicines.map(({ sources: _, ...parts }) => parts)).toEqual([
    {
      name: 'Amoxicilina com clavulanato',
      dose: '875 mg',
      amount: '',
      route: 'VO',
      frequency: 'de 12/12 h',
      duration: '7 dias',
      quantity: '',
      note: '',
    },
    {
      name: 'Ibuprofeno',
      dose: '600 mg',
      amount: '',
      route: 'VO',
      frequency: 'de 8/8 h',
      duration: '',
      quantity: '',
      note: 'se dor',
    },
  ])
  expect(medicines[1]?.sources).toEqual([
    { section: 'conduta', sentence: 'Ibuprofeno 600 mg VO de 8/8 h, se dor; suspender dipirona.', lines: ['e1'] },
  ])
  expect(texts('exam_request')).toEqual({
    exams: 'Hemograma\nTSH\nRadiografia do joelho direito',
    indication: 'Bronquite aguda.',
  })
  expect(texts('referral')).toMatchObject({ specialty: 'Cardiologia', summary: 'Tosse seca há quatro dias.' })
  expect(texts('sick_note')).toEqual({ days: '3', start: '20/11/2026', cid: 'J20.9', note: '' })
  expect(draft('sick_note', record, head).cid_authorised).toBe(false)
  expect(texts('attendance')).toMatchObject({ date: '20/11/2026', from: '12:00', to: '12:40' })
  expect(texts('report')).toMatchObject({ diagnosis: 'Bronquite aguda.', prognosis: '' })
  expect(texts('guidance')).toEqual({
    medicines:
      'Amoxicilina com clavulanato 875 mg: pela boca, a cada 12 horas, por 7 dias\nIbuprofeno 600 mg: pela boca, a cada 8 horas, se houver dor',
    guidance: 'Procurar o pronto-socorro se tiver falta de ar.\nMedir a pressão todo dia.',
  })
  for (const kind of documentKinds)
    for (const [name, { text, sources }] of Object.entries(draft(kind, record, head).fields))
      expect([kind, name, sources.length > 0]).toEqual([kind, name, text !== ''])

  const none = { diagnoses: [], sections: [] }
  for (const kind of documentKinds.filter((one) => one !== 'attendance')) {
    const { fields, medicines: given } = draft(kind, none, head)
    const filled = Object.entries(fields).filter(([, { text }]) => text !== '')
    expect([kind, filled.map(([name]) => name), given]).toEqual([kind, kind === 'sick_note' ? ['start'] : [], []])
  }
})

test('[DC1] a text that the doctor changed has no source', () => {
  const own = draft('prescription', record, head)
  const [first, second] = own.medicines.map(({ sources: _, ...parts }) => parts)
  if (!first || !second) throw new Error('no medicines')
  const entered = {
    fields: { note: 'Com água.' },
    medicines: [first, { ...second, dose: '400 mg' }],
    cid_authorised: false,
  }
  const sourced = withSources(entered, own)
  expect(sourced.medicines.map(({ sources }) => sources.length)).toEqual([1, 0])
  expect(sourced.fields).toEqual({ note: { text: 'Com água.', sources: [] } })
  expect(Object.keys(withSources({ ...entered, fields: { outro: 'x' } }, own).fields)).toEqual(['note'])
})

const found = (kind: (typeof documentKinds)[number], at = head, content = draft(kind, record, at)) =>
  check(kind, content, at, '2026-11-20').map(({ field, message, blocks }) => `${blocks ? '!' : ''}${field}: ${message}`)

test('[DC3] [DC4] [DC5] [DC7] what is missing is named at its field', () => {
  expect(found('prescription')).toEqual([
    '!medicines.1.duration: Falta a duração',
    '!medicines.0.amount: Antimicrobiano: falta quanto por vez, com a forma',
    '!medicines.0.quantity: Antimicrobiano: falta a quantidade total',
    'doctor.rqe: Sem RQE no perfil, a especialidade não sai no documento',
    'patient.cpf: Paciente sem CPF no cadastro',
    'patient.address: Paciente sem endereço no cadastro: o espaço sai em branco para preencher à mão',
  ])
  expect(found('exam_request').join()).not.toContain('patient.address')
  const bare = {
    ...head,
    doctor: { ...head.doctor, crm: null, address: null },
    patient: { ...head.patient, sex: null, birth_date: null },
  }
  expect(found('prescription', bare)).toEqual(
    expect.arrayContaining([
      '!patient.birth_date: Antimicrobiano: falta a idade do paciente no cadastro',
      '!patient.sex: Antimicrobiano: falta o sexo do paciente no cadastro',
      '!doctor.crm: Falta o seu CRM',
    ]),
  )
  const dosed = draft('prescription', record, head).medicines.map((one) => ({ ...one, dose: '50' }))
  expect(checkTexts('prescription', { fields: {}, medicines: dosed, cid_authorised: false })).toContainEqual({
    field: 'medicines.0.dose',
    message: 'Falta a unidade da dose',
    blocks: true,
  })
  expect(found('report')).toContain('prognosis: Falta o prognóstico')
  const note = (fields: Record<string, string>, cid_authorised = false) =>
    checkTexts('sick_note', {
      fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, { text }])),
      medicines: [],
      cid_authorised,
    }).map(({ field }) => field)
  expect(note({ days: '3', start: '20/11/2026' })).toEqual([])
  expect(note({ days: 'três', start: '31/02/2026' })).toEqual(['days', 'start'])
  expect(note({ days: '0', start: '20/11/2026' }, true)).toEqual(['days', 'cid'])
  const came = { date: { text: '20/11/2026' }, from: { text: '12:40' }, to: { text: '12:00' } }
  expect(checkTexts('attendance', { fields: came, medicines: [], cid_authorised: false })).toHaveLength(1)
  for (const kind of documentKinds) {
    const empty = Object.fromEntries(documentFields[kind].map(({ name }) => [name, { text: ' ' }]))
    const blocked = checkTexts(kind, { fields: empty, medicines: [], cid_authorised: false })
    expect([kind, blocked.some(({ blocks }) => blocks)]).toEqual([kind, true])
  }
})

test('[DC6] [DC7] [DC8] [DC9] a medicine has the classes of its trade name and of its parts', () => {
  expect(classOf('Clavulin BD 875 mg')).toMatchObject({ antimicrobial: true, controlled: null })
  expect(classOf('Rivotril')).toMatchObject({ controlled: 'B1' })
  expect(classOf('Tylex 30 mg')).toMatchObject({ controlled: 'A2' })
  expect(classOf('Xyzolina')).toMatchObject({ isKnown: false, antimicrobial: false, controlled: null })
  expect(dispensingOf(['dipirona'])).toEqual({ copies: 1, valid_days: null, class: null })
  expect(dispensingOf(['dipirona', 'Keflex'])).toMatchObject({ copies: 2, valid_days: 10 })
  expect(dispensingOf(['Ozempic'])).toMatchObject({ copies: 2, valid_days: 90 })

  const empty = Object.fromEntries(medicineParts.map(({ name }) => [name, 'x'])) as Record<'name', string>
  const of = (name: string) => ({
    ...draft('prescription', { sections: [], diagnoses: [] }, head),
    medicines: [{ ...empty, name, sources: [] } as never],
  })
  expect(found('prescription', head, of('Rivotril'))[0]).toBe(
    '!medicines.0.name: Rivotril (lista B1) exige notificação/receita de controle especial, que o Relato ainda não emite',
  )
  expect(found('prescription', head, of('Xyzolina'))[0]).toMatch(/^medicines.0.name: O Relato não conhece/)
  const day = '12/03/2026'
  const allergies = { listed: [{ text: 'Penicilina', day }], unanswered: [{ text: 'Dipirona', day }] }
  expect(allergiesAgainst(of('Amoxicilina'), allergies)).toEqual([
    '“Amoxicilina”: a lista do paciente tem alergia a “Penicilina”, registrada em 12/03/2026.',
  ])
  expect(allergiesAgainst(of('Novalgina'), allergies)).toHaveLength(1)
  expect(allergiesAgainst(of('Losartana'), allergies)).toEqual([])
})

test('[DC11] [DC13] abbreviations become plain words, and a code is read as typed from paper', () => {
  expect(inPlainWords('Tomar VO de 8/8 h; ir ao PS. PAS e VOS ficam.')).toBe(
    'Tomar pela boca a cada 8 horas; ir ao pronto-socorro. PAS e VOS ficam.',
  )
  expect(inPlainWords('PS: trazer exames.')).toBe('PS: trazer exames.')
  expect(inPlainWords('Medir a PA em casa. Se dispneia, edema ou prurido intenso, voltar ao PA.')).toBe(
    'Medir a pressão em casa. Se houver falta de ar, inchaço ou prurido (coceira) intenso, voltar ao pronto atendimento.',
  )
  expect(inPlainWords('Cefaleia e melena pedem retorno. Voltar se dor.')).toBe(
    'Dor de cabeça e melena (fezes pretas) pedem retorno. Voltar se houver dor.',
  )
  const code = codeOf(new Uint8Array(CODE_LENGTH).map((_, at) => at * 7))
  expect(code).toHaveLength(25)
  expect(groupedCode(code)).toMatch(/^(\w{5}-){4}\w{5}$/)
  expect(readCode(groupedCode(code).toLowerCase().replaceAll('0', 'o'))).toBe(code)
  expect(readCode('1234')).toBeNull()
  expect(readCode(`${code.slice(1)}U`)).toBeNull()
})

test('the days of a sick note are written in words too', () => {
  expect([1, 15, 20, 21, 100, 101, 120, 365].map(inWords)).toEqual([
    ...['um', 'quinze', 'vinte', 'vinte e um', 'cem', 'cento e um', 'cento e vinte'],
    'trezentos e sessenta e cinco',
  ])
})
