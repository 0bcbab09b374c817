// Whether a doctor's question is about the symptom in focus, or about another matter.
import type { Clause } from '#domain/dialogue/clause.ts'
import { chanceOf } from '#domain/dialogue/clause.ts'
import { greeting } from '#domain/dialogue/words.ts'
import qualifiers from '../lexicon/qualifiers.json' with { type: 'json' }
import topics from '../lexicon/topic-words.json' with { type: 'json' }
import { tokensOf } from '../safety/words.ts'
import type { Felt } from './symptoms.ts'

const asksEffect =
  /\b(relacao|pior\w*|melhor\w*|alivi\w+|provoc\w+|aparec\w+|aument\w+|doi|doem|incomod\w+|vem|quando (?!foi)\w+)\b/
/** Words that a question about any symptom may hold. */
const anyQuestion = new Set(tokensOf(qualifiers.asking).map(({ stem }) => stem))
/** Words by which doctors ask for a symptom without its name: 'Quantas vezes vai ao banheiro?' */
const askedWords = Object.entries(topics.asked).map(([words, names]) => ({
  stems: tokensOf(words).map(({ stem }) => stem),
  names: names.split('; '),
}))
/** The symptoms that are written with another one and do not take its place in the talk: 'catarro' of 'tosse'. */
export const partsOf = (name: string): readonly string[] =>
  (topics.parts as Record<string, string>)[name]?.split('; ') ?? []
/** Kinds of concepts that tell how a symptom is. */
const attributes = new Set(['quality', 'severity', 'course', 'frequency', 'trigger', 'timing', 'relief', 'site'])

/** 'Quantas fraldas de xixi?': a word of the question names another matter, so the answer tells nothing of these symptoms. */
export function asksOfOther(question: Clause | undefined, names: readonly string[]): boolean {
  if (!question || chanceOf(question, 'qp') > 0.5 || greeting.test(question.plain)) return false
  // 'Já tinha sangrado antes?' is about another time.
  if (/\b(ja tinha|alguma vez|outras vezes)\b/.test(question.plain)) return true
  if (question.said.some(({ concept }) => concept.kind === 'symptom' && names.includes(concept.note))) return false
  const ofEffect = asksEffect.test(question.plain)
  const own = new Set([
    ...tokensOf(names.join(' ')).map(({ stem }) => stem),
    ...askedWords.flatMap((one) => (one.names.some((name) => names.includes(name)) ? one.stems : [])),
  ])
  const spans = question.said.filter(
    ({ concept }) => attributes.has(concept.kind) && (ofEffect || !/^(trigger|relief)$/.test(concept.kind)),
  )
  return question.tokens.some(
    ({ kind, joining, stem }, at) =>
      kind === 'word' &&
      !joining &&
      !anyQuestion.has(stem) &&
      !own.has(stem) &&
      !spans.some(({ from, to }) => at >= from && at < to),
  )
}

/** Questions of a doctor about a symptom. */
export const asks = {
  look: /\b(cor|cheiro|aspecto)\b/,
  grade: /\b(nota|zero a dez|0 a 10|um a dez|escala)\b/,
  place: /\b(onde|lado|lugar|pega|local|aponta|mostra|parte|direit\w+|esquerd\w+|esparram\w+)\b/,
  worse: /\b(relacao com|pior\w*|desencade\w+|aparece|provoca|puxa|que hora|hora certa|quando|esforco)\b/,
  better: /\b(melhor\w*|alivi\w+|passar|passa|ajuda)\b/,
  episode: /\b(dura|duram|durou|duracao|demora)\b/,
  reach:
    /^(e |mas |entao |ai )?(a|o|essa|esse|esta|este) .*\b(vai|desce|sobe|corre|irradia|caminha|espalha|puxa) (pra|pras|para|pro|pros|ate)\b/,
  degrees: /\b(mediu|quanto|deu|temperatura|termometro)\b/,
}

/** `felt`: the symptoms the clause names itself. `near`: the talk was about this symptom just before. */
export type About = {
  asked: string
  /** The question that `asked` holds the words of. */
  question?: Clause | undefined
  felt: readonly Felt[]
  near: boolean
  /** The clause said just before by the same speaker. */
  before?: Clause | undefined
  /** The lines of the same answer: a later value of theirs corrects an earlier one. */
  told?: ReadonlySet<string>
}

/** Where a clause turns to something else. */
export const turns = /^(mas|porem|agora|dai)$/
