import { expect, test } from 'vitest'
import type { Specialty } from '../specialty.ts'
import type { SpokenLine } from './segment.ts'
import { structureByRules } from './structure.ts'

const opening: readonly SpokenLine[] = [
  { id: 'q1', speaker: 'doctor', text: 'O que te traz aqui?' },
  { id: 'r1', speaker: 'patient', text: 'Tô com dor no cotovelo faz uma semana.' },
]
/** What stands in the record of an exchange: 'P ' begins what the patient says. */
const told = (said: readonly string[], specialty: Specialty = 'general'): string[] =>
  structureByRules({
    entries: [
      ...opening,
      ...said.map((text, index): SpokenLine => {
        const patient = text.startsWith('P ')
        return { id: `d${index}`, speaker: patient ? 'patient' : 'doctor', text: patient ? text.slice(2) : text }
      }),
    ],
    specialty,
  }).sections.flatMap((section) =>
    section.sentences
      .filter((item) => item.evidence.some((id) => id.startsWith('d')))
      .map((item) => `${section.key} ${item.text}`),
  )

test('what is ordered, arranged or forbidden in a few spoken words is kept as a note says it', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [
      'Quero que seu marido guarde os remédios e te dê de noite.',
      ['orientacoes Marido deve guardar os remédios e dar de noite.'],
    ],
    ['E corta a cerveja, combinado?', ['orientacoes Cortar a cerveja.']],
    ['Nada de cetoprofeno.', ['conduta Não usar cetoprofeno.']],
    ['Não, anti-inflamatório a senhora não pode, piora o rim.', ['conduta Não usar anti-inflamatório, piora o rim.']],
    ['Não quero que tome mais o cetoprofeno.', ['conduta Não tomar mais o cetoprofeno.']],
    ['Tramadol eu não vou usar por enquanto.', ['conduta Não usar tramadol por enquanto.']],
    ['Antibiótico não precisa.', ['conduta Sem necessidade de antibiótico.']],
    [
      'Vou pedir radiografia do cotovelo, ultrassom não precisa, e hemograma e PCR.',
      ['conduta Solicitar radiografia do cotovelo, hemograma e PCR; sem necessidade de ultrassom.'],
    ],
    ['Faz a vacina do tétano quando melhorar.', ['orientacoes Fazer a vacina do tétano quando melhorar.']],
    ['Renovo o atestado por mais dez dias.', ['conduta Renovar o atestado por mais dez dias.']],
    [
      'Te encaminho pra fisioterapia e peço TSH e glicemia.',
      ['conduta Encaminhamento para fisioterapia e solicitar TSH e glicemia.'],
    ],
    ['Se doer toma dipirona.', ['conduta Se doer, tomar dipirona.']],
    ['E a bebida junto com o tramadol me preocupa bastante.', ['conduta Atenção: a bebida junto com o tramadol.']],
    ['Dá pra tratar direitinho.', []],
    // What a drug does is ordered of nobody.
    ['Pode aumentar o apetite, o que até ajuda.', ['orientacoes Possível aumento do apetite.']],
    [
      'Se a vontade de morrer piorar você liga pro CVV, um oito oito.',
      ['orientacoes Se a vontade de morrer piorar, ligar para o CVV (188).'],
    ],
  ]
  for (const [said, expected] of cases) expect([said, told([said])]).toEqual([said, expected])
})

test('a short answer of the doctor stands with what the patient asked, and a refusal is no echo', () => {
  expect(told(['P E quando eu volto?', 'Em três semanas com os exames.'])).toEqual([
    'orientacoes Retorno em três semanas com os exames.',
  ])
  expect(told(['P Eu preciso de um atestado de uns cinco dias.', 'Dou cinco dias.'])).toContain(
    'conduta Atestado de cinco dias.',
  )
  expect(told(['P Posso tomar cefalexina?', 'Essa de jeito nenhum, é da família da penicilina.'])).toContain(
    'conduta Não usar cefalexina, é da família da penicilina.',
  )
  expect(told(['P Cetoprofeno eu não tomo porque empolei uma vez.', 'Nada de cetoprofeno.'])).toContain(
    'conduta Não usar cetoprofeno.',
  )
})

test('what the doctor finds is an examination, however shortly it is said', () => {
  expect(
    told(['Vou examinar. Catorze quilos e duzentos, noventa e quatro centímetros. Barriga molinha.'], 'pediatrics'),
  ).toEqual([
    'exame_fisico Peso catorze quilos e duzentos, estatura noventa e quatro centímetros.',
    'exame_fisico Barriga molinha.',
  ])
  expect(
    told(
      ['Renata, vejo você vestida com cuidado, orientada. Pensamento organizado, sem delírio. Crítica preservada.'],
      'psychiatry',
    ),
  ).toEqual([
    'exame_mental Vestida com cuidado, orientada.',
    'exame_mental Pensamento organizado, sem delírio.',
    'exame_mental Crítica preservada.',
  ])
  // Said again after the patient, a weight is an echo.
  expect(told(['P Emagreci uns quilinhos.', 'Quatro quilos e meio, então.'])).not.toContain(
    'exame_fisico Peso quatro quilos e meio.',
  )
  expect(told(['P Peso oitenta quilos.', 'Oitenta quilos.']).filter((item) => item.startsWith('exame'))).toEqual([])
})

test('a child has an informant, whose words are told as theirs; nobody is named and no first person is left', () => {
  const said = structureByRules({
    entries: [
      { id: '1', speaker: 'doctor', text: 'Oi, quem veio com ele?' },
      { id: '2', speaker: 'patient', text: 'Eu sou a mãe, Priscila.' },
      { id: '3', speaker: 'doctor', text: 'O que ele tem?' },
      {
        id: '4',
        speaker: 'patient',
        text: 'Ele tá com febre há dois dias. Ele tá puxando a orelha, a esquerda eu acho.',
      },
      { id: '5', speaker: 'doctor', text: 'E o xarope, melhorou?' },
      { id: '6', speaker: 'patient', text: 'Ah doutora, ele melhorou um pouco da tosse mas eu continuo sem dormir.' },
    ],
    specialty: 'pediatrics',
  }).sections.flatMap((section) => section.sentences.map((item) => `${section.key} ${item.text}`))
  expect(said[0]).toBe('informante Informante: mãe.')
  const all = said.join('\n')
  expect(all).toMatch(/a esquerda, acha a mãe/)
  expect(all).toMatch(/a mãe continua sem dormir/)
  expect(all).not.toMatch(/Priscila|doutora|continuo/i)
})
