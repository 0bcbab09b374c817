import type { Token } from './words.ts'

const relatives = new Set(
  'mae pai pais irmao irma irmaos irmas avo avos tio tia tios tias primo prima primos bisavo filho filha filhos filhas marido esposa esposo sogra sogro sobrinho sobrinha neto neta namorado namorada familia familiar familiares parente parentes madrinha cunhado cunhada enteado enteada amigo amiga colega'.split(
    ' ',
  ),
)
const herself = /^(eu|me|minha|meu|meus|minhas|comigo|mim|voce|senhor|senhora)$/
const notSubject = /^(com|para|pra|pro|ao|aos|sem|cuido|cuidar|sobre|pros|pras|perto)$/

export const isRelative = (word: string): boolean => relatives.has(word)
export const namesRelative = (tokens: readonly Token[]): boolean => tokens.some((token) => isRelative(token.word))

const goesOnWith = /^(ela|ele|elas|eles|tambem|morreu|faleceu|infartou|teve|tinha|tem|operou|descobriu)$/

/**
 * Which words of a sentence are told of a relative. `before`: a relative was asked for, or told of in the sentence before;
 * `child`: who answers speaks of a child. `carries`: the next sentence may go on about the relative.
 */
export function kinIn(
  tokens: readonly Token[],
  before: 'asked' | 'told' | undefined,
  question: boolean,
  child: boolean,
): { of: boolean[]; carries: boolean } {
  if (!before && !namesRelative(tokens)) return { of: [], carries: false }
  // 'Alguém na sua família tem diabetes?'
  if (question && tokens.some((token) => /^(familia|familiar|familiares|parentes?)$/.test(token.word)))
    return { of: tokens.map(() => true), carries: false }
  const first =
    tokens.find((token) => token.kind === 'word' && !/^(e|mas|entao|ai|so|que)$/.test(token.word))?.word ?? ''
  const goesOn =
    before === 'asked'
      ? !/^(eu|foi|tive|tenho|fiz|meu|minha|me)$/.test(first)
      : before === 'told' &&
        (goesOnWith.test(first) || (!child && tokens.some((token) => /^(ele|ela|eles|elas)$/.test(token.word))))
  let kin = goesOn && !tokens.slice(0, 4).some((token) => token.word === 'eu')
  let named = false
  let mentioned = false
  const of = tokens.map((token, at) => {
    if (isRelative(token.word) && !(child && /^filh/.test(token.word))) {
      mentioned = true
      const lead = tokens.slice(Math.max(0, at - 3), at).map((one) => one.word)
      if (!lead.some((word) => notSubject.test(word))) {
        kin = true
        named = true
      }
    } else if (mentioned && /^(ela|ele|elas|eles)$/.test(token.word)) kin = true
    else if (
      token.word === 'eu' ||
      (herself.test(token.word) && !isRelative(tokens[at + 1]?.word ?? '') && !isRelative(tokens[at + 2]?.word ?? ''))
    )
      kin = false
    return kin
  })
  // 'Meu pai tem. Ele infartou aos cinquenta.'
  return { of, carries: kin && (named || before !== undefined) }
}
