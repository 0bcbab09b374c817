import { expect, test } from 'vitest'
import { spokenTokensOf } from '../record/safety/spoken.ts'
import { withoutCalls } from './phone-call.ts'
import { withoutCorrected } from './repair.ts'

const textAfter = (line: string): string =>
  withoutCorrected(spokenTokensOf(line))
    .map(({ said }) => said)
    .join(' ')
    .replace(/ ([.,?])/g, '$1')

test.each([
  ['Sete dias... não. Com essa gastrite, cinco dias.', 'Com essa gastrite, cinco dias.'],
  ['Volta em seis semanas. Não, melhor, em um mês, já com o exame.', 'Volta em um mês, já com o exame.'],
  ['Retorno em duas... não, em três semanas.', 'Retorno em três semanas.'],
  ['Faço uma dipirona na veia... na veia não, via oral mesmo.', 'Faço uma dipirona... via oral mesmo.'],
  ['A direita. É... não, é essa aqui, a esquerda.', 'é essa aqui, a esquerda.'],
  ['Tomo quinhentos miligramas, não, minto, setecentos miligramas.', 'Tomo setecentos miligramas.'],
  ['Começou na quinta, não, na quarta.', 'Começou na quarta.'],
  ['Tomo cinco gotas, quer dizer, dez gotas.', 'Tomo dez gotas.'],
  ['Uns dez minutos... menos, cinco.', 'Uns cinco minutos.'],
  ['Faz um mês... um mês e meio.', 'Faz um mês e meio.'],
  ['Vinte e um... somando aqui, vinte e dois de trinta.', 'vinte e dois de trinta.'],
  ['Era uma vez, o posto passou pra duas em maio.', ', o posto passou pra duas vez em maio.'],
])('the later of two values replaces the one before it: %s', (line, kept) => expect(textAfter(line)).toBe(kept))

test.each([
  'Três... quatro vezes por dia.',
  'Era uma vez por semana.',
  'Faz três dias. Não, febre não tive. Faz dois anos que operei.',
  'Tomo há dois anos. Não, nunca parei. Um dia esqueci.',
  'Dói do lado direito. Do esquerdo não, só às vezes.',
  'Tenho dois filhos, não fumo, bebo uma vez por semana.',
  'Cinco dias? Não, dez dias.',
  'Dor no peito há três dias. Febre, não. Falta de ar há dois dias.',
  'Asma há vinte anos. Diabetes, não. Pressão alta há dois anos.',
  'Amoxicilina por sete dias. Corticoide, não. Retorno em dez dias.',
  'Dipirona de seis em seis horas. Anti-inflamatório, não. Retorno em três dias.',
  'Dor no ombro direito há um mês. Febre, não. No esquerdo também dói.',
  'Tosse há três dias. Não, febre há dois dias.',
  'Dor no joelho direito, desculpa, e no ombro esquerdo também.',
  'Amitriptilina por sessenta dias, desculpa, e dipirona por três dias.',
  'Dor no braço direito. Não, no esquerdo não tenho nada.',
  'Tomo há dois anos. Não, há um mês parei.',
  'Não tomo há cinco dias, tomo há dez dias.',
])('a denial takes nothing back: %s', (line) => expect(textAfter(line)).toBe(line))

test('a call of the doctor is left out, and a lost connection is not', () => {
  const countAfter = (...lines: string[]) =>
    withoutCalls(
      lines.map((line) => ({
        speaker: line.startsWith('d') ? ('doctor' as const) : ('patient' as const),
        text: line.slice(2),
      })),
    ).length
  const call = ['d oi, jussara, quarenta de febre? chama a ambulância', 'd tchau, jussara']
  expect(countAfter('p dói', 'd um minuto, desculpe, alô', ...call, 'd voltando, e febre?')).toBe(2)
  expect(
    countAfter('d alô, voltou? caiu a imagem', 'd vou passar amoxicilina', 'd retorno em dez dias, tchau', 'p tchau'),
  ).toBe(4)
  expect(countAfter('d um minuto, alô, tchau, então é amigdalite, vou passar amoxicilina', 'p obrigada')).toBe(2)
  expect(countAfter('d um minuto, alô', 'p alô, caiu o som, tenho alergia a dipirona', 'd tchau')).toBe(3)
})
