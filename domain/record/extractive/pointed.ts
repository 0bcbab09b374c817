import { plain } from '../../text.ts'
import { type Answer, statement } from './answer.ts'
import { drug } from './lexicon/clinical.ts'
import { preterite, thirdPerson, thirdPersonForms } from '../voice/verbs.ts'
import { finish, uncapitalise, words } from '../voice/normalise.ts'
import type { Question } from './question.ts'
import { inOne } from './shaped-answer.ts'

const pointing =
  /^(?:(?:ah|olha|não|bom),? )*(?:(?:ess[ea]s?|isso)(?: aí| daí)?,? (?:eu |(?=(?:nunca|nem|jamais|não (?!é|foi|tem)) ?\p{L}))|el[ea]s?,? eu )/iu

/** What a question asks of by its name: 'E o AAS, que eu tinha passado?', 'E a losartana, está tomando?' */
export function thingOf({ text, label, began }: Question): string | undefined {
  const said = plain(text)
  const [drugAsked, ...others] = [...said.matchAll(new RegExp(drug, 'g'))]
  if (drugAsked && others.length === 0 && said.length === text.length)
    return text.slice(drugAsked.index).match(/^[\p{L}-]+/u)?.[0]
  if (began !== undefined || others.length > 0) return undefined
  return label
}

/** 'E o AAS?' 'Esse eu nunca comecei': what is pointed at is what was asked for, and is named. */
export function pointedAt(question: Question, { rest }: Answer): string | undefined {
  const found = rest.match(pointing)
  const thing = found && thingOf(question)
  if (!found || !thing || words(thing).length > 4) return undefined
  const told = inOne(statement(rest.slice(found[0].length)))
  return words(told).length > 0 ? finish(`${thing}: ${uncapitalise(told)}`) : undefined
}

const denies = /(?<![\p{L}])(?:não|nunca|nem|jamais)(?: (?:eu|me|se|mais|ainda|cheguei a))* (\p{L}+)/giu
const denial = /(?<![\p{L}])(?:não|nunca|nem|jamais|nega|sem|ninguém|nada|nenhuma?|deixou|parou)(?![\p{L}])/iu
const thirdOf = (verb: string): string | undefined =>
  thirdPerson.get(verb) ??
  preterite(verb) ??
  (thirdPersonForms.has(plain(verb)) || /(?:ou|eu|iu)$/u.test(verb) ? verb : undefined)
const clauses = (text: string) => text.split(/[.;,:]\s+|\s(?=mas\s)/u)
/** The verbs that clauses without a denial tell, in the first person or the third, as the third. */
const affirmedIn = (text: string): Set<string> =>
  new Set(
    clauses(text.toLowerCase()).flatMap((clause) =>
      denial.test(clause) ? [] : clause.split(/[^\p{L}]+/u).map((word) => thirdOf(word) ?? word),
    ),
  )

/** Verbs that were denied and never affirmed, each with the first sentence that denies it. */
export type Denials = ReadonlyMap<string, string>

export function denialsIn(spoken: readonly string[]): Denials {
  const affirmed = affirmedIn(spoken.join(' '))
  const denied = new Map<string, string>()
  for (const sentence of spoken)
    for (const [, verb = ''] of sentence.toLowerCase().matchAll(denies)) {
      const third = thirdOf(verb)
      if (third && !affirmed.has(third) && !denied.has(third)) denied.set(third, sentence)
    }
  return denied
}

/** A denial is never written as an affirmation: it stays as it was said, after the name of its thing. */
export function keepingDenial(text: string, denied: Denials): string {
  if (denied.size === 0) return text
  const affirmed = affirmedIn(text)
  for (const [third, sentence] of denied) {
    if (!affirmed.has(third)) continue
    const [, head] = text.match(/^([^:.]{2,40}): /u) ?? []
    const said = inOne(statement(sentence.replace(pointing, '')))
    return finish(head ? `${head}: ${uncapitalise(said)}` : said)
  }
  return text
}
