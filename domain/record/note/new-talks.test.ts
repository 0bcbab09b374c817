// Consultations written after the readers of frames, each with the mistakes that it showed.
import { expect, test } from 'vitest'
import { readDialogue, type SpokenLine } from '#domain/dialogue/dialogue.ts'
import { read } from '#tests/testkit/consultations.ts'
import { readFrames } from '../frames/read.ts'
import { candidatesOf } from './candidates.ts'
import { chosenSections } from './structure.ts'
import { writeNote } from './write.ts'

const noteOf = (lines: readonly SpokenLine[]) => writeNote(readFrames(readDialogue(lines)))

test('what nobody said is not added, and a condition stays with its consequence', () => {
  const fever = read(`
M: Bom dia. Quem é o pequeno?
P: É o Davi, tem quatro anos. Está com dor de ouvido desde ontem à noite.
M: Saiu secreção do ouvido?
P: Não saiu nada.
M: Com que frequência dói?
P: Umas duas vezes por dia, dura uns vinte minutos.
M: Quanto ele pesa?
P: Dezesseis quilos.
M: Alguém da família com ansiedade ou depressão?
P: Minha mãe toma sertralina.
M: A pressão hoje está em 150 por 90. Vou escutar o pulmão. Pulmão limpo, sem chiado.
M: Sensibilidade diminuída no monofilamento.
M: Parece uma gripe. Para a febre, dipirona dezesseis gotas de seis em seis horas.
M: Sertralina cinquenta miligramas, meio comprimido por sete dias e depois um inteiro, de manhã.
M: E encaminho para psicoterapia. Volta em três dias se não melhorar.`)
  const texts = noteOf(fever).map(({ text }) => text)
  expect(texts.filter((text) => /secreção na ferida|20x|resfriado|depressão/.test(text))).toEqual([])
  expect(texts).toEqual(
    expect.arrayContaining([
      'Nega otorreia.',
      'Peso 16 kg, referido.',
      'PA 150x90 mmHg.',
      'Provável gripe.',
      'Dipirona 16 gotas VO de 6/6 h, para febre.',
      'Sertralina 50 mg, meio comprimido VO por 7 dias, depois 1 comprimido pela manhã.',
      'Encaminhamento à psicoterapia.',
      'Retorno em 3 dias se não melhorar.',
    ]),
  )
  expect(texts.join(' ')).toMatch(/sensibilidade diminuída/i)
  const talk = candidatesOf(readDialogue(fever)).map(({ text }) => text)
  expect(talk.filter((text) => /pulmão limp/i.test(text))).not.toContain('Pulmão limpa, sem chiado.')
})

test('a mother speaks of herself, a course has two parts, and a purpose is no order', () => {
  const wheeze = read(`
M: Oi, mãe. O que a Sofia tem?
P: Ela está tossindo há quatro dias e hoje ela começou a chiar o peito.
M: Família com asma?
P: Eu tenho asma, e o irmão tem rinite.
M: Quanto está pesando?
P: Doze e meio.
M: É uma crise de sibilância. Salbutamol quatro jatos de quatro em quatro horas hoje, depois de seis em seis por três dias.
M: Prednisolona três miligramas por ml, quatro ml uma vez por dia por cinco dias.
M: Para a azia, comer porções menores e não deitar depois de comer. Se ficar muito cansada, corre para o pronto-socorro.`)
  const texts = noteOf(wheeze).map(({ text }) => text)
  expect(texts).toEqual(
    expect.arrayContaining([
      'Mãe com asma.',
      'Peso 12,5 kg, referido.',
      'Salbutamol 4 jatos inalatório de 4/4 h, depois de 6/6 h por 3 dias.',
      'Prednisolona 3 mg/mL, 4 mL VO 1x/dia por 5 dias.',
      'Para a azia, comer porções menores e não deitar depois de comer.',
    ]),
  )
  const all = [...texts, ...candidatesOf(readDialogue(wheeze)).map(({ text }) => text)].join('\n')
  expect(all).not.toMatch(/irmão com asma|parar a azia|surda/i)
})

