import { expect, test } from 'vitest'
import type { SpokenLine } from './segment.ts'
import { structureByRules } from './structure.ts'

const history: readonly SpokenLine[] = [
  { id: 'q1', speaker: 'doctor', text: 'O que te traz aqui?' },
  { id: 'r1', speaker: 'patient', text: 'Tô com dor no cotovelo faz uma semana.' },
  { id: 'q2', speaker: 'doctor', text: 'Você tem alergia a algum remédio?' },
  { id: 'r2', speaker: 'patient', text: 'Tenho alergia a dipirona.' },
]

/** What a doctor says at the end of a consultation -> what stands in the record of it. */
const stated = (...said: readonly string[]): string[] =>
  structureByRules({
    entries: [...history, ...said.map((text, index): SpokenLine => ({ id: `d${index}`, speaker: 'doctor', text }))],
    specialty: 'general',
  }).sections.flatMap((section) =>
    section.sentences
      .filter((item) => item.evidence.some((id) => id.startsWith('d')))
      .map((item) => `${section.key} ${item.text}`),
  )

test('what a doctor says to himself, of the call or to explain is no plan', () => {
  const nothing = [
    'Dipirona, deixa eu anotar aqui.',
    'Agora, presta atenção numa coisa.',
    'E faz todo sentido essa preocupação.',
    'Antigamente a gente mandava repousar, hoje a gente sabe que ficar parado piora.',
    'Ibuprofeno fecha o seu peito.',
    'Se você puder levantar um pouquinho o seu cotovelo.',
    'Vai ter instruções nesse pacote, sobre onde ir.',
    'Posso te mandar o link disso.',
  ]
  for (const said of nothing) expect([said, stated(said)]).toEqual([said, []])
  // Beside an order the writing down alone goes.
  expect(
    stated('Vou te passar amoxicilina, deixa eu anotar aqui, quinhentos miligramas de oito em oito horas.'),
  ).toEqual(['conduta Prescrever amoxicilina, quinhentos miligramas de oito em oito horas.'])
})

test('a drug the patient is allergic to stands in the plan only where it is ordered or forbidden', () => {
  expect(stated('A dipirona, então, essa medicação.')).toEqual([])
  expect(stated('Não tome dipirona de jeito nenhum.').join()).toMatch(/^\w+ Não tomar dipirona/)
  // Never hidden: the safety checks warn of it.
  expect(stated('Vou te receitar dipirona, um grama, de seis em seis horas.').join()).toMatch(/dipirona, um grama/)
  const sections = structureByRules({ entries: history, specialty: 'general' }).sections
  expect(sections.flatMap((section) => section.sentences.map((item) => item.text)).join('\n')).toMatch(
    /alergia.*dipirona/i,
  )
})

test('a plan keeps its drug with its dose, its condition with what is done, and loses who speaks to whom', () => {
  const cases: readonly (readonly [readonly string[], readonly string[]])[] = [
    [
      [
        'No entanto, se o cotovelo ficar muito vermelho, ou a vermelhidão se espalhar. Aí você precisa me ligar o mais rápido possível.',
      ],
      ['orientacoes Se o cotovelo ficar muito vermelho, ou a vermelhidão se espalhar, ligar o mais rápido possível.'],
    ],
    [
      [
        'Coisas pra ficar de olho seriam se você tiver febre alta, dor nas costas.',
        'Aí eu quero que você me ligue de volta.',
      ],
      ['orientacoes Sinais de alerta: febre alta, dor nas costas; ligar.'],
    ],
    [
      ['Eu tomaria ibuprofeno. São quatrocentos miligramas, duas vezes ao dia. E você deve tomar depois de comer.'],
      ['conduta Tomar ibuprofeno, quatrocentos miligramas, duas vezes ao dia, depois de comer.'],
    ],
    [
      ['Sobre a ressonância, agora ela não mudaria o que a gente vai fazer. Então eu não vou pedir agora.'],
      ['conduta Ressonância: não mudaria a conduta agora.', 'conduta Não solicitar a ressonância agora.'],
    ],
    [
      ['Vou te encaminhar pra fisioterapia, que é o que mais ajuda nesses casos.'],
      ['conduta Encaminhamento para fisioterapia.'],
    ],
    [['Você não tem nenhum sinal que me faça pensar em cirurgia.'], ['conduta No momento sem indicação de cirurgia.']],
    [['A losartana continua igual, cinquenta miligramas.'], ['conduta Manter losartana, cinquenta miligramas.']],
    [['O potássio tá cinco vírgula seis.'], ['exame_fisico O potássio está cinco vírgula seis.']],
    [
      ['O que você tem é uma bursite. É uma inflamação da bolsinha da articulação.'],
      ['hipotese Bursite, inflamação da bolsinha da articulação.'],
    ],
  ]
  for (const [said, expected] of cases) expect([said, stated(...said)]).toEqual([said, expected])
})

