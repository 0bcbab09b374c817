// Writes a sentence in fewer words: usual abbreviations, no empty beginning. `shorts.json` has all words.
import { plain } from '../../text.ts'
import { mentionsIn } from '../lexicon/lexicon.ts'
import shorts from '../lexicon/shorts.json' with { type: 'json' }
import { capital } from '../note/wording.ts'
import { small, tens } from '../safety/lexicon/numerals.ts'
import { tokensOf } from '../safety/words.ts'
import { history, isExamination, type Place, type Visit, verbOf } from './style.ts'
import { isGoverning, outsideQuotations } from './words.ts'
import type { PreferredWord, Style } from './writing.ts'

const NUMBER = String.raw`(?<![\d.,])(\d+(?:[.,]\d+)*)`
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll(' ', String.raw`\s+`)
/** Whole words; '#' is a number. */
const patternOf = (from: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}/-])${escaped(from).replaceAll('#', NUMBER)}${/[\p{L}#]$/u.test(from) ? '(?![\\p{L}\\p{N}-])' : ''}`,
    'giu',
  )

/** `isWording`: it stays after a word that governs it, as in 'na ausência de melhora'. */
type Rule = { from: string; find: RegExp; to: string; isIllness: boolean; isWording: boolean }
const isIllness = (name: string) => mentionsIn(tokensOf(name)).some(({ concept }) => concept.kind === 'condition')
/** The rules of a file, the longest wording first. */
const rulesOf = (file: Readonly<Record<string, string>>, kind: 'name' | 'phrase' | 'wording'): Rule[] =>
  Object.entries(file)
    .flatMap(([to, all]) =>
      all.split(';').map((from) => ({
        from,
        find: patternOf(from),
        to,
        isIllness: kind === 'name' && isIllness(from),
        isWording: kind === 'wording',
      })),
    )
    .sort((a, b) => b.from.length - a.from.length)

let rules: { names: Rule[]; phrases: Rule[]; wordings: Rule[] } | undefined
// Built when first used: a Worker starts without it.
const allRules = () => {
  rules ??= {
    names: rulesOf({ ...shorts.spelled, ...shorts.known }, 'name'),
    phrases: rulesOf(shorts.phrases, 'phrase'),
    wordings: rulesOf(shorts.wordings, 'wording'),
  }
  return rules
}

/** 'Hipertensão arterial pulmonar' is another disease than the name that it begins with. */
const adjective = /^\s+(?!(?:e|em|com|sem|há|desde|aos?|à|por|na|no|sob|ou|de|do|da|para)(?![\p{L}]))\p{L}/u

const apply = (text: string, { find, to, isIllness, isWording }: Rule): string =>
  outsideQuotations(text, (part) =>
    part.replace(find, (found: string, ...rest: unknown[]) => {
      const at = rest.findIndex((one) => typeof one === 'number')
      const numbers = rest.slice(0, at).map(String)
      const place = Number(rest[at])
      if (isWording && isGoverning(part.slice(0, place))) return found
      if (isIllness && adjective.test(part.slice(place + found.length))) return found
      let next = 0
      const short = to.replaceAll('#', () => numbers[next++] ?? '')
      return /^\p{Lu}/u.test(found) ? capital(short) : short
    }),
  )

const figures = new Map(
  Object.entries({ ...small, ...tens })
    .filter(([, value]) => value > 1)
    .map(([word, value]) => [word, String(value)]),
)
const compound = /^\s+(?:e\s+)?(?:mei[oa]|vinte|trinta|quarenta|cinquenta|cem|cento|mil|um|uma)(?![\p{L}])/iu
/** 'Três Lagoas' is a town. A capital counts for nothing only where it begins a sentence without a name after it. */
const isInName = (before: string, word: string, after: string) =>
  /^\p{Lu}/u.test(word) && (!/^$|[.!?]\s+$/.test(before) || /^\s+(?:d[aeo]s?\s+)?\p{Lu}/u.test(after))
/** 'três' -> '3'; a number of several words stays. */
const inFigures = (text: string): string =>
  outsideQuotations(text, (part) =>
    part.replace(/\p{L}+/gu, (word, at: number) => {
      const figure = figures.get(plain(word))
      const [before, after] = [part.slice(0, at), part.slice(at + word.length)]
      const isJoined =
        compound.test(after) ||
        /\d\s*$/.test(before) ||
        /(?:^|\s)(?:vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cento|mil)\s+e\s+$/iu.test(
          before,
        ) ||
        (/^\s+e\s+(\p{L}+)/u.test(after) && figures.has(plain(/^\s+e\s+(\p{L}+)/u.exec(after)?.[1] ?? '')))
      return figure === undefined || isJoined || isInName(before, word, after) ? word : figure
    }),
  )

const beginning = (words: string) =>
  new RegExp(`^(?:${words.split(';').map(escaped).join('|')})\\s+(?=[\\p{L}\\d])`, 'iu')
const frames = {
  history: beginning(shorts.frames.history),
  examination: beginning(shorts.frames.examination),
  plan: beginning(shorts.frames.plan),
  advice: beginning(shorts.frames.advice),
}
/** '1 crise', 'discreta secura'. */
const counted = new RegExp(`^(?:\\d+(?:\\s+a\\s+\\d+)?|${shorts.frames.before.replaceAll(';', '|')})\\s+`, 'iu')
const infinitive = /^(?:não\s+)?\p{L}+[aei]r(?:-se)?\s/u

/** The sentence without a beginning that its section says already; itself where the rest would not stand alone. */
function withoutFrame(text: string, place: Place, { form, isUrgent, ...visit }: Manners): string {
  const rest = (frame: RegExp) => text.replace(frame, '')
  const part = isExamination(place) ? 'examination' : place.canonical
  if (part === 'examination') {
    const finding = capital(rest(frames.examination))
    return finding !== text && verbOf(finding, place, visit) ? finding : text
  }
  if (part === 'conduta') {
    const order = rest(frames.plan)
    const isMedicine = mentionsIn(tokensOf(order)).some(({ concept, from }) => concept.kind === 'drug' && from === 0)
    // In an emergency a medicine without a verb was given at once.
    return order !== text && isMedicine && !isUrgent ? capital(order) : text
  }
  if (part === 'orientacoes') {
    const advice = rest(frames.advice)
    return advice !== text && infinitive.test(advice) ? capital(advice) : text
  }
  if (!history.has(place.canonical) || form !== 'telegraphic') return text
  const thing = rest(frames.history)
  const isThing = verbOf(capital(thing.replace(counted, '')), place, visit) === 'Refere '
  return thing !== text && isThing ? capital(thing) : text
}

export type Manners = Visit & { form: Style['form']; isUrgent: boolean }

/**
 * The sentence in fewer words, each change only where `keeps` allows its result. The patient reads the guidance: it has
 * no abbreviations. Words that the doctor prefers stay.
 */
export function briefly(
  text: string,
  place: Place,
  manners: Manners,
  words: readonly PreferredWord[],
  keeps: (text: string) => boolean,
): string {
  const { names, phrases, wordings } = allRules()
  const isForPatient = place.canonical === 'orientacoes'
  const steps = [
    (one: string) => withoutFrame(one, place, manners),
    ...(isForPatient ? [] : [inFigures]),
    ...[...wordings, ...(isForPatient ? [] : [...names, ...phrases])]
      .filter(({ find }) => !words.some(({ to }) => to.search(find) >= 0))
      .map((rule) => (one: string) => apply(one, rule)),
  ]
  const all = steps.reduce((done, step) => step(done), text)
  if (all === text || keeps(all)) return all
  return steps.reduce((done, step) => {
    const next = step(done)
    return next !== done && keeps(next) ? next : done
  }, text)
}
