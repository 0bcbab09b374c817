import { expect, test } from 'vitest'
import { check, dialogueWith, kinds, messages, type Said } from '#tests/testkit/said.ts'
import { editSection, insertSentence, proveRecord } from '../proof/prove.ts'
import { textAlerts } from '../text/text-check.ts'

const plan = { cites: [0], section: 'conduta' } as const
const prescribed: Said[] = [['d', 'Prescrevo dipirona 500 mg se dor ou febre.']]
const drug = (context: string, lines: Said[] = prescribed, text = 'Prescrever dipirona 500 mg se dor ou febre.') =>
  messages(lines, text, { ...plan, context })
const noted = '“dipirona”: o contexto do paciente traz alergia a “dipirona”'

/** What else stands there neither denies the allergy nor takes it back. */
const affirming = [
  'Alergia a dipirona.',
  'HAS. Não fuma. Alergia a dipirona.',
  'Mãe hipertensa. Alérgico a dipirona e a iodo.',
  'Nega tabagismo, alergia a dipirona',
  'Hipertenso\nAlergias: penicilina, dipirona\nUsa losartana 50 mg',
  'Alergias:\n- penicilina\n- dipirona\nMedicações:\n- losartana',
  'ALERGIAS – dipirona',
  'Alergia dipirona: não usar!',
  'Reação alérgica à dipirona (urticária)',
  'Anafilaxia por dipirona em 2019',
  'Passou mal com dipirona.',
  'Alergia medicamentosa: penicilina (edema), dipirona',
  'Alergias? dipirona',
  'Alergia (dipirona).',
  'Mãe relata alergia a dipirona',
  'Alergia a dipirona segundo a mãe',
  'Alergia a dipirona e nega outras alergias',
  'Alergia a dipirona e nega comorbidades',
  'Alergia a dipirona - nega outras',
  'Alergias: dipirona / Cirurgias: nega / Tabagismo: nega',
  'Nega comorbidades e refere alergia a dipirona',
  'Não fuma e é alérgico a dipirona',
  'Não fuma e alergia a dipirona',
  'Nega tabagismo mas tem alergia a dipirona',
  'Hipertensa sem tratamento e alérgica a dipirona',
  'Não usa medicação contínua e tem alergia a dipirona',
  'Alergias: penicilina; AAS; dipirona',
  'Alergias:\n- penicilina: edema\n- dipirona: urticária',
  'Alergia a penicilina e dipirona',
  'Dermatite alérgica de contato a dipirona',
  'Com dipirona, passou mal',
]
/** The drug that follows is another field's, or treats. */
const without = [
  'Alergias:\nMedicamentos: losartana 50 mg',
  '- Alergias:\n- Medicamentos: losartana',
  'Rinite alérgica (losartana 10 mg)',
  'Rinite alérgica: losartana nasal',
  'Asma alérgica - losartana',
  'Reação alérgica revertida com losartana',
  'Anafilaxia revertida com losartana',
  'Alergia a penicilina e faz uso de losartana',
  'Alergia a penicilina - losartana 50 mg',
  'Alergia a penicilina e losartana 50 mg',
  'Passou mal após almoço, usa losartana',
  'Passou mal após almoço e usa losartana',
]

test('[SF21] a plan gives what the patient’s context says the patient is allergic to', () => {
  expect(drug('Alergia a dipirona')).toEqual([`${noted}.`])
  for (const context of affirming) expect([context, drug(context)]).toEqual([context, [`${noted}.`]])
  // By its family, its brand, and whoever writes the sentence.
  const text = 'Prescrita amoxicilina 500 mg.'
  expect(messages([['d', text]], text, { ...plan, context: 'Alergia a penicilina.' })).toHaveLength(1)
  expect(drug('Alergia a Novalgina.')).toHaveLength(1)
  for (const given of ['Cefalexina 500 mg 6/6h.', 'Amoxicilina 500 mg 8/8h.'])
    expect(kinds([], given, { ...plan, cites: [], context: 'Alergia a betalactâmicos', proof: 'doctor' })).toEqual([
      'allergy',
    ])
  expect(kinds([], 'Ibuprofeno 600 mg se dor.', { ...plan, context: 'Alergia a AINEs', proof: 'doctor' })).toEqual([
    'allergy',
  ])
  for (const proof of ['doctor', 'none'] as const)
    expect(
      kinds(prescribed, 'Dipirona se dor.', { cites: [], section: 'conduta', proof, context: 'Alergia a dipirona' }),
    ).toEqual(['allergy'])
})

