import { expect, test } from 'vitest'
import drugs from '../record/lexicon/drugs.json' with { type: 'json' }
import type { CanonicalKey } from '../record/record.ts'
import { type Fact, type FactKind, isInDoubt } from './fact.ts'
import { asChanges, type Decided, proposalsOf, type SignedNote, unansweredAllergies } from './proposals.ts'
import { recallOf } from './recall.ts'

const canonicals: Record<string, CanonicalKey> = {
  hipotese: 'hipotese',
  queixa_principal: 'queixa_principal',
  conduta: 'conduta',
  exames_complementares: 'exame_fisico',
}
const note = (id: string, signed_at: number, sections: Record<string, string[]>): SignedNote => ({
  consultation_id: id,
  revision: 3,
  started_at: Date.UTC(2026, 2, 5, 1),
  signed_at,
  sections: Object.entries(sections).map(([key, texts]) => ({
    key,
    canonical: canonicals[key] ?? 'hpp',
    sentences: texts.map((text) => ({ text, evidence: [{ id: 'e5' }] })),
  })),
})
const SENTENCE = { section: 'medicamentos', sentence: 'Uso contínuo.', lines: [] }
const ZONE = 'America/Sao_Paulo'
const proposed = (...of: Parameters<typeof proposalsOf>) =>
  proposalsOf(...of).map(({ kind, text }) => `${kind}: ${text}`)

test('[PM1] a signed record proposes what it affirms of the patient, with its sentence and lines', () => {
  const signed = note('c1', 10, {
    alergias: ['Alergia a dipirona (urticária).', 'Penicilina e iodo.'],
    medicamentos: [
      'Losartana 50 mg, 1 comprimido ao dia.',
      'Suspensa a sinvastatina.',
      'Nega uso de outros medicamentos.',
    ],
    hpp: ['Hipertensão arterial sistêmica e diabetes mellitus tipo 2.', 'Nega asma.'],
    hipotese: ['Enxaqueca sem aura.', 'Sem sinais de meningite.'],
    conduta: ['Prescrevo amoxicilina 500 mg de 8/8 h.'],
  })
  expect(proposed([signed], [], [])).toEqual([
    'allergy: Dipirona (urticária)',
    'allergy: Penicilina',
    'allergy: Iodo',
    'medicine: Losartana 50 mg, 1 comprimido ao dia',
    'problem: Hipertensão arterial',
    'problem: Diabetes',
    'problem: Enxaqueca sem aura',
  ])
  const itching = note('c1', 10, { alergias: ['Alergia a dipirona, com prurido.'] })
  expect(proposed([itching], [], [])).toEqual(['allergy: Dipirona (prurido)'])
  const listed = { kind: 'allergy', text: 'dipirona', settled: 'current', settled_at: 0 } as const
  expect(proposed([itching], [], [listed])).toEqual([])
  expect(proposalsOf([signed], [], [])[0]?.source).toEqual({
    ...{ kind: 'record', consultation_id: 'c1', revision: 3, signed_at: 10, section: 'alergias' },
    ...{ sentence: 'Alergia a dipirona (urticária).', lines: ['e5'] },
  })
})

test('[PM2] a denied allergy, and one of a relative, is not proposed', () => {
  for (const denied of [
    'Nega alergias.',
    'Nega alergia a dipirona.',
    'Sem alergias conhecidas.',
    'Mãe alérgica a iodo.',
    'Nega.',
    'Alergias: nega.',
  ])
    expect(proposed([note('c1', 10, { alergias: [denied], hpp: [denied] })], [], []), denied).toEqual([])
})

