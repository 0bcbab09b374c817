import { expect, test } from 'vitest'
import { check, cough, dialogue, dialogueWith, kinds, messages, type Said } from '#tests/testkit/said.ts'
import type { Proof } from '../record.ts'

test('[SF1] [SF11] [SF12] what was denied is not affirmed, nor the reverse', () => {
  expect(messages(cough, 'Refere febre.', { cites: [0, 1] })).toEqual(['O paciente negou “febre”.'])
  expect(kinds(cough, 'Nega febre.', { cites: [0, 1] })).toEqual([])
  // The answer alone is cited: its question is read too.
  expect(kinds(cough, 'Com febre.', { cites: [1] })).toEqual(['negation'])
  expect(kinds(cough, 'Nega tosse há 10 dias.', { cites: [1] })).toEqual(['negation'])
  expect(kinds(cough, 'Tosse há 10 dias.', { cites: [1] })).toEqual([])
  expect(kinds(cough, 'Nega dor no peito.', { cites: [2, 3] })).toEqual([])
  expect(kinds(cough, 'Dispneia aos esforços.', { cites: [2, 3] })).toEqual([])
  expect(kinds(cough, 'Nega falta de ar.', { cites: [3] })).toEqual(['negation'])
  expect(kinds(cough, 'Refere perda de peso.', { cites: [4, 5] })).toEqual(['negation'])
  expect(kinds(cough, 'Nega perda de peso; refere sudorese noturna.', { cites: [4, 5] })).toEqual([])
})

test('[SF1] [SF11] lists, denials after their word, doubts and double denials', () => {
  const list: Said[] = [
    ['p', 'Não tive vômito, diarreia nem dor de barriga. Tontura, não. Enjoo eu tenho.'],
    ['p', 'Não sei se tive febre, não medi.'],
    ['p', 'Não posso dizer que não sinto cansaço.'],
  ]
  expect(kinds(list, 'Nega vômitos, diarreia e dor abdominal.', { cites: [0] })).toEqual([])
  expect(kinds(list, 'Refere diarreia.', { cites: [0] })).toEqual(['negation'])
  expect(kinds(list, 'Refere tontura.', { cites: [0] })).toEqual(['negation'])
  expect(kinds(list, 'Nega tontura.', { cites: [0] })).toEqual([])
  expect(kinds(list, 'Nega náuseas.', { cites: [0] })).toEqual(['negation'])
  expect(kinds(list, 'Febre não aferida.', { cites: [1] })).toEqual([])
  expect(kinds(list, 'Refere cansaço.', { cites: [2] })).toEqual([])
  expect(
    kinds([['d', 'Retorna se a dor não melhorar em uma semana.']], 'Retorno se melhorar.', { section: 'conduta' }),
  ).toEqual(['negation'])
  expect(
    kinds([['p', 'Eu sou sedentário, não faço nada de exercício.']], 'Sedentário.', { section: 'habitos' }),
  ).toEqual([])
  expect(kinds([['d', 'Ele tá afebril, corado.']], 'Com febre.', { section: 'exame_fisico' })).toEqual(['negation'])
})

test('[SF1] each thing of a list of denials is denied, behind a place too', () => {
  const head: Said[] = [
    ['d', 'Tem dor de cabeça?'],
    ['p', 'Sim.'],
    ['d', 'E dor no peito?'],
    ['p', 'Não.'],
  ]
  const told = ['O registro nega “dor de cabeça”; nas falas isso foi afirmado.']
  expect(messages(head, 'Nega dor no peito e dor de cabeça.')).toEqual(told)
  expect(messages(head, 'Nega dor no peito, febre e dor de cabeça.')).toEqual(told)
  expect(messages(head, 'Nega dor no peito e nas costas.')).toEqual([])
  expect(messages(head, 'Nega dor no peito. Refere dor de cabeça.')).toEqual([])
})

test.each(['Tenho não.', 'Tive não, doutora.', 'Tenho febre não senhora.', 'Isso não.'])(
  '[SF1] an answer whose denial comes last denies: %s',
  (answer) => {
    const asked: Said[] = [
      ['d', 'Tem febre?'],
      ['p', answer],
    ]
    expect(kinds(asked, 'Nega febre.')).toEqual([])
    expect(kinds(asked, 'Refere febre.')).toEqual(['negation'])
    expect(
      kinds(
        [
          ['d', 'Tem febre?'],
          ['p', 'Tenho, não muita.'],
        ],
        'Nega febre.',
      ),
    ).toEqual(['negation'])
  },
)

