import { clausesOf } from './clause.ts'
import { drugsIn } from './drug.ts'
import { deniesNext, isJoining, isLight, type Token } from './words.ts'

type Drug = ReturnType<typeof drugsIn>[number]

const allergy = /^alergi\w*$/
const forbidding = /^(alergi\w*|evit\w*|suspend\w*|suspens\w*|contraindic\w*)$/
const ofWhat = /^(a|ao|aos|as|à|às|da|do|de|por)$/
/** 'Como teve reação com penicilina': only what it names behind itself. */
const causing = /^(reac(ao|oes)|anafil\w*)$/
const denying = /^(nao|nem|nunca|sem)$/
const condition = /^(se|caso)$/
const giving = /^(us(ar|e|a|ad[oa])|prescrev\w*|prescrit[oa]|dar|tom(ar|e|a)|administr\w*|fazer|ser|dev\w*|pod\w*)$/
const because = /^(pel[oa]|devido|porque|pois|por|mais|nunca|novamente|jamais|alergi\w*|es[ts][ea])$/
/** What is not to be done with a drug that is given: 'não exceder 4 g de dipirona', 'não suspender'. */
const limits = /^(ultrapass\w*|exced\w*|esquec\w*|interromp\w*|interrup\w*|par(ar|e)|suspend\w*|evit\w*|alergi\w*)$/
const during = /^(durante|enquanto)$/

/** The drugs that a plan's sentence gives: 'dipirona: não usar' gives none, 'dipirona; não usar AAS' the first. */
export function drugsGiven(tokens: readonly Token[]): Drug[] {
  const clauses = clausesOf(tokens)
  let forbiddenBefore = false
  return clauses.flatMap((clause, at) => {
    const drugs = drugsIn(clause)
    const marks = clause.flatMap((_, index) => (isMark(clause, index) ? index : []))
    const later = clauses[at + 1] ?? []
    // 'Evitar ibuprofeno, dipirona ou AAS': a bare name goes on with the list.
    const listed = forbiddenBefore && isBare(clause, drugs)
    const given = drugs.filter(
      (drug) =>
        !listed &&
        !marks.some((mark) => isForbidden(drug, clause, mark) || endsAt(clause, mark)) &&
        !forbidsBefore(later),
    )
    if (drugs.length > 0) forbiddenBefore = given.length === 0
    return given
  })
}

/** A word that forbids; not 'sem alergias', 'se alergia', 'não suspender'. */
function isMark(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? ''
  if (condition.test(tokens[at - 1]?.word ?? '')) return false
  // 'Nega alergia a dipirona' gives none either.
  if (allergy.test(word) && ofWhat.test(tokens[at + 1]?.word ?? '')) return true
  if (forbidding.test(word) || causing.test(word)) return !tokens.slice(0, at).some((token) => deniesNext(token.word))
  return denying.test(word) && !limits.test(tokens[at + 1]?.word ?? '')
}

/** 'Dipirona: não usar', 'dipirona (a paciente é alérgica)': a clause that names no drug and is of the one before. */
const forbidsBefore = (clause: readonly Token[]): boolean =>
  drugsIn(clause).length === 0 &&
  clause.some(
    (_, at) =>
      isMark(clause, at) &&
      endsAt(clause, at) &&
      clause.slice(0, at).every(({ word }) => isLight(word) || word === 'paciente'),
  )

/** 'Evitar álcool durante o uso de dipirona' forbids no dipirona, nor 'sem alergia a X prescrever dipirona'. */
function afterMark(tokens: readonly Token[], mark: number): readonly Token[] {
  const ends = allergy.test(tokens[mark]?.word ?? '') ? giving : during
  const end = tokens.findIndex(({ word }, at) => at > mark && ends.test(word))
  return tokens.slice(mark + 1, end < 0 ? tokens.length : end)
}

/** Not where it is named once more behind that: 'nega alergia a dipirona, prescrevo dipirona' without the comma. */
function isForbidden(drug: Drug, clause: readonly Token[], mark: number): boolean {
  const object = afterMark(clause, mark)
  return isNamed(drug, object) && !isNamed(drug, clause.slice(mark + 1 + object.length))
}

const isNamed = (drug: Drug, tokens: readonly Token[]): boolean =>
  drugsIn(tokens).some(({ words }) => words.join(' ') === drug.words.join(' '))

/** What is forbidden is what stands before: 'dipirona: não usar', 'dipirona não', 'não usar pela alergia'. */
function endsAt(clause: readonly Token[], mark: number): boolean {
  if (causing.test(clause[mark]?.word ?? '')) return false
  const tokens = clause.slice(mark + 1)
  const rest = tokens.findIndex(({ word }) => !giving.test(word) && !/^(o|uso)$/.test(word))
  const next = tokens[rest]
  return !next || (because.test(next.word) && !tokens.slice(rest).some(({ kind }) => kind === 'number'))
}

const isBare = (clause: readonly Token[], drugs: readonly Drug[]): boolean =>
  drugs.length > 0 && clause.every(({ word }) => isJoining(word) || drugs.some(({ words }) => words.includes(word)))
