import { expect, test } from 'vitest'
import { redactor } from '#workers/structuring/redact.ts'
import { dialogue, newConsultation, newPatient } from './clinic.ts'
import { newDoctor } from './doctor.ts'
import { fakeModel, good, withModel } from './fake-model.ts'
import { structureNow } from './record-stage.ts'

test('[ID6] identification is hidden, typed or said; doses, dates of illness and other numbers stay', () => {
  const identification = {
    birth_date: '1980-03-12',
    sex: 'feminino',
    mother_name: 'Rosa Helena Souza',
    birthplace: 'Recife - PE',
    address: 'Rua das Palmeiras, 247, apto 45, Centro, São José dos Campos - SP, 12230-000',
    cpf: '529.982.247-25',
    phone: '(11) 98765-4321',
  } as const
  const redact = redactor({ patient: 'Ana Souza', doctor: 'Dr. José Lima', identification })
  const hidden: [string, string][] = [
    ['CPF 529.982.247-25, anotado.', 'CPF [cpf], anotado.'],
    ['meu cpf é 529 982 247 25', 'meu cpf é [cpf]'],
    ['É cinco dois nove, nove oito dois, dois quatro sete, dois cinco.', 'É [cpf].'],
    ['quinhentos e vinte e nove, novecentos e oitenta e dois, duzentos e quarenta e sete, vinte e cinco', '[cpf]'],
    ['O CPF do marido é 111 444 777 35.', 'O CPF do marido é [cpf].'],
    ['O do filho: 111.444.777-35', 'O do filho: [cpf]'],
    ['Liga no (11) 98765-4321 ou 98765 4321.', 'Liga no [telefone] ou [telefone].'],
    ['nove oito sete meia cinco, quatro três dois um', '[telefone]'],
    ['onze nove oito sete meia cinco quatro três dois um à noite', '[telefone] à noite'],
    ['o celular dela é três três quatro quatro cinco cinco meia meia', 'o celular dela é [telefone]'],
    ['Recado: (21) 2555-1234.', 'Recado: [telefone].'],
    ['Moro na rua das palmeiras, 247, apto 45, São José dos Campos.', 'Moro na [endereço].'],
    ['moro na Rua das Palmeiras duzentos e quarenta e sete', 'moro na [endereço]'],
    ['Trabalho em sao jose dos campos, CEP 12230-000', 'Trabalho em [endereço]'],
    ['Nasci em 12/03/1980, em Recife.', 'Nasci em [data], em Recife.'],
    ['nasci no dia doze de março de mil novecentos e oitenta', 'nasci no dia [data]'],
    ['12 de março de 80', '[data]'],
    ['meu CPF é 529 982', 'meu CPF é [cpf]'],
    ['247 25', '[cpf]'],
    ['meu telefone é onze nove', 'meu telefone é [telefone]'],
    ['8765 4321', '[telefone]'],
    ['Telefone 3344-5566, 2 filhos', 'Telefone [telefone], 2 filhos'],
    ['O número de contato é 3344 5566.', 'O número de contato é [telefone].'],
    ['um dois dois três zero zero zero zero', '[endereço]'],
    ['doze mil duzentos e trinta, zero zero zero', '[endereço]'],
    ['CEP 12230000', 'CEP [endereço]'],
    ['o CEP dela é zero um três um zero cem', 'o CEP dela é [endereço]'],
    ['Moro no Centro, minha filha no bairro Centro.', 'Moro no [endereço], minha filha no [endereço].'],
    ['Rua das Palmeiras, apto 45, Centro', '[endereço]'],
    ['Minha mãe, a Rosa Helena, tem diabetes.', 'Minha mãe, a [mãe], tem diabetes.'],
    ['A dona Helena Souza, mãe da Ana.', 'A dona [mãe] [paciente], mãe da [paciente].'],
  ]
  for (const [said, left] of hidden) expect([said, redact(said)]).toEqual([said, left])

  const storedTexts = [
    'Losartana 50 mg, um comprimido de 12 em 12 horas, 247 mg de outro, 45 gotas.',
    'Pressão 120 por 80, glicemias 98, 102, 110, 95, 130. Saturação 97, FC 98.',
    'Começou em 12 de março, exames de 12/04/2026, cirurgia em 2012, protocolo 20261122001.',
    'Foi ao centro cirúrgico, caiu na rua, teve dengue em Manaus, nasceu em Recife há 46 anos.',
    'Dois três dias, cinco ou seis vezes, nove meses, mil duzentos e cinquenta gramas.',
    'Contato com caso confirmado de sarampo em 10/05/2024.',
    'Contato com dengue, pressão 120/80, 98, 36,5.',
    'Contato com o pai, que teve infarto em 2015 e 2019.',
    'Avisada por telefone em 10/05/2024; pelo celular, 120/80, 98, 36,5. Telefone: infarto em 2015 e 2019.',
    'Lesão rosa na pele. TSH 4,321. Leucócitos 12.230, plaquetas 247.000.',
  ].join(' ')
  expect(redact(storedTexts)).toBe(storedTexts)
  // The line before asks a question; the start of this line answers it.
  const answers: [before: string, said: string, left: string][] = [
    ['Qual é o telefone?\nmeu telefone é 11 9', '8765', '[telefone]'],
    ['meu telefone é 11 9\n8765', '4321', '[telefone]'],
    ['Qual é o CPF?', 'é 529', 'é [cpf]'],
    ['Qual é o telefone dele?', 'É 3344 5566.', 'É [telefone].'],
    ['Qual é o telefone?', 'Tomei 529 mg. Pressão 120/80, 98, 36,5.', 'Tomei 529 mg. Pressão 120/80, 98, 36,5.'],
    ['Como foi?', '8765', '8765'],
    ['Como foi?', 'É 3344 5566.', 'É 3344 5566.'],
  ]
  for (const [before, said, left] of answers) expect([said, redact(said, before)]).toEqual([said, left])
  // Without known names, a CPF or telephone with punctuation is still removed.
  const unknown = redactor({ patient: 'Ana Souza', doctor: '' })
  expect(unknown('CPF 529.982.247-25, (11) 98765-4321, CEP 12230-000.')).toBe('CPF [cpf], [telefone], CEP [endereço].')
  expect(unknown(storedTexts)).toBe(storedTexts)
})

