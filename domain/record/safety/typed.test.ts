import { expect, test } from 'vitest'
import { cough, dialogue, kinds, messages, type Said } from '#tests/testkit/said.ts'
import type { CanonicalKey } from '../record.ts'

test('[SF9] what the doctor wrote is held against contradiction only', () => {
  const typed = { cites: [], proof: 'doctor' } as const
  expect(kinds(cough, 'Refere febre.', typed)).toEqual(['negation'])
  expect(kinds(cough, 'Nega tosse.', typed)).toEqual(['negation'])
  expect(kinds(cough, 'Hipertensão em uso de losartana 50 mg há 12 anos.', typed)).toEqual([])
  expect(kinds(cough, 'Em uso de losartana 50 mg.', { cites: [], proof: 'none' })).toEqual(['drug'])
  expect(kinds(cough, 'Tosse há 10 dias.', { cites: [], proof: 'none' })).toEqual([])
})

test('[SF15] a denial at large of what was told in other words', () => {
  const before: Said[] = [
    ['d', 'Tem febre?'],
    ['p', 'Não.'],
  ]
  const typed = { cites: [], proof: 'doctor', section: 'hpp' } as const
  const told = (said: string, denial: string) => kinds([...before, ['p', said]], denial, typed)
  expect(messages([...before, ['p', 'Tirei a vesícula em 2015.']], 'Nega cirurgias prévias.', typed)).toEqual([
    'O registro nega “cirurgias prévias”; nas falas foi dito “Tirei a vesícula em 2015.”.',
  ])
  const wrong: (readonly [said: string, denial: string])[] = [
    ['Operei o apêndice quando era criança.', 'Sem cirurgias prévias.'],
    ['Fiz duas cesáreas.', 'Nega cirurgias.'],
    ['Uso cigarro há dez anos.', 'Não fuma.'],
    ['Parei de fumar faz dez anos.', 'Nunca fumou.'],
    ['Uma cachacinha antes do almoço.', 'Não ingere bebida alcoólica.'],
    ['Meu açúcar é alto.', 'Nega diabetes.'],
    ['Tomo remédio da pressão.', 'Nega hipertensão.'],
    ['Dipirona me dá alergia.', 'Nega alergia medicamentosa.'],
    ['Fico sem fôlego.', 'Sem falta de ar.'],
    ['Tô esperando bebê.', 'Nega possibilidade de gravidez.'],
  ]
  expect(wrong.filter(([said, denial]) => !told(said, denial).includes('negation'))).toEqual([])
  const asked: Said[] = [
    ['d', 'Já operou alguma coisa?'],
    ['p', 'Já, sim.'],
  ]
  expect(messages([...before, ...asked], 'Nega cirurgias prévias.', typed)).toEqual([
    'O registro nega “cirurgias prévias”; à pergunta “Já operou alguma coisa?” a resposta foi “Já, sim.”.',
  ])
  const late: Said[] = [
    ['d', 'Já operou alguma coisa?'],
    ['p', 'Não.'],
    ['p', 'Ah, tirei o apêndice.'],
  ]
  expect(kinds(late, 'Nega cirurgias.', { cites: [0, 1, 2], section: 'hpp' })).toEqual(['negation'])
})

test('[SF15] an attempt that was told is denied by no record', () => {
  const typed = { cites: [], proof: 'doctor', section: 'hda' } as const
  const asked: Said[] = [
    ['d', 'Você tem pensado em morte, em se machucar?'],
    ['p', 'Já pensei que seria melhor se eu não acordasse.'],
    ['d', 'Já tentou alguma vez?'],
  ]
  const told: Said[] = [...asked, ['p', 'Quando eu tinha dezenove anos tomei um monte de comprimido.']]
  for (const denial of ['Nunca tentou suicídio.', 'Nega tentativas prévias.', 'Sem tentativa de suicídio prévia.'])
    expect(messages(told, denial, typed).join()).toContain('à pergunta “Já tentou alguma vez?” a resposta foi “Quando')
  expect(kinds([['p', 'Com vinte anos tentei me matar.']], 'Nega tentativa de suicídio.', typed)).toEqual(['negation'])
  const right: Said[][] = [
    [...asked, ['p', 'Não, nunca.']],
    [...asked, ['p', 'Pensar eu penso, mas tentar não.']],
    [...asked, ['p', 'Como assim?']],
    [
      ['d', 'Já tentou parar de fumar?'],
      ['p', 'Já, duas vezes.'],
    ],
    [['p', 'Meu irmão tentou se matar.']],
    [['p', 'Tomei um monte de remédio e não melhorou.']],
  ]
  expect(right.flatMap((lines) => messages(lines, 'Nega tentativas de suicídio.', typed))).toEqual([])
})

