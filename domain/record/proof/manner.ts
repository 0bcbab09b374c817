// Writes proven sentences as the doctor writes, where their lines prove them just as well.
import type { SpokenLine } from '#domain/dialogue/dialogue.ts'
import { spelledOut } from '../lexicon/shorts.ts'
import { contentOf } from '../note/content.ts'
import { informantOf } from '../note/informant.ts'
import type { Sentence } from '../record.ts'
import type { SafetyChecker } from '../safety/check.ts'
import { unitOf } from '../safety/lexicon/numerals.ts'
import { quantitiesIn } from '../safety/numbers.ts'
import { deniesAny, tokensOf } from '../safety/words.ts'
import type { Specialty } from '../specialty.ts'
import type { TemplateSection } from '../templates/part.ts'
import { briefly } from '../writing/brief.ts'
import { concisely, type Group } from '../writing/concise.ts'
import { inForm, type Visit } from '../writing/style.ts'
import { leaveOut, preferWords } from '../writing/words.ts'
import { type Manner, usualStyle } from '../writing/writing.ts'

type Checker = Pick<SafetyChecker, 'sentence'>
type Proved = Pick<Sentence, 'text' | 'evidence' | 'probability'>
type Place = Pick<TemplateSection, 'key' | 'canonical'>
type Consultation = { entries: readonly SpokenLine[]; specialty: Specialty; remote?: boolean }

/** The speaker of the history, and whether the consultation had an examination. */
const visitOf = ({ entries, specialty, remote = false }: Consultation): Visit => ({
  spokenFor: specialty === 'pediatrics' || informantOf(entries) !== undefined,
  remote,
})

/** A writer of sentences in the doctor's manner. Without a manner they stay as they are. */
export function writerIn(manner: Manner | undefined, consultation: Consultation, checker: Checker) {
  const { form, extent } = manner?.style ?? usualStyle
  const words = manner?.words ?? []
  const visit = visitOf(consultation)

  const manners = { ...visit, form, isUrgent: consultation.specialty === 'emergency' }

  const reworded = ({ text, from }: Group<Proved>, place: Place, isFirst: boolean): string => {
    const forms = [...inForm(text, form, place, { ...visit, isFirst }), text]
    const wordings = forms.flatMap((one) => [preferWords(one, words), one])
    const isSafe = provesAsWell(from, place, checker)
    const own = wordings.find((one) => one === text || (hasSameQuantities(one, text) && isSafe(one))) ?? text
    const says = saysAll(own)
    const keeps = (one: string) => says(one) && hasSameQuantities(one, own) && isSafe(one)
    const brief = extent === 'complete' ? own : briefly(own, place, manners, words, keeps)
    const shorter = leaveOut(brief, manner?.omitted)
    return shorter === brief || !keeps(shorter) ? brief : shorter
  }
  return {
    /** One sentence by itself. */
    sentence: (own: Proved, place: Place): string =>
      manner ? reworded({ text: own.text, from: [own] }, place, false) : own.text,
    /** The sentences of a section, each with those that it says. */
    section: <S extends Proved>(sentences: readonly S[], place: Place): Group<S>[] => {
      const alone = sentences.map((one): Group<S> => ({ text: one.text, from: [one] }))
      if (!manner) return alone
      const groups =
        extent === 'concise'
          ? concisely(
              sentences,
              ({ text, from }) => hasSameQuantities(text, '') && provesAsWell(from, place, checker)(text),
            )
          : alone
      return groups.map((group, at) => ({ text: reworded(group, place, at === 0), from: group.from }))
    },
  }
}

/**
 * Whether the checks find no more in a wording than in the sentences that it says: with their lines, as of a sentence of
 * the product, and as of an edit of each by the doctor.
 */
function provesAsWell(from: readonly Proved[], { canonical: section }: Place, checker: Checker) {
  const idsOf = (some: readonly Proved[]) => [...new Set(some.flatMap(({ evidence }) => evidence.map(({ id }) => id)))]
  const kindsOf = (text: string, of: readonly Proved[]) =>
    [
      ...checker.sentence({ section, text, evidence: idsOf(of), proof: 'transcript' }),
      ...of.flatMap((one) =>
        checker.sentence({
          section,
          text,
          evidence: [],
          proof: 'doctor',
          replaces: { text: one.text, evidence: idsOf([one]) },
        }),
      ),
    ].map(({ kind }) => kind)
  let before: Set<string> | undefined
  return (text: string): boolean => {
    before ??= new Set(from.flatMap((one) => kindsOf(one.text, [one])))
    const found = before
    return kindsOf(text, from).every((kind) => found.has(kind))
  }
}

/** Whether a shorter text still names all that this one names, and denies as often. */
function saysAll(text: string): (shorter: string) => boolean {
  const denialsIn = (one: string) => tokensOf(one).filter(({ word }) => deniesAny(word)).length
  const conceptsIn = (one: string) => [...contentOf(one)].filter((item) => item.startsWith('concept'))
  const [concepts, denials] = [conceptsIn(text), denialsIn(text)]
  return (shorter) => {
    const content = contentOf(shorter)
    return concepts.every((item) => content.has(item)) && denialsIn(shorter) === denials
  }
}

/** The numbers and units of a text in their order: 'g' for 'mg' and 'por semana' for 'por dia' are another dose. */
function quantitiesOf(text: string): string {
  const tokens = tokensOf(spelledOut(text))
  const isNumber = (at: number) => tokens[at]?.kind === 'number'
  // 'FC' names what the unit says again, and 'x' in '12x8' counts nothing.
  const units = tokens.flatMap(({ word }, at) =>
    word === 'fc' || (word === 'x' && isNumber(at - 1) && isNumber(at + 1)) ? [] : (unitOf(word) ?? []),
  )
  return [...quantitiesIn(tokens).map(({ value }) => value), ...units].join(' ')
}
const hasSameQuantities = (one: string, other: string) => quantitiesOf(one) === quantitiesOf(other)
