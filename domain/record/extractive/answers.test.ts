import { expect, test } from 'vitest'
import type { SpokenLine } from './segment.ts'
import { structureByRules } from './structure.ts'

const complaint: SpokenLine = { id: 'a', speaker: 'patient', text: 'Estou com coceira no braço faz uma semana.' }
const sectionsOf = (entries: readonly SpokenLine[], specialty: 'general' | 'psychiatry' = 'general') =>
  structureByRules({ entries, specialty }).sections
/** What one question and its answer become, with the section: 'hda Nega febre.' */
const answered = (question: string, answer: string) =>
  sectionsOf([
    complaint,
    { id: 'q', speaker: 'doctor', text: question },
    { id: 'r', speaker: 'patient', text: answer },
  ]).flatMap((section) =>
    section.sentences.filter((item) => item.evidence.includes('r')).map((item) => `${section.key} ${item.text}`),
  )
/** What a doctor's sentence becomes. */
const stated = (text: string) =>
  sectionsOf([complaint, { id: 'd', speaker: 'doctor', text }]).flatMap((section) =>
    section.sentences.filter((item) => item.evidence.includes('d')).map((item) => `${section.key} ${item.text}`),
  )

test('what is asked and answered becomes one statement, in the words of a note', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'Você teve febre ou suor noturno?',
      'Febre não, mas suor à noite sim.',
      ['hda Nega febre, mas refere suor à noite.'],
    ],
    [
      'Alguma dor no peito quando respira fundo?',
      'Não, dor no peito não. Só um chiado às vezes.',
      ['hda Nega dor no peito quando respira fundo, só um chiado às vezes.'],
    ],
    [
      'Algum sangue na urina?',
      'Teve um pouquinho hoje cedo, de sangue.',
      ['hda Teve um pouco hoje cedo, de sangue na urina.'],
    ],
    [
      'Toma algum remédio regularmente?',
      'Não, nada. Ah, só um comprimido pra pressão.',
      ['hpp Nega uso de remédio regularmente, só um comprimido para pressão.'],
    ],
    ['Você tem mais alguma doença?', 'Não, na verdade não.', ['hpp Nega outra doença.']],
    // The verb of the answer tells which of two questions it answers.
    ['E você fuma? Bebe?', 'Fumo. Uns dez por dia.', ['habitos Fuma cerca de dez por dia.']],
    ['Quantos cigarros por dia você fuma?', 'Uns dez.', ['habitos Fuma cerca de dez cigarros por dia.']],
    [
      'Você bebe álcool?',
      'Uma ou duas taças de vinho por semana.',
      ['habitos Álcool: uma ou duas taças de vinho por semana.'],
    ],
    ['Quem mora com você?', 'Meu marido e as crianças.', ['habitos Mora com o marido e as crianças.']],
    // Named before it is told, and denied after it was named.
    ['Pressão alta, diabetes?', 'Pressão e diabetes não tenho.', ['hpp Nega pressão e diabetes.']],
    ['Você vomitou?', 'Vomitar eu vomitei duas vezes.', ['hda Vomitou duas vezes.']],
    ['Tem asma, rinite?', 'Tenho rinite, asma não.', ['hpp Refere rinite, nega asma.']],
    ['O seu pescoço tá duro?', 'Um pouco, sim.', ['hda O pescoço está duro, um pouco.']],
    [
      'Você reparou se tá indo mais vezes no banheiro?',
      'Não, acho que não, não reparei nisso.',
      ['hda Não está indo mais vezes ao banheiro.'],
    ],
    // All of them are denied by 'nada disso', the last alone by a bare 'não'.
    [
      'Febre? Rigidez no pescoço? Mancha na pele?',
      'Não, nada disso.',
      ['hda Nega febre, rigidez no pescoço e mancha na pele.'],
    ],
    ['Febre? Rigidez no pescoço? Mancha na pele?', 'Não.', ['hda Nega mancha na pele.']],
    [
      'E de zero a dez, quanto seria?',
      'Um oito, às vezes nove.',
      ['hda Intensidade de zero a dez: oito, às vezes nove.'],
    ],
    [
      'O que você acha que pode ser?',
      'Câncer, igual ao meu pai.',
      ['hda Preocupação do paciente: câncer, igual ao pai.'],
    ],
    // What the question names, the answer is of.
    ['Como é essa dor?', 'Tipo cólica.', ['hda Dor tipo cólica.']],
    ['A dor desce? Ou fica parada?', 'Fica parada.', ['hda Dor: parada.']],
    ['Tem sangue nas fezes? Qual a cor?', 'Preta.', ['hda Fezes: pretas.']],
    ['O que mais alivia?', 'Bolsa de água quente.', ['hda Alivia com bolsa de água quente.']],
    ['Tem pressão alta há quanto tempo?', 'Uns oito anos.', ['hpp Refere pressão alta há cerca de oito anos.']],
    ['Toma remédio pra pressão?', 'Tomo, losartana.', ['hpp Toma remédio para pressão, losartana.']],
    ['As vacinas tão em dia?', 'Tão sim. Falta a da gripe.', ['hpp As vacinas estão em dia, falta a da gripe.']],
    ['Quantas vezes por dia evacua?', 'Umas seis.', ['hda Evacua cerca de seis vezes por dia.']],
    ['O xixi tá normal?', 'Tá fazendo pouco xixi.', ['hda Urina pouco.']],
    ['Teve febre ou catarro?', 'Não.', ['hda Nega febre e catarro.']],
    // Half a number is not a word that was cut off.
    ['E febre?', 'Não, medi, deu trinta e seis e meio.', ['hda Nega febre.', 'hda Mediu, deu trinta e seis e meio.']],
  ]
  for (const [question, answer, expected] of cases)
    expect([question, answer, answered(question, answer)]).toEqual([question, answer, expected])
})

