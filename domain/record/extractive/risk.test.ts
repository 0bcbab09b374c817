import { expect, test } from 'vitest'
import { read } from '#tests/testkit/consultations.ts'
import { proveRecord } from '../proof/prove.ts'
import type { Specialty } from '../specialty.ts'
import { structureByRules } from './structure.ts'

const written = (text: string, specialty: Specialty) => {
  const entries = read(text)
  const draft = structureByRules({ entries, specialty })
  let count = 0
  const proven = proveRecord({ entries, context: '', specialty }, draft.sections, () => `s${++count}`)
  for (const { sentences } of proven.sections)
    for (const item of sentences) expect([item.text, item.proof, item.flags]).toEqual([item.text, 'transcript', []])
  return Object.fromEntries(
    draft.sections
      .filter((section) => section.sentences.length > 0)
      .map(({ key, sentences }) => [
        key,
        sentences.map((item) => `${item.text} ${item.evidence.map((id) => id.slice(1)).join(' ')}`),
      ]),
  )
}

const psychiatry = `
M: Oi, Marcos, senta, fica à vontade. O que te trouxe aqui?
P: Ah, doutora, eu não tô bem. Faz uns três meses que eu só choro, não tenho vontade de nada.
M: E o sono, como tá?
P: Péssimo. Acordo três da manhã e não durmo mais.
M: E o apetite?
P: Quase não como. Perdi uns seis quilos.
M: Sinto muito. E nesses momentos piores, já passou pela sua cabeça que não vale a pena viver?
P: Às vezes eu penso que era melhor não acordar.
M: E pensa em fazer alguma coisa contra você?
P: Não, fazer não. É só um pensamento que vem.
M: Você já tentou tirar a própria vida?
P: Uma vez.
M: Quando foi isso?
P: Faz uns dez anos.
M: E como foi?
P: Tomei uns comprimidos.
M: Quais?
P: Clonazepam da minha mãe. Fiquei dois dias internado.
M: Tem arma em casa?
P: Não.
M: Quem mora com você?
P: Minha irmã. Ela é quem me segura.
M: E o cachorrinho, tudo bem com ele?
P: Tá ótimo, engordou.
M: Já fez tratamento com psiquiatra antes?
P: Fiz, naquela época. Tomei fluoxetina um ano, depois parei por conta.
M: E ajudou?
P: Ajudou.
M: Bebe, usa alguma droga?
P: Bebo uma cerveja no fim de semana. Droga não.
M: Alguém na família tem depressão ou já se matou?
P: Um tio meu se enforcou.
M: Tem alergia a algum remédio?
P: Não que eu saiba.
M: Marcos, pelo que você me conta isso é um episódio depressivo grave, com ideação de morte, sem plano.
M: Eu vou começar sertralina cinquenta miligramas de manhã, e encaminho você pra psicoterapia.
M: A gente combina o seguinte: se a ideia voltar, liga para o CVV, 188, e para sua irmã. Não fica sozinho.
M: E se ficar mais forte, vai direto pro pronto-socorro. Vou pedir pra sua irmã guardar os remédios.
P: Tá bom.
M: Te vejo em uma semana.`

test('an attempt stays together with its time and its means, and the safety plan stands in the plan', () => {
  expect(written(psychiatry, 'psychiatry')).toEqual({
    queixa_principal: ['Há cerca de três meses que só chora, não tem vontade de nada. 1 2'],
    hda: ['Acorda três da manhã e não dorme mais. 4', 'Apetite: quase não come; perdeu cerca de seis quilos. 5 6'],
    avaliacao_risco: [
      'Às vezes pensa que era melhor não acordar. 7 8',
      'Não pensa em fazer nada contra si, só um pensamento que vem. 9 10',
      'Nega arma em casa. 19 20',
    ],
    historia_psiquiatrica: [
      'Já tentou tirar a própria vida, uma vez, há cerca de dez anos, tomou uns comprimidos, clonazepam da mãe, ficou dois dias internado. 11 12 13 14 15 16 17 18',
      'Já fez tratamento com psiquiatra antes, naquela época. 25 26',
      'Tomou fluoxetina um ano, depois parou por conta, ajudou. 25 26 27 28',
    ],
    hpp: ['Nega alergia a remédio. 33 34'],
    hf: ['Um tio se enforcou. 31 32'],
    historia_pessoal: ['Mora com a irmã. 21 22'],
    habitos: ['Bebe uma cerveja no fim de semana, nega droga. 29 30'],
    hipotese: ['Episódio depressivo grave, com ideação de morte, sem plano. 35'],
    conduta: [
      'Começar sertralina cinquenta miligramas de manhã, e encaminhamento para psicoterapia. 36',
      'Pedir para a irmã guardar os remédios. 38',
    ],
    orientacoes: [
      'Se a ideia voltar, ligar para o CVV, 188, e para a irmã. 37',
      'Não ficar sozinho. 37',
      'Se ficar mais forte, ir direto para o pronto-socorro. 38',
      'Retorno em uma semana. 40',
    ],
  })
})