test('[SF2] numbers and doses in words or digits', () => {
  const plan: Said[] = [
    ['d', 'Vou passar a amoxicilina, quinhentos miligramas, de oito em oito horas, por sete dias.'],
    ['d', 'A sua pressão deu treze por oito e a temperatura trinta e sete e meio.'],
    ['p', 'Eu fumo um maço por dia há vinte e cinco anos, e fumei hoje duas vezes.'],
    ['p', 'Começou faz uns quinze dias. Pesava setenta e dois quilos e meio.'],
  ]
  const drug = { cites: [0], section: 'conduta' } as const
  expect(kinds(plan, 'Amoxicilina 500 mg de 8/8 h por 7 dias.', drug)).toEqual([])
  expect(kinds(plan, 'Amoxicilina 500 mg 3 vezes ao dia por 1 semana.', drug)).toEqual([])
  expect(messages(plan, 'Amoxicilina 750 mg de 8/8 h por 7 dias.', drug)).toEqual([
    'Nas falas citadas não aparece “750”; foi dito “quinhentos”.',
  ])
  expect(kinds(plan, 'Amoxicilina 500 mg de 8/8 h por 10 dias.', drug)).toEqual(['number'])
  expect(kinds(plan, 'PA 130x80 mmHg, temperatura de 37,5 °C.', { cites: [1], section: 'exame_fisico' })).toEqual([])
  expect(kinds(plan, 'PA 150x80 mmHg.', { cites: [1], section: 'exame_fisico' })).toEqual(['number'])
  expect(kinds(plan, 'Fuma 20 cigarros por dia há 25 anos.', { cites: [2], section: 'habitos' })).toEqual([])
  // The number is there, but it counts years.
  expect(kinds(plan, 'Fuma 25 cigarros por dia.', { cites: [2], section: 'habitos' })).toEqual(['number'])
  expect(kinds(plan, 'Início há 2 semanas; peso 72,5 kg.', { cites: [3] })).toEqual([])
  expect(kinds(plan, 'Início há 2 meses.', { cites: [3] })).toEqual(['number'])
})

test('[SF3] a drug that nobody named, with the nearest that was', () => {
  const lines: Said[] = [
    ['d', 'Qual remédio o senhor usa pra pressão?'],
    ['p', 'A valsartana, e o Glifage pro açúcar. Tomei também uma anlodipina.'],
  ]
  const past = { section: 'hpp' } as const
  expect(messages(lines, 'Em uso de losartana.', past)).toContain(
    'O registro diz “losartana”; na consulta foi dito “valsartana”.',
  )
  expect(messages(lines, 'Em uso de clonazepam para pressão.', past)).toContain(
    'Ninguém disse “clonazepam” na consulta.',
  )
  expect(kinds(lines, 'Em uso de valsartana e metformina.', past)).toEqual([])
  expect(kinds(lines, 'Usou anlodipino.', past)).toEqual([])
  expect(
    kinds([['p', 'Tomo o remédio Zupraxan para pressão.']], 'Usa Zupraxam 10 mg para pressão.', past),
  ).not.toContain('drug')
})

