import { expect, test } from 'vitest'
import { kinds, messages, type Said } from '#tests/testkit/said.ts'
import type { CanonicalKey } from '../record.ts'

const plan: Said[] = [
  ['d', 'O que o senhor toma?'],
  ['p', 'Losartana de cinquenta, um de manhã e um de noite, e a sinvastatina de vinte. Vinte anos que eu tomo.'],
  ['d', 'E a sertralina?'],
  ['p', 'Tomo ainda.'],
  ['d', 'Tá tomando quanto?'],
  ['p', 'Cem miligramas de manhã.'],
  ['d', 'Pressão cento e cinquenta e oito por noventa e quatro.'],
  [
    'd',
    'Vou começar clopidogrel setenta e cinco uma vez ao dia, trocar a sinvastatina por rosuvastatina de dez à noite e começar carvedilol três vírgula cento e vinte e cinco de doze em doze horas. Se doer mais de vinte minutos, volta.',
  ],
  ['d', 'Amoxicilina duzentos e cinquenta por cinco, sete ml e meio de doze em doze horas por dez dias.'],
  ['d', 'E quinze gotas de dipirona se tiver dor. Tira o clonazepam. E a mirtazapina?'],
]
const typed = (text: string, section: CanonicalKey = 'conduta', lines = plan) =>
  messages(lines, text, { cites: [], proof: 'doctor', section })

test('[SF18] a typed dose is held against the doses that were spoken of the drug', () => {
  const wrong: (readonly [typed: string, written: string, told: string])[] = [
    ['Em uso de losartana 100 mg.', 'losartana 100 mg', 'Losartana de cinquenta'],
    ['Losartana cem.', 'Losartana cem', 'Losartana de cinquenta'],
    ['Rosuvastatina de vinte à noite.', 'Rosuvastatina de vinte', 'rosuvastatina de dez'],
    ['Sinvastatina 40 mg.', 'Sinvastatina 40 mg', 'sinvastatina de vinte'],
    ['Clopidogrel 150 mg/dia por 30 dias.', 'Clopidogrel 150 mg', 'clopidogrel setenta e cinco'],
    ['Carvedilol 6,25 mg 12/12h.', 'Carvedilol 6,25 mg', 'carvedilol três vírgula cento e vinte e cinco'],
    ['Sertralina 200 mg.', 'Sertralina 200 mg', 'Cem miligramas'],
    ['Amoxicilina 10 ml de 12/12 h.', 'Amoxicilina 10 ml', 'Amoxicilina … sete ml e meio'],
    ['Amoxicilina por 7 dias.', 'Amoxicilina por 7 dias', 'Amoxicilina … dez dias'],
    ['40 gotas de dipirona.', '40 gotas de dipirona', 'quinze gotas de dipirona'],
  ]
  for (const [text, written, told] of wrong)
    expect([text, ...typed(text)]).toEqual([text, `O registro diz “${written}”; na consulta foi dito “${told}”.`])
  expect(kinds(plan, 'Trocado para rosuvastatina 20 mg.', { cites: [], proof: 'none' })).toContain('number')

  const right = [
    'Losartana 50 mg 12/12h, retorno em 30 dias.',
    'Losartana 100 mg/dia.',
    'Losartana 2 comprimidos ao dia.',
    'Losartana 8/8 h.',
    'Rosuvastatina 10 mg à noite.',
    'Sertralina 0,1 g ao dia.',
    'Clopidogrel 75 mg 1x/dia.',
    'Carvedilol 3,125 mg de 12/12h.',
    'Amoxicilina 250 mg/5 ml, 7,5 ml 12/12 h por 10 dias.',
    'Amoxicilina 50 mg/kg/dia.',
    'Dipirona 500 mg ou 15 gotas.',
    'Suspender clonazepam 2 mg. Mirtazapina 15 mg à noite. AAS 100 mg.',
    'Pressão 158 por 94 em uso de losartana. Peso 92 kg.',
  ]
  expect(right.flatMap((text) => typed(text))).toEqual([])
  expect(typed('Mãe em uso de losartana 100 mg.', 'hf')).toEqual([])
})

test('[SF18] a dose may be told before its drug, behind it, twice and anew', () => {
  const right: (readonly [typed: string, ...lines: Said[]])[] = [
    ['Losartana 100 mg.', ['d', 'Vamos passar a losartana de cinquenta para cem.']],
    ['Losartana de 50 para 100 mg.', ['d', 'Vamos passar a losartana de cinquenta para cem.']],
    ['Losartana 100 mg.', ['p', 'Tomo cinquenta miligramas de losartana.'], ['d', 'Aumenta a losartana pra cem.']],
    [
      'Topiramato 25 mg por uma semana, depois 50 mg.',
      ['d', 'Não uso o propranolol. Topiramato vinte e cinco miligramas por uma semana, e depois cinquenta.'],
    ],
    ['Dipirona 500 mg.', ['d', 'Dipirona quinze gotinhas.']],
    ['Losartana 50 mg.', ['p', 'Losartana dois por dia.']],
    ['Losartana 50 mg.', ['p', 'A losartana, setenta anos que eu tenho.']],
    ['Metformina 850 mg.', ['p', 'Tomo metformina há dez anos.'], ['p', 'A de oitocentos e cinquenta.']],
  ]
  expect(right.flatMap(([text, ...lines]) => typed(text, 'conduta', lines))).toEqual([])
})