test('[PM3] a current or dismissed fact is not proposed, an ended one only by a record signed later', () => {
  const signed = note('c1', 10, { alergias: ['Alergia a contraste iodado.'], medicamentos: ['Losartana 50 mg.'] })
  const decided = (settled: Decided['settled'], settled_at: number): Decided[] => [
    { kind: 'allergy', text: 'Iodo', settled, settled_at },
    { kind: 'medicine', text: 'losartana 50 MG', settled, settled_at },
  ]
  expect(proposed([signed], [], decided('current', 0))).toEqual([])
  expect(proposed([signed], [], decided('dismissed', 5))).toEqual([])
  expect(proposed([signed], [], decided('ended', 10))).toEqual([])
  expect(proposed([signed], [], decided('ended', 9))).toHaveLength(2)
  const again = note('c2', 20, { medicamentos: ['Losartana 50 mg.', 'Losartana 100 mg.'] })
  expect(proposed([again, signed], [], []).filter((text) => text.startsWith('medicine'))).toEqual([
    'medicine: Losartana 50 mg; losartana 100 mg',
  ])
})

test('[PM4] a clinical context is offered for the lists', () => {
  const context = 'Hipertensa, usa losartana 50 mg e metformina 850 mg. Alergia a dipirona. Nega asma. Mãe diabética.'
  const texts = proposed([], [{ consultation_id: null, text: context }], [])
  expect(texts).toEqual([
    'allergy: Dipirona',
    'problem: Hipertensão arterial',
    'medicine: Losartana 50 mg',
    'medicine: Metformina 850 mg',
  ])
  const accepted = { kind: 'allergy', text: 'Dipirona', settled: 'ended', settled_at: 1 } as const
  expect(proposed([], [{ consultation_id: null, text: context }], [accepted])).not.toContain('allergy: Dipirona')
})

test('[PM5] [SF25] an unanswered allergy counts, however many other proposals there are', () => {
  const medicamentos = Object.keys(drugs).slice(0, 25)
  const notes = [note('c2', 20, { medicamentos }), note('c1', 10, { alergias: ['Alergia a penicilina.'] })]
  expect(proposed(notes, [], [])).not.toContain('allergy: Penicilina')
  expect(unansweredAllergies(notes, []).map(({ text }) => text)).toEqual(['Penicilina'])
  const row = { kind: 'allergy', text: 'Penicilina', settled_at: 30 } as const
  for (const settled of ['current', 'dismissed', 'ended'] as const)
    expect(unansweredAllergies(notes, [{ ...row, settled }])).toEqual([])
})

test('[PM5] the recall has the last plan, the orders without a result and the lists, each with its source', () => {
  const fact = (kind: FactKind, text: string, ended_at: number | null = null): Fact => ({
    ...{ id: text, kind, text, source: null, added_at: 1, ended_at, end_reason: null },
  })
  const older = note('c1', 10, { conduta: ['Solicito hemograma e TSH.'] })
  const newer = note('c2', 20, {
    exames_complementares: ['TSH 2,5.'],
    conduta: ['Mantida losartana.', 'Retorno em 30 dias.'],
  })
  const facts = [fact('allergy', 'Dipirona'), fact('medicine', 'Losartana 50 mg'), fact('medicine', 'Sinvastatina', 5)]
  expect(recallOf([newer, older], [...facts, fact('problem', 'Asma')], [{ text: 'Penicilina' }], ZONE)).toEqual([
    { label: 'Última conduta', text: 'Mantida losartana. Retorno em 30 dias.', consultation_id: 'c2' },
    { label: 'Exames pedidos', text: 'hemograma', consultation_id: 'c1' },
    { label: 'Medicamentos em uso', text: 'Losartana 50 mg', consultation_id: null },
    { label: 'Alergias', text: 'fora da lista: Penicilina; na lista: Dipirona', consultation_id: null },
    { label: 'Problemas', text: 'Asma', consultation_id: null },
  ])
  expect(recallOf([], [], [], ZONE)).toEqual([])
  const [long] = recallOf([note('c1', 1, { conduta: ['Repouso. '.repeat(60)] })], [], [], ZONE)
  expect(long?.text).toHaveLength(240)
})