test('[ID6] an address of everyday words is hidden where a place is meant, and nowhere else', () => {
  const living = (address: string) => redactor({ patient: 'Ana', doctor: '', identification: { address } })
  const redact = living('Rua 15 de Novembro, 100, Boa Vista, Natal - RN, Brasil')
  const hidden: [string, string][] = [
    ['Moro na Boa Vista, em Natal.', 'Moro na [endereço].'],
    ['trabalho na boa vista', 'trabalho na [endereço]'],
    [
      'Sou de Natal, vim da Boa Vista; ela foi para Boa Vista.',
      'Sou de [endereço], vim da [endereço]; ela foi para [endereço].',
    ],
    ['O bairro é Boa Vista.', 'O bairro é [endereço].'],
    ['Rua Quinze de Novembro, 100, Boa Vista, Natal', '[endereço]'],
    ['Nasci em Natal e moro hoje em natal.', 'Nasci em [endereço] e moro hoje em [endereço].'],
  ]
  for (const [said, left] of hidden) expect([said, redact(said)]).toEqual([said, left])
  const storedText =
    'O senhor tem boa vista? Está assim desde o Natal, comeu muito no Natal, castanha do Brasil. Exame em 15 de novembro, ' +
    'dia quinze de novembro, 100 mg.'
  expect(redact(storedText)).toBe(storedText)
  const shortly = living('Av. Afonso Pena, 12, Centro, Belo Horizonte/MG CEP 30.130-000')
  expect(shortly('Fui para Belo Horizonte, CEP 30130000, perto da Afonso Pena doze.')).toBe(
    'Fui para [endereço], perto da [endereço].',
  )
  const contagem = living('Avenida Água Fria, Picos, Contagem - MG')
  const clinical = 'Contagem de plaquetas normal, picos de febre, bebe água fria. Está em contagem regressiva.'
  expect(contagem(clinical)).toBe(clinical)
  expect(contagem('Venho da avenida Água Fria, da cidade de Contagem.')).toBe(
    'Venho da [endereço], da cidade de [endereço].',
  )
})

test('[ID6] the job takes the stored identification out of lines and context before they leave', async () => {
  const doctor = await newDoctor()
  const patient = await newPatient(doctor)
  const identification = {
    mother_name: 'Rosa Prado',
    cpf: '529.982.247-25',
    phone: '(11) 98765-4321',
    address: 'Rua Ipê, 12',
  }
  await doctor.call('PATCH', `/api/patients/${patient}`, { identification })
  const consultation = await newConsultation(
    doctor,
    patient,
    { clinical_context: 'Mãe: Rosa Prado. Mora na rua Ipê, 12. Fone 11987654321.' },
    [
      ...dialogue,
      ['patient', 'Meu CPF é cinco dois nove nove oito dois dois quatro sete dois cinco.'],
      ['doctor', 'E o telefone?'],
      ['patient', 'Onze nove oito'],
      ['patient', 'sete meia cinco'],
      ['patient', 'quatro três dois um'],
    ],
  )
  const { asked } = fakeModel(good)
  expect(await structureNow(doctor, consultation, withModel)).toBe('completed')
  const sent = JSON.stringify(asked)
  expect(sent).toContain('[cpf]')
  expect(sent).toContain('[mãe]')
  expect(sent).not.toMatch(/Rosa|Prado|Ipê|98765|cinco dois nove|nove oito|meia cinco|três dois um/i)
})