test('what is qualified, forgotten, asked before or an age is not written as something else', () => {
  const talk = read(`
M: Alguma alergia?
P: Tive coceira com sulfa.
M: Toma algum remédio?
P: Levotiroxina de setenta e cinco em jejum.
M: Fuma? Tem bicho em casa?
P: Não fumo. Tenho dois gatos.
M: Está tomando a fluoxetina certinho?
P: Tomo vinte miligramas toda manhã. Esqueci uns dois dias.
M: Pensamentos de morte?
P: No começo eu pensava que era melhor sumir, agora não.
M: Há quanto tempo tem dor de cabeça?
P: Desde os vinte anos.
M: Febre, dor nas costas?
P: Febre não. Uma dorzinha embaixo da barriga.
M: Temperatura 36,7. Pulmão limpo.
M: É uma asma não controlada por abandono do tratamento.
M: Beber mais água e não segurar o xixi. Volta com doze meses.`)
  const texts = noteOf(talk).map(({ text }) => text)
  expect(texts).toEqual(
    expect.arrayContaining([
      'Asma não controlada.',
      'Temperatura 36,7 °C.',
      'Retorno aos 12 meses.',
      'Nega tabagismo.',
    ]),
  )
  const all = [...texts, ...candidatesOf(readDialogue(talk)).map(({ text }) => text)].join('\n')
  expect(all).toMatch(/desde os 20 anos/)
  expect(all).not.toMatch(
    /alergia a levotiroxina|nega bicho|há 2 (dias|gatos)|há 20 anos|pouco provável|aceita líquidos/i,
  )
  expect(all).not.toMatch(/nega febre, uma dor/i)
  // The note offers a risk to life in the patient's own words.
  expect(all).toContain('melhor sumir, agora não')
})

test('how often a pad is changed is no duration, and who must go to hospital now is sent there', () => {
  const talk = read(`
M: Oi, Patrícia. O que houve?
P: Minha menstruação está vindo com muito fluxo, com coágulo.
M: Há quanto tempo?
P: Uns seis meses. Dura oito dias, troco o absorvente de duas em duas horas.
M: Sangra fora do período?
P: Não.
M: Exame físico sem alterações.
M: Vamos tirar o clonazepam devagar, metade por duas semanas e depois parar.
M: Parece uma traqueíte.
M: Isso é angina, preciso que o senhor vá hoje para o pronto-socorro. Se tiver sangramento, vai direto para a maternidade.`)
  const texts = noteOf(talk).map(({ text }) => text)
  expect(texts).toEqual(
    expect.arrayContaining([
      'Nega sangramento intermenstrual.',
      // No lexicon has the word.
      'Provável traqueíte.',
      'Reduzir clonazepam para meio comprimido VO por 2 semanas, depois suspender.',
      'Encaminhamento ao pronto-socorro hoje.',
    ]),
  )
  expect(texts.join('\n')).toMatch(/com duração de 8 dias/)
  expect(texts.join('\n')).not.toMatch(/a cada 2 horas|Encaminhamento à maternidade/)
})

test('a corrected value, a feared symptom and what is told to calm somebody are no facts', () => {
  const talk = read(`
M: Boa tarde. O que houve?
P: Estou sem dormir faz um mês, e nas crises acho que vou desmaiar.
M: Tem alguma doença?
P: Não. A colega me deu um remédio, o de gota, cinco gotas.
M: Alergia, gravidez?
P: Alergia a camarão. Gravidez não, tenho DIU.
M: Alguém fuma em casa?
P: O avô, mas fuma no quintal.
M: Que remédio você toma?
P: Tomo metformina 850, duas vezes ao dia, e rivaroxabana vinte.
M: A metformina aumenta de 850 duas vezes pra três vezes ao dia.
M: Não é pra parar a rivaroxabana. Nesse tamanho de corte dá pra controlar o sangue.
M: Vamos de trazodona, cinquenta miligramas, meio comprimido, à noite. Se em uma semana não dormir melhor, um inteiro.
M: Naproxeno 500 de 12 em 12 horas. Sete dias... não. Com essa gastrite, cinco dias.
M: E meningite, pode ficar sossegada.
M: Volta em seis semanas. Não, melhor, em um mês.`)
  const texts = noteOf(talk).map(({ text }) => text)
  expect(texts).toEqual(
    expect.arrayContaining([
      'Aumentar metformina para 850 mg VO 3x/dia.',
      'Trazodona 50 mg, meio comprimido VO à noite, depois 1 comprimido se não melhorar em 1 semana.',
      'Naproxeno 500 mg VO de 12/12 h por 5 dias.',
      'Retorno em 1 mês.',
    ]),
  )
  expect(texts.join('\n')).not.toMatch(/desmaio|gota\b|Alergia a DIU|Avó|Suspender|7 dias|6 semanas|Meningite\./i)
})