test('[PM5] without a plan the recall names the last visit by its day and its hypothesis or complaint', () => {
  const last = (sections: Record<string, string[]>) => recallOf([note('c1', 1, sections)], [], [], ZONE)
  const visit = { label: 'Última consulta', consultation_id: 'c1' }
  // It began at 22 h of the day before in the doctor's zone.
  const complaint = { queixa_principal: ['Tosse há três dias.'] }
  expect(last({ ...complaint, hipotese: ['Provável bronquite.'] })).toEqual([
    { ...visit, text: '04/03/2026: Provável bronquite.' },
  ])
  expect(last(complaint)).toEqual([{ ...visit, text: '04/03/2026: Tosse há três dias.' }])
  expect(last({})).toEqual([{ ...visit, text: '04/03/2026' }])
})

test('[PM8] another dose of a listed medicine is a change of it; an older one is not offered', () => {
  const listed = (text: string, signed_at: number | null): Fact => ({
    id: text,
    kind: 'medicine',
    text,
    added_at: 1,
    ended_at: null,
    end_reason: null,
    source:
      signed_at === null ? null : { ...{ kind: 'record', consultation_id: 'c0', revision: 1, signed_at }, ...SENTENCE },
  })
  const offered = (text: string, facts: Fact[], of = note('c1', 10, { medicamentos: [text] })) =>
    asChanges(proposalsOf([of], [], []), facts).map((one) => [
      one.text,
      one.replaces.map(({ text }) => text).join(' + '),
      isInDoubt(one),
    ])
  const losartan = 'Losartana 50 mg VO pela manhã'
  expect(offered(`${losartan}.`, [listed('Losartana 50 mg', null), listed('Metformina 850 mg', 5)])).toEqual([
    [losartan, 'Losartana 50 mg', true],
  ])
  expect(offered(losartan, [listed('Losartana 100 mg', 20)])).toEqual([])
  // With two listed entries, the new dose replaces the one that shares more words with it, else the later one.
  const both = [listed('Losartana 25 mg pela manhã', 5), listed('Losartana 100 mg', 5)]
  expect(offered(losartan, both)).toEqual([[losartan, 'Losartana 25 mg pela manhã', true]])
  expect(offered('Losartana 75 mg', both)).toEqual([['Losartana 75 mg', 'Losartana 100 mg', true]])
  // Several doses are the whole of the medicine: every entry of it is of before.
  const insulins = [listed('NPH 10 UI pela manhã', 5), listed('Insulina NPH 6 UI à noite', 5)]
  const joined = ['Insulina NPH 12 UI pela manhã.', 'Insulina NPH 8 UI à noite.']
  const before = 'NPH 10 UI pela manhã + Insulina NPH 6 UI à noite'
  expect(offered('', insulins, note('c1', 10, { medicamentos: joined }))).toEqual([
    ['Insulina NPH 12 UI pela manhã; insulina NPH 8 UI à noite', before, true],
  ])
  const inOne = 'Insulina NPH 12 UI pela manhã e 8 UI à noite'
  expect(offered(inOne, insulins)).toEqual([[inOne, before, true]])
  expect(offered(losartan, [listed('Losartana 100 mg', 10)])).toEqual([])
  expect(asChanges(proposalsOf([], [{ consultation_id: null, text: 'Usa Cozaar 25 mg.' }], []), both)).toEqual([])
  expect(offered('Sinvastatina 20 mg', [listed('Losartana 50 mg', 5)])).toEqual([['Sinvastatina 20 mg', '', false]])
})

