import { expect, test } from 'vitest'
import {
  cidTableOf,
  diagnosisName,
  findCode,
  proposeCodes,
  readCidTable,
  searchCodes,
  typedDiagnosis,
} from './cid10.ts'

const table = readCidTable(
  [
    'E11\tDiabetes mellitus não-insulino-dependente',
    'E11.9\tDiabetes mellitus não-insulino-dependente - sem complicações',
    'I10\tHipertensão essencial (primária)',
    'I64\tAcidente vascular cerebral, não especificado como hemorrágico ou isquêmico',
    'J20\tBronquite aguda',
    'J20.9\tBronquite aguda não especificada',
    'J45\tAsma',
    'J45.0\tAsma predominantemente alérgica',
    'O13\tHipertensão gestacional [induzida pela gravidez] sem proteinúria significativa',
    'Z88.0\tHistória pessoal de alergia à penicilina',
    'XX\tNenhum código',
    '',
  ].join('\n'),
)
const codes = (query: string) => searchCodes(table, query).map(({ code }) => code)

test('codes are found by their beginning and by words without accents, the plainest first', () => {
  expect(table.entries).toHaveLength(10)
  expect([codes('j20'), codes('J20.9'), codes('j209'), codes('j4')]).toEqual([
    ['J20', 'J20.9'],
    ['J20.9'],
    ['J20.9'],
    ['J45', 'J45.0'],
  ])
  expect(codes('BRONQUITE')).toEqual(['J20', 'J20.9'])
  expect(codes('aguda bronq')).toEqual(['J20', 'J20.9'])
  expect(codes('hipertensao')).toEqual(['I10', 'O13'])
  expect(codes('pressão alta')).toEqual(['I10', 'O13'])
  expect(codes('AVC')).toEqual(['I64'])
  // Every word must be there; a word with only the same ending is another.
  expect([codes('bronquite crônica'), codes('sma'), codes('de'), codes('x99')]).toEqual([[], [], [], []])
  expect(codes('alergia a penicilina')).toEqual(['Z88.0'])

  expect(findCode(table, 'J45.0')).toEqual({
    system: 'CID-10',
    code: 'J45.0',
    text: 'Asma predominantemente alérgica',
  })
  // Well formed, but not in the table.
  expect([findCode(table, 'J45.7'), findCode(table, 'j45'), findCode(table, 'XX')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('the published files become one table, each code once', () => {
  const categories =
    'CAT;CLASSIF;DESCRICAO;DESCRABREV;REFER;EXCLUIDOS;\r\nJ45;;Asma;J45 Asma;;;\r\nI10;;Hipertensão essencial (primária);I10;;;\r\n'
  const subcategories =
    'SUBCAT;CLASSIF;RESTRSEXO;CAUSAOBITO;DESCRICAO;DESCRABREV;REFER;EXCLUIDOS;\r\nJ450;;;;Asma predominantemente alérgica;J45.0;;;\r\nI10;;;;Hipertensão essencial (primária);I10;;;\r\n'
  expect(cidTableOf([categories, subcategories])).toBe(
    'I10\tHipertensão essencial (primária)\nJ45\tAsma\nJ45.0\tAsma predominantemente alérgica\n',
  )
  expect(() => cidTableOf(['a;b;c\n1;2;3'])).toThrow('no column')
})

test('a code is typed in its form, with or without a name, and marked', () => {
  const name = (typed: string) => {
    const one = typedDiagnosis(typed)
    return one && `${one.code} ${diagnosisName(one)}`
  }
  expect(name(' j20.9 Bronquite aguda ')).toBe('J20.9 Bronquite aguda (digitado)')
  expect(name('I10 - Hipertensão')).toBe('I10 Hipertensão (digitado)')
  expect(name('m545')).toBe('M54.5 Descrição não informada (digitado)')
  expect(['J2', 'J20.95', 'JJ0', 'bronquite', 'J20.9Bronquite', ''].map(typedDiagnosis)).toEqual(Array(6).fill(null))
})

test('codes are proposed for the beginning of a hypothesis, and none for words that name no disease', () => {
  const proposed = (hypothesis: string) => proposeCodes(table, hypothesis).map(({ code }) => code)
  expect(proposed('Provável bronquite aguda, sem sinais de gravidade.')).toEqual(['J20', 'J20.9'])
  expect(proposed('Quadro compatível com asma. Hipertensão gestacional.')).toEqual(['J45', 'J45.0', 'O13'])
  expect(proposed('A esclarecer.')).toEqual([])
})