test('an answer to another question, a remark on another exam and an earlier value are no facts', () => {
  const talk = read(`
M: E o que está acontecendo?
P: Muita sede. Estou bebendo água demais.
M: Urina mais também?
P: Levanto quatro, cinco vezes de noite.
M: A losartana continua? Cinquenta de manhã e de noite?
P: Isso. Essa eu não falho. A do colesterol é que acabou.
M: Enalapril, como toma?
P: De vinte, era uma vez, o posto passou pra duas em maio.
M: Remédio todo dia, alergia?
P: Tomo naratriptana na crise. E sertralina eu tomava, não tomo mais faz um ano. Alergia a nada.
M: Desmaio, perna inchada?
P: Desmaio nunca. A perna incha no verão, agora não.
M: E quando criança, já teve manchas assim?
P: Tive até os seis anos.
M: Fuma?
P: Fumo, uns cinco por dia. Já foi um maço.
M: Alguma doença?
P: Refluxo. Alergia a penicilina, quando criança.
M: Pressão cento e trinta por setenta. Pulso setenta e dois. Mucosa um pouquinho seca.
M: Mini mental: vinte e um... somando aqui, vinte e dois de trinta. Estudou até que série?
P: Até a quarta. E caí de cavalo em mil novecentos e setenta!
M: O eletro: onda T invertida. Não tinha isso no de 2023.
M: E no lugar da sinvastatina vai a rosuvastatina vinte, à noite.
M: A memória pode ser depressão ou um começo de demência.
M: Mometasona no corpo, por sete dias. No pescoço, não: lá é hidrocortisona, cinco dias.`)
  const texts = noteOf(talk).map(({ text }) => text)
  expect(texts).toEqual(
    expect.arrayContaining([
      'Enalapril 20 mg VO 2x/dia.',
      'Alergia a penicilina.',
      'Rosuvastatina 20 mg VO à noite, em lugar de sinvastatina.',
    ]),
  )
  const all = texts.join('\n')
  expect(all).toMatch(/noctúria/i)
  expect(all).toMatch(/MEEM 22/)
  expect(all).toMatch(/mucosas discretamente secas/i)
  expect(all).toMatch(/até os 6 anos/)
  expect(all).toMatch(/possível demência/i)
  expect(all).not.toMatch(
    /aceita líquidos|losartana.*(terminada|suspensa)|alergia a (sertralina|naratriptana)|1 maço|há 6 anos|MEEM (21|4)|1970|2023|não prescrever hidrocortisona|penicilina \d/i,
  )
  expect(all).not.toMatch(/edema.*\/semana|refere.*edema/i)
})

test('what almost happened, was only offered or belongs to something else is not told as done', () => {
  const talk = read(`
M: Bom dia. No que eu posso ajudar?
P: É uma azia que sobe, faz dois meses.
M: Já operou alguma coisa, toma remédio?
P: Quase tiraram o meu apêndice, mas não operou. E tomo naproxeno por causa do ombro. Faz um mês.
M: Alguma doença?
P: Pressão eu tenho. Tomo enalapril, vinte, de manhã. Já fiquei internada quando tinha doze anos, uns quatro dias.
M: Alergia a penicilina?
P: Não. Já tomei Benzetacil e não deu nada.
M: Fuma?
P: Fumo uns oito por dia. Já fumei dois maços.
M: Aperta aqui com a ponta dos dedos, na barriga. Dói?
P: Não.
M: Isso é bem típico de refluxo. Pode até ter uma gastrite junto. Do coração, pelo que a senhora conta, não parece.
M: A sua asma tá descontrolada.
M: Eu queria que a senhora parasse o naproxeno. Depois de um dia de antibiótico a pessoa já não transmite.
M: Tem quem já peça endoscopia. A gente tem duas opções, e eu prefiro tratar.
M: E eu vou pedir um hemograma, só pra ver se não tem anemia.
M: Tomografia eu não acho que precise. Perder uns quatro quilos ajuda.`)
  const texts = noteOf(talk).map(({ text }) => text)
  expect(texts).toEqual(
    expect.arrayContaining([
      'Enalapril 20 mg VO pela manhã, para hipertensão arterial.',
      'Doença do refluxo.',
      'Asma descontrolada.',
      'Suspender naproxeno.',
      'Solicitado hemograma.',
    ]),
  )
  const all = texts.join('\n')
  expect(all).toMatch(/8 cigarros\/dia/)
  expect(all).toMatch(/internação aos 12 anos/i)
  expect(all).not.toMatch(
    /apendicectomia|cirurgia de ombro|internação há|penicilina benzatina|ex-tabagista|dedos|gastrite pouco|prescrever antibiótico|endoscopia|solicitada tomografia|peso \d/i,
  )
})

test('a warning sign or a condition of the plan does not stand for what the patient denied or feels', () => {
  const talk = read(`
M: O que a senhora sente?
P: Dor de garganta há três dias, e enjoo.
M: Tem falta de ar?
P: Não, falta de ar não.
M: É uma faringite. Ondansetrona quatro miligramas de oito em oito horas, se tiver enjoo.
M: Se tiver falta de ar, vai direto pro pronto-socorro.`)
  const written = chosenSections(talk, 'general').written.flatMap(({ sentences }) => sentences.map(({ text }) => text))
  expect(written.join('\n')).toMatch(/nega dispneia/i)
  expect(written).toContain('Odinofagia e náuseas há 3 dias.')
})
