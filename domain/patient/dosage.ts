// Compares what texts say of a medicine: its ingredients, and the words of its doses.
import { type Mention, mentionsIn } from '../record/lexicon/lexicon.ts'
import { type Token, tokensOf } from '../record/safety/words.ts'

/** 'Losartana, anti-hipertensivo' names one medicine; a class alone counts as one. */
export function drugsOf(tokens: readonly Token[]): Mention[] {
  const drugs = mentionsIn(tokens).filter(({ concept }) => concept.kind === 'drug')
  const named = drugs.filter(({ concept }) => concept.group !== 'class')
  return named.length > 0 ? named : drugs
}

/** The ingredients that a text names, sorted, also where it names brands; empty without any. */
const ingredientsOf = (text: string): string =>
  [...new Set(drugsOf(tokensOf(text)).map(({ concept }) => concept.note))].sort().join(' ')

export function isSameMedicine(one: string, other: string): boolean {
  const ingredients = ingredientsOf(one)
  return ingredients !== '' && ingredients === ingredientsOf(other)
}

const joiningWord = /^(a|o|as|os|ao|aos|de|da|do|em|na|no|e|por|pela|pelo|com|via|uso|usa|toma)$/

/** The words about a medicine besides its names: dose, form, times. A mark or 'e' begins the next part. */
function dosageParts(text: string): string[][] {
  const tokens = tokensOf(text)
  const named = drugsOf(tokens)
  const parts: string[][] = [[]]
  for (const [at, { kind, word, exact }] of tokens.entries()) {
    if (kind === 'mark' || word === 'e') parts.push([])
    else if (!joiningWord.test(word) && !named.some(({ from, to }) => from <= at && at < to)) parts.at(-1)?.push(exact)
  }
  return parts
}
const dosageWords = (text: string): string[] => dosageParts(text).flat()

export function sharedWords(one: { text: string }, other: { text: string }): number {
  const words = new Set(dosageWords(other.text))
  return new Set(dosageWords(one.text).filter((word) => words.has(word))).size
}

const isNumber = (word: string): boolean => /^=\d/.test(word)

/** 'NPH 10 UI pela manhã e 6 UI à noite' counts a unit twice; `joined` puts a ';' between two doses. */
export function hasSeveralDoses(text: string): boolean {
  const words = dosageWords(text)
  const units = words.filter((_, at) => isNumber(words[at - 1] ?? ''))
  return text.includes(';') || new Set(units).size < units.length
}

/**
 * 'Losartana' says nothing that 'Cozaar 50 mg' does not say. A number means nothing without its neighbours: of '10 UI
 * pela manhã; 6 UI à noite', '6 UI pela manhã' is no part. A run of words that goes on into another dose begins one.
 */
export function saysAll(text: string, other: string): boolean {
  if (!isSameMedicine(text, other)) return false
  const words = dosageWords(other)
  if (!words.some(isNumber)) return words.every((word) => dosageWords(text).includes(word))
  const doses = dosesOf(text)
  return doses.some((dose, at) => {
    const rest = doses.slice(at).flat()
    return hasRun(dose, words) || hasRun(rest.slice(0, words.length), words)
  })
}

/** Parts of a dosage that begin with one that has a number. */
function dosesOf(text: string): string[][] {
  const doses: string[][] = []
  for (const part of dosageParts(text)) {
    const last = doses.at(-1)
    if (last === undefined || part.some(isNumber)) doses.push(part)
    else last.push(...part)
  }
  return doses
}

const hasRun = (words: readonly string[], run: readonly string[]): boolean =>
  ` ${words.join(' ')} `.includes(` ${run.join(' ')} `)

/** ', para diabetes tipo 2': up to the next mark, and without a dose. */
const indication = /(?:\s*,)?\s+para\s(?:tipo [12]|(?!\spara\s)[^,;\d])+(?=[,;]|$)/gi

/** The words about a medicine without the illness that it is for, which is no part of its dose. */
export const withoutIndication = (text: string): string =>
  text.replace(indication, (said) =>
    mentionsIn(tokensOf(said)).some(({ concept }) => concept.kind === 'condition') ? '' : said,
  )
