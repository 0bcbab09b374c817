import { expect, test } from 'vitest'
import { fieldMessages } from '../contract.ts'
import { maskPhone } from '../phone.ts'
import { ageOn, birthDate, dayOfWritten, futureProblem, maskDate, writtenDate } from './birth-date.ts'
import { createPatientBody, listedPatient, type Patient, updatePatientBody } from './contract.ts'
import { isCpf, maskCpf } from './cpf.ts'
import { identificationFacts, knownIdentification, noIdentification } from './identification.ts'
import { distinguishingLabel, listedOf } from './listed-patient.ts'
import {
  bothContexts,
  EMPTY_CONTEXT,
  EMPTY_CONTEXT_IN_CONSULTATION,
  isSameName,
  nameMatches,
  shownContext,
} from './patient.ts'

const patient = (identification: object): Patient => ({
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Ana Lima',
  clinical_context: EMPTY_CONTEXT,
  created_at: 0,
  updated_at: 0,
  user_id: 'doctor',
  consultation_count: 0,
  last_consultation: null,
  archived: false,
  archived_at: null,
  identification: { ...noIdentification, ...identification },
})

test('[ID1] a CPF is what its own digits say it is, however it is typed', () => {
  for (const real of ['529.982.247-25', '111.444.777-35', '00000000191']) expect(isCpf(real), real).toBe(true)
  for (const wrong of ['529.982.247-24', '529.982.247-52', '111.111.111-11', '000.000.000-00', '529.982.247', ''])
    expect(isCpf(wrong), wrong).toBe(false)
  const typed = '52998224725'
  const steps = [...typed].map((_, index) => maskCpf(typed.slice(0, index + 1)))
  expect(steps.filter((_, index) => [2, 3, 8, 9, 10].includes(index))).toEqual([
    '529',
    '529.9',
    '529.982.247',
    '529.982.247-2',
    '529.982.247-25',
  ])
  expect(maskCpf('529.982.247-259')).toBe('529.982.247-25')
})

test('[ID2] a birth date is a real day of this century or the last, and not tomorrow', () => {
  expect(maskDate('1203198')).toBe('12/03/198')
  expect(dayOfWritten('12/03/1980')).toBe('1980-03-12')
  expect(dayOfWritten('12/03/80')).toBeNull()
  expect(writtenDate('1980-03-12')).toBe('12/03/1980')
  const problem = (day: string) => birthDate.safeParse(day).error?.issues[0]?.message
  expect(problem('1980-03-12')).toBeUndefined()
  expect(problem('2024-02-29')).toBeUndefined()
  expect(problem('2023-02-29')).toBe('Data de nascimento inválida')
  expect(problem('1980-13-01')).toBe('Data de nascimento inválida')
  expect(problem('12/03/1980')).toBe('Data de nascimento deve estar no formato: dd/mm/aaaa')
  expect(problem('1899-12-31')).toBe('Confira o ano da data de nascimento')
  expect(futureProblem('2026-11-23', '2026-11-22')).toBe('Data de nascimento não pode estar no futuro')
  expect(futureProblem('2026-11-22', '2026-11-22')).toBeNull()
  expect(futureProblem(null, '2026-11-22')).toBeNull()
})

test('[ID4] an age in years, in months, in days', () => {
  const on = (birth: string) => ageOn(birth, '2026-11-22')
  expect(on('1980-11-22')).toBe('46 anos')
  expect(on('1980-11-23')).toBe('45 anos')
  expect(on('2024-11-22')).toBe('2 anos')
  expect(on('2024-11-23')).toBe('23 meses')
  expect(on('2026-10-22')).toBe('1 mês')
  expect(on('2026-10-23')).toBe('30 dias')
  expect(on('2026-11-21')).toBe('1 dia')
  expect(on('2026-11-22')).toBe('0 dias')
  expect(on('2026-11-23')).toBeNull()
})

test('a sentence that only says that there is no context is read as none', () => {
  for (const context of ['', '  ', EMPTY_CONTEXT, ` ${EMPTY_CONTEXT_IN_CONSULTATION.toUpperCase()} `])
    expect(shownContext(context), context).toBe('Nenhum contexto clínico informado')
  expect(shownContext(' Asma. ')).toBe('Asma.')
})

