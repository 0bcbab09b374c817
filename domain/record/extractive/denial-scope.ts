import { plain } from '../../text.ts'
import { habitWords, symptoms } from './lexicon/clinical.ts'
import { thirdPersonForms } from '../voice/verbs.ts'
import { settle, stems, words } from '../voice/normalise.ts'
import { toThirdPerson } from '../voice/third-person.ts'

/** What an answer knows of its own 'não': the verb it belongs to ('não sei', 'não consigo'), if it does not stand alone. */
export type Bound = string | undefined

const auxiliary = /^(e|esta|estava|vai|tem|teve|tinha|foi|era|ficou|fica|faz|sao|doi|ouve|ve)$/
export const isPredicate = (text: string): boolean => {
  const [first = '', second = ''] = words(text)
  const head = /^(ja|se|nao|so|ainda|tambem)$/.test(first) ? second : first
  return (
    auxiliary.test(head) ||
    (thirdPersonForms.has(head) && !/^(cura|sono|tosse|coca|febre|falta|volta|marca|troca|para|sangra)$/.test(head)) ||
    /^\w{3,}(ou|eu|iu)$/.test(head)
  )
}

const PART_WORDS = 8
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
  // 'Faz alguma coisa física, pesada': what follows a predicate belongs to it.
  const predicates = pieces.map(isPredicate)
  if (predicates.some((is, index) => !is && predicates[index - 1])) return [core]
  // 'Dor no peito ou falta de ar' is one thing with a choice only while both halves are predicates or nouns.
  return apart && pieces.length > 1 ? pieces : [core]
}

/** What a clause is about: complaints, habits and its own words. */
function subjects(text: string): Set<string> {
  const seen = plain(toThirdPerson(text))
  const named = [...symptoms, ...habitWords].filter(([pattern]) => pattern.test(seen)).map(([, name]) => name)
  return new Set([...named, ...stems(seen)])
}
const sharesWord = (a: string, b: string): boolean => {
  const other = stems(toThirdPerson(b))
  return [...stems(toThirdPerson(a))].some((stem) => other.has(stem))
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
  const told = clausesOf(rest).filter((clause) => !negated.test(clause))
  if (parts.length === 1) return withoutTold(core, told)
  // 'Cocaína, maconha?' 'Não. Maconha às vezes': the word itself tells more than that both are drugs.
  const named = parts.filter((part) => told.some((clause) => sharesWord(part, clause)))
  if (named.length > 0) return parts.filter((part) => !named.includes(part))
  return parts.filter((part) => !told.some((clause) => sharesSubject(part, clause)))
}

/** 'Usa cocaína, maconha?' 'Não. Maconha às vezes'; 'melhora ou piora?' 'Não, piora': what is told again is not denied. */
function withoutTold(core: string, told: readonly string[]): string[] {
  const pieces = core.split(/(,\s+(?:ou\s+)?|\s+ou\s+)/iu)
  if (pieces.length === 1) return [core]
  const kept = pieces.filter((piece, index) => {
    const item = index % 2 === 0 ? piece : (pieces[index + 1] ?? '')
    return index === 0 || !told.some((clause) => sharesWord(item, clause))
  })
  const head = pieces[0] ?? ''
  const headTold = told.some((clause) => sharesWord(head, clause) && !sharesWord(kept.slice(1).join(''), clause))
  return headTold && kept.length === pieces.length && /\sou\s/iu.test(core) ? [] : [settle(kept.join(''))]
}

/** A temperature, where nobody says the word. */
export const feverish = (clause: string): boolean =>
  /\b(deu|medi|mediu|chegou|bateu|foi|marcou|subiu)\b.*\b(trinta e (sete e meio|oito|nove)|quarenta|3[89])\b/.test(
    plain(clause),
  )

const qualified =
  /^(?:é |são |está |foi |fica )?(?:bem|muit[oa]s?|tant[oa]s?|sempre|diret[oa]|direito|exatamente|propriamente|completamente|totalmente|só|apenas|tod[oa]s?)(?![\p{L}])/iu
const unknowing =
  /^(?:sei|saberia|lembro|me lembro|recordo|medi|mediu|olhei|conferi|cheguei a (?:medir|olhar|ver)|faço (?:a menor |a mínima )?ideia|tenho (?:muita |a menor |a mínima )?(?:certeza|ideia)|entendi|dá (?:para|pra) saber)(?![\p{L}])/iu
const witness =
  /^(?:tenho|tive|tem|teve|tinha|sinto|senti|sente|sentiu|estou|está|notei|notou|reparei|reparou|percebi|percebeu|vi|viu|apareceu|houve|deu|que eu|me lembro de ter|cheguei a ter)(?![\p{L}])/iu

/** 'unknown': 'não sei', 'não medi'; 'denies': the verb is the question's own; 'other': it denies something else. */
export function boundNo(bound: string, asked: string, core: string): 'unknown' | 'denies' | 'other' {
  const after = bound.replace(/^(?:não|nunca|nada|nenhuma?)\s+(?:eu |isso |mais |também )*/iu, '')
  if (unknowing.test(after) || qualified.test(after)) return 'unknown'
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