test('[SF21] only what the context affirms of the patient counts', () => {
  for (const context of [
    '',
    'Nega alergias.',
    'Sem alergias conhecidas. Usa dipirona.',
    'Nega alergia a dipirona.',
    'Nega asma, rinite e alergia a dipirona',
    'Não é alérgico a dipirona',
    'Alergias: nega. Dipirona se dor.',
    'Alergia a dipirona: nega',
    'Alergia a dipirona? Não.',
    'Alergia a dipirona descartada.',
    'Mãe com alergia a dipirona.',
    'Irmã: alergia a dipirona',
    'Alergia da mãe a dipirona',
    'História familiar de alergia a dipirona',
    'Alergia a penicilina. Dipirona se dor.',
    'Alergias:\n- penicilina\n\nMedicações:\n- dipirona',
    'Reação alérgica tratada com dipirona',
    'Rinite alérgica. Dipirona 1 g se dor.',
    'Rinite alérgica, dipirona, AAS',
    'Asma alérgica em uso de dipirona',
    'Alergia a penicilina e uso de dipirona',
    'Alergia a penicilina, dipirona 500 mg se dor',
    'Alergia a penicilina, HAS, dipirona',
    'Antialérgico: dipirona',
    'Nega asma e não tem alergia a dipirona',
    'Não é alérgico nem asmático, dipirona se dor',
    'Mãe é alérgica a dipirona',
    'Alergia a dipirona descartada em 2020',
    'Tia passou mal com dipirona.',
    'Alergia a penicilina; dipirona se dor',
    'Alergias: penicilina; medicamentos: dipirona',
    ...without.map((context) => context.replaceAll('losartana', 'dipirona')),
  ])
    expect([context, drug(context)]).toEqual([context, []])
  const avoided: Said[] = [['d', 'Vamos evitar dipirona pela alergia.']]
  expect(drug('Alergia a dipirona', avoided, 'Evitar dipirona (alergia).')).toEqual([])
  expect(
    kinds(prescribed, 'Usa dipirona se dor.', { cites: [0], section: 'hda', context: 'Alergia a dipirona' }),
  ).toEqual([])
})

test('[SF8] a plan’s sentence forbids a drug only where it says so of that drug', () => {
  const given = (text: string, context: string) =>
    messages([], text, { cites: [], section: 'conduta', proof: 'doctor', context }).length > 0
  const allergies = 'Alergias: dipirona, amoxicilina, ibuprofeno'
  for (const gives of [
    'Amoxicilina 500 mg 8/8h por 7 dias, sem interrupção.',
    'Amoxicilina 500 mg por 7 dias sem interrupção.',
    'Amoxicilina 500 mg 8/8h por 7 dias, não suspender antes do fim.',
    'Amoxicilina 500 mg 8/8h, não suspender.',
    'Não suspender amoxicilina.',
    'Dipirona; retornar se a febre não ceder.',
    'Amoxicilina, não tomar com leite.',
    'Dipirona 1 g; não usar AAS.',
    'Ibuprofeno, evitar álcool.',
    'Ibuprofeno, não usar por mais de 5 dias.',
    'Evitar álcool durante o uso de dipirona.',
    'Suspender ibuprofeno e iniciar dipirona.',
    'Suspender dipirona oral e iniciar dipirona 1 g EV.',
    'Suspender losartana, dipirona 1 g se dor.',
    'Não exceder 4 g de dipirona por dia.',
    'Dipirona 1 g, sem alergias.',
    'Dipirona 1 g; se alergia, suspender.',
    'Dipirona 1 g, pois nega alergias.',
    'Amoxicilina, alergia a penicilina.',
    'Sem alergia a penicilina, prescrever amoxicilina.',
    'Como nega alergia a dipirona prescrevo dipirona 1 g.',
    'Sem alergia a penicilina usar amoxicilina 500 mg 8/8h.',
  ])
    expect([gives, given(gives, allergies)]).toEqual([gives, true])
  for (const forbids of [
    'Dipirona: não usar.',
    'Dipirona (não usar pela alergia), paracetamol 750 mg se dor.',
    'Não usar dipirona nem ibuprofeno.',
    'Evitar ibuprofeno, dipirona ou AAS.',
    'Ibuprofeno e dipirona contraindicados.',
    'Dipirona: alergia.',
    'Como teve reação com a dipirona, prescrever paracetamol.',
    'Dipirona: paciente não pode usar.',
    'Dipirona (a paciente é alérgica): paracetamol se dor.',
    'Amoxicilina não deve ser usada.',
    'Suspender dipirona e iniciar paracetamol.',
    'Prescrever paracetamol, sem dipirona.',
    'Não misturar com dipirona.',
    'Alergia a dipirona: prescrever paracetamol.',
    'Nega alergia a dipirona.',
    'Sem alergia à dipirona.',
  ])
    expect([forbids, given(forbids, allergies)]).toEqual([forbids, false])
})

