import { PROBABLE } from '../patient/fact.ts'
import drugs from '../record/lexicon/drugs.json' with { type: 'json' }
import { spelledOut } from '../record/lexicon/shorts.ts'
import { isUnit } from '../record/safety/number-context.ts'
import { plain } from '../text.ts'
import { MOST_WORDS, uncommonWords } from './vocabulary.ts'

// Only the server reads this: the page must not load the medicines. The whole lexicon would delay the first room of an
// isolate by 0.4 s of CPU.

/** More would not fit into one message. The room also gets them in a header. */
const MOST_HEALTH = 40

let ingredients: Map<string, string> | undefined
/** Returns the medicine that a word is a name of: 'aas' and 'aspirina' are ácido acetilsalicílico. */
function ingredientOf(word: string): string | undefined {
  ingredients ??= new Map(
    Object.entries(drugs).flatMap(([note, names]) => names.split(';').map((name) => [name.trim(), note] as const)),
  )
  return ingredients.get(plain(word))
}

/** The words of an entry without its dose, and the ingredient of a brand. */
function wordsOfFact(text: string): string[] {
  const names = (text.match(/\p{L}{3,}/gu) ?? []).flatMap((word) => {
    const ingredient = ingredientOf(word)
    return ingredient ? [word, ...uncommonWords(ingredient)] : []
  })
  const words = uncommonWords(spelledOut(text.replace(`${PROBABLE} `, ''))).filter((word) => !isUnit(plain(word)))
  return [...names, ...words]
}

/**
 * Returns the patient's words for `termsFor`. `facts`: entries of the patient's lists, the most useful one first. A word
 * of the context that begins with a capital may be a name.
 */
export function patientTerms(
  name: string,
  context: string,
  facts: readonly string[],
): { health: string[]; patient: string[] } {
  const words = uncommonWords(context)
  const inSmallLetters = words.filter((word) => /^\p{Ll}/u.test(word))
  const health = [...new Set([...facts.flatMap(wordsOfFact), ...inSmallLetters.slice(0, MOST_WORDS)])]
  const others = words.filter((word) => !inSmallLetters.includes(word))
  return {
    health: health.slice(0, MOST_HEALTH),
    patient: [...uncommonWords(name).slice(0, MOST_WORDS), ...others.slice(0, MOST_WORDS)],
  }
}
