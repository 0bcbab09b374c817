// Numbers as they are said, and what they count.

export const small: Record<string, number> = {
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
}
export const tens: Record<string, number> = {
  vinte: 20,
  trinta: 30,
  quarenta: 40,
  cinquenta: 50,
  sessenta: 60,
  setenta: 70,
  oitenta: 80,
  noventa: 90,
}
export const hundreds: Record<string, number> = {
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
}
export const counts: Record<string, number> = {
  ambos: 2,
  ambas: 2,
  casal: 2,
  duzia: 12,
  quinzena: 15,
  dobro: 2,
  metade: 0.5,
  par: 2,
}
export const ordinals: Record<string, number> = {
  primeiro: 1,
  primeira: 1,
  segunda: 2,
  terceiro: 3,
  terceira: 3,
  quarta: 4,
}

export const units: readonly (readonly [RegExp, string])[] = [
  [/^(dias?|d)$/, 'dia'],
  [/^(semanas?|sem)$/, 'semana'],
  [/^(mes|meses)$/, 'mes'],
  [/^(anos?|aninhos?)$/, 'ano'],
  [/^(horas?|h|hs|hrs?)$/, 'hora'],
  [/^(minutos?|min|minutinhos?)$/, 'minuto'],
  [/^(segundos?|seg)$/, 'segundo'],
  [/^(mg|miligramas?|miligrama)$/, 'mg'],
  [/^(mcg|microgramas?|ug)$/, 'mcg'],
  [/^(g|gr|gramas?)$/, 'g'],
  [/^(ml|mililitros?)$/, 'ml'],
  [/^(l|litros?)$/, 'litro'],
  [/^(ui|unidades?)$/, 'ui'],
  [/^(kg|quilos?|kilos?|quilogramas?)$/, 'kg'],
  [/^(cm|centimetros?)$/, 'cm'],
  [/^(m|metros?)$/, 'metro'],
  [/^(mm|milimetros?)$/, 'mm'],
  [/^(graus?|°|c|celsius)$/, 'grau'],
  [/^(%|porcento)$/, '%'],
  [/^(vez|vezes|x|×)$/, 'vez'],
  [/^(bpm|batimentos?|fc)$/, 'bpm'],
  [/^(irpm|ipm|incursoes|respiracoes)$/, 'irpm'],
  [/^(mmhg)$/, 'mmhg'],
  [/^(comprimidos?|cps?|comps?|capsulas?|caps|drageas?)$/, 'comprimido'],
  [/^(gotas?|gts?)$/, 'gota'],
  [/^(jatos?|puffs?|borrifadas?)$/, 'jato'],
]
export const unitOf = (word: string): string | undefined => units.find(([pattern]) => pattern.test(word))?.[1]

/** Words between a number and what it counts. */
export const between = new Set('de do da em cada mais ou menos outros outras bons boas poucos poucas e'.split(' '))
export const notCounted = new Set(
  'por ao aos a para pra no na ja que eu so se com nao da mas ele ela o os as ate isso acho ne ta meia meio hoje ontem la agora foi era entao tipo quando desde antes depois apos durante um uma'.split(
    ' ',
  ),
)
