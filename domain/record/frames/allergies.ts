// Allergies: the substance and the reaction.
import type { Clause, Said } from '#domain/dialogue/clause.ts'
import { type Frame, type Frames, fill } from './frame.ts'

const reacting =
  /^(inch\w+|empol\w+|verg(ao|oes)|coceira|manchas?|placas|desmai(ei|o)|fechou|anafil\w+|vermelho|pipoc\w+)$/
/** How a reaction is written, by the first letters of its word. */
const reactions: Record<string, string> = {
  empo: 'urticária',
  inch: 'edema',
  verg: 'urticária',
  fech: 'edema de glote',
  coce: 'prurido',
  manc: 'exantema',
  plac: 'exantema',
  pipo: 'exantema',
  desm: 'síncope',
  anaf: 'anafilaxia',
  verm: 'eritema',
}
const reactionIn = (clause: Clause): string | undefined => {
  const word = clause.tokens.find((token) => reacting.test(token.word))?.word
  return word && reactions[word.slice(0, 4)]
}

/** Whether a patient speaks of an allergy: says so, names a reaction, or answers a question about it. */
export function tellsAllergy(clause: Clause, named: boolean): boolean {
  if (clause.speaker !== 'patient') return false
  if (/alerg|empol|vergao|anafil|fechou a garganta/.test(clause.plain)) return true
  // A short answer is the substance itself; a longer one may tell of anything.
  return named && /alerg/.test(clause.answers?.plain ?? '') && clause.tokens.length <= 7
}

/** Puts the medicines that the patient does not tolerate. */
export function putAllergies(frames: Frames, clause: Clause, named: readonly Said[]): void {
  if (
    /\b(nunca|nao deu nada|numa boa|irma|irmao|mae|pai)\b/.test(clause.plain) ||
    /alergia (mesmo )?nao e\b/.test(clause.whole)
  )
    return
  if (clause.reply?.means === 'no' && !/\b(mas|so|menos)\b/.test(clause.plain)) return
  const reacted = clause.tokens.findIndex(({ word }) => reacting.test(word))
  const nearest = reacted < 0 ? undefined : named.filter(({ to }) => to <= reacted).at(-1)
  const reaction = reactionIn(clause)
  for (const drug of named) {
    if ((drug.polarity === 'denied' && !reaction) || drug.subject) continue
    // 'Dipirona é bênção, a nimesulida me empolou': the reaction belongs to the name before it.
    if (nearest && nearest !== drug && !/alerg/.test(clause.plain)) continue
    const lines = clause.answers ? [clause.answers.line, clause.line] : [clause.line]
    const frame = frames.put('allergy', drug.concept.note, lines)
    if (reaction) fill(frame, 'reaction', reaction, [clause.line])
  }
}

/** 'Alergia a camarão': the note keeps the patient's word for the substance. */
export function putFoodAllergy(frames: Frames, clause: Clause): void {
  if (clause.speaker !== 'patient' || clause.act === 'question') return
  const found = /\b(?:alergi[ac]|alergico)s? (?:e )?(?:a|ao|de|com) (?:o |a )?([a-z]{4,})/.exec(clause.plain)?.[1]
  if (!found || /^(remedio|medicamento|nada|nenhum|alguma|algum|isso|tudo|minha|quem|coisa)/.test(found)) return
  const topic = clause.said.find(({ concept }) => /alerg/.test(concept.note))
  if (topic?.polarity === 'denied' || topic?.subject) return
  const word = clause.tokens.find((token) => token.word === found)
  if (word) frames.put('allergy', word.said.toLowerCase(), [clause.line])
}

/** 'Eu fico inchado', asked about an allergy: a reaction, not a symptom of today. True where it was one. */
export function putReaction(frames: Frames, clause: Clause): boolean {
  const last = frames.of('allergy').at(-1)
  const question = clause.answers?.plain ?? ''
  if (!last || clause.reply?.means === 'no' || !/alerg|reac|acontece|que deu|como foi/.test(question)) return false
  const reaction = reactionIn(clause)
  if (reaction) fill(last, 'reaction', reaction, [clause.line])
  return reaction !== undefined
}

/** Cancels a prescription of a medicine that the patient later calls an allergy. */
export function dropAllergic(frames: Frames): void {
  const allergies = new Set(frames.of('allergy').map(({ name }) => name))
  for (const frame of frames.of('medication'))
    if (frame.status === 'prescribed' && allergies.has(ingredientOf(frame))) frame.status = 'cancelled'
}
/** The active ingredient of a medication's frame. */
export const ingredientOf = (frame: Frame): string => frame.slots.get('ingredient')?.text ?? ''