test('[SF9] [SF15] what the doctor typed is not held against a relative, advice, the past or a part of the thing', () => {
  const right: (readonly [text: string, who: 'd' | 'p', said: string, section?: CanonicalKey])[] = [
    ['Nega outras cirurgias.', 'p', 'Tirei a vesícula em 2015.'],
    ['Nega cirurgias cardíacas.', 'p', 'Tirei a vesícula em 2015.'],
    ['Nega cirurgias.', 'p', 'Minha mãe tirou a vesícula. Ela operou o coração também.'],
    ['Nega cirurgias.', 'd', 'Talvez a gente precise de cirurgia.'],
    ['Nega cirurgias.', 'p', 'Tirei uns dias de folga, tenho medo de operar.'],
    ['Nega tabagismo.', 'p', 'Meu marido fuma um maço por dia.'],
    ['Não fuma.', 'p', 'Parei de fumar há dez anos, fumava um maço por dia.'],
    ['Não bebe.', 'p', 'Eu bebo bastante água.'],
    ['Nega diabetes.', 'p', 'Tive diabetes na gravidez.'],
    ['Nega diabetes na família.', 'p', 'Sou diabética.', 'hf'],
    ['Nega hipertensão.', 'd', 'Pressão alta dá dor de cabeça às vezes.'],
    ['Nega alergia medicamentosa.', 'p', 'Sou alérgica a camarão.'],
    ['Nega dispneia em repouso.', 'p', 'Sinto falta de ar quando subo escada.'],
    ['Sem dispneia.', 'p', 'Sinto falta de ar quando subo escada.', 'exame_fisico'],
    ['Nega dispneia.', 'd', 'Se tiver falta de ar, corre pro hospital, tá?'],
    ['Nega gravidez.', 'p', 'Quando eu estava grávida tive isso.'],
    ['Volta em uma semana.', 'p', 'A febre não volta mais.', 'orientacoes'],
    ['Voltar se piorar.', 'p', 'Não voltou a dor.', 'orientacoes'],
    ['Voltar em 30 dias.', 'd', 'Não precisa voltar se melhorar.', 'conduta'],
    ['Dor que piora à noite.', 'p', 'Depois do remédio a dor não volta.', 'hda'],
  ]
  expect(
    right.flatMap(([text, who, said, section = 'hpp']) =>
      messages([[who, said]], text, { cites: [], proof: 'doctor', section }).map((message) => `${text} ${message}`),
    ),
  ).toEqual([])
})

test('[SF17] short denials and sides the doctor types are held against what was told', () => {
  const wrong: (readonly [typed: string, flag: string, ...lines: Said[]])[] = [
    ['Alergias: nega.', 'negation', ['p', 'Sou alérgica a dipirona.']],
    ['HAS: nega, alergias: nega.', 'negation', ['p', 'Sou alérgica a dipirona.']],
    ['Desconhece alergias.', 'negation', ['d', 'Tem alergia?'], ['p', 'A penicilina.']],
    ['NKDA.', 'negation', ['p', 'Tenho alergia a amoxicilina.']],
    ['Alergias: nega.', 'negation', ['p', 'Uma vez passei mal com dipirona, fiquei todo inchado.']],
    ['Sem medicamentos em uso.', 'negation', ['p', 'Tomo losartana 50 mg todo dia.']],
    ['Medicações em uso: nenhuma.', 'negation', ['d', 'Toma algum remédio?'], ['p', 'A losartana de cinquenta.']],
    ['Gestante de 20 semanas.', 'number', ['p', 'Estou grávida de doze semanas.']],
    ['Gestante, IG 20 semanas.', 'number', ['d', 'Está grávida de quanto?'], ['p', 'De doze semanas.']],
    ['Diabético.', 'relative', ['p', 'Minha mãe é diabética.']],
    ['Ex-tabagista.', 'negation', ['d', 'Fuma?'], ['p', 'Um maço por dia.']],
    ['Dor em joelho D.', 'side', ['p', 'Dói o joelho esquerdo.']],
    ['Edema em MID.', 'side', ['p', 'A perna esquerda está inchada.']],
    ['Dor em MIE.', 'side', ['p', 'Dói a perna direita.']],
  ]
  const typed = { cites: [], proof: 'doctor', section: 'hpp' } as const
  expect(wrong.filter(([text, flag, ...lines]) => !kinds(lines, text, typed).includes(flag as 'side'))).toEqual([])
  expect(messages([['p', 'Passei mal com dipirona.']], 'Alergias: nega.', typed)).toEqual([
    'O registro diz “Alergias: nega”; nas falas foi dito “Passei mal com dipirona.”.',
  ])
  expect(messages([['p', 'Estou grávida de doze semanas.']], 'Gestante de 20 semanas.', typed)).toEqual([
    'O registro diz “20 semanas”; na consulta foi dito “doze semanas”.',
  ])
  const told = dialogue(['p', 'Passei mal com dipirona.'])
  expect(told.record([{ canonical: 'hpp', content: 'Hipertensão.' }]).map(({ kind }) => kind)).toEqual(['allergy'])

  const right: (readonly [typed: string, ...lines: Said[]])[] = [
    ['Alergia a dipirona; nega outras alergias.', ['p', 'Sou alérgica a dipirona.']],
    ['Nega alergia alimentar.', ['p', 'Sou alérgica a dipirona.']],
    ['NKDA.', ['p', 'Tenho alergia a camarão.']],
    ['Alergias: nega.', ['p', 'Minha irmã é alérgica a dipirona.']],
    ['Alergias: nega.', ['p', 'Passei mal ontem. Tomei dipirona e melhorei.']],
    ['Alergias: nega.', ['p', 'Passei mal, aí com dipirona melhorou.']],
    ['Sem medicamentos em uso.', ['p', 'Tomo dipirona quando dói. Minha mãe toma losartana.']],
    ['Sem outros medicamentos em uso.', ['p', 'Tomo losartana.']],
    ['Sem medicamentos em uso.', ['p', 'Parei a losartana faz um ano.']],
    ['Gestante de 12 semanas.', ['p', 'Estou grávida de doze semanas, enjoo há duas semanas.']],
    ['Gestante de 20 semanas.', ['p', 'Estou grávida. Enjoo há duas semanas.']],
    ['Diabético.', ['p', 'Minha mãe é diabética, eu também tenho diabetes.']],
    ['Febre e tosse.', ['p', 'Meu marido está com febre e tosse.']],
    ['Mãe diabética.', ['p', 'Minha mãe é diabética.']],
    ['Ex-tabagista.', ['p', 'Eu fumava um maço por dia, parei em 2010.']],
    ['Ex-tabagista.', ['p', 'Meu pai fuma um maço por dia.']],
    ['Dor em joelho E.', ['p', 'Dói o joelho esquerdo.']],
    ['Edema em MIE.', ['p', 'A perna esquerda está inchada.']],
    ['Deficiência de vitamina D.', ['p', 'Dói o joelho esquerdo.']],
  ]
  expect(right.flatMap(([text, ...lines]) => messages(lines, text, typed).map((one) => [text, one]))).toEqual([])
})