test('what the doctor thinks, decides and advises is written as a note writes it', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['Então eu acho que o mais provável é uma pneumonia leve.', ['hipotese Provável pneumonia leve.']],
    [
      'Pelos sintomas que você tá descrevendo, parece uma crise de ansiedade.',
      ['hipotese Provável crise de ansiedade.'],
    ],
    ['Então, Camila, o que você tem é enxaqueca.', ['hipotese Enxaqueca.']],
    ['A minha preocupação é que isso possa ser uma apendicite.', ['hipotese Possível apendicite.']],
    ['Não é nada grave, é só uma virose.', ['hipotese Virose.']],
    [
      'Preciso afastar doença coronária, vou pedir um teste ergométrico e um eco.',
      ['hipotese A descartar: doença coronária.', 'conduta Solicitar teste ergométrico e eco.'],
    ],
    ['Isso me parece uma gripe, não vejo sinal de pneumonia.', ['hipotese Provável gripe, sem sinais de pneumonia.']],
    [
      'Evita pegar peso e faz gelo três vezes ao dia.',
      ['orientacoes Evitar pegar peso e fazer gelo três vezes ao dia.'],
    ],
    ['Toma bastante água, e se piorar você volta.', ['orientacoes Tomar bastante água, e se piorar, voltar.']],
    ['Vou te dar três dias de atestado.', ['conduta Atestado de três dias.']],
    ['Não parece ser uma artrite séptica.', ['hipotese Não parece tratar-se de artrite séptica.']],
    [
      'Como o senhor é alérgico a diclofenaco, eu não vou passar anti-inflamatório.',
      ['conduta Como é alérgico a diclofenaco, não passar anti-inflamatório.'],
    ],
    ['Eu não acho que o senhor precise de nada como antibiótico.', ['conduta Sem necessidade de antibiótico.']],
    [
      'Pras crises eu vou te receitar sumatriptana, cinquenta miligramas.',
      ['conduta Para as crises, receitar sumatriptana, cinquenta miligramas.'],
    ],
    [
      'Se piorar, eu quero que você me ligue ou volte pra me ver.',
      ['orientacoes Se piorar, ligar ou voltar para reavaliação.'],
    ],
    [
      'Se acontecer, deita ela de lado, não coloca nada na boca, e chama o SAMU.',
      ['orientacoes Se acontecer, deitar ela de lado, não colocar nada na boca, e chamar o SAMU.'],
    ],
    ['Senão a gente se fala de novo em quatro semanas.', ['orientacoes Retorno em quatro semanas.']],
  ]
  for (const [said, expected] of cases) expect([said, stated(said)]).toEqual([said, expected])
})