test('merging two contexts loses nothing and repeats nothing', () => {
  expect(bothContexts('Asma.', 'Alergia a dipirona.')).toBe('Asma.\nAlergia a dipirona.')
  expect(bothContexts(EMPTY_CONTEXT, ' Asma. ')).toBe('Asma.')
  expect(bothContexts('Asma.', EMPTY_CONTEXT)).toBe('Asma.')
  expect(bothContexts('Asma. Alergia a dipirona.', 'alergia à dipirona')).toBe('Asma. Alergia a dipirona.')
  expect(bothContexts('', '')).toBe('')
})

test('[ID3] what is sent is trimmed, empty is unknown, and every field has its own message', () => {
  expect(
    createPatientBody.parse({ name: ' Ana ', identification: { mother_name: '  Rosa  ', address: '   ' } }),
  ).toEqual({
    name: 'Ana',
    identification: { mother_name: 'Rosa', address: null },
  })
  const wrong = updatePatientBody.safeParse({
    identification: { birth_date: '2023-02-30', cpf: '529.982.247-24', phone: '11 9', address: 'x'.repeat(301) },
  })
  expect(fieldMessages(wrong.error as never)).toEqual({
    'identification.birth_date': 'Data de nascimento inválida',
    'identification.cpf': 'CPF inválido',
    'identification.phone': 'Telefone deve estar no formato: (11) 99999-9999',
    'identification.address': 'Endereço muito longo',
  })
  expect(updatePatientBody.safeParse({ identification: { outro: 'x' } }).success).toBe(false)
  expect(maskPhone('1133334444')).toBe('(11) 3333-4444')

  expect(knownIdentification(noIdentification)).toBeNull()
  const partial = { ...noIdentification, birth_date: '1980-03-12', sex: 'feminino', cpf: '529.982.247-25' } as const
  expect(knownIdentification(partial)).toEqual({ birth_date: '1980-03-12', sex: 'feminino', cpf: '529.982.247-25' })
  expect(identificationFacts(partial, '2026-11-22')).toEqual([
    { label: 'Nascimento', value: '12/03/1980 (46 anos)' },
    { label: 'Sexo', value: 'Feminino' },
    { label: 'CPF', value: '529.982.247-25' },
  ])
})

test('[PA1] [PA4] a name is found by its parts, and two of one name are distinguished', () => {
  const name = 'João Antônio da Conceição'
  for (const query of ['joao', 'JOÃO A', 'ceicao', 'conc joao', 'ant con', ''])
    expect(nameMatches(name, query), query).toBe(true)
  for (const query of ['jose', 'joao z', 'ceicao joao']) expect(nameMatches(name, query), query).toBe(false)
  expect(isSameName(' ANTÔNIO  Sá', 'antonio sa')).toBe(true)

  const date = () => '22/11/2026'
  const label = (change: object) => distinguishingLabel(listedOf(patient(change)), date)
  expect(label({ birth_date: '1980-03-12', cpf: '529.982.247-25' })).toBe('Nascimento 12/03/1980')
  expect(label({ cpf: '529.982.247-25' })).toBe('CPF final 247-25')
  expect(label({ mother_name: 'Rosa' })).toBe('Cadastrado em 22/11/2026')
})

test('[PA5] a list has the birth date, or else only the end of the CPF, to distinguish two patients', () => {
  const cpf = '529.982.247-25'
  const [both, number] = [listedOf(patient({ birth_date: '1980-03-12', cpf })), listedOf(patient({ cpf }))]
  expect([both.birth_date, both.cpf_ending]).toEqual(['1980-03-12', null])
  expect([number.birth_date, number.cpf_ending]).toEqual([null, '247-25'])
  const all = {
    cpf,
    sex: 'feminino',
    mother_name: 'Rosa',
    birthplace: 'Recife',
    address: 'Rua A',
    phone: '(11) 3333-4444',
  }
  const listed = listedOf(patient(all))
  expect(Object.keys(listed).sort()).toEqual(Object.keys(listedPatient.shape).sort())
})