test('[SF4] the side as it was told, corrections heard', () => {
  const ear: Said[] = [
    ['d', 'Qual ouvido dói, o direito ou o esquerdo?'],
    ['p', 'O ouvido esquerdo. Dói muito, eu não durmo direito.'],
    ['d', 'O joelho direito tá inchado, o esquerdo tá normal.'],
    ['p', 'Foi no braço direito. Não, desculpa, no esquerdo. O braço esquerdo.'],
  ]
  expect(messages(ear, 'Dor em ouvido direito.', { cites: [0, 1] })).toEqual([
    'O registro diz “direito”; na consulta foi dito “esquerdo”.',
  ])
  expect(kinds(ear, 'Dor em ouvido esquerdo.', { cites: [0, 1] })).toEqual([])
  expect(kinds(ear, 'Joelho esquerdo inchado.', { cites: [2], section: 'exame_fisico' })).toEqual(['side'])
  expect(kinds(ear, 'Joelho direito inchado.', { cites: [2], section: 'exame_fisico' })).toEqual([])
  expect(kinds(ear, 'Trauma em braço direito.', { cites: [3] })).toContain('side')
  expect(kinds(ear, 'Otalgia bilateral.', { cites: [1] })).toEqual(['side'])
  const turned: Said[] = [['d', 'Virando a cabeça pra direita o olho mexeu e deu tontura. Pra esquerda, nada.']]
  const exam = { section: 'exame_fisico' } as const
  expect(kinds(turned, 'Nistagmo e tontura à direita, negativo à esquerda.', exam)).toEqual([])
  expect(kinds(turned, 'Nistagmo e tontura à esquerda, negativo à direita.', exam)).toContain('side')
})

test("[SF5] a relative's illness stays the relative's", () => {
  const family: Said[] = [
    ['d', 'E na família, alguma doença?'],
    ['p', 'Minha mãe tem diabetes e meu pai morreu de infarto.'],
    ['d', 'E a senhora, tem alguma doença?'],
    ['p', 'Eu tenho enxaqueca desde moça.'],
  ]
  expect(kinds(family, 'Paciente com diabetes.', { cites: [0, 1], section: 'hpp' })).toEqual(['relative'])
  expect(kinds(family, 'Mãe com diabetes; pai faleceu de infarto.', { cites: [0, 1], section: 'hf' })).toEqual([])
  expect(kinds(family, 'Mãe com enxaqueca.', { cites: [3], section: 'hf' })).toEqual(['relative'])
  expect(kinds(family, 'Enxaqueca desde a juventude.', { cites: [3], section: 'hpp' })).toEqual([])
})

test('[SF6] a question is no statement', () => {
  const lines: Said[] = [
    ['d', 'Você teve convulsão?'],
    ['p', 'Não sei dizer, doutor.'],
    ['d', 'Teve palpitação?'],
    ['p', 'Tive, várias vezes.'],
  ]
  expect(kinds(lines, 'Convulsão.', { cites: [0, 1], section: 'hda' })).toEqual(['question'])
  expect(kinds(lines, 'Palpitações.', { cites: [2, 3] })).toEqual([])
})

test('[SF1] a plan or a name that the lines turn round', () => {
  const plan = { section: 'conduta' } as const
  const lines: Said[] = [
    ['d', 'Isso é uma infecção urinária simples, dá pra tratar em casa.'],
    ['d', 'Remédio de ansiedade não é uma coisa que eu indicaria agora.'],
    ['d', 'E não para o clonazepam de uma vez, de jeito nenhum.'],
    ['p', 'Tá bom. Não sabia disso.'],
  ]
  expect(messages(lines, 'Infecção urinária complicada.', { cites: [0], section: 'hipotese' })).toEqual([
    'O registro afirma “complicada”; nas falas isso foi negado.',
  ])
  expect(kinds(lines, 'Infecção urinária não complicada.', { cites: [0], section: 'hipotese' })).toEqual([])
  expect(kinds(lines, 'Medicação para ansiedade indicada.', { cites: [1], ...plan })).toEqual(['negation'])
  expect(kinds(lines, 'Medicação para ansiedade não indicada.', { cites: [1], ...plan })).toEqual([])
  // A doctor's conclusion is no denial.
  expect(kinds(lines, 'Nega infecção urinária.', { cites: [0, 3], section: 'hipotese' })).toEqual(['negation'])
  const asked: Said[] = [
    ['d', 'E alguma dormência entre as pernas? Sente normal?'],
    ['p', 'Sinto normal. Não tem nada disso.'],
    ['d', 'Então é formigamento no pé, sem dormência.'],
    ['d', 'E as vacinas, tão em dia?'],
    ['p', 'Tão. Só falta a da gripe, que eu não levei.'],
  ]
  expect(kinds(asked, 'Nega dormência em sela.', { cites: [0, 1, 2] })).toEqual([])
  expect(kinds(asked, 'Nega vacinas em dia.', { cites: [3, 4] })).toEqual(['negation'])
})