test('details told apart end the sentence they are of, and identification is no history', () => {
  const sections = sectionsOf([
    { id: 'e1', speaker: 'doctor', text: 'Oi, bom dia. Com quem eu falo? E a sua idade?' },
    { id: 'e2', speaker: 'patient', text: 'Renata, vinte e oito anos. Tô no trabalho.' },
    { id: 'e3', speaker: 'doctor', text: 'Em que eu posso ajudar?' },
    { id: 'e4', speaker: 'patient', text: 'Tô com uma tosse, teve até um fio de sangue.' },
    { id: 'e5', speaker: 'doctor', text: 'Quando foi isso?' },
    { id: 'e6', speaker: 'patient', text: 'Uns três dias atrás.' },
    { id: 'e7', speaker: 'doctor', text: 'Você toma algum remédio?' },
    { id: 'e8', speaker: 'patient', text: 'Tomo anlodipino.' },
    { id: 'e9', speaker: 'doctor', text: 'Qual a dose?' },
    { id: 'e10', speaker: 'patient', text: 'Cinco miligramas, uma vez por dia.' },
    { id: 'e11', speaker: 'doctor', text: 'Se a febre passar de trinta e nove, procure o pronto-socorro.' },
    { id: 'e12', speaker: 'patient', text: 'Febre, trinta e nove, pronto-socorro. Tá.' },
  ])
  const all = sections.flatMap((section) => section.sentences.map((item) => `${item.text} ${item.evidence.join(' ')}`))
  expect(all).toEqual([
    'Refere tosse, teve até um fio de sangue, há cerca de três dias. e3 e4 e5 e6',
    'Toma anlodipino, cinco miligramas, uma vez por dia. e7 e8 e9 e10',
    'Se a febre passar de trinta e nove, procurar o pronto-socorro. e11',
  ])
})

test('of sections that share a part each sentence goes to one', () => {
  const sections = sectionsOf(
    [
      { id: 'e1', speaker: 'doctor', text: 'O que tá acontecendo?' },
      { id: 'e2', speaker: 'patient', text: 'Ando muito ansiosa faz dois meses.' },
      { id: 'e3', speaker: 'doctor', text: 'Você teve algum pensamento suicida?' },
      { id: 'e4', speaker: 'patient', text: 'Não, nunca.' },
      { id: 'e5', speaker: 'doctor', text: 'Teve febre?' },
      { id: 'e6', speaker: 'patient', text: 'Não.' },
    ],
    'psychiatry',
  )
  const written = Object.fromEntries(sections.map(({ key, sentences }) => [key, sentences.map((item) => item.text)]))
  expect(written.avaliacao_risco).toEqual(['Nega pensamento suicida.'])
  expect(written.hda).toEqual(['Nega febre.'])
})

test('what is said around a statement stays out of it, and what is done or felt has its clinical name', () => {
  const told = (text: string) =>
    sectionsOf([
      complaint,
      { id: 'q', speaker: 'doctor', text: 'E o que mais?' },
      { id: 'r', speaker: 'patient', text },
    ]).flatMap((section) => section.sentences.filter((item) => item.evidence.includes('r')).map((item) => item.text))
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [
      'É meio chato de falar, mas tá ardendo pra urinar faz dois dias, então fico meio preocupado com isso.',
      ['Ardência ao urinar há dois dias.'],
    ],
    ['Tive um pouco de sangue na urina ontem, mas fora isso, nada.', ['Teve um pouco de sangue na urina ontem.']],
    ['A dor começou do lado esquerdo, não, pera, direito.', ['A dor começou do lado direito.']],
    ['A tosse piorou, mas agora, está seca.', ['A tosse piorou, mas agora está seca.']],
    ['Sônia, vem me ajudar com o aparelho!', []],
    // What it is like is of today, however it is said; what is done with effort is done.
    ['Não é cólica como quando eu menstruo.', ['Não é cólica como quando menstrua.']],
    ['Tenho ido trabalhar, mas tá sendo bem difícil.', ['Tem ido trabalhar, com dificuldade.']],
    ['Tá atrapalhando muito as minhas coisas em casa.', ['O quadro atrapalha as coisas em casa.']],
    ['O microfone está ruim hoje, desculpa.', []],
  ]
  for (const [text, expected] of cases) expect([text, told(text)]).toEqual([text, expected])
})

test('what answers a question of several things is no allergy unless it is one', () => {
  const several = 'Algum problema de saúde, remédio, alergia?'
  for (const answer of [
    'Tenho diabetes, tomo metformina.',
    'Tenho diabetes e pressão alta.',
    'Tomo losartana.',
    'Só a losartana.',
  ])
    expect(answered(several, answer).join(' ')).not.toMatch(/alergia/i)
  expect(answered(several, 'Tenho diabetes, tomo metformina.').join(' ')).toMatch(/diabetes.*metformina/)
  expect(answered(several, 'A dipirona me dá coceira.')).toEqual(['hpp Alergia: dipirona dá coceira.'])
  expect(answered('Tem alergia a algum remédio?', 'Tenho, dipirona.').join(' ')).toMatch(/alergia.*dipirona/i)
})
