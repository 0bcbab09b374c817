import { expect, test } from 'vitest'
import { readable } from './readable.ts'

/** Written before the code. */
const changed: [heard: string, written: string][] = [
  [
    'oi bom dia doutora estou com tosse ha tres dias e febre de trinta e oito e meio tomei dipirona quinhentos miligramas',
    'Oi bom dia doutora estou com tosse ha 3 dias e febre de 38,5 tomei dipirona 500 miligramas.',
  ],
  ['a pressão estava doze por oito', 'A pressão estava 12 por 8.'],
  ['pa doze por oito', 'PA 12 por 8.'],
  ['pa cento e vinte por oitenta sem queixas', 'PA 120 por 80 sem queixas.'],
  ['de oito em oito horas', 'De 8 em 8 horas.'],
  ['operei em dois mil e vinte e quatro', 'Operei em 2024.'],
  ['nasci em mil novecentos e oitenta', 'Nasci em 1980.'],
  ['tomo dois ou três comprimidos', 'Tomo 2 ou 3 comprimidos.'],
  ['um ou dois dias', '1 ou 2 dias.'],
  ['numa escala de zero a dez a dor é oito de dez', 'Numa escala de 0 a 10 a dor é 8 de 10.'],
  ['saturação de noventa e seis por cento', 'Saturação de 96 por cento.'],
  ['creatinina de um vírgula dois', 'Creatinina de 1,2.'],
  ['acordo às duas da tarde', 'Acordo às 2 da tarde.'],
  ['tem seis meses e meio', 'Tem 6 meses e meio.'],
  ['plaquetas de duzentas e vinte mil', 'Plaquetas de 220 mil.'],
  ['ele tem um metro e setenta', 'Ele tem 1 metro e 70.'],
  ['volto no dia cinco de março', 'Volto no dia 5 de março.'],
  ['trinta e oito quer dizer trinta e nove de febre', '38 quer dizer 39 de febre.'],
  ['o que a senhora está sentindo', 'O que a senhora está sentindo?'],
  ['há quanto tempo o senhor fuma', 'Há quanto tempo o senhor fuma?'],
  ['tem alergia a algum remédio', 'Tem alergia a algum remédio?'],
  ['bom dia dona Maria qual é a sua idade', 'Bom dia dona Maria qual é a sua idade?'],
  ['o tsh veio alterado e o ldl cento e quarenta', 'O TSH veio alterado e o LDL 140.'],
  ['hdl baixo pcr normal e hba1c de sete vírgula dois', 'HDL baixo PCR normal e HbA1c de 7,2.'],
  ['insulina nph vinte unidades', 'Insulina NPH 20 unidades.'],
  ['o t4 livre e a b12', 'O T4 livre e a B12.'],
  ['cid dez i dez', 'CID 10 I 10.'],
  ['o cid dez e j quarenta e cinco', 'O CID 10 e j 45.'],
  ['o senhor toma o quê', 'O senhor toma o quê?'],
  ['parou o remédio por quê', 'Parou o remédio por quê?'],
  ['está tomando algum remédio', 'Está tomando algum remédio?'],
  ['tá tomando mais alguma coisa', 'Tá tomando mais alguma coisa?'],
  ['está sentindo essa dor desde quando', 'Está sentindo essa dor desde quando?'],
  ['a senhora está sentindo alguma coisa', 'A senhora está sentindo alguma coisa?'],
  ['e o senhor sente falta de ar', 'E o senhor sente falta de ar?'],
]

