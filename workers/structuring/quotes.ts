import { words } from '#domain/record/voice/normalise.ts'

const setOf = (list: string) => new Set(list.split(' '))
const fillers = setOf('e ah ahn aham ai eh ha hum uh uhum ne ta tipo entao assim bom olha sabe')
const empty = setOf('a o as os de da do das dos em no na nos nas um uma que e para pra por com se ao')
/** A quote that differs in one of these words is another statement. */
const weighty = setOf(
  'nao nunca jamais nem sem nega nenhum nenhuma zero um uma dois duas tres quatro cinco seis sete oito nove dez onze doze ' +
    'treze quatorze catorze quinze dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta ' +
    'oitenta noventa cem cento duzentos trezentos quatrocentos quinhentos mil meia meio esquerdo esquerda direito direita',
)
const weighs = (word: string) => weighty.has(word) || /\d/.test(word)
/** One word in this many may be spelled differently from the line. */
const WORDS_PER_SLIP = 6
/** A shorter quote is searched only in the line it names. */
const TELLING_WORDS = 3
/** Words of the longest quote that is searched. */
const LONGEST_QUOTE = 300

const spokenWords = (text: string) => words(text).filter((word) => !fillers.has(word))

/** Whether the line has these words in sequence, apart from fillers and a slip. */
function says(line: readonly string[], quote: readonly string[]): boolean {
  const allowed = Math.floor(quote.length / WORDS_PER_SLIP)
  const lineWords = new Set(line)
  if (quote.filter((word) => !lineWords.has(word)).length > allowed) return false
  // Edits to turn the quote into some stretch of the line that ends at each word; it may begin anywhere.
  let row = new Array<number>(line.length + 1).fill(0)
  for (const word of quote) {
    const cost = weighs(word) ? Number.POSITIVE_INFINITY : 1
    const next = [(row[0] as number) + cost]
    line.forEach((spokenWord, at) => {
      const other = word === spokenWord ? 0 : weighs(spokenWord) ? Number.POSITIVE_INFINITY : cost
      const skipped = weighs(spokenWord) ? Number.POSITIVE_INFINITY : 1
      next.push(Math.min((row[at] as number) + other, (row[at + 1] as number) + cost, (next[at] as number) + skipped))
    })
    row = next
  }
  return row.some((edits) => edits <= allowed)
}

export type QuotedLine = { id: string; text: string }

/**
 * Finds the lines that contain a quote: the line it names; else the only other one that has it; else that line with a
 * neighbour (a question and its answer in one quote). Empty if no line or many have it.
 */
export function quoteFinder(lines: readonly QuotedLine[]): (cited: number, quote: string) => string[] {
  const spoken = lines.map((line) => spokenWords(line.text))
  return (cited, quote) => {
    const parts = quote
      .split(/…|\.{3}|\[…\]/)
      .map(spokenWords)
      .filter((part) => part.length > 0)
    const all = parts.flat()
    // The time grows with the product of both lengths. The prompt asks for at most 12 words.
    if (all.length > LONGEST_QUOTE || !all.some((word) => !empty.has(word))) return []
    const holds = (...at: number[]) => {
      const joined = at.flatMap((index) => spoken[index] ?? [])
      return joined.length > 0 && parts.every((part) => says(joined, part))
    }
    const idsOf = (...at: number[]) => at.flatMap((index) => lines[index]?.id ?? [])
    if (holds(cited)) return idsOf(cited)
    const elsewhere = lines.flatMap((_, index) => (holds(index) ? [index] : []))
    if (elsewhere.length > 0) return elsewhere.length === 1 && all.length >= TELLING_WORDS ? idsOf(...elsewhere) : []
    const pairs = [
      [cited, cited + 1],
      [cited - 1, cited],
    ]
    return idsOf(...(pairs.find((pair) => pair.every((index) => spoken[index]) && holds(...pair)) ?? []))
  }
}
