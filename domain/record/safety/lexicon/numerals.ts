// Spoken numbers, and the words for what they count.

/** A table without the names of every object: 'constructor' is no number. */
const table = (values: Record<string, number>): Record<string, number> => Object.assign(Object.create(null), values)

export const small = table({
  zero: 0,
  um: 1,
  uma: 1,
  dois: 2,
  duas: 2,
  tres: 3,
  quatro: 4,
  cinco: 5,
  seis: 6,
  sete: 7,
  oito: 8,
  nove: 9,
  dez: 10,
  onze: 11,
  doze: 12,
  treze: 13,
  catorze: 14,
  quatorze: 14,
  quinze: 15,
  dezesseis: 16,
  dezessete: 17,
  dezoito: 18,
  dezenove: 19,
})
export const tens = table({
  vinte: 20,
  trinta: 30,
  quarenta: 40,
  cinquenta: 50,
  sessenta: 60,
  setenta: 70,
  oitenta: 80,
  noventa: 90,
})
export const hundreds = table({
  cem: 100,
  cento: 100,
  duzentos: 200,
  duzentas: 200,
  trezentos: 300,
  trezentas: 300,
  quatrocentos: 400,
  quatrocentas: 400,
  quinhentos: 500,
  quinhentas: 500,
  seiscentos: 600,
  seiscentas: 600,
  setecentos: 700,
  setecentas: 700,
  oitocentos: 800,
  oitocentas: 800,
  novecentos: 900,
  novecentas: 900,
})
export const counts = table({
  ambos: 2,
  ambas: 2,
  casal: 2,
  duzia: 12,
  quinzena: 15,
  dobro: 2,
  metade: 0.5,
  par: 2,
})
export const ordinals = table({
  primeiro: 1,
  primeira: 1,
  segunda: 2,
  terceiro: 3,
  terceira: 3,
  quarta: 4,
})

const units: readonly (readonly [name: string, words: string])[] = [
  ['dia', 'dia dias d'],
  ['semana', 'semana semanas'],
  ['mes', 'mes meses'],
  ['ano', 'ano anos aninho aninhos'],
  ['hora', 'hora horas h hs hr hrs'],
  ['minuto', 'minuto minutos min minutinho minutinhos'],
  ['segundo', 'segundo segundos seg s'],
  ['mg', 'mg miligrama miligramas'],
  ['mcg', 'mcg micrograma microgramas ug'],
  ['g', 'g gr grama gramas'],
  ['ml', 'ml mililitro mililitros'],
  ['litro', 'l litro litros'],
  ['ui', 'ui unidade unidades'],
  ['kg', 'kg quilo quilos kilo kilos quilograma quilogramas'],
  ['cm', 'cm centimetro centimetros'],
  ['metro', 'm metro metros'],
  ['mm', 'mm milimetro milimetros'],
  ['grau', 'grau graus ° c celsius'],
  ['%', '% porcento'],
  ['vez', 'vez vezes x ×'],
  ['bpm', 'bpm batimento batimentos fc'],
  ['irpm', 'irpm ipm incursoes respiracoes'],
  ['mmhg', 'mmhg'],
  ['comprimido', 'comprimido comprimidos cp cps comp comps capsula capsulas caps dragea drageas'],
  ['gota', 'gota gotas gotinha gotinhas gt gts'],
  ['jato', 'jato jatos puff puffs borrifada borrifadas'],
]
const unitNames = new Map(units.flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)))
export const unitOf = (word: string): string | undefined => unitNames.get(word)

/** Words between a number and what it counts. */
export const between = new Set('de do da em cada mais ou menos outros outras bons boas poucos poucas e'.split(' '))
export const notCounted = new Set(
  'por ao aos a para pra no na ja que eu so se com nao da mas ele ela o os as ate isso acho ne ta meia meio hoje ontem la agora foi era entao tipo quando desde antes depois apos durante um uma manha tarde noite cedo jejum almoco jantar janta digo'.split(
    ' ',
  ),
)
