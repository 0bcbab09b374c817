import { isFiniteVerb, type Token } from '../record/safety/words.ts'
import { noneAtEnd } from './polarity.ts'
import { having, no, openers, unsure, yes } from './words.ts'

/** `about`: the stem of the denied verb. Without it the answer covers the whole question. */
export type Reply = { means: 'yes' | 'no'; word: string; about?: string | undefined }

/** Words after 'não' that say nothing of their own: 'Não senhor', 'Não que eu saiba'. */
const empty =
  /^(nao|nunca|nada|senhora?|doutora?|que|eu|acho|gracas|de|isso|so|mas|nenhum|nenhuma|dos|das|deles|delas|disso|notei|reparei|percebi|vi|senti|mais|moca|moco|filha|filho)$/

/** Verbs of a habit, and the words of a question that they answer. */
const habits: readonly [RegExp, RegExp][] = [
  [/^fum/, /^(fum|cigar|tabac|narguil|vape|maconh|vici|habit)/],
  [/^beb[eio]/, /^(beb|alcool|cervej|vinho|cachac|pinga|vici|habit|agua|cafe|drog)/],
]

/** 'É um aperto', 'é mais na testa' names one thing, and affirms no list of things. */
const namesOne = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.said.toLowerCase() === 'é' &&
  (/^(mais|tipo|como|n[oa]s?)$/.test(tokens[at + 1]?.word ?? '') ||
    (/^uma?$/.test(tokens[at + 1]?.word ?? '') && !/^(pouco|pouquinho|coisa)$/.test(tokens[at + 2]?.word ?? '')))

/** 'Bateu a cabeça?' 'Bateu.', 'Perdeu peso?' 'Perdi.': the verb of the question, in the first person or the same. */
function repeatsVerb(asked: readonly Token[], tokens: readonly Token[], at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]]
  if (!token || token.joining || token.word.length < 3 || (next && next.kind !== 'mark')) return false
  // 'Roda tudo ou escurece?' 'Roda.' chooses one of two.
  if (asked.some(({ word }, index) => word === 'ou' && asked[index + 1]?.word !== 'nao')) return false
  // 'Perdi, nem novela quero ver' is a yes.
  if (no.has(tokens[at + 2]?.word ?? '') && tokens[at + 2]?.word !== 'nem') return false
  const forms = new Set([
    token.word,
    ...firstPerson.flatMap(([own, theirs]) =>
      token.word.endsWith(own) ? theirs.map((end) => token.word.slice(0, -own.length) + end) : [],
    ),
  ])
  return asked.slice(0, 6).some((one) => forms.has(one.word) && isFiniteVerb(one))
}
/** The end of a verb in the first person, and those of the third. */
const firstPerson: readonly [string, readonly string[]][] = [
  ['ei', ['ou']],
  ['i', ['eu', 'iu']],
  ['o', ['a', 'e']],
]

/**
 * How an answer begins: yes, no, or neither. 'Tenho não' denies the whole question. 'Não medi' and 'não sei' deny
 * nothing of it.
 */
export function replyTo(asked: readonly Token[], tokens: readonly Token[]): Reply | undefined {
  if (noneAtEnd(tokens)) return { means: 'no', word: 'nenhum' }
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'mark') continue
    const next = tokens[at + 1]
    if (no.has(token.word)) {
      if (!next || next.kind === 'mark' || empty.test(next.word))
        return unsure.test(tokens[at + 2]?.word ?? '') ? undefined : { means: 'no', word: token.word }
      if (unsure.test(next.word) || (next.word === 'tenho' && tokens[at + 2]?.word === 'certeza')) return undefined
      // 'Tem bicho em casa?' 'Não fumo.' answers another question.
      const habit = habits.find(([verb]) => verb.test(next.word))
      if (habit && !asked.some(({ word }) => habit[1].test(word))) return undefined
      if (having.has(next.word)) return { means: 'no', word: token.word }
      return asked.some(({ stem, joining }) => stem === next.stem && !joining)
        ? { means: 'no', word: token.word, about: next.stem }
        : undefined
    }
    if (namesOne(tokens, at)) return undefined
    if (repeatsVerb(asked, tokens, at)) return { means: 'yes', word: token.word }
    if (token.said.toLowerCase() === 'é' || yes.has(token.word)) {
      const ends = tokens.slice(at + 1, at + 3).filter(({ kind }) => kind === 'word')
      return { means: ends.at(-1)?.word === 'nao' && tokens.length <= at + 4 ? 'no' : 'yes', word: token.word }
    }
    if (!openers.has(token.word)) return undefined
  }
  return undefined
}