test('told over several lines, in any specialty, what was asked of suicide keeps its name', () => {
  const told = `
M: E como anda o ânimo?
P: Ando muito triste, doutor, desde que perdi o emprego.
M: O senhor já tentou tirar a própria vida?
P: Uma vez.
P: Faz uns dez anos.
P: Tomei uns comprimidos.
M: E hoje, tem pensado nisso?
P: Hoje não.
M: Tem algum plano?
P: Não, nenhum.
M: Se a ideia voltar, liga para o CVV 188 e para sua irmã.`
  const attempt = 'Já tentou tirar a própria vida, uma vez, há cerca de dez anos, tomou uns comprimidos. 3 4 5 6'
  const today = ['Hoje não tem pensado em tirar a própria vida. 3 7 8', 'Nega plano de tirar a própria vida. 3 9 10']
  const plan = ['Se a ideia voltar, ligar para o CVV 188 e para a irmã. 11']
  const complaint = ['Anda muito triste, desde que perdeu o emprego. 2']
  expect(written(told, 'general')).toEqual({
    queixa_principal: complaint,
    hda: today,
    hpp: [attempt],
    orientacoes: plan,
  })
  expect(written(told, 'psychiatry')).toMatchObject({ avaliacao_risco: today, historia_psiquiatrica: [attempt] })
  const denied = told.replace('Uma vez.', 'Não, nunca.').replace(/P: (Faz|Tomei).*\n/g, '')
  expect(written(denied, 'general')).toMatchObject({
    hda: expect.arrayContaining(['Nunca tentou tirar a própria vida. 3 4']),
  })
})

test('talk about who or what is at home is no part of a complaint, and relief at rest is', () => {
  const told = `
M: Boa tarde. O que houve?
P: Doutora, tô com uma dor nas costas, começou sábado quando peguei um botijão.
M: E o cachorrinho, melhorou?
P: Melhorou sim.
M: Ah, que bom. O que melhora a dor?
P: Melhora quando eu deito.
M: E o neto, já nasceu?
P: Nasceu, é uma gracinha. Tá com três quilos.
M: Formigamento, fraqueza na perna?
P: Não.`
  expect(written(told, 'general')).toEqual({
    queixa_principal: ['Refere dor nas costas, começou sábado quando pegou um botijão. 1 2'],
    hda: ['Dor melhora quando deita. 5 6', 'Nega formigamento e fraqueza na perna. 9 10'],
  })
})

test('means at hand, an attempt told at once and a denial with a relative are kept where they belong', () => {
  const told = `
M: Como você tá desde a última vez?
P: Não tá fácil. A sertralina ajudou um pouco na ansiedade mas eu sigo sem vontade de nada.
M: Tá tomando quanto?
P: Cem miligramas de manhã.
M: Tem chorado muito?
P: Quase todo dia.
M: Você tem pensado em morte, em se machucar?
P: Já pensei que seria melhor se eu não acordasse.
M: Já tentou alguma vez?
P: Quando eu tinha dezenove anos tomei um monte de comprimido da minha mãe. Fiquei três dias internada.
M: Tem alguma arma em casa, remédio guardado?
P: Arma não. Remédio só os meus mesmo.
M: Já teve fase de muita energia, sem precisar dormir?
P: Eu não, meu irmão é que é bipolar, ele toma lítio.
M: Você fuma?
P: Parei faz oito anos. Fumava um maço por dia.`
  expect(written(told, 'psychiatry')).toMatchObject({
    hda: ['Tem chorado quase todo dia. 5 6', 'Nega fase de muita energia, sem precisar dormir. 13 14'],
    avaliacao_risco: [
      'Tem pensado em morte, em se machucar, pensou que seria melhor se não acordasse. 7 8',
      'Nega arma em casa; remédio só os próprios. 11 12',
    ],
    historia_psiquiatrica: [
      'Sertralina: cem miligramas de manhã. 2 3 4',
      'Já tentou se machucar; quando tinha dezenove anos tomou um monte de comprimido da mãe, ficou três dias internada. 7 9 10',
    ],
    hf: ['Irmão é bipolar, ele toma lítio. 13 14'],
    habitos: ['Parou de fumar há oito anos; fumava um maço por dia. 15 16'],
  })
  // What was only thought of is no attempt.
  const thought = told.replace(/Quando eu tinha.*/u, 'Pensei em tomar um monte de comprimido, mas não tive coragem.')
  expect(JSON.stringify(written(thought, 'psychiatry'))).not.toMatch(/Já tentou/)
})
