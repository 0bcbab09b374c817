const small = (
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete ' +
  'dezoito dezenove'
).split(' ')
const tens = '_ _ vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ')
const hundreds = '_ cento duzentos trezentos'.split(' ')

/** Returns a whole number from 0 to 399 in masculine words: 21 gives 'vinte e um'. A number in words is hard to alter. */
export function inWords(number: number): string {
  if (number === 100) return 'cem'
  const [size, names] = number < 100 ? [10, tens] : [100, hundreds]
  const rest = number % size
  return small[number] ?? `${names[Math.floor(number / size)]}${rest === 0 ? '' : ` e ${inWords(rest)}`}`
}
