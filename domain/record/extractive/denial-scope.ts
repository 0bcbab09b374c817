import { plain } from '../../text.ts'
import { habitWords, symptoms } from './lexicon/clinical.ts'
import { thirdPersonForms } from './lexicon/verbs.ts'
import { settle, stems, words } from './normalise.ts'
import { toThirdPerson } from './third-person.ts'

/** What an answer knows of its own 'não': the verb it belongs to ('não sei', 'não consigo'), if it does not stand alone. */
export type Bound = string | undefined

const auxiliary = /^(e|esta|estava|vai|tem|teve|tinha|foi|era|ficou|fica|faz|sao|doi|ouve|ve)$/
export const isPredicate = (text: string): boolean => {
  const [first = '', second = ''] = words(text)
  const head = /^(ja|se|nao|so|ainda|tambem)$/.test(first) ? second : first
  return (
    auxiliary.test(head) ||
    (thirdPersonForms.has(head) && !/^(cura|sono|tosse|coca|febre)$/.test(head)) ||
    /^\w{3,}(ou|eu|iu)$/.test(head)
  )
}

const PART_WORDS = 6
/** 'Fuma ou bebe' and 'febre, calafrio, emagreceu' ask for several things; 'no rosto ou nos braços' are places of one. */
export function questionParts(core: string): string[] {
  const pieces = core
    .split(/\s*[,;]\s*(?:ou |e |nem )?|\s+(?:ou|nem)\s+(?:se |que )?/iu)
    .map(settle)
    .filter((piece) => piece !== '')
  const apart = pieces.every(
    (piece) =>
      words(piece).length <= PART_WORDS &&
      !/^(?:n?[oa]s?|d[eoa]s?|em|para|com|a[os]?|à|sem|que|não|algum\p{L}*)\s/iu.test(piece),
  )
  // 'Dor no peito ou falta de ar' is one thing with a choice only while both halves are predicates or nouns.
  return apart && pieces.length > 1 ? pieces : [core]
}

/** What a clause is about: complaints, habits and its own words. */
function subjects(text: string): Set<string> {
  const seen = plain(toThirdPerson(text))
  const named = [...symptoms, ...habitWords].filter(([pattern]) => pattern.test(seen)).map(([, name]) => name)
  return new Set([...named, ...stems(seen)])
}
export const sharesSubject = (a: string, b: string): boolean => {
  const other = subjects(b)
  return [...subjects(a)].some((subject) => other.has(subject))
}

export const negated = /(?<![\p{L}])(?:não|nem|nunca|sem|nenhum|nenhuma|nada|nega)(?![\p{L}])/iu
export const clausesOf = (text: string): string[] =>
  text.split(/(?<=[.;])\s+|,?\s+(?=(?:mas|porém|só que)\s)|,\s+/u).filter((clause) => words(clause).length > 0)

/** The parts of a question that a bare 'não' leaves denied, once what was said after it has been heard. */
export function partsDenied(core: string, rest: string): string[] {
  const parts = questionParts(core)
  if (parts.length === 1) return parts
  const told = clausesOf(rest).filter((clause) => !negated.test(clause))
  return parts.filter((part) => !told.some((clause) => sharesSubject(part, clause)))
}

const unknowing =
  /^(?:sei|saberia|lembro|me lembro|recordo|medi|mediu|olhei|conferi|cheguei a (?:medir|olhar|ver)|faço (?:a menor |a mínima )?ideia|tenho (?:muita |a menor |a mínima )?(?:certeza|ideia)|entendi|dá (?:para|pra) saber)(?![\p{L}])/iu
const witness =
  /^(?:tenho|tive|tem|teve|tinha|sinto|senti|sente|sentiu|estou|está|notei|notou|reparei|reparou|percebi|percebeu|vi|viu|apareceu|houve|deu|que eu|me lembro de ter|cheguei a ter)(?![\p{L}])/iu

/** 'unknown': 'não sei', 'não medi'; 'denies': the verb is the question's own; 'other': it denies something else. */
export function boundNo(bound: string, asked: string, core: string): 'unknown' | 'denies' | 'other' {
  const after = bound.replace(/^(?:não|nunca|nada|nenhuma?)\s+(?:eu |isso |mais |também )*/iu, '')
  if (unknowing.test(after)) return 'unknown'
  const clause = clausesOf(bound)[0] ?? bound
  if (witness.test(after)) {
    const object = stems(toThirdPerson(clause.replace(witness, '')))
    const known = stems(asked)
    const own = [...object].filter((stem) => !/^(nada|repar|notei|percebi|tido|senti)/.test(stem))
    const verbOnly = own.every((stem) => known.has(stem)) || sharesSubject(clause, core)
    return verbOnly || words(after).length <= 3 ? 'denies' : 'other'
  }
  const verb = plain(toThirdPerson(words(after)[0] ?? ''))
  const stem = verb.slice(0, 4)
  const echoed = words(asked).some(
    (word) =>
      word === verb || (stem.length === 4 && word.startsWith(stem) && /(ndo|ado|ido|r|ou|eu|iu|a|e)$/.test(word)),
  )
  return echoed || sharesSubject(clause, core) ? 'denies' : 'other'
}