/** From other consultations, without their marks; written after the code. */
const fromTalk: [heard: string, written: string][] = [
  ['de quinhentos é três compri não quatro comprimidos no total', 'De 500 é três compri não 4 comprimidos no total.'],
  ['não quarenta e nove ele fez cinquenta na uti', 'Não 49 ele fez 50 na UTI.'],
  ['trouxe carvedilol doze e meio duas vezes', 'Trouxe carvedilol doze e meio duas vezes.'],
  ['leucócitos quinze mil e oitocentos', 'Leucócitos 15.800.'],
  ['pressão quinze por oito e meio', 'Pressão 15 por 8,5.'],
  ['então é uma polineuropatia da falta de b doze', 'Então é uma polineuropatia da falta de B12.'],
  ['injeção de b doze mil microgramas', 'Injeção de b doze mil microgramas.'],
  ['temperatura trinta e seis e sete pulso oitenta e seis', 'Temperatura 36,7 pulso 86.'],
  ['ontem foi trinta e oito e dois não minto trinta e oito e quatro', 'Ontem foi 38 e 2 não minto 38 e 4.'],
  ['dois quarteirões uns duzentos metros então', 'Dois quarteirões uns 200 metros então.'],
  ['umas três três vezes e sai muito', 'Umas três três vezes e sai muito.'],
  ['samu um nove dois', 'Samu um nove dois.'],
  ['toma de doze em doze um comprimidão branco', 'Toma de doze em doze um comprimidão branco.'],
  ['mede noventa e três quilos e um metro e setenta', 'Mede 93 quilos e 1 metro e 70.'],
  ['pode tomar dois dos de cinco até acabar a caixa', 'Pode tomar dois dos de cinco até acabar a caixa.'],
  ['é de trinta e cinco por cento tava quarenta', 'É de 35 por cento tava 40.'],
  ['o paciente das dez e meia já chegou', 'O paciente das dez e meia já chegou.'],
  ['os dois torcem pro galo', 'Os dois torcem pro galo.'],
  ['tomei umas duas ou três vezes cinco gotas', 'Tomei umas 2 ou 3 vezes 5 gotas.'],
  ['o que você falar aqui fica aqui', 'O que você falar aqui fica aqui.'],
  ['é o que a senhora precisa', 'É o que a senhora precisa.'],
  ['há quanto tempo a senhora toma', 'Há quanto tempo a senhora toma?'],
  ['então a senhora tem alergia sim', 'Então a senhora tem alergia sim.'],
]

/** Written before the code: these keep their words. Only a capital and a full stop are added. */
const unchanged = [
  'dói um pouco',
  'tenho uma dor aqui',
  'é a primeira vez',
  'mil desculpas pelo atraso',
  'dura meia hora',
  'dói nos dois',
  'os dois joelhos incham',
  'um dia desses eu volto',
  'já falei mil vezes',
  'são mil e uma coisas',
  'meia dúzia de vezes',
  'na segunda eu volto',
  'me ligue no nove nove oito sete',
  'dois três dias depois passou',
  'tem vinte e poucos anos',
  'tomo um milhão de remédios',
  'nós dois ficamos doentes',
  'quando eu tomo café tenho azia',
  'quanto mais eu ando mais dói',
  'tem dia que dói',
  'o senhor tem que tomar água',
  'faço o que a senhora pedir',
  'não sei qual é o nome',
  'um TSH alterado',
  'os médicos já iam embora e ela has',
  'não sei por quê',
  'ela me disse o quê',
  'ninguém explicou o por quê',
  'está tomando losartana de manhã',
  'tá sentindo falta de ar',
  'está tomando o que o doutor passou',
  'losartana de cinquenta e um comprimido de manhã',
  'estou cansado e meio tonto',
]

/** An engine that punctuates, or that wrote digits already. */
const alone = [
  'Bom dia. tenho febre',
  'tomei dois comprimidos, passou',
  'o que é isso? não sei',
  'Dr. Paulo me mandou',
  '',
  'Nossa!',
]

test.each(['mil constructor', 'vinte e __proto__', 'custou 1.234,50 mil reais', 'versão 1.2.3 e meio'])(
  'invents nothing for %j',
  (heard) => expect(readable(heard)).not.toMatch(/NaN|undefined|function/),
)

const sentence = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}.`

test.each([...changed, ...fromTalk])('writes %j readably', (heard, written) => {
  expect(readable(heard)).toBe(written)
})

test.each(unchanged)('keeps the words of %j', (heard) => {
  expect(readable(heard)).toBe(sentence(heard))
})

test.each(alone)('leaves %j alone', (heard) => {
  expect(readable(heard)).toBe(heard)
})

test('changes nothing the second time', () => {
  for (const [heard] of changed) expect(readable(readable(heard))).toBe(readable(heard))
})