test('[PM9] a medicine is proposed once, by its ingredient, whatever names it', () => {
  const medicines = (texts: string[], contexts: string[] = [], list: Decided[] = []) =>
    proposalsOf([note('c1', 10, { medicamentos: texts })], contexts.map(toContext), list).map(({ text }) => text)
  const toContext = (text: string) => ({ consultation_id: null, text })
  expect(medicines(['Losartana.', 'Cozaar 50 mg pela manhã.', 'Losartana 50 mg.'], ['Usa losartana 25 mg.'])).toEqual([
    'Cozaar 50 mg pela manhã',
  ])
  const [insulin] = proposalsOf(
    [note('c1', 10, { medicamentos: ['Insulina NPH 10 UI pela manhã.', 'Insulina NPH 6 UI à noite.'] })],
    ...[[], []],
  )
  expect([insulin?.text, insulin?.source.sentence]).toEqual([
    'Insulina NPH 10 UI pela manhã; insulina NPH 6 UI à noite',
    'Insulina NPH 10 UI pela manhã. Insulina NPH 6 UI à noite.',
  ])
  expect(medicines(['Losartana 50 mg, 1 comprimido ao dia, metformina 850 mg e não usa sinvastatina.'])).toEqual([
    'Losartana 50 mg, 1 comprimido ao dia',
    'Metformina 850 mg',
  ])
  expect(medicines(['Metformina 850 mg, 2 comprimidos, e losartana 50 mg.'])).toEqual([
    'Metformina 850 mg, 2 comprimidos',
    'Losartana 50 mg',
  ])
  const spoken =
    'Losartana 50 mg, para hipertensão arterial, metformina 1 g para diabetes tipo 2 e dipirona, para febre'
  expect(medicines([spoken])).toEqual(['Losartana 50 mg', 'Metformina 1 g', 'Dipirona, para febre'])
  expect(medicines([], [spoken]).slice(2)).toEqual(['Losartana 50 mg', 'Metformina 1 g', 'Dipirona'])
  const dosed = 'Losartana para hipertensão 50 mg'
  expect(medicines([dosed, 'Metformina foi para 2 g para diabetes.'])).toEqual([dosed, 'Metformina 2 g'])
  expect(medicines(['Losartana + hidroclorotiazida 50/12,5 mg.'])).toEqual(['Losartana + hidroclorotiazida 50/12,5 mg'])
  const row = { kind: 'medicine', text: 'Losartana 50 mg, pela manhã', settled_at: 0 } as const
  for (const settled of ['current', 'dismissed'] as const) {
    expect(medicines(['Losartana.', 'Cozaar 50 mg.'], ['Usa losartana.'], [{ ...row, settled }])).toEqual([])
    expect(medicines(['Losartana 100 mg.'], [], [{ ...row, settled }])).toEqual(['Losartana 100 mg'])
    // An older record offers no older dose, also where the doctor has answered the newer one.
    const newer = note('c2', 20, { medicamentos: ['Losartana 50 mg pela manhã.'] })
    const older = note('c1', 10, { medicamentos: ['Losartana 25 mg.'] })
    const contexts = [toContext('Usa losartana 12,5 mg.')]
    expect(proposalsOf([newer, older], contexts, [{ ...row, settled }])).toEqual([])
  }
  // The same numbers at other times are another dose; the same dose in other words is not.
  for (const settled of ['current', 'dismissed'] as const)
    for (const text of [
      insulin?.text ?? '',
      'NPH 10 UI pela manhã e 6 UI à noite',
      'NPH, 10 UI de manhã, 6 UI à noite',
    ]) {
      const list = [{ ...row, text, settled }]
      for (const changed of [
        '6 UI pela manhã',
        '6 UI pela manhã e 10 UI à noite',
        'pela manhã 6 UI',
        'pela manhã 6 UI e à noite 10 UI',
        '10 UI à noite',
        '10 UI pela manhã e 8 UI à noite',
      ])
        expect(medicines([`Insulina NPH ${changed}.`], [], list), `${text}: ${changed}`).toHaveLength(1)
      for (const same of ['', '10 UI', '10 UI pela manhã', '6 UI à noite', '10 UI pela manhã, 6 UI à noite'])
        expect(medicines([`Insulina NPH ${same}.`], [], list), `${text}: ${same}`).toEqual([])
    }
})