test('[SF7] [SF13] the lines speak of it, by the same word or another for the same', () => {
  const lines: Said[] = [
    ['p', 'Tô com o intestino preso e o estômago queimando depois de comer.'],
    ['p', 'A minha cabeça dói todo dia.'],
  ]
  expect(kinds(lines, 'Constipação e pirose pós-prandial.', { cites: [0] })).toEqual([])
  expect(kinds(lines, 'Cefaleia diária.', { cites: [1] })).toEqual([])
  expect(messages(lines, 'Coceira na virilha.', { cites: [0] })).toEqual([
    'As falas citadas não falam de “Coceira” nem de “virilha”.',
  ])
  // A word or two may be there by chance; an illness that the talk does not name is not.
  expect(messages(lines, 'Infarto do estômago possível.', { cites: [0], section: 'hipotese' })).toEqual([
    'Ninguém falou de “Infarto” na consulta.',
  ])
  expect(kinds(lines, 'Mora com os avós em apartamento.', { cites: [1], section: 'habitos' })).toEqual(['support'])
})

test('[SF8] an allergy that was told or noted is carried, and not prescribed', () => {
  const lines: Said[] = [
    ['d', 'Tem alergia a algum remédio?'],
    ['p', 'Tenho, a penicilina. E a minha irmã é alérgica a dipirona.'],
    ['d', 'Então vou passar amoxicilina e dipirona.'],
  ]
  const record = (content: string, context = '') =>
    dialogueWith(context, ...lines)
      .record([{ canonical: 'hpp', content }])
      .map((flag) => flag.message)
  expect(record('Hipertensão.')).toEqual(['A consulta fala de alergia a “penicilina”, e o registro não diz.'])
  expect(record('Alergia a penicilina.')).toEqual([])
  expect(record('Alergia a penicilina.', 'Alergia: iodo. Usa losartana.')).toEqual([
    'O contexto do paciente traz alergia a “iodo”, e o registro não diz.',
  ])
  expect(record('Alergia a penicilina.', 'Nega alergias.')).toEqual([])
  // Nor silenced by what gives it, denies it or tells it of another.
  const drug = (content: string) =>
    dialogue(['p', 'Sou alérgico a dipirona.']).record([{ canonical: 'conduta', content }]).length
  const silent = ['Alergia a dipirona.', 'Alergias:\n- dipirona (alergia)', 'Dipirona: alergia referida.']
  expect(silent.map(drug)).toEqual([0, 0, 0])
  expect(drug('Evitar dipirona (alergia).')).toBe(0)
  expect(drug('Alergia a penicilina. Prescrevo dipirona.')).toBe(1)
  expect(drug('Alergia a penicilina; prescrevo dipirona 500 mg.')).toBe(1)
  expect(drug('Prescrevo dipirona, alérgico a penicilina.')).toBe(1)
  expect(drug('Nega alergia a dipirona.')).toBe(1)
  expect(drug('Irmã com alergia a dipirona.')).toBe(1)
  // A limit or a condition gives it all the same.
  const limited = (text: string) =>
    check([['p', 'Sou alérgico a dipirona.']], text, { cites: [], section: 'conduta', proof: 'doctor' }).length
  for (const text of ['Dipirona 1 g, não exceder 4 g ao dia.', 'Dipirona se dor; se não melhorar, retornar.'])
    expect([text, limited(text)]).toEqual([text, 1])
  for (const text of [
    'Dipirona: não usar.',
    'Não prescrever dipirona.',
    'Paracetamol, sem dipirona.',
    'Não associar dipirona.',
  ])
    expect([text, limited(text)]).toEqual([text, 0])
  const plan = { cites: [2], section: 'conduta' } as const
  expect(messages(lines, 'Prescrita amoxicilina.', plan)).toEqual([
    '“amoxicilina”: na consulta foi dita alergia a “penicilina”.',
  ])
  expect(kinds(lines, 'Prescrita dipirona.', plan)).toEqual([])
  expect(kinds(lines, 'Evitar amoxicilina.', plan)).toEqual([])
})

