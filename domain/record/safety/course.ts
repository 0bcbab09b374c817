import { mentionsIn } from '../lexicon/lexicon.ts'
import type { CanonicalKey, Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import { type Evidence, flagOf } from './evidence.ts'
import { ofPlan } from './negation.ts'
import type { ReadLine } from './reading.ts'
import { unitsOf } from './units.ts'
import type { Token } from './words.ts'

/** What becomes of a drug. */
type Course = 'stops' | 'goes on' | 'rises' | 'falls'
const opposite: Record<Course, Course> = { stops: 'goes on', 'goes on': 'stops', rises: 'falls', falls: 'rises' }

const verbs: readonly (readonly [Course, RegExp])[] = [
  [
    'stops',
    /^(suspend\w*|suspens[oa]|interromp\w*|pare|parar|paramos|descontinu\w*|tira|tire|tirar|retir(ar|e|amos)|larg(ar|ue))$/,
  ],
  ['goes on', /^(mantem|mante(r|mos|nha|nho)|mantid[oa]s?|continu(a|ar|e|amos)|segu(e|ir|imos)|permanec(e|er))$/],
  ['rises', /^(aument(ar|o|a|e|amos)|subir|subimos|dobr(ar|a|e))$/],
  ['falls', /^(reduz|reduzir|reduzimos|reduza|diminui|diminuir|diminuimos|baixar|abaixar)$/],
]
/** 'Para' is a verb where a sentence begins with it or somebody does it: 'não para a losartana'. */
const does = /^(nao|voce|entao|e|,|ja|senhor|senhora)$/
const negates = /^(nao|nem|nunca)$/
const unsettled = /^(se|caso|quando)$/

/** Words of an illness's name that are read. */
const NAME_WORDS = 6
/** 'Losartana, para hipertensão', 'dipirona, para a dor'. */
const namesPurpose = (tokens: readonly Token[], at: number): boolean => {
  const begin = /^(a|o|as|os)$/.test(tokens[at + 1]?.word ?? '') ? at + 2 : at + 1
  const names = mentionsIn(tokens.slice(begin, begin + NAME_WORDS)).filter(({ from }) => from === 0)
  return tokens[begin]?.word === 'dor' || names.some(({ concept }) => /^(condition|symptom)$/.test(concept.kind))
}

function verbAt(tokens: readonly Token[], at: number): Course | undefined {
  const { word = '' } = tokens[at] ?? {}
  const stops = word === 'para' && (at === 0 || does.test(tokens[at - 1]?.word ?? '')) && !namesPurpose(tokens, at)
  const course = stops ? 'stops' : verbs.find(([, pattern]) => pattern.test(word))?.[0]
  if (!course) return undefined
  const denied = tokens.slice(Math.max(0, at - 3), at).some((token) => negates.test(token.word))
  if (!denied) return course
  return course === 'stops' || course === 'goes on' ? opposite[course] : undefined
}

/** The drugs of a sentence with what becomes of each: by a verb of its clause, else by the verb before, else behind. */
export function coursesIn(tokens: readonly Token[]): { ids: string[]; course: Course; at: number; to: number }[] {
  if (tokens.some((token) => unsettled.test(token.word))) return []
  let clause = 0
  const clauses = tokens.map(({ said }) => (/^(e|mas|,)$/i.test(said) ? ++clause : clause))
  const found = tokens.flatMap((_, at) => {
    const course = verbAt(tokens, at)
    return course ? { at, course } : []
  })
  if (found.length === 0) return []
  return unitsOf(tokens).flatMap(({ at, to, features }) => {
    const ids = features.filter((feature) => feature.startsWith('d'))
    const own = found.filter((verb) => clauses[verb.at] === clauses[at])
    const verb = [own, found].map((among) => among.findLast((one) => one.at < at) ?? among[0]).find(Boolean)
    return ids.length > 0 && verb ? { ids, course: verb.course, at, to } : []
  })
}

/** SF16: a drug is to go on that the doctor stops, or the reverse; it is to rise where it falls. */
export function courseFlags(statement: Statement, section: CanonicalKey, evidence: Evidence): Flag[] {
  if (!ofPlan.test(section)) return []
  const own = coursesIn(statement.tokens)
  if (own.length === 0) return []
  const told = evidence.lines
    .filter((line) => line.speaker !== 'patient')
    .flatMap((line) =>
      line.sentences
        .filter(({ question }) => !question)
        .flatMap(({ tokens }) => coursesIn(tokens).map((one) => ({ ...one, line }))),
    )
  return own.flatMap(({ ids, course, at, to }): Flag[] => {
    const of = told.filter((one) => one.ids.some((id) => ids.includes(id)))
    const against: ReadLine[] = of.filter((one) => one.course === opposite[course]).map(({ line }) => line)
    if (against.length === 0 || of.some((one) => one.course === course)) return []
    const name = statement.tokens.slice(at, to).map(({ said }) => said)
    const message = `O plano para “${name.join(' ')}” é outro nas falas: “${against[0]?.text}”`
    return [flagOf('negation', message, against)]
  })
}