test('[SF21] every way of changing a record is held against its own context', () => {
  const entries = [{ id: 'e1', speaker: 'doctor' as const, text: 'Repouso e retorno em uma semana.' }]
  const draft = [{ key: 'conduta', sentences: [{ text: 'Repouso e retorno em uma semana.', evidence: ['e1'] }] }]
  const kindsWith = (context: string) => {
    const grounds = { entries, context, specialty: 'general' as const }
    const { sections } = proveRecord(grounds, draft, () => 's')
    const conduta = sections.filter(({ key }) => key === 'conduta')
    const edited = conduta.flatMap((section) => [
      ...editSection(grounds, section, 'Dipirona se dor.').sentences,
      ...insertSentence(grounds, section, { text: 'Dipirona se dor.', evidence: [] }).sentences,
    ])
    const found = [...edited.flatMap(({ flags }) => flags), ...textAlerts(grounds, sections, 'Dipirona se dor.', [])]
    return found.map(({ kind }) => kind)
  }
  expect(kindsWith('Alergia a dipirona')).toEqual(['allergy', 'allergy', 'allergy'])
  expect(kindsWith('Nega alergias')).toEqual([])
})

test('[SF21] what is no drug is carried by its name', () => {
  const unsaid = (context: string) =>
    dialogueWith(context)
      .record([{ canonical: 'hpp', content: 'Hipertensão.' }])
      .map(({ message }) => /“(.+)”/.exec(message)?.[1])
  expect(unsaid('Alergia alimentar (camarão, amendoim). HAS, alergia a corante amarelo, DM2')).toEqual([
    'camarão',
    'amendoim',
    'corante amarelo',
  ])
  expect(unsaid('Alergia a ácido acetilsalicílico e a frutos do mar.')).toEqual([
    'ácido acetilsalicílico',
    'frutos do mar',
  ])
  for (const none of [
    'Alergias a esclarecer. Alergia respiratória.',
    'Alergias: desconhece',
    'Desconhece alergias',
    'Alergias: NKDA',
    'Alergias: ignora',
    'Alergias: ausentes',
    'Alergias:\nComorbidades: HAS',
    'Neta passou mal com camarão',
  ])
    expect([none, unsaid(none)]).toEqual([none, []])
  for (const more of ['faz uso de losartana', 'cirurgia de apêndice em 2010', 'mora com a mãe', 'mora sozinho'])
    expect(unsaid(`Alergia a dipirona e ${more}`)).toEqual(['dipirona'])
  expect(unsaid('Alergia a camarão e frutos do mar')).toEqual(['camarão', 'frutos do mar'])
  expect(unsaid('Alergias: dipirona; AAS; iodo')).toEqual(['dipirona', 'AAS', 'iodo'])
})