test('[SF19] a typed plan gives no drug that the doctor forbade', () => {
  const asks: Said = ['p', 'E posso tomar o remédio da minha mulher, o diclofenaco?']
  const refusal: Said = ['d', 'Não, anti-inflamatório o senhor não pode, piora o rim. Se doer toma dipirona.']
  const plan = (text: string, ...lines: Said[]) =>
    messages(lines, text, { cites: [], proof: 'doctor', section: 'conduta' })
  expect(plan('Diclofenaco se dor.', asks, refusal)).toEqual([
    'O plano traz “Diclofenaco”; nas falas foi dito “Não, anti-inflamatório o senhor não pode, piora o rim. Se doer toma dipirona.”.',
  ])
  expect(plan('Prescrevo ibuprofeno 600 mg.', asks, refusal)).toHaveLength(1)
  expect(plan('Diclofenaco se dor.', asks, ['d', 'De jeito nenhum.'])).toHaveLength(1)
  const right: (readonly [typed: string, ...lines: Said[]])[] = [
    ['Dipirona se dor. AAS 100 mg. Evitar diclofenaco.', asks, refusal],
    ['Não usar ibuprofeno.', asks, refusal],
    ['Diclofenaco se dor.', asks, ['d', 'Não tem problema, pode.']],
    ['Diclofenaco se dor.', asks, ['d', 'Não precisa parar, pode tomar.']],
    ['Diclofenaco se dor.', ['d', 'Vou passar diclofenaco. Outro anti-inflamatório não pode junto.']],
    ['Ibuprofeno se dor.', ['d', 'Anti-inflamatório não pode esquecer de tomar com comida.']],
  ]
  expect(right.flatMap(([text, ...lines]) => plan(text, ...lines))).toEqual([])
})

test('[SF20] a complaint at rest that was denied', () => {
  const before: Said[] = [
    ['p', 'Um aperto no peito quando subo a ladeira. A sinvastatina eu parei porque dava dor nas pernas.'],
    ['d', 'Já sentiu isso parado, descansando, ou de noite?'],
  ]
  const typed = { cites: [], proof: 'doctor', section: 'hda' } as const
  const denial: Said[] = [...before, ['p', 'Parado não. Mas anteontem acordei com falta de ar.']]
  expect(messages(denial, 'Refere dor em repouso.', typed)).toEqual([
    'O registro afirma “em repouso”; nas falas foi dito “Parado não. Mas anteontem acordei com falta de ar.”.',
  ])
  for (const text of ['Nega dor em repouso.', 'Dor que melhora em repouso.', 'Aperto no peito aos esforços.'])
    expect(messages(denial, text, typed)).toEqual([])
  expect(kinds([...before, ['p', 'Sinto até parado.']], 'Dor em repouso.', typed)).toEqual([])
  expect(kinds([...before, ['p', 'Não passa nem parado.']], 'Dor em repouso.', typed)).toEqual([])
})