test('a flag names the lines that say otherwise, a question with its answer', () => {
  const lines: Said[] = [
    ['d', 'Tem falta de ar?'],
    ['p', 'Não.'],
    ['p', 'Tomo losartana de cinquenta miligramas. A dor é no joelho direito.'],
    ['p', 'Minha mãe tem diabetes.'],
  ]
  const found = (text: string, cites: number[], proof: Proof = 'transcript') =>
    check(lines, text, { cites, proof, section: 'hpp' }).map(({ kind, lines }) => [kind, lines])
  expect(found('Tem falta de ar.', [], 'doctor')).toEqual([['negation', ['l0', 'l1']]])
  expect(found('Em uso de losartana 500 mg.', [2])).toEqual([['number', ['l2']]])
  expect(found('Em uso de valsartana.', [], 'none')).toEqual([['drug', ['l2']]])
  expect(found('Dor no joelho esquerdo.', [], 'doctor')).toEqual([['side', ['l2']]])
  expect(found('Paciente com diabetes.', [3])).toEqual([['relative', ['l3']]])
})

test('[SF16] a drug that is to go on is not stopped, nor raised where it is lowered', () => {
  const lines: Said[] = [
    ['d', 'E não para o clonazepam de uma vez, de jeito nenhum.'],
    ['d', 'A losartana a gente vai suspender e o anlodipino você continua.'],
    ['d', 'Vamos aumentar a sertralina. Se der enjoo, diminui a sertralina.'],
    ['p', 'Eu parei a metformina.'],
    ['d', 'Então volta com a metformina. O AAS é para o coração.'],
    ['d', 'A dipirona, para a dor, e o enalapril, para hipertensão.'],
  ]
  const plan = (text: string, cites?: number[]) =>
    kinds(lines, text, cites ? { cites, section: 'conduta' } : { cites: [], section: 'conduta', proof: 'doctor' })
  expect(messages(lines, 'Interromper clonazepam.', { cites: [0], section: 'orientacoes' })).toEqual([
    'O plano para “clonazepam” é outro nas falas: “E não para o clonazepam de uma vez, de jeito nenhum.”',
  ])
  expect(plan('Manter losartana.', [1])).toEqual(['negation'])
  expect(plan('Manter losartana.')).toEqual(['negation'])
  expect(plan('Suspender anlodipino.', [1])).toEqual(['negation'])
  expect(plan('Reduzir sertralina.')).toEqual(['negation'])
  const right = [
    'Não interromper clonazepam de uma vez.',
    'Suspender losartana; manter anlodipino.',
    'Aumentar sertralina.',
    'Reduzir sertralina se náusea.',
    'Manter metformina.',
    'Suspender AAS.',
    'Manter dipirona.',
    'Manter enalapril.',
  ]
  expect(right.flatMap((text) => plan(text).map((kind) => [text, kind]))).toEqual([])
  expect(kinds(lines, 'Suspendeu losartana.', { cites: [], section: 'hpp', proof: 'doctor' })).toEqual([])
})

test('[SF22] a sentence too long to be read at once is read in parts, each finding told once, and is to be divided', () => {
  const said: Said[] = [
    ['d', 'Teve febre?'],
    ['p', 'Não tive febre. Tive tosse.'],
  ]
  const filling = 'tosse que vai e volta, '.repeat(26)
  const long = `Refere ${filling}com febre, ${filling}e febre.`
  expect(long.length).toBeGreaterThan(1_200)
  const found = messages(said, long, { section: 'hda', proof: 'doctor' })
  expect(found[0]).toBe('A frase tem mais de 600 caracteres e foi conferida em partes: divida-a em frases menores.')
  expect(found.slice(1)).toEqual(['O paciente negou “febre”.'])
  // A list that is cut keeps its denial: the part behind the cut denies, too.
  const denied = `Nega calafrios, sudorese, ${'coriza, espirros, rouquidão, '.repeat(21)}`
  const told: Said[] = [...said, ['p', 'Tenho tontura.']]
  expect(messages(told, `${denied}febre.`, { section: 'hda', proof: 'doctor' }).slice(1)).toEqual([])
  expect(messages(told, `${denied}tontura.`, { section: 'hda', proof: 'doctor' }).slice(1)).toEqual(
    messages(told, 'Nega tontura.', { section: 'hda', proof: 'doctor' }),
  )
  const short = `Refere ${filling}`.slice(0, 600)
  expect(kinds(said, short, { section: 'hda', proof: 'doctor' })).toEqual([])
})