test('what is decided, arranged or seen is heard however it is led up to', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['Isso tá parecendo uma tendinite.', ['hipotese Provável tendinite.']],
    ['Eu tô um pouco preocupado que isso possa ser uma artrite séptica, tá?', ['hipotese Possível artrite séptica.']],
    [
      'É bem provável que seja uma bursite, então a gente vai tratar com anti-inflamatório.',
      ['hipotese Provável bursite.', 'conduta Tratar com anti-inflamatório.'],
    ],
    ['A gente pode aumentar a dose do seu remédio da pressão.', ['conduta Aumentar a dose do remédio da pressão.']],
    [
      'Eu diria pra você usar a bombinha azul, duas vezes por dia.',
      ['conduta Usar a bombinha azul, duas vezes por dia.'],
    ],
    [
      'Se em algum momento você tiver febre alta, você vai direto pro hospital, combinado?',
      ['orientacoes Se tiver febre alta, ir direto para o hospital.'],
    ],
    ['E por favor não dirija até o resultado.', ['orientacoes Não dirigir até o resultado.']],
    ['Na câmera dá pra ver que o cotovelo tá bem inchado.', ['exame_fisico O cotovelo está bem inchado.']],
    [
      'Olhando pro seu cotovelo, ele parece um pouco vermelho, mas não vejo ferida.',
      ['exame_fisico Cotovelo parece um pouco vermelho, sem ferida.'],
    ],
    ['O antibiótico vai matar a bactéria e em dois dias você já vai se sentir melhor.', []],
  ]
  for (const [said, expected] of cases) expect([said, stated(said)]).toEqual([said, expected])
})

test('an illness that is only named, or ruled out, is what it may be', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['É amigdalite aguda, com placa.', ['hipotese Amigdalite aguda, com placa.']],
    ['É virose.', ['hipotese Virose.']],
    ['Isso é enxaqueca.', ['hipotese Enxaqueca.']],
    ['Ele tá com bronquite.', ['hipotese Bronquite.']],
    ['Então é tendinite mesmo.', ['hipotese Tendinite.']],
    ['O que eu penso é numa crise de pânico.', ['hipotese Provável crise de pânico.']],
    ['Fecho diagnóstico de hipotireoidismo.', ['hipotese Diagnóstico: hipotireoidismo.']],
    [
      'Olha, seu Valdo, isso tá com cara de gastrite, e eu também tô pensando em refluxo no começo.',
      ['hipotese Provável gastrite.', 'hipotese Possível refluxo no começo.'],
    ],
    ['Fratura agora eu acho que não.', ['hipotese Improvável fratura no momento.']],
    ['Acho que não é fratura.', ['hipotese Improvável fratura.']],
    ['Artrite não é.', ['hipotese Não é artrite.']],
    // A disease only explained, or somebody else's.
    ['É artrite quando a junta inflama.', []],
    ['É diabetes que a sua mãe tem.', []],
  ]
  for (const [said, expected] of cases) expect([said, stated(said)]).toEqual([said, expected])
})
