import { plain } from '#domain/text.ts'

const list = (names: string) => names.split(',').map((name) => name.trim())

// All people are invented: every name is composed of parts, and all are plausible.
const givenNames = list(`
  Adalgisa, Benedito, Carla, Conceição, Damião, Edilene, Fátima, Geraldo, Heloísa, Inácio, João, José, Júlia,
  Lázaro, Luís, Manoel, Maria, Márcia, Nair, Otávio, Patrícia, Quitéria, Raimunda, Sebastião, Teodora, Ubirajara,
  Valdir, Wagner, Yara, Zélia`)
const second = list(`
  Aparecida, Augusto, Batista, Cristina, de Lourdes, do Carmo, Helena, Inês, Paulo, Regina, Vitória, Xavier`)
const family = list(`
  Albuquerque, Alves, Araújo, Barbosa, Barros, Cavalcanti, Correia, da Silva, dos Santos, Espíndola, Farias,
  Figueiredo, Gonçalves, Guimarães, Lacerda, Magalhães, Moraes, Negrão, Nogueira, Oliveira, Queiroz, Ramos,
  Sampaio, Souza, Teixeira, Vasconcelos, Veríssimo, Zanetti`)

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** The same ones every time; all 30 × 12 × 28 combinations differ. */
export const nameOf = (index: number): string => {
  const rest = Math.floor(index / givenNames.length)
  return `${at(givenNames, index)} ${at(second, rest)} ${at(family, Math.floor(rest / second.length) + index)}`
}

/** Text a doctor would type to find some of them, without accents. The last letter leaves fewer than before. */
export function searchesIn(names: readonly string[], count: number): string[] {
  const plains = names.map(plain)
  const matching = (query: string) => plains.filter((name) => name.includes(plain(query))).length
  const narrows = (query: string) => !query.endsWith(' ') && matching(query) < matching(query.slice(0, -1))
  const found = new Set<string>()
  for (let index = 0; found.size < Math.min(count, names.length); index++) {
    const name = at(names, index * 7)
    const longest = name.indexOf(' ') + 3 + (index % 3)
    const lengths = Array.from({ length: longest }, (_, shorter) => longest - shorter)
    const length = lengths.find((length) => narrows(name.slice(0, length)))
    if (length) found.add(plain(name.slice(0, length)))
  }
  const searches = [...found]
  return Array.from({ length: count }, (_, index) => at(searches, index))
}

const syllables = 'do pre ta ri co sa me la ti po ne vi fe ga lu ze bra cho dis pne'.split(' ')
const wordOf = (n: number) => [n, n * 7 + 1, n * 13 + 2].map((at) => syllables[at % syllables.length]).join('')
/** The diagnoses of the notes, the first ones more often. */
export const DIAGNOSES = ['hipertensao', 'cefaleia', 'lombalgia', 'asma', 'pneumonia', 'gota', 'erisipela'] as const

/** The words of a note: 200, of a vocabulary of 8,000, with a diagnosis. */
export const noteOf = (index: number): string =>
  [
    DIAGNOSES[Math.floor(Math.sqrt(index) * 7.3) % DIAGNOSES.length],
    ...Array.from({ length: 200 }, (_, n) => wordOf((index * 31 + n * n) % 8_000)),
  ].join(' ')
