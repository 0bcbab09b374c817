import { drugsAmong, namesAmong, namingWords } from './concepts.ts'
import type { Polarity } from './polarity.ts'
import { deniers, type Token } from './words.ts'

/** A word, or a name of several words. `at` and `to`: its tokens within the sentence; `lead`: the one it stands by. */
export type Unit = {
  at: number
  to: number
  lead: number
  /** s stem, p beginning, w name, i complaint or illness, c what else has a name, d drug. */
  features: string[]
  /** The name says that the thing is absent: what the lines deny of it, they affirm of the word. */
  opposite: boolean
  /** The name itself denies: 'não consigo dormir'. */
  negates: boolean
}

/** Words of which the first letters still tell what they belong to. */
const longWord = 6
const beginning = 5

const prefixed = /^(hiper|hipo|anti|contra|inter|trans|gastr|neuro|cardi|super|infra|multi|micro)/

/** The content words and names of a sentence. */
export function unitsOf(tokens: readonly Token[]): Unit[] {
  const naming = namingWords(tokens)
  if (naming.length === 0) return []
  const at = naming.map((word) => word.at)
  const out: Unit[] = []
  const single = new Map<number, Unit>()
  naming.forEach((word, index) => {
    if (deniers.has(word.token.word)) return
    const own = at[index] ?? 0
    const features = [`s${word.token.stem}`]
    if (word.token.word.length > longWord && !prefixed.test(word.token.word))
      features.push(`p${word.token.word.slice(0, beginning)}`)
    const unit: Unit = { at: own, to: own + 1, lead: own, features, opposite: false, negates: false }
    single.set(index, unit)
    out.push(unit)
  })
  for (const found of [...namesAmong(naming), ...drugsAmong(naming)]) {
    const unit = single.get(found.from)
    if (found.to === found.from + 1 && unit) {
      // 'Afebril' denies fever: such a word is a unit of its own, turned round.
      for (const concept of found.concepts)
        if (concept.denied) out.push({ ...unit, features: [concept.id], opposite: true })
        else unit.features.push(concept.id)
      continue
    }
    const words = naming.slice(found.from, found.to)
    const lead = found.from + words.findIndex((word) => !deniers.has(word.token.word))
    const first = at[found.from] ?? 0
    const name = `w${words.map((word) => word.token.stem).join(' ')}`
    for (const concept of found.concepts)
      out.push({
        at: first,
        to: (at[found.to - 1] ?? first) + 1,
        lead: at[lead] ?? first,
        features: [name, concept.id],
        opposite: concept.denied,
        negates: words.some((word) => deniers.has(word.token.word)),
      })
  }
  return out.sort((a, b) => a.at - b.at || b.to - a.to)
}

/** How a unit stands where its words stand so. */
export function unitPolarity(unit: Unit, tokenPolarities: readonly Polarity[]): Polarity {
  const own = unit.negates ? 'yes' : (tokenPolarities[unit.lead] ?? 'yes')
  if (!unit.opposite) return own
  return own === 'yes' ? 'no' : own === 'no' ? 'yes' : own
}