test('[PM1] an illness in doubt is no problem yet; what the sentence is sure of is proposed', () => {
  const problems = (text: string) => proposed([note('c1', 10, { hipotese: [text] })], [], [])
  for (const doubted of [
    'Provável pneumonia.',
    'Enxaqueca, provável.',
    'Suspeita de pneumonia.',
    'Hipótese de enxaqueca.',
    'Possível quadro de asma.',
    'Quadro sugestivo de enxaqueca sem aura.',
    'Compatível com bronquite aguda.',
    'Pneumonia a esclarecer.',
    'Asma?',
    'Pneumonia (?)',
    'Dengue a confirmar.',
    'Gastrite em investigação.',
    'Pneumonia não confirmada.',
    'Pneumonia descartada.',
    'Pneumonia ou bronquite.',
    'Afastar infarto.',
    'Investigar hipotireoidismo.',
    'Rastreio de câncer de mama.',
    'Sugere-se hipotireoidismo.',
    'Cefaleia tensional mais provável que enxaqueca.',
  ])
    expect(problems(doubted), doubted).toEqual([])
  for (const [text, ...sure] of [
    ['Provável pneumonia e asma.', 'Asma'],
    ['Provável infecção urinária em paciente com diabetes.', 'Diabetes'],
    ['Suspeita de pneumonia, asma de base.', 'Asma'],
    ['Bronquite aguda.', 'Bronquite aguda'],
    ['Hipótese diagnóstica: hipertensão arterial.', 'Hipertensão arterial'],
    ['Hipertensão arterial descontrolada, provavelmente por má adesão.', 'Hipertensão arterial'],
  ] as const)
    expect(problems(text), text).toEqual(sure.map((one) => `problem: ${one}`))
  // Confirmed later, it is offered, also beside an entry that a doctor typed as probable.
  const probable: Decided[] = [{ kind: 'problem', text: 'Provável pneumonia', settled: 'current', settled_at: 30 }]
  expect(proposed([note('c2', 40, { hipotese: ['Pneumonia.'] })], [], probable)).toEqual(['problem: Pneumonia'])
})

test('[PM1] a medicine is proposed as its name with its dose, never as the sentence', () => {
  for (const [sentence, ...entries] of [
    ['Faz uso de losartana 50 mg pela manhã.', 'Losartana 50 mg pela manhã'],
    [
      'Em uso de metformina 850 mg, duas vezes ao dia, há 3 anos, sem efeitos adversos.',
      'Metformina 850 mg, duas vezes ao dia',
    ],
    [
      'Usa losartana 50 mg, um comprimido pela manhã, e refere esquecer doses no fim de semana.',
      'Losartana 50 mg, um comprimido pela manhã',
    ],
    ['Paciente em uso contínuo de succinato de metoprolol 50 mg ao dia.', 'Succinato de metoprolol 50 mg ao dia'],
    [
      'Medicamentos em uso: losartana 50 mg, metformina 850 mg 2x ao dia.',
      'Losartana 50 mg',
      'Metformina 850 mg 2x ao dia',
    ],
    ['Anlodipino 5 mg 1x/dia (pressão controlada).', 'Anlodipino 5 mg 1x/dia'],
    ['Salbutamol spray, 2 jatos se necessário.', 'Salbutamol spray, 2 jatos se necessário'],
    ['Aumentou a metformina para 850 mg por orientação do posto.', 'Metformina 850 mg'],
    ['Começou a tomar fluoxetina 20 mg há um mês e sente melhora.', 'Fluoxetina 20 mg'],
    ['Talvez use atenolol.'],
    ['Usou amoxicilina na semana passada.'],
  ] as const) {
    const found = proposalsOf([note('c1', 10, { medicamentos: [sentence] })], [], [])
    expect(
      found.map(({ text }) => text),
      sentence,
    ).toEqual(entries)
    expect(
      found.every(({ source }) => source.sentence === sentence),
      sentence,
    ).toBe(true)
  }
})