test('[SF21] a denial in the consultation is told beside the note, and silences none', () => {
  const denied = (...lines: Said[]) => drug('Alergia a dipirona', [...prescribed, ...lines])
  const answered: Said[] = [
    ['d', 'Tem alergia a algum remédio?'],
    ['p', 'Não, nenhuma.'],
  ]
  const against = 'à pergunta “Tem alergia a algum remédio?” a resposta foi “Não, nenhuma.”'
  expect(denied(...answered)).toEqual([`${noted}; ${against}.`])
  expect(
    check([...prescribed, ...answered], 'Dipirona se dor.', { ...plan, context: 'Alergia a dipirona' })[0],
  ).toEqual({
    kind: 'allergy',
    message: `“Dipirona”: o contexto do paciente traz alergia a “dipirona”; ${against}.`,
    lines: ['l1', 'l2'],
  })
  expect(denied(['p', 'Não tenho alergia a dipirona não.'])).toEqual([
    `${noted}; nas falas foi dito “Não tenho alergia a dipirona não.”.`,
  ])
  for (const other of [
    [['p', 'Não tenho alergia a penicilina.']],
    [['p', 'Não tenho alergia a comida.']],
    [['p', 'Minha mãe não tem alergia a nada.']],
    [
      ['d', 'Tem alergia a penicilina?'],
      ['p', 'Não.'],
    ],
  ] as Said[][])
    expect(denied(...other)).toEqual([`${noted}.`])
  const record = dialogueWith('Alergia a dipirona', ...answered).record([
    { canonical: 'hpp', content: 'Nega alergias.' },
  ])
  expect(record).toEqual([
    {
      kind: 'allergy',
      message: `O contexto do paciente traz alergia a “dipirona”, e o registro não diz; ${against}.`,
      lines: ['l0', 'l1'],
    },
  ])
  // Told in both, it is what was told.
  expect(denied(['p', 'Sou alérgica a dipirona.'])).toEqual(['“dipirona”: na consulta foi dita alergia a “dipirona”.'])
  expect(drug('Alergia a Novalgina', [...prescribed, ['p', 'Sou alérgica a dipirona.']])).toHaveLength(1)
})

test('[SF21] a typed denial of what the context notes', () => {
  const typed = (text: string, context = 'Alergia a dipirona', lines: Said[] = []) =>
    messages(lines, text, { cites: [], section: 'hpp', proof: 'doctor', context })
  expect(typed('HAS. Alergias: nega.')).toEqual([
    'O registro diz “Alergias: nega”; o contexto do paciente traz alergia a “dipirona”.',
  ])
  expect(typed('Nega alergia a dipirona.')).toHaveLength(1)
  expect(typed('NKDA.')).toHaveLength(1)
  expect(typed('Nega alergias, usa dipirona.')).toHaveLength(1)
  expect(typed('Nega asma e alergia a dipirona.')).toHaveLength(1)
  expect(typed('NKDA.', 'Alergia a AINEs')).toHaveLength(1)
  for (const none of ['Alergias: NKDA.', 'Alergias: desconhece.', 'Alergias ausentes.', 'Ignora alergias.'])
    expect([none, typed(none)]).toEqual([none, [expect.stringContaining('alergia a “dipirona”')]])
  for (const right of [
    'Alergia a dipirona, nega outras.',
    'Nega tabagismo, alergia a dipirona.',
    'Não fuma e tem alergia a dipirona',
    ...affirming,
    ...affirming.map((context) => `${context}.`),
    'Nega alergias, exceto dipirona.',
    'Nega outras alergias além de dipirona.',
    'Nega alergia a penicilina.',
    'Nega alergia alimentar.',
    'Mãe nega alergia a dipirona.',
  ])
    expect([right, typed(right)]).toEqual([right, []])
  expect(typed('Alergias: nega.', 'Nega alergias.')).toEqual([])
  expect(typed('NKDA.', 'Alergia a camarão.')).toEqual([])
  // What the patient said now may be written; the whole record is warned of the note.
  expect(typed('Nega alergias.', 'Alergia a dipirona', [['p', 'Não tenho alergia nenhuma.']])).toEqual([])
})
